/// The bytes that open and close a node.
enum NodeTag {
    static let open: UInt8 = 0
    static let close: UInt8 = 1
}

/// The shape of the tables behind a node's component id (`Docs/Format.md §4`).
enum NodeTables {
    /// int, int-rp, float, float-rp, string, expression.
    static let count = 6
    /// A key and a value.
    static let entrySize = 8
    /// A type, a name id and a value.
    static let variableSize = 9
    /// 1 int, 2 float, 3 string.
    static let variableTypes: ClosedRange<UInt8> = 1...3

    /// The offset behind the tables of a node whose component id stands at `offset`; the node has been checked.
    @inline(__always)
    static func end(after offset: Int, in bytes: [UInt8]) -> Int {
        var cursor = offset &+ 2
        for _ in 0..<count {
            let entries = Int(bytes.uncheckedLoad(UInt8.self, at: cursor))
            cursor &+= 1 &+ entries &* entrySize
        }
        let variables = Int(bytes.uncheckedLoad(UInt8.self, at: cursor))
        return cursor &+ 1 &+ variables &* variableSize
    }
}
