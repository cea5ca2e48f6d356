/// A variable that a template declares on a node: `var_int_count="3"`.
public struct UserVariable: Hashable, Sendable {
    /// The value of a user variable.
    public enum Value: Hashable, Sendable {
        /// A whole number.
        case int(Int32)
        /// A decimal number.
        case float(Float)
        /// The key of a text; see `Template.string(for:)`.
        case string(StringID)
    }

    /// The key of the variable's name, without `var_` and the type.
    public let name: StringID
    /// The initial value.
    public let value: Value

    /// Declares a variable.
    public init(name: StringID, value: Value) {
        self.name = name
        self.value = value
    }
}

/// The user variables of a node, in file order.
public struct UserVariableList: RandomAccessCollection, Sendable {
    private let storage: TemplateStorage
    private let first: Int
    /// The position of the first variable: 0.
    public let startIndex = 0
    /// The number of variables.
    public let endIndex: Int

    init(storage: TemplateStorage, node: Int) {
        var cursor = storage.offset(ofNode: node) + 2
        for _ in 0..<NodeTables.count {
            cursor += 1 + Int(storage.uint8(at: cursor)) * NodeTables.entrySize
        }
        self.storage = storage
        self.first = cursor + 1
        self.endIndex = Int(storage.uint8(at: cursor))
    }

    /// The variable at a position.
    ///
    /// - Parameter position: A number from 0 up to the number of variables.
    public subscript(position: Int) -> UserVariable {
        precondition(position >= 0 && position < endIndex, "the variable number is in range")
        return storage.variable(at: first + position * NodeTables.variableSize)
    }
}

extension TemplateStorage {
    /// Reads the user variable whose entry is at an offset.
    @usableFromInline
    func variable(at offset: Int) -> UserVariable {
        let bits = int32(at: offset &+ 5)
        let value: UserVariable.Value =
            switch uint8(at: offset) {
            case 1: .int(bits)
            case 2: .float(Float(bitPattern: UInt32(bitPattern: bits)))
            default: .string(StringID(rawValue: bits))
            }
        return UserVariable(name: StringID(rawValue: int32(at: offset &+ 1)), value: value)
    }
}
