/// A value that an instruction works on.
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

    /// The register that the operand is, if it is one.
    package var registerNumber: Int32? {
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
    /// What an instruction does.
    package enum Operation: Hashable, Sendable {
        /// A two-operand operation, assignments included.
        case binary(Opcode, Operand, Operand)
        /// `-` or `!`.
        case unary(Opcode, Operand)
        /// `condition ? first : second`.
        case select(Operand, Operand, Operand)
        /// A call of a method.
        case call(BytecodePath, [Operand])
        /// An element of a list or an object.
        case index(BytecodePath, Operand)
        /// Goes on at an offset.
        case jump(to: Int32)
        /// Goes on at an offset when the operand is false.
        case jumpIfFalse(to: Int32, Operand)
    }

    /// The bytes of the instruction, as offsets into the program.
    package let range: Range<Int>
    /// What it does.
    package let operation: Operation
    /// The register that takes the result; `nil` for jumps.
    package let result: Int32?
}

/// Why a program's bytes are not instructions.
package struct BytecodeError: Error, Hashable, Sendable {
    /// The kind of problem.
    package enum Code: String, Sendable, CaseIterable {
        /// The program ends inside an instruction.
        case truncated
        case unknownOpcode
        /// Operand kinds that do not exist.
        case unknownForm
        /// A register beyond the last.
        case registerOutOfRange
        /// A path that neither starts at a register nor has a name.
        case emptyPath
        /// A jump to an instruction that has run already, or to itself: the program might never end.
        case backwardJump
        /// A jump into an instruction or past the end.
        case badJumpTarget
    }

    /// The kind of problem.
    package let code: Code
    /// The offset in the program of the first byte that is wrong.
    package let offset: Int
    /// What was being read.
    package let context: String
}

extension BytecodeError: CustomStringConvertible {
    /// The problem in one line.
    package var description: String {
        "\(context) at byte \(offset) of the program"
    }
}
