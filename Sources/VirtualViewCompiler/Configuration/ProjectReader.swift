import VirtualViewExpressions
import VirtualViewFormat

/// Compares a project file with its shape.
struct ProjectReader {
    private(set) var diagnostics: [Diagnostic] = []

    /// Returns the parts of a value that have their shape; everything else is reported.
    ///
    /// - Parameters:
    ///   - node: The value.
    ///   - shape: Its shape.
    ///   - noun: What messages call it.
    /// - Returns: `nil` if nothing of it is left.
    mutating func checked(_ node: JSONNode, _ shape: ProjectShape, _ noun: String) -> JSONNode? {
        switch shape {
        case .value: return isValue(node) ? node : nil
        case .function: return function(node)
        case .text, .path, .pathInside, .size, .locale, .word: return isText(node, shape, noun) ? node : nil
        case .number(let kind, let range): return isNumber(node, kind, in: range, noun) ? node : nil
        case .paths:
            guard case .array = node.content else {
                guard case .string = node.content else {
                    return refuse(node, noun, "a string or an array of strings")
                }
                return checked(node, .path, noun)
            }
            return elements(of: node, .path, atMost: .max, noun)
        case .list(let element, let count): return elements(of: node, element, atMost: count, noun)
        case .object(let members): return object(node, members, noun)
        case .map(let names, let shape): return map(node, names, shape, noun)
        }
    }

    private mutating func refuse(_ node: JSONNode, _ noun: String, _ expected: String) -> JSONNode? {
        report(.wrongType(noun, expected, node.content.noun), at: node.range)
        return nil
    }

    private mutating func elements(
        of node: JSONNode,
        _ shape: ProjectShape,
        atMost count: Int,
        _ noun: String
    ) -> JSONNode? {
        guard case .array(let elements) = node.content else { return refuse(node, noun, "an array") }
        if elements.count > count { report(.tooMany(noun, elements.count, atMost: count), at: node.range) }
        let kept = elements.prefix(count).compactMap { checked($0, shape, "an element of \(noun)") }
        return JSONNode(content: .array(kept), range: node.range)
    }

    private mutating func object(_ node: JSONNode, _ known: [ProjectMember], _ noun: String) -> JSONNode? {
        guard case .object(let members) = node.content else { return refuse(node, noun, "an object") }
        let kept = members.compactMap { member -> JSONNode.Member? in
            let name = member.name.text
            guard let row = known.first(where: { $0.name == name }) else {
                let names = known.map { $0.name }
                let nearest = NearestWord.find(name, among: names)
                report(.unknownMember(noun, name, names, suggestion: nearest), at: place(of: member), with: nearest)
                return nil
            }
            return checked(member.value, row.shape, "'\(name)'").map { .init(name: member.name, value: $0) }
        }
        return JSONNode(content: .object(kept), range: node.range)
    }

    private mutating func map(
        _ node: JSONNode,
        _ names: ProjectNames,
        _ shape: ProjectShape,
        _ noun: String
    ) -> JSONNode? {
        guard case .object(let members) = node.content else { return refuse(node, noun, "an object") }
        let kept = members.compactMap { member -> JSONNode.Member? in
            guard isName(member, names) else { return nil }
            let noun =
                if case .pathInside = shape {
                    "the picture of \(MessageText.quoted(member.name.text))"
                } else {
                    "\(MessageText.quoted(member.name.text)) of \(noun)"
                }
            return checked(member.value, shape, noun).map { .init(name: member.name, value: $0) }
        }
        return JSONNode(content: .object(kept), range: node.range)
    }

    private mutating func isName(_ member: JSONNode.Member, _ names: ProjectNames) -> Bool {
        let name = member.name.text
        switch names {
        case .functions where !ComputedParser.isName(name):
            report(.badFunctionName(name), at: place(of: member))
        case .values where ProjectFile.environmentNames.contains(name):
            report(.takenValue(name), at: place(of: member))
        case .rules where !TemplateLinter.ruleIDs.contains(name):
            let nearest = NearestWord.find(name, among: TemplateLinter.ruleIDs)
            report(.unknownRule(name, suggestion: nearest), at: place(of: member), with: nearest)
        default: return true
        }
        return false
    }

    /// The place of a name; that of the value for an empty one, whose own would be that of nothing.
    private func place(of member: JSONNode.Member) -> SourceRange {
        member.name.text.isEmpty ? member.value.range : member.name.range
    }

    private mutating func report(_ message: ProjectMessage, at range: SourceRange, with text: String? = nil) {
        diagnostics.append(Diagnostic(message, at: range, fixIts: .replacing(range, with: text)))
    }
}

// MARK: - Single values

extension ProjectReader {
    private mutating func isText(_ node: JSONNode, _ shape: ProjectShape, _ noun: String) -> Bool {
        guard case .string(let text) = node.content else { return refuse(node, noun, "a string") != nil }
        let isName = !text.text.isEmpty && !text.text.utf8.contains(0)
        switch shape {
        case .text where !isName: report(.badText(noun, text.text), at: node.range)
        case .path where !isName, .pathInside where !isName: report(.badPath(text.text), at: node.range)
        case .pathInside where !text.isPathInside: report(.pathOutside(text.text), at: text.range)
        case .size where AssembleAssetSize(text.text) == nil: report(.badSize(text.text), at: node.range)
        case .locale where !TestScript.isLocale(text.text): report(.badLocale(noun, text.text), at: node.range)
        case .word(let kind, let words) where !words.contains(text.text):
            let nearest = NearestWord.find(text.text, among: words)
            // The place of an empty text would be that of nothing.
            let range = text.text.isEmpty ? node.range : text.range
            report(.unknownWord(text.text, kind, words, suggestion: nearest), at: range, with: nearest)
        default: return true
        }
        return false
    }

    private mutating func isNumber(
        _ node: JSONNode,
        _ kind: String,
        in range: ClosedRange<Double>,
        _ noun: String
    ) -> Bool {
        guard case .number(let text) = node.content else { return refuse(node, noun, "a number") != nil }
        if let number = node.numberValue, range.contains(number) { return true }
        report(.badNumber(text, kind, range), at: node.range)
        return false
    }

    private mutating func isValue(_ node: JSONNode) -> Bool {
        do throws(BindingDataError) {
            _ = try node.bindingValue()
            return true
        } catch {
            report(.badValue(error.message), at: node.range)
            return false
        }
    }

    /// Checks a sample result, or an object with results for arguments.
    private mutating func function(_ node: JSONNode) -> JSONNode? {
        guard let members = node.resultsOfFunction else { return isValue(node) ? node : nil }
        var kept: [JSONNode.Member] = []
        for member in members {
            switch member.name.text {
            case "results":
                guard case .object(let results) = member.value.content else {
                    report(.wrongType("'results'", "an object", member.value.content.noun), at: member.value.range)
                    continue
                }
                var good: [JSONNode.Member] = []
                var known: [[JSONValue]: String] = [:]
                for result in results where isResult(result, &known) { good.append(result) }
                let value = JSONNode(content: .object(good), range: member.value.range)
                kept.append(.init(name: member.name, value: value))
            case "default": if isValue(member.value) { kept.append(member) }
            default:
                let names = ["results", "default"]
                let nearest = NearestWord.find(member.name.text, among: names)
                let noun = "a function with 'results'"
                report(
                    .unknownMember(noun, member.name.text, names, suggestion: nearest),
                    at: place(of: member),
                    with: nearest
                )
            }
        }
        return JSONNode(content: .object(kept), range: node.range)
    }

    /// Returns whether a member is a result for arguments that are not among those that are known.
    private mutating func isResult(_ member: JSONNode.Member, _ known: inout [[JSONValue]: String]) -> Bool {
        let text = member.name.text
        guard let arguments = member.name.argumentList else {
            report(.badArguments(text), at: place(of: member))
            return false
        }
        if let first = known[arguments] {
            report(.sameArguments(text, first), at: place(of: member))
            return false
        }
        known[arguments] = text
        return isValue(member.value)
    }
}

extension DecodedText {
    /// Whether it is a path that leads to nothing above its start.
    fileprivate var isPathInside: Bool {
        !text.hasPrefix("/") && !text.split(separator: "/", omittingEmptySubsequences: false).contains("..")
    }

    /// The arguments of a function, from a text that is a JSON array.
    fileprivate var argumentList: [JSONValue]? {
        guard case .array(let arguments)? = try? JSONValue(json: Array(text.utf8)) else { return nil }
        return Array(arguments)
    }
}

// MARK: - Taking values that have their shape

extension JSONNode {
    /// The text of a string, with its place.
    var decodedText: DecodedText? {
        guard case .string(let text) = content else { return nil }
        return text
    }

    /// The text of a string.
    var stringValue: String? { decodedText?.text }

    /// A number that is finite.
    var numberValue: Double? {
        guard case .number(let text) = content, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// The members of an object; none of anything else.
    var objectMembers: [Member] {
        guard case .object(let members) = content else { return [] }
        return members
    }

    /// The elements of an array; the value itself if it is none.
    var listElements: [JSONNode] {
        guard case .array(let elements) = content else { return [self] }
        return elements
    }

    /// The texts of an array, or the one text.
    var texts: [String] { listElements.compactMap { $0.stringValue } }

    /// The texts of an array, or the one text, with their places.
    var decodedTexts: [DecodedText] { listElements.compactMap { $0.decodedText } }

    /// The numbers of an array, each once.
    var numbers: [Double] {
        var numbers: [Double] = []
        for number in listElements.compactMap({ $0.numberValue }) where !numbers.contains(number) {
            numbers.append(number)
        }
        return numbers
    }

    /// Returns the value as bindings know it.
    func bindingValue() throws(BindingDataError) -> JSONValue {
        try JSONValue(json: Array(range.file.bytes[range.offsets]))
    }

    /// The members of an object that has results for the arguments of a function.
    fileprivate var resultsOfFunction: [Member]? {
        objectMembers.contains { $0.name.text == "results" } ? objectMembers : nil
    }

    /// The sample results of a function.
    var sampleFunction: SampleFunction {
        guard let members = resultsOfFunction else { return SampleFunction(fallback: try? bindingValue()) }
        var function = SampleFunction()
        for member in members where member.name.text == "default" {
            function.fallback = try? member.value.bindingValue()
        }
        for result in members.first(where: { $0.name.text == "results" })?.value.objectMembers ?? [] {
            guard let arguments = result.name.argumentList else { continue }
            function.results[arguments] = try? result.value.bindingValue()
        }
        return function
    }
}
