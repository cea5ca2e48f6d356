import VirtualViewFormat

/// Files whose index is as large as a file of their size can make it.
enum WorstCases {
    /// As many nodes as a file holds, none with a property.
    static func nodes() throws -> [UInt8] {
        var builder = TemplateBuilder(type: "N")
        let count = 5900
        for _ in 0..<count { try builder.openNode(component: 1) }
        for _ in 0..<count { try builder.closeNode() }
        return try builder.encoded()
    }

    /// Many strings without a character; only a foreign compiler writes such a table.
    static func strings() throws -> [UInt8] {
        try file(stringCount: 8000, expressionCount: 0)
    }

    /// Many event programs without code.
    static func expressions() throws -> [UInt8] {
        try file(stringCount: 0, expressionCount: 8000)
    }

    /// The smallest file there is: one node, no name.
    static func smallest() throws -> [UInt8] {
        try file(stringCount: 0, expressionCount: 0)
    }

    private static func file(stringCount: Int, expressionCount: Int) throws -> [UInt8] {
        var builder = TemplateBuilder(type: "")
        try builder.openNode(component: 1)
        try builder.closeNode()
        var bytes = try builder.encoded()
        // The three last sections of such a file are two empty tables and nothing.
        bytes.removeLast(8)
        let start = bytes.count
        append(stringCount, to: &bytes)
        let middle = bytes.count
        append(expressionCount, to: &bytes)
        let fields = [start, middle - start - 4, middle, bytes.count - middle - 4, bytes.count, 0]
        for (index, field) in fields.enumerated() {
            let place = 19 + 4 * index
            bytes.replaceSubrange(place..<place + 4, with: bigEndian(field))
        }
        return bytes
    }

    private static func append(_ count: Int, to bytes: inout [UInt8]) {
        bytes += bigEndian(count)
        // The ids descend, so that sorting has something to do.
        for index in 0..<count { bytes += bigEndian(0x4000_0000 - index) + [0, 0] }
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
