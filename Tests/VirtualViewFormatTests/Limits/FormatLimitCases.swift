import VirtualViewFormat
import VirtualViewTestSupport

/// The lines of `Docs/Limits.md` about files.
enum FormatLimitCases {
    static let all = [
        LimitCase("strings with different ids", 200_000, "loads") { count in
            load(strings: (0..<count).map { (Int32($0), Array("text".utf8)) })
        },
        LimitCase("strings with one id", 200_000, "loads") { count in
            load(strings: (0..<count).map { _ in (7, [0x78]) })
        },
        LimitCase("strings whose ids differ by multiples of 65,536", 65_000, "loads") { count in
            load(strings: (0..<count).map { (Int32(truncatingIfNeeded: $0 &* 65_536), [0x78]) })
        },
        LimitCase("empty event programs", 200_000, "loads") { count in
            load(expressions: (0..<count).map { (Int32($0), []) })
        },
        LimitCase("nodes inside each other", 5_900, "loads") { count in load(nodes: nested(count)) },
        LimitCase("nodes opened and not closed", 6_553, "unbalancedTags") { count in
            load(nodes: Array(repeatElement([0, 0, 1, 0, 0, 0, 0, 0, 0, 0] as [UInt8], count: count).joined()))
        },
        LimitCase("nodes beside each other", 5_900, "loads") { count in load(nodes: root(around: count)) },
        LimitCase("properties of one node, with one key", 255, "loads") { count in
            load(
                nodes: [0, 0, 1, UInt8(count)] + (0..<count).flatMap { _ in [0, 0, 0, 9, 0, 0, 0, 1] } + [
                    0, 0, 0, 0, 0, 0, 1,
                ]
            )
        },
        LimitCase("strings that a file of 4 bytes claims", 2_000_000_000, "countTooLarge") { count in
            load(strings: [], stringCount: Int32(count))
        },
        LimitCase("bytes, one more than 64 MiB", 67_108_865, "fileTooLarge") { count in
            decode([UInt8](repeating: 0, count: count))
        },
        LimitCase("texts interned while writing, with different ids", 100_000, "writes") { count in
            var builder = TemplateBuilder(type: "T")
            for number in 0..<count { _ = try builder.intern("text \(number)") }
            return try write(&builder)
        },
        LimitCase("texts interned while writing, two with one id", 2, "stringCollision") { _ in
            var builder = TemplateBuilder(type: "T")
            return accepted { () throws(FormatError) in for text in ["Aa", "BB"] { _ = try builder.intern(text) } }
        },
        LimitCase("bytes of an interned text", 65_536, "stringTooLong") { count in
            var builder = TemplateBuilder(type: "T")
            return accepted { () throws(FormatError) in
                _ = try builder.intern(String(repeating: "x", count: count))
            }
        },
        LimitCase("nodes written", 5_958, "nodesTooLarge") { count in
            var builder = TemplateBuilder(type: "T")
            try builder.openNode(component: 1)
            for _ in 1..<count {
                try builder.openNode(component: 1)
                try builder.closeNode()
            }
            try builder.closeNode()
            return accepted { () throws(FormatError) in _ = try builder.encoded() }
        },
        LimitCase("properties of one kind on a node", 256, "tooManyEntries") { count in
            var builder = TemplateBuilder(type: "T")
            try builder.openNode(component: 1)
            return accepted { () throws(FormatError) in
                for number in 0..<count { try builder.set(.int(1, .none), for: StringID(rawValue: Int32(number))) }
            }
        },
        LimitCase("nodes with properties in one hash bucket", 30, "writes") { count in
            var builder = TemplateBuilder(type: "T")
            try builder.openNode(component: 1)
            for _ in 0..<count {
                try builder.openNode(component: 1)
                for number in 0..<255 { try builder.set(.int(1, .none), for: StringID(rawValue: Int32(number << 10))) }
                try builder.closeNode()
            }
            try builder.closeNode()
            return try write(&builder)
        },
        LimitCase("properties set again and again", 1_000_000, "writes") { count in
            var builder = TemplateBuilder(type: "T")
            try builder.openNode(component: 1)
            for number in 0..<count { try builder.set(.int(1, .none), for: StringID(rawValue: Int32(number & 63))) }
            try builder.closeNode()
            return try write(&builder)
        },
        LimitCase("records in the extra section", 100_000, "loads") { count in
            let records = (0..<count).map { _ in ExtraSection.Record(tag: "ABCD", payload: []) }
            return load(extra: ExtraSection(records: records).bytes)
        },
        LimitCase("names of parts in a record", 100_000, "loads") { count in
            let names = PartNames((0..<count).map { ($0, "part\($0)") })
            return PartNames(payload: names.payload) == names ? "loads" : "differs"
        },
    ]

    private static func root(around count: Int) -> [UInt8] {
        let child: [UInt8] = [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]
        return child.dropLast() + repeatElement(child, count: count - 1).joined() + [1]
    }

    private static func nested(_ count: Int) -> [UInt8] {
        let start: [UInt8] = [0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
        return Array(repeatElement(start, count: count).joined()) + [UInt8](repeating: 1, count: count)
    }

    /// A file with a table of strings and one of programs, whose count may be a lie.
    private static func load(
        nodes: [UInt8]? = nil,
        strings: [(id: Int32, text: [UInt8])] = [],
        stringCount: Int32? = nil,
        expressions: [(id: Int32, code: [UInt8])] = [],
        extra: [UInt8] = []
    ) -> String {
        var image = FileImage()
        if let nodes { image.nodes = nodes }
        image.strings = strings
        image.stringCount = stringCount
        image.expressions = expressions
        image.extra = extra
        return decode(image.bytes)
    }

    private static func decode(_ bytes: [UInt8]) -> String {
        refused { () throws(FormatError) in
            let template = try Template(decoding: bytes)
            let isSame = try TemplateBuilder(template).encoded() == bytes
            guard isSame, readEverything(in: template) > 0 else {
                throw FormatError(.unknownTag, in: .code, "the file does not come back")
            }
        } ?? "loads"
    }

    private static func write(_ builder: inout TemplateBuilder) throws -> String {
        if builder.nodeByteCount == 0 {
            try builder.openNode(component: 1)
            try builder.closeNode()
        }
        _ = try Template(decoding: builder.encoded())
        return "writes"
    }

    /// The code of the error that stops something, or a word for none.
    private static func accepted(_ body: () throws(FormatError) -> Void) -> String {
        refused(body) ?? "writes"
    }

    /// The code of the error that stops something.
    private static func refused(_ body: () throws(FormatError) -> Void) -> String? {
        do throws(FormatError) {
            try body()
            return nil
        } catch {
            return error.code.rawValue
        }
    }
}
