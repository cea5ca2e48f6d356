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
