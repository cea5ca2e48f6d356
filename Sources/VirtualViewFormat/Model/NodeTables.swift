/// The bytes that open and close a node.
@usableFromInline
enum NodeTag {
    @inlinable static var open: UInt8 { 0 }
    static let close: UInt8 = 1
}

/// The sizes of the tables after a node's component id (`Docs/Format.md §4`).
@usableFromInline
enum NodeTables {
    /// The number of property tables: int, int-rp, float, float-rp, string, expression.
    @inlinable static var count: Int { 6 }
    /// The bytes of an entry: a key and a value.
    @inlinable static var entrySize: Int { 8 }
    /// The bytes of a user variable: a type, a name id and a value.
    @inlinable static var variableSize: Int { 9 }
    /// The types of user variables: 1 int, 2 float, 3 string.
    static let variableTypes: ClosedRange<UInt8> = 1...3
}
