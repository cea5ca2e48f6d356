import Testing
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualViewCompiler

/// Compares every program of the conformance cases with what the reference compiler made of it.
@Suite struct EventConformanceTests {
    /// The programs that the reference compiler accepts and we refuse, because the bytes would not mean what the text
    /// says: the diagnostic, and why.
    static let refused: [String: (id: String, reason: String)] = [
        "ev-010": ("event.color-digits", "a colour of three digits becomes 0"),
        "ev-035": ("event.blank-piece", "a part of the text is lost"),
        "ev-055": ("event.division-by-zero", "the reference compiler throws"),
        "ev-067": ("event.empty-text", "the empty text becomes the word null"),
        "ev-068": ("event.text-operator", "the statement is lost"),
        "ev-077": ("event.text-operator", "the statement is lost"),
        "ev-086": ("event.literal-logic", "1&&1 becomes 0"),
        "ev-091": ("event.not-minus", "the ! applies to something else"),
        "ev-098": ("event.nested-ternary", "the statement is changed"),
        "ev-122": ("event.assignment-target", "the second assignment has no target"),
        "ev-163": ("event.element-assignment", "the assignment is lost"),
        "ev-176": ("event.literal-condition", "the condition is lost"),
        "ev-187": ("event.unclosed-string", "the statement is lost"),
        "ev-190": ("event.number-suffix", "the statement is lost"),
        "ev-193": ("event.unclosed", "the program never ends"),
        "ev-194": ("event.unclosed", "the program never ends"),
        "ev-196": ("event.unclosed", "the program never ends"),
        "ev-197": ("event.unclosed", "the assignment is lost"),
    ]

    /// The programs that the reference compiler refuses.
    static let refusedByBoth: [String: String] = [
        "ev-179": "event.expected-block",
        "ev-181": "event.unsupported-statement",
        "ev-182": "event.unsupported-statement",
        "ev-188": "event.double-quotes",
        "ev-191": "event.leading-point",
        "ev-199": "event.stray-closer",
    ]

    /// The programs that the reference compiler refuses and we compile.
    static let accepted = ["ev-169": "'else if' is 'elseif'"]

    /// The programs that get other registers, because the reference's are too many for its own engine.
    static let otherRegisters = ["ev-185"]

    /// What `--lenient` makes of values that would not mean what the text says.
    static let lenient: Set<String> = ["ev-010", "ev-035", "ev-067", "ev-086"]

    private static func strings(_ result: EventProgramCompiler.Result) -> [String: Int32] {
        var table: [String: Int32] = [:]
        for (text, _) in result.strings where !SystemStrings.standard.contains(text) {
            table[text] = StringID(hashing: text).rawValue
        }
        return table
    }

    private static func errors(_ result: EventProgramCompiler.Result) -> [String] {
        result.problems.filter { $0.message.severity == .error }.map(\.message.id.rawValue)
    }

    @Test func allCasesAreThere() {
        #expect(EventCase.all.count == 134)
        #expect(EventCase.all.count { $0.compile == "ok" } == 121)
        let ids = Set(EventCase.all.map(\.id))
        #expect(Set(Self.refused.keys).union(Self.refusedByBoth.keys).union(Self.accepted.keys).isSubset(of: ids))
    }

    @Test(arguments: EventCase.all.filter { $0.compile == "ok" || $0.compile == "empty" })
    func bytesStringsAndKeyAreThoseOfTheReference(_ item: EventCase) throws {
        let result = try #require(EventProgramCompiler.compile(item.text))
        if let (id, _) = Self.refused[item.id] {
            #expect(result.code == nil)
            #expect(Self.errors(result) == [id])
            return
        }
        #expect(Self.errors(result).isEmpty)
        let isSame = result.code == item.code
        #expect(
            isSame != Self.otherRegisters.contains(item.id),
            "\(result.code.map { HexText.text($0) } ?? "no code"), expected \(HexText.text(item.code))"
        )
        #expect(Self.strings(result) == item.stringTable)
        #expect(item.codeIndex == nil || StringID(hashing: item.text).rawValue == item.codeIndex)
    }

    @Test(arguments: EventCase.all.filter { $0.compile == "rejected" || $0.compile == "throws" })
    func whatTheReferenceRefusesIsOneErrorOrCompiles(_ item: EventCase) throws {
        let result = try #require(EventProgramCompiler.compile(item.text))
        let id = Self.refused[item.id]?.id ?? Self.refusedByBoth[item.id]
        #expect(Self.errors(result) == (id.map { [$0] } ?? []))
        #expect((id == nil) == (Self.accepted[item.id] != nil))
        #expect((result.code == nil) == (id != nil))
    }

    @Test(arguments: EventCase.all.filter { lenient.contains($0.id) })
    func lenientCompilationStoresWhatTheReferenceStores(_ item: EventCase) throws {
        let result = try #require(EventProgramCompiler.compile(item.text, isLenient: true))
        #expect(Self.errors(result).isEmpty && !result.problems.isEmpty)
        #expect(result.code == item.code)
        #expect(Self.strings(result) == item.stringTable)
    }

    @Test(arguments: [
        ("2.5/0", Float.infinity, "Infinity"), ("-2.5/0", -.infinity, "-Infinity"), ("1/0.0", .infinity, "Infinity"),
        ("0.0/0", .nan, "NaN"), ("2.5%0", 0, "0"),
    ])
    func lenientCompilationDividesDecimalsByZero(_ text: String, _ value: Float, _ name: String) throws {
        let result = try #require(EventProgramCompiler.compile("${this.a=\(text)}", isLenient: true))
        #expect(result.problems.map(\.message.severity) == [.warning])
        #expect(result.problems.map(\.message.text) == ["division by zero; \(name) is stored"])
        // The code is that of another decimal number with other bits.
        let other = try #require(EventProgramCompiler.compile("${this.a=1.5}")?.code)
        let place = try #require(other.indices.first { other[$0...].starts(with: [0, 0, 0xC0, 0x3F]) })
        let bits = value.isNaN ? 0x7FC0_0000 : value.bitPattern
        let expected = other[..<place] + withUnsafeBytes(of: bits.littleEndian, Array.init) + other[(place + 4)...]
        #expect(result.code == Array(expected))
    }

    /// The reference takes such a number for 0, though the text says another.
    @Test(arguments: ["0.0000001", "-0.00000001"])
    func lenientCompilationTakesTinyConditionsForZero(_ condition: String) throws {
        let result = try #require(EventProgramCompiler.compile("${this.a=\(condition)?1:2}", isLenient: true))
        #expect(result.problems.map(\.message) == [.tinyCondition(isStored: true)])
        #expect(result.code == EventProgramCompiler.compile("${this.a=2}")?.code)
    }

    @Test(arguments: ["1/0", "1%0"])
    func wholeNumbersAreNeverDividedByZero(_ text: String) throws {
        let result = try #require(EventProgramCompiler.compile("${this.a=\(text)}", isLenient: true))
        #expect(Self.errors(result) == ["event.division-by-zero"] && result.code == nil)
    }

    @Test func elseIfIsElseif() {
        let one = EventProgramCompiler.compile("${if(this.a){this.b=1}else if(this.c){this.b=2}else{this.b=3}}")
        let two = EventProgramCompiler.compile("${if(this.a){this.b=1}elseif(this.c){this.b=2}else{this.b=3}}")
        #expect(one?.code != nil && one?.code == two?.code)
    }

    /// The 21st statement has no register of its own, so each statement begins with the first again.
    @Test func aProgramOfManyStatementsUsesRegistersAgain() throws {
        let item = try #require(EventCase.all.first { $0.id == "ev-185" })
        let code = try #require(EventProgramCompiler.compile(item.text)?.code)
        var decoder = InstructionDecoder(code)
        var count = 0
        while let instruction = try decoder.next() {
            #expect(instruction.result == 0)
            count += 1
        }
        #expect(count == 21)
    }

    @Test(arguments: EventCase.all.filter { EventProgramCompiler.compile($0.text)?.code != nil })
    func everyCodeIsVerified(_ item: EventCase) throws {
        let code = try #require(EventProgramCompiler.compile(item.text)?.code)
        #expect(throws: Never.self) { try BytecodeVerifier.verify(code) }
    }

    /// Only what the reference compiler emits for an unclosed block jumps backwards.
    @Test(arguments: EventCase.all.filter { ["ev-193", "ev-194", "ev-196"].contains($0.id) })
    func backwardJumpsAreNotVerified(_ item: EventCase) {
        let error = #expect(throws: BytecodeError.self) { try BytecodeVerifier.verify(item.code) }
        #expect(error?.code == .backwardJump)
    }
}
