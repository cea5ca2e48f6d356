import VirtualViewExpressions
import VirtualViewFormat

/// Compiles event programs (`Docs/Expressions.md`, "Event programs").
package enum EventProgramCompiler {
    /// A path that a program assigns to, its place, and the value if that is a literal.
    typealias Target = (names: [String], range: Range<Int>, literal: (value: EventOperand, range: Range<Int>)?)

    /// The result of compiling a program.
    package struct Result: Sendable {
        /// The bytes; `nil` if there is an error.
        package let code: [UInt8]?
        /// Every word and text in the order in which it is stored, with its place in the text.
        package let strings: [(text: String, range: Range<Int>)]
        /// The problem, in the order of the text.
        package let problems: [EventProblem]
        /// The properties that the program reads and writes behind `this.` in any case, with the places of the paths.
        let ownProperties: [(name: String, range: Range<Int>)]
        /// The paths that the program assigns to.
        let targets: [Target]
        /// The start of the code of each statement, and the place of the statement in the text.
        let statements: [(offset: Int, place: Int)]

        /// Returns the problems that matter to a client.
        func problems(for client: Client) -> [EventProblem] {
            client == .swift ? problems.filter { !$0.message.id.isOfOtherClients } : problems
        }
    }

    /// Compiles the program of an attribute.
    ///
    /// - Parameters:
    ///   - text: The attribute's decoded text: `${`, the program, `}`.
    ///   - isLenient: Whether some errors are warnings, with the reference compiler's bytes.
    /// - Returns: The code; `nil` if the text is not of that form.
    /// - Complexity: O(*n*) in the length of the text.
    package static func compile(_ text: String, isLenient: Bool = false) -> Result? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 3, bytes.starts(with: "${".utf8), bytes.last == UInt8(ascii: "}") else { return nil }
        return compile(bytes, 2..<bytes.count - 1, whole: 0..<bytes.count, isLenient: isLenient)
    }

    /// Compiles a program that stands somewhere in a text.
    ///
    /// - Parameters:
    ///   - bytes: The text as UTF-8.
    ///   - range: The program without its braces.
    ///   - whole: The place of problems with the program as a whole.
    ///   - isLenient: Whether some errors are warnings.
    /// - Returns: The code, and what is wrong.
    static func compile(_ bytes: [UInt8], _ range: Range<Int>, whole: Range<Int>, isLenient: Bool) -> Result {
        var lexer = EventLexer(bytes, range, isLenient: isLenient)
        let tokens = lexer.tokenize()
        var problems = lexer.problems
        if tokens.allSatisfy({ $0.kind == .end || $0.symbol == .semicolon }), problems.isEmpty {
            problems.append(EventProblem(.emptyProgram, at: whole))
        }
        var parser = EventParser(tokens, of: bytes, isCut: lexer.isCut)
        let tree = parser.parse()
        let output = EventGenerator.generate(tree, isLenient: isLenient)
        problems += parser.problems + output.problems
        if output.code.count > Int(UInt16.max) {
            problems.append(EventProblem(.tooLarge(output.code.count), at: whole))
        }
        return Result(
            code: problems.contains { $0.message.severity == .error } ? nil : output.code,
            strings: output.strings,
            problems: problems.sorted { $0.range.lowerBound < $1.range.lowerBound },
            ownProperties: output.ownProperties,
            targets: output.targets,
            statements: output.statements
        )
    }
}

/// The bytes of an event program being written; numbers are little-endian.
struct EventCode: Sendable {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    mutating func append(_ opcode: Opcode) {
        bytes.append(opcode.rawValue)
    }

    mutating func append(byte: Int) {
        bytes.append(UInt8(truncatingIfNeeded: byte))
    }

    mutating func append(short: Int) {
        for place in 0..<2 { append(byte: short >> (8 * place)) }
    }

    mutating func append(_ number: Int32) {
        for place in 0..<4 { append(byte: Int(number >> Int32(8 * place))) }
    }

    /// Writes a number over four bytes that stand already.
    mutating func overwrite(_ number: Int, at offset: Int) {
        for place in 0..<4 { bytes[offset + place] = UInt8(truncatingIfNeeded: number >> (8 * place)) }
    }

    /// Writes a value without its kind.
    mutating func append(_ operand: EventOperand) {
        switch operand {
        case .path(let base, let names):
            append(Int32(truncatingIfNeeded: base ?? -1))
            append(byte: names.count)
            for name in names { append(name) }
        case .int(let value): append(value)
        case .float(let value):
            // Every NaN has the same bits.
            append(Int32(bitPattern: value.isNaN ? 0x7FC0_0000 : value.bitPattern))
        case .string(let text): append(EventOperand.stringID(text))
        case .register(let number): append(Int32(truncatingIfNeeded: number))
        case .invalid: break
        }
    }

    /// Writes a value after its kind.
    mutating func appendTyped(_ operand: EventOperand) {
        append(byte: operand.kind)
        append(operand)
    }
}

/// A value while code is generated: where it will be found when the program runs, or what it is.
enum EventOperand: Hashable, Sendable {
    /// A value whose error has been reported.
    case invalid
    /// The ids of a path's names, from a register or from the surroundings.
    case path(base: Int?, names: [Int32])
    case int(Int32)
    case float(Float)
    case string(String)
    case register(Int)

    /// The number of the kind in the code.
    var kind: Int {
        switch self {
        case .invalid, .path: 0
        case .int: 1
        case .float: 2
        case .string: 3
        case .register: 4
        }
    }

    /// Whether it is a text that is known before the program runs.
    var isText: Bool { if case .string = self { true } else { false } }

    /// Whether the value is known before the program runs.
    var isLiteral: Bool {
        switch self {
        case .int, .float, .string: true
        case .invalid, .path, .register: false
        }
    }

    var register: Int? {
        guard case .register(let number) = self else { return nil }
        return number
    }

    /// A number's value; `nil` for anything else.
    var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .float(let value): Double(value)
        default: nil
        }
    }

    /// Returns the id of a text; the empty one has none.
    static func stringID(_ text: String) -> Int32 {
        text.isEmpty ? -1 : StringID(hashing: text).rawValue
    }
}
