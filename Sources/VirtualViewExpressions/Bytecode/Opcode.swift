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
