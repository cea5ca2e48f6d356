import VirtualViewExpressions

/// Choices that the bytes of an input make; when they are used up, the first one of every kind is made.
struct RandomChoices {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// Whether all bytes are used up.
    var isEmpty: Bool { bytes.isEmpty }

    /// The next byte.
    mutating func byte() -> Int {
        Int(bytes.popFirst() ?? 0)
    }

    /// One of some values.
    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[byte() % values.count]
    }

    /// A number as data may have it: small ones mostly, and those that go wrong.
    mutating func number() -> JSONValue {
        switch byte() % 8 {
        case 0, 1, 2: .int(Int64(byte()))
        case 3: .int(-Int64(byte() % 3))
        case 4: .double(Double(byte()) / 8)
        case 5: .int(pick([.max, .min, 1 << 31, -(1 << 31), 1 << 24, 100_000]))
        case 6: .double(pick([.nan, .infinity, -.infinity, 1e300, -1e300, 1e38, 1e-40, -0.0, 0.1]))
        default: .string(pick(["12", "-1", "match_parent", "wrap_content", "x", "", "3rp", "1e9", "50%"]))
        }
    }

    /// Any value.
    mutating func value() -> JSONValue {
        switch byte() % 8 {
        case 0, 1, 2: number()
        case 3:
            .string(pick(["", "a", "some words", "a longer text that needs lines", "one\ntwo", "漢字かな", "e\u{301}👨‍👩‍👧"]))
        case 4:
            .string(
                pick(["visible", "invisible", "gone", "#FF0000", "left|top", "bold", "V", "center", "row", "wrap"])
            )
        case 5: .bool(byte() & 1 == 0)
        case 6: .array((0..<byte() % 4).map { _ in ["type": .string("Item"), "a": number(), "b": number()] })
        default: .null
        }
    }

    /// An object with a value for each of some paths of names.
    mutating func object(for paths: [[String]]) -> JSONValue {
        var pairs: [(String, JSONValue)] = []
        var inner: [String: [[String]]] = [:]
        for path in paths {
            guard let name = path.first, !pairs.contains(where: { $0.0 == name }) else { continue }
            if path.count > 1, path.count < 8 {
                if inner[name] == nil { pairs.append((name, .null)) }
                inner[name, default: []].append(Array(path.dropFirst()))
            } else {
                pairs.append((name, value()))
            }
        }
        for index in pairs.indices {
            if let rest = inner[pairs[index].0] { pairs[index].1 = object(for: rest) }
        }
        return .object(BindingObject(pairs))
    }
}

/// The paths of names in texts that have bindings.
func boundPaths(in texts: some Sequence<String>) -> [[String]] {
    var paths: [[String]] = []
    for text in texts where text.utf8.contains(UInt8(ascii: "$")) && paths.count < 64 {
        let names = text.utf8.split { byte in
            !(0x30...0x39).contains(byte) && !(0x41...0x5A).contains(byte & 0xDF) && byte != 0x2E && byte != 0x5F
        }
        for name in names {
            paths.append(name.split(separator: UInt8(ascii: ".")).map { String(decoding: $0, as: UTF8.self) })
        }
    }
    return paths
}
