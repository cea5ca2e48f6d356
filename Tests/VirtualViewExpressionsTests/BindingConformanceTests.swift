import Testing
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

/// One row of `Fixtures/Expressions/binding.json`: what the reference iOS client made of a binding.
struct BindingCase: Sendable, CustomTestStringConvertible {
    let id: String
    let text: String
    let data: JSONValue?
    let kind: String
    let expected: JSONValue?
    let coerce: String?
    let expectedCoerced: JSONValue?

    var testDescription: String {
        "\(id) \(text)"
    }

    /// Every case of the table.
    static let all: [BindingCase] = {
        guard let bytes = try? Fixtures.bytes("Expressions/binding.json"),
            case .array(let rows)? = try? JSONValue(json: bytes)
        else { return [] }
        return rows.compactMap(BindingCase.init)
    }()

    init?(_ row: JSONValue) {
        guard case .string(let id)? = row["id"], case .string(let text)? = row["expr"],
            case .string(let kind)? = row["expected"]?["kind"], case .string(let type)? = row["expected"]?["type"]
        else { return nil }
        self.id = id
        self.text = text
        self.kind = kind
        data = row["data"]
        expected = type == "nil" ? nil : row["expected"]?["value"]
        if case .string(let coerce)? = row["coerce"] {
            self.coerce = coerce
        } else {
            coerce = nil
        }
        expectedCoerced = row["expectedCoerced"]
    }

    /// The value as `vvc eval --as` prints it, the default being 0.
    func coerced(_ value: JSONValue?, _ client: Client) -> JSONValue? {
        guard let coerce, let (_, kind) = BindingCoercion.kinds.first(where: { $0.name == coerce }) else { return nil }
        return BindingCoercion(client).coerce(value, to: kind, default: .int(0, .none)).jsonValue(as: kind)
    }
}

@Suite struct BindingConformanceTests {
    @Test func readsTheWholeTable() {
        #expect(BindingCase.all.count == 140)
    }

    @Test(arguments: BindingCase.all)
    func evaluatesAsTheReferenceClient(_ row: BindingCase) {
        let binding = BindingExpression(row.text, client: .iOS)
        let value = binding.evaluate(on: row.data)
        #expect(value == row.expected)
        #expect(row.coerced(value, .iOS) == row.expectedCoerced)
        let kinds: [String: BindingExpression.Kind] = ["const": .text, "variable": .path, "ternary": .ternary]
        #expect(binding.kind == kinds[row.kind])
    }

    @Test(arguments: BindingCase.all)
    func differsFromTheReferenceClientOnlyWhereListed(_ row: BindingCase) {
        let value = BindingExpression(row.text).evaluate(on: row.data)
        let coerced = row.coerced(value, .swift)
        if let difference = Difference.all.first(where: { $0.id == row.id }) {
            #expect(value == difference.value)
            #expect(coerced == difference.coerced)
            #expect(value != row.expected || coerced != row.expectedCoerced, "listed, but no difference")
        } else {
            #expect(value == row.expected)
            #expect(coerced == row.expectedCoerced)
        }
    }

    @Test func listsEveryDifferenceOnceAndForARow() {
        let ids = Difference.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(Set(ids).isSubset(of: BindingCase.all.map(\.id)))
        #expect(Set(Difference.all.map(\.rule)) == Set(Rule.allCases))
    }
}

/// The rules of `Docs/Expressions.md` that make our results differ from the reference client's.
private enum Rule: String, CaseIterable {
    case boolIsBool = "bool: JSON true, numbers other than 0 and the text true in any case are yes"
    case emptyPartIsMissing = "an empty part is missing"
    case keysAreTrimmed = "names in a path are trimmed of white space"
    case malformed = "a text that looks like a binding and is malformed stands for itself"
    case missingStays = "a step that does not fit is missing, and stays missing"
    case noContainerNeeded = "a ternary needs no object or array at the root"
    case oneTruth = "false are missing, null, false, the empty text, false and null as texts, empty arrays and objects"
    case partsNest = "a part is a binding, as deep as you like up to 32"
    case quotesAreDropped = "a part in quotes is its text without them"
    case separatorsInOrder = "the separating colon is the first one after the question mark"
    case textAsJSON = "a text property shows true and false as words, and nothing for null"
    case textIsInterpolated = "a text that contains a binding is joined together"
    case unitIsKept = "a number with the suffix rp keeps its unit"
}

/// A row of the table where our own rules give something else.
private struct Difference {
    let id: String
    let value: JSONValue?
    let coerced: JSONValue?
    let rule: Rule

    init(_ id: String, _ value: JSONValue?, coerced: JSONValue? = nil, _ rule: Rule) {
        self.id = id
        self.value = value
        self.coerced = coerced
        self.rule = rule
    }

    static let all = [
        Difference("el-014", "${.title}", .malformed),
        Difference("el-016", "${user.name.}", .malformed),
        Difference("el-017", "${.}", .malformed),
        Difference("el-023", nil, .missingStays),
        Difference("el-026", nil, .missingStays),
        Difference("el-031", "Top", .keysAreTrimmed),
        Difference("el-032", "Mira", .keysAreTrimmed),
        Difference("el-040", nil, .missingStays),
        Difference("el-041", nil, .missingStays),
        Difference("el-050", nil, .missingStays),
        Difference("el-053", nil, .missingStays),
        Difference("el-062", nil, .missingStays),
        Difference("el-064", "${list[-1][0].t}", .malformed),
        Difference("el-065", "${list[x].t}", .malformed),
        Difference("el-067", "${list[1.9].t}", .malformed),
        Difference("el-068", "${list[+1].t}", .malformed),
        Difference("el-070", "${list[0x1].t}", .malformed),
        Difference("el-071", "${list['t']}", .malformed),
        Difference("el-073", "${list[1.t}", .malformed),
        Difference("el-074", "${list]1}", .malformed),
        Difference("el-076", "${list[1]x.t}", .malformed),
        Difference("el-077", "${list[0]].t}", .malformed),
        Difference("el-086", "Hi Top", .textIsInterpolated),
        Difference("el-088", "Top0", .textIsInterpolated),
        Difference("el-089", "Top}", .textIsInterpolated),
        Difference("el-100", "N", .oneTruth),
        Difference("el-101", "N", .oneTruth),
        Difference("el-106", "N", .oneTruth),
        Difference("el-109", "N", .oneTruth),
        Difference("el-116", "N", .oneTruth),
        Difference("el-121", "N", .missingStays),
        Difference("el-127", nil, .emptyPartIsMissing),
        Difference("el-128", nil, .emptyPartIsMissing),
        Difference("el-133", "c", .separatorsInOrder),
        Difference("el-136", "1", .partsNest),
        Difference("el-137", "3", .partsNest),
        Difference("el-142", "q", .quotesAreDropped),
        Difference("el-146", "guest", .oneTruth),
        Difference("el-149", "@ {true?A:B}", .textIsInterpolated),
        Difference("el-151", "@{${on}?A:B}}", .malformed),
        Difference("el-152", "@{${missing}?A:B}}", .malformed),
        Difference("el-154", "A", .noContainerNeeded),
        Difference("el-173", "1.5rp", coerced: "1.5rp", .unitIsKept),
        Difference("el-179", "TRUE", coerced: 1, .boolIsBool),
        Difference("el-182", 1, coerced: 1, .boolIsBool),
        Difference("el-193", "gone", coerced: "gone", .oneTruth),
        Difference("el-194", "gone", coerced: "gone", .oneTruth),
        Difference("el-196", true, coerced: "true", .textAsJSON),
        Difference("el-197", .some(.null), coerced: .some(.null), .textAsJSON),
        Difference("el-202", "${a:b}", .malformed),
        Difference("el-203", "${a?b}", .malformed),
    ]
}
