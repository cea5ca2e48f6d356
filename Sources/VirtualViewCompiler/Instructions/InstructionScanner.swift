import VirtualViewExpressions
import VirtualViewFormat

/// An item of an instruction: `key="value"`.
struct InstructionItem {
    let key: String
    /// The value with its entities decoded.
    let value: String
    let keyRange: SourceRange
    let valueRange: SourceRange
    /// The position of the value, as a span of the tree.
    let valueSpan: SourceSpan
}

/// The items of one instruction in their order.
struct InstructionItems {
    private(set) var list: [InstructionItem] = []

    /// Splits an instruction into items; a malformed item is reported and ends the instruction.
    init(_ instruction: SyntaxTree.Instruction, in tree: SyntaxTree, into diagnostics: inout DiagnosticList) {
        let base = instruction.textSpan.offsets.lowerBound
        func span(_ offsets: Range<Int>) -> SourceSpan {
            SourceSpan(base + offsets.lowerBound..<base + offsets.upperBound, file: instruction.textSpan.file)
        }
        var scanner = InstructionScanner(instruction.text)
        while let item = scanner.next() {
            switch item {
            case .item(let key, let keyOffsets, let value, let valueOffsets):
                let valueSpan = span(valueOffsets)
                list.append(
                    InstructionItem(
                        key: key,
                        value: InstructionText.decoded(value),
                        keyRange: tree.range(span(keyOffsets)),
                        valueRange: tree.range(valueSpan),
                        valueSpan: valueSpan
                    )
                )
            case .malformed(let offsets):
                diagnostics.add(.malformed(scanner.text(offsets)), at: tree.range(span(offsets)))
            }
        }
    }
}

/// Splits the text of an instruction into `key="value"` items.
struct InstructionScanner {
    enum Item {
        case item(String, Range<Int>, String, Range<Int>)
        case malformed(Range<Int>)
    }

    private let bytes: [UInt8]
    private var offset = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Returns the next item; a malformed one ends the instruction.
    mutating func next() -> Item? {
        skipBlanks()
        guard offset < bytes.count else { return nil }
        let start = offset
        let key = take { $0 != UInt8(ascii: "=") && !Self.isBlank($0) && !XMLCharacters.isQuote($0) }
        skipBlanks()
        guard !key.isEmpty, offset < bytes.count, bytes[offset] == UInt8(ascii: "=") else {
            return malformed(from: start)
        }
        offset += 1
        skipBlanks()
        guard offset < bytes.count, XMLCharacters.isQuote(bytes[offset]) else { return malformed(from: start) }
        let quote = bytes[offset]
        offset += 1
        let value = take { $0 != quote }
        guard offset < bytes.count else { return malformed(from: start) }
        offset += 1
        return .item(text(key), key, text(value), value)
    }

    private mutating func malformed(from start: Int) -> Item {
        offset = bytes.count
        return .malformed(start..<offset)
    }

    private mutating func skipBlanks() {
        _ = take(while: Self.isBlank)
    }

    private mutating func take(while condition: (UInt8) -> Bool) -> Range<Int> {
        let start = offset
        while offset < bytes.count, condition(bytes[offset]) { offset += 1 }
        return start..<offset
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}

/// Encodes any text as the value of an instruction.
///
/// Entities are those of XML, but every character has one, NUL included. Other text stands for itself, so that an `&`
/// needs one only before what looks like an entity.
enum InstructionText {
    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]
    /// The longest name of an entity: `#x10FFFF`.
    private static let longestName = 8

    /// Reads a value.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var decoded = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "&",
                let end = rest.prefix(longestName + 1).firstIndex(of: ";"),
                let meant = self.scalar(named: String(rest[..<end]))
            else {
                decoded.append(scalar)
                continue
            }
            decoded.append(meant)
            rest = rest[rest.index(after: end)...]
        }
        return String(decoded)
    }

    private static func scalar(named name: String) -> Unicode.Scalar? {
        if let scalar = named[name] { return scalar }
        guard name.hasPrefix("#") else { return nil }
        let isHexadecimal = name.hasPrefix("#x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        // An integer would also take a sign.
        guard digits.utf8.first?.hexadecimalDigit != nil else { return nil }
        return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
    }

    /// Writes a value, to stand between double quotes.
    ///
    /// ``MarkupText`` has other rules: in an instruction `<` and `'` mean nothing, and every character may be an
    /// entity.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "\"": escaped += "&quot;"
            case ">": escaped += "&gt;"
            case "\u{A0}", "\u{FFFE}"..."\u{FFFF}": escaped += "&#\(scalar.value);"
            case _ where VisibleText.acts(scalar): escaped += "&#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
