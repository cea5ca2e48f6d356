extension JSONValue {
    /// The value as compact JSON.
    ///
    /// Names are sorted by their bytes, `/` is not escaped, whole numbers have no `.0`, other numbers are the shortest
    /// decimal that reads back to the same value. NaN and infinities, which JSON does not have, print as `null`.
    public var json: String {
        var writer = BindingJSONWriter()
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON.
    public var description: String {
        json
    }
}

/// Prints values as compact JSON.
struct BindingJSONWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .int(let integer): bytes.append(contentsOf: String(integer).utf8)
        case .double(let number): bytes.append(contentsOf: Self.text(of: number).utf8)
        case .string(let text): write(text)
        case .array(let elements): write(elements)
        case .object(let object): write(object)
        }
    }

    /// Returns a number as JSON prints it.
    static func text(of number: Double) -> String {
        guard number.isFinite else { return "null" }
        if let integer = Int64(whole: number) {
            return String(integer)
        }
        return number.description
    }

    /// Returns the shortest decimal that reads back to the same number of 32 bits.
    static func text(of number: Float) -> String {
        guard number.isFinite else { return "null" }
        if let integer = Int64(whole: Double(number)) {
            return String(integer)
        }
        return number.description
    }

    private mutating func write(_ elements: BindingArray) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 {
                bytes.append(UInt8(ascii: ","))
            }
            write(element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ object: BindingObject) {
        bytes.append(UInt8(ascii: "{"))
        for (index, entry) in object.sortedEntries.enumerated() {
            if index > 0 {
                bytes.append(UInt8(ascii: ","))
            }
            write(entry.key.text)
            bytes.append(UInt8(ascii: ":"))
            write(entry.value)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0x08: bytes.append(contentsOf: "\\b".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0C: bytes.append(contentsOf: "\\f".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(contentsOf: [digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
