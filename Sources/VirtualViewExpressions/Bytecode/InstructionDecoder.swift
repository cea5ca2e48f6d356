/// Reads a program's instructions one after the other.
///
/// It always checks that opcodes and operand forms are known and that instructions are complete. It checks registers
/// and paths on request, so that ``Disassembler`` can show invalid ones. ``BytecodeVerifier`` checks jump targets.
package struct InstructionDecoder {
    /// The number of registers of a program.
    package static let registerCount: Int32 = 20

    private let code: [UInt8]
    private let checksOperands: Bool
    /// The offset of the next instruction.
    package private(set) var offset = 0

    /// Makes a decoder that starts at a program's first byte.
    ///
    /// - Parameters:
    ///   - code: The program.
    ///   - checksOperands: Whether a register that does not exist, or an empty path, is an error.
    package init(_ code: [UInt8], checksOperands: Bool = false) {
        self.code = code
        self.checksOperands = checksOperands
    }

    /// Reads the next instruction; `nil` at the end of the program.
    package mutating func next() throws(BytecodeError) -> Instruction? {
        guard offset < code.count else { return nil }
        let start = offset
        let byte = try readUInt8("an opcode")
        guard let opcode = Opcode(rawValue: byte) else {
            throw BytecodeError(code: .unknownOpcode, offset: start, context: "unknown opcode \(byte)")
        }
        let (operation, result) = try readOperation(opcode)
        return Instruction(range: start..<offset, operation: operation, result: result)
    }

    private mutating func readOperation(
        _ opcode: Opcode
    ) throws(BytecodeError) -> (Instruction.Operation, Int32?) {
        switch opcode {
        case .jump:
            return (.jump(to: try readInt32("a jump target")), nil)
        case .jumpIfFalse:
            let target = try readInt32("a jump target")
            return (.jumpIfFalse(to: target, try readTypedOperand()), nil)
        case .negate, .not:
            let operand = try readTypedOperand()
            return (.unary(opcode, operand), try readResult(besides: [operand]))
        case .select:
            let place = offset
            let kinds = try readUInt16("operand kinds")
            let condition = try readOperand(kind: UInt8(kinds & 7), at: place)
            let first = try readOperand(kind: UInt8(kinds >> 3 & 7), at: place)
            let second = try readOperand(kind: UInt8(clamping: kinds >> 6), at: place)
            return (.select(condition, first, second), try readResult(besides: [condition, first, second]))
        case .call:
            let path = try readPath()
            let count = try readUInt8("an argument count")
            var arguments: [Operand] = []
            for _ in 0..<count { arguments.append(try readTypedOperand()) }
            return (.call(path, arguments), try readResultRegister())
        case .index:
            let path = try readPath()
            let argument = try readTypedOperand()
            return (.index(path, argument), try readResultRegister())
        default:
            let (left, right) = try readForm()
            return (.binary(opcode, left, right), try readResult(besides: [left, right]))
        }
    }

    /// Returns the register of the result: the lowest one among the operands, or else the one that is stored.
    private mutating func readResult(besides operands: [Operand]) throws(BytecodeError) -> Int32 {
        if let register = operands.compactMap({ $0.registerNumber }).min() { return register }
        return try readResultRegister()
    }

    private mutating func readResultRegister() throws(BytecodeError) -> Int32 {
        let start = offset
        let register = Int32(try readUInt8("a result register"))
        try check(register, at: start)
        return register
    }

    private func check(_ register: Int32, at offset: Int) throws(BytecodeError) {
        guard checksOperands, !(0..<Self.registerCount).contains(register) else { return }
        throw BytecodeError(code: .registerOutOfRange, offset: offset, context: "there is no register \(register)")
    }
}

// MARK: - Operands

extension InstructionDecoder {
    /// The operand kinds of the sixteen forms of a two-operand instruction.
    package static let forms: [(left: UInt8, right: UInt8)] = [
        (0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 0), (1, 4), (2, 0), (2, 4), (3, 0), (3, 4),
        (4, 0), (4, 1), (4, 2), (4, 3), (4, 4),
    ]

    private mutating func readForm() throws(BytecodeError) -> (Operand, Operand) {
        let start = offset
        let form = Int(try readUInt8("an operand form"))
        guard form < Self.forms.count else {
            throw BytecodeError(code: .unknownForm, offset: start, context: "unknown operand form \(form)")
        }
        let left = try readOperand(kind: Self.forms[form].left, at: start)
        return (left, try readOperand(kind: Self.forms[form].right, at: start))
    }

    private mutating func readTypedOperand() throws(BytecodeError) -> Operand {
        let place = offset
        return try readOperand(kind: try readUInt8("an operand kind"), at: place)
    }

    /// Reads an operand of a kind that is said at a place before it.
    private mutating func readOperand(kind: UInt8, at place: Int) throws(BytecodeError) -> Operand {
        let start = offset
        switch kind {
        case 0: return .path(try readPath())
        case 1: return .int(try readInt32("a number"))
        case 2: return .float(Float(bitPattern: UInt32(bitPattern: try readInt32("a number"))))
        case 3: return .string(try readInt32("a string id"))
        case 4:
            let register = try readInt32("a register")
            try check(register, at: start)
            return .register(register)
        default:
            throw BytecodeError(code: .unknownForm, offset: place, context: "unknown operand kind \(kind)")
        }
    }

    private mutating func readPath() throws(BytecodeError) -> BytecodePath {
        let start = offset
        let base = try readInt32("a base register")
        if base != -1 { try check(base, at: start) }
        let count = try readUInt8("a name count")
        var names: [Int32] = []
        for _ in 0..<count { names.append(try readInt32("a name")) }
        if checksOperands, base == -1, names.isEmpty {
            throw BytecodeError(code: .emptyPath, offset: start, context: "a path without a name")
        }
        return BytecodePath(base: base == -1 ? nil : base, names: names)
    }
}

// MARK: - Numbers

extension InstructionDecoder {
    private mutating func take(_ count: Int, _ what: StaticString) throws(BytecodeError) -> Int {
        guard count <= code.count - offset else {
            throw BytecodeError(code: .truncated, offset: offset, context: "truncated while reading \(what)")
        }
        defer { offset += count }
        return offset
    }

    private mutating func readUInt8(_ what: StaticString) throws(BytecodeError) -> UInt8 {
        code[try take(1, what)]
    }

    private mutating func readUInt16(_ what: StaticString) throws(BytecodeError) -> UInt16 {
        let start = try take(2, what)
        return UInt16(code[start]) | UInt16(code[start + 1]) << 8
    }

    private mutating func readInt32(_ what: StaticString) throws(BytecodeError) -> Int32 {
        let start = try take(4, what)
        var bits: UInt32 = 0
        for place in 0..<4 { bits |= UInt32(code[start + place]) << UInt32(8 * place) }
        return Int32(bitPattern: bits)
    }
}

/// A value that an instruction uses.
package enum Operand: Hashable, Sendable {
    /// A path of names, from a register or from the program's surroundings.
    case path(BytecodePath)
    /// A whole number.
    case int(Int32)
    /// A decimal number.
    case float(Float)
    /// The id of a text; -1 is the empty text.
    case string(Int32)
    /// A register.
    case register(Int32)

    /// The number of the register, if the operand is one.
    fileprivate var registerNumber: Int32? {
        guard case .register(let number) = self else { return nil }
        return number
    }
}

/// The names that lead to a property, a method or an element.
package struct BytecodePath: Hashable, Sendable {
    /// The register that holds the object to start from; `nil` for none.
    package let base: Int32?
    /// The string ids of the names.
    package let names: [Int32]

    /// Makes a path.
    package init(base: Int32?, names: [Int32]) {
        self.base = base
        self.names = names
    }
}

/// One instruction of an event program.
package struct Instruction: Hashable, Sendable {
    /// The operation of an instruction.
    package enum Operation: Hashable, Sendable {
        /// A two-operand operation, including assignments.
        case binary(Opcode, Operand, Operand)
        /// `-` or `!`.
        case unary(Opcode, Operand)
        /// `condition ? first : second`.
        case select(Operand, Operand, Operand)
        /// A call of a method.
        case call(BytecodePath, [Operand])
        /// An element of a list or an object.
        case index(BytecodePath, Operand)
        /// A jump to an offset.
        case jump(to: Int32)
        /// A jump to an offset if the operand is false.
        case jumpIfFalse(to: Int32, Operand)
    }

    /// The range of the instruction's bytes in the program.
    package let range: Range<Int>
    /// The operation.
    package let operation: Operation
    /// The register that takes the result; `nil` for jumps.
    package let result: Int32?
}

/// An error that says why a program's bytes are not valid.
package struct BytecodeError: Error, Hashable, Sendable {
    /// The kind of problem.
    package enum Code: String, Sendable, CaseIterable {
        /// The program ends inside an instruction.
        case truncated
        case unknownOpcode
        /// Operand kinds do not exist.
        case unknownForm
        /// A register number is beyond the last register.
        case registerOutOfRange
        /// A path neither starts at a register nor has a name.
        case emptyPath
        /// A jump goes to itself or backwards, so the program might never end.
        case backwardJump
        /// A jump goes into an instruction or past the end.
        case badJumpTarget
    }

    /// The kind of problem.
    package let code: Code
    /// The offset of the first wrong byte in the program.
    package let offset: Int
    /// The part that was being read.
    package let context: String
}

extension BytecodeError: CustomStringConvertible {
    /// The problem in one line.
    package var description: String {
        "\(context) at byte \(offset) of the program"
    }
}

/// The instructions of an event program (`Docs/Format.md §7`).
package enum Opcode: UInt8, Sendable, CaseIterable {
    case add, subtract, multiply, divide, remainder
    case assign, select, negate, not
    case greater, less, notEqual, equal, greaterOrEqual, lessOrEqual
    case call
    case addAssign, subtractAssign, multiplyAssign, divideAssign, remainderAssign
    case jump, jumpIfFalse, and, or, index

    /// The name in a listing.
    package var mnemonic: String {
        switch self {
        case .add: "ADD"
        case .subtract: "SUB"
        case .multiply: "MUL"
        case .divide: "DIV"
        case .remainder: "MOD"
        case .assign: "SET"
        case .select: "SELECT"
        case .negate: "NEG"
        case .not: "NOT"
        case .greater: "GT"
        case .less: "LT"
        case .notEqual: "NE"
        case .equal: "EQ"
        case .greaterOrEqual: "GE"
        case .lessOrEqual: "LE"
        case .call: "CALL"
        case .addAssign: "ADDSET"
        case .subtractAssign: "SUBSET"
        case .multiplyAssign: "MULSET"
        case .divideAssign: "DIVSET"
        case .remainderAssign: "MODSET"
        case .jump: "JMP"
        case .jumpIfFalse: "JMPZ"
        case .and: "AND"
        case .or: "OR"
        case .index: "INDEX"
        }
    }
}
