import VirtualViewExpressions
import VirtualViewFormat

/// The entries of a file in the format of Java properties.
package struct PropertiesFile: Sendable {
    /// A key and its value.
    package struct Entry: Sendable {
        /// The key; it may be empty.
        package let key: DecodedText
        /// The value: without the blanks before it, with those after it.
        package let value: DecodedText
    }

    /// The entries in file order; of two with one key only the last is here.
    package let entries: [Entry]

    /// Reads a file.
    ///
    /// Comments start with `#` or `!`. A key ends at the first `=`, `:` or blank; blanks around that separator do not
    /// count, blanks after the value do. A line that ends in `\` continues on the next, whose leading blanks are
    /// dropped. `\t`, `\n`, `\r`, `\f` and `\uXXXX` are characters; before any other character `\` is dropped. The text
    /// is UTF-8; for a character beyond ASCII there is a warning, because other readers of this format expect
    /// ISO-8859-1.
    ///
    /// - Parameter file: The file.
    /// - Returns: The entries that could be read, and what is wrong, in file order.
    /// - Complexity: O(*n*) in the size of the file.
    package static func read(_ file: SourceFile) -> (file: PropertiesFile, diagnostics: [Diagnostic]) {
        var reader = PropertiesReader(file)
        reader.readEntries()
        return (PropertiesFile(entries: reader.uniqueEntries()), reader.diagnostics.inFileOrder())
    }
}

extension PropertiesFile {
    /// Writes a text so that it reads back as it is, as a key or a value.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", " ", "=", ":", "#", "!": escaped += "\\" + String(scalar)
            case _ where scalar.isASCII && scalar.value > 0x20: escaped.unicodeScalars.append(scalar)
            default: escaped += escape(scalar)
            }
        }
        return escaped
    }

    /// Returns a scalar as `\uXXXX`.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).map { units in
            units.map { "\\u" + HexText.number(UInt32($0), width: 4) }.joined()
        } ?? ""
    }
}

/// Reads the grammar of Java properties; see ``PropertiesFile/read(_:)``.
struct PropertiesReader {
    private let file: SourceFile
    private let bytes: [UInt8]
    private var offset: Int
    private var entries: [PropertiesFile.Entry] = []
    private(set) var diagnostics: [Diagnostic] = []
    /// Whether the text being read has an error; only its first is reported.
    private var isTextWrong = false

    init(_ file: SourceFile) {
        self.file = file
        self.bytes = file.bytes
        self.offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Reads to the end of the file.
    mutating func readEntries() {
        while offset < bytes.count {
            switch bytes[offset] {
            case Self.space, Self.tab, Self.formFeed, Self.lineFeed, Self.carriageReturn: offset += 1
            case UInt8(ascii: "#"), UInt8(ascii: "!"): skipComment()
            default: readEntry()
            }
        }
    }

    /// Returns the entries in file order, of each key the last.
    mutating func uniqueEntries() -> [PropertiesFile.Entry] {
        var first: [ExactText: Int] = [:]
        var last: [ExactText: Int] = [:]
        for (index, entry) in entries.enumerated() {
            let key = ExactText(entry.key.text)
            if let earlier = first[key] {
                diagnostics.append(
                    Diagnostic(
                        PropertiesMessage.duplicateKey(entry.key.text),
                        at: entry.key.range,
                        noteAt: entries[earlier].key.range
                    )
                )
            } else {
                first[key] = index
            }
            last[key] = index
        }
        guard last.count < entries.count else { return entries }
        return entries.enumerated().filter { last[ExactText($0.element.key.text)] == $0.offset }.map { $0.element }
    }
}

// MARK: - Lines

extension PropertiesReader {
    private static let space = UInt8(ascii: " ")
    private static let tab = UInt8(ascii: "\t")
    private static let formFeed: UInt8 = 0x0C
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let backslash = UInt8(ascii: "\\")

    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == lineFeed || byte == carriageReturn
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == space || byte == tab || byte == formFeed
    }

    private mutating func skipComment() {
        while offset < bytes.count, !Self.isLineEnd(bytes[offset]) { offset += 1 }
    }

    /// Passes over `\`, the line end after it and the blanks of the next line.
    ///
    /// - Returns: The range that was skipped, or `nil` if the line does not continue.
    private mutating func skipContinuation() -> Range<Int>? {
        guard offset < bytes.count, bytes[offset] == Self.backslash else { return nil }
        let start = offset
        var next = offset + 1
        if next < bytes.count {
            guard Self.isLineEnd(bytes[next]) else { return nil }
            let isPair =
                bytes[next] == Self.carriageReturn && next + 1 < bytes.count
                && bytes[next + 1] == Self.lineFeed
            next += isPair ? 2 : 1
            while next < bytes.count, Self.isBlank(bytes[next]) { next += 1 }
        }
        offset = next
        return start..<next
    }

    private mutating func skipBlanks() {
        while offset < bytes.count {
            if Self.isBlank(bytes[offset]) {
                offset += 1
            } else if skipContinuation() == nil {
                return
            }
        }
    }
}

// MARK: - Entries

extension PropertiesReader {
    private mutating func readEntry() {
        let keyStart = offset
        let key = readText(isKey: true)
        skipBlanks()
        var hasSeparator = false
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "=") || bytes[offset] == UInt8(ascii: ":") {
            hasSeparator = true
            offset += 1
            skipBlanks()
        }
        let valueStart = offset
        let value = readText(isKey: false)
        if key?.isEmpty == true, !hasSeparator { return }  // A line of nothing but `\`.
        guard let key, let value else { return }
        entries.append(
            PropertiesFile.Entry(
                key: checked(key.text(in: file, at: keyStart)),
                value: checked(value.text(in: file, at: valueStart))
            )
        )
    }

    /// Reads a key up to its separator, or a value up to the end of its line.
    ///
    /// - Returns: The text, or `nil` if it has an error, which is reported.
    private mutating func readText(isKey: Bool) -> DecodedTextBuilder? {
        var builder = DecodedTextBuilder()
        isTextWrong = false
        while offset < bytes.count, !Self.isLineEnd(bytes[offset]) {
            let byte = bytes[offset]
            if byte == Self.backslash {
                if let skipped = skipContinuation() {
                    builder.skip(skipped)
                } else {
                    readEscape(into: &builder)
                }
            } else if isKey, Self.isBlank(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") {
                break
            } else if byte < 0x80 {
                builder.append(byte, at: offset)
                offset += 1
            } else {
                readCharacter(into: &builder)
            }
        }
        return isTextWrong ? nil : builder
    }

    /// Reads a character beyond ASCII.
    private mutating func readCharacter(into builder: inout DecodedTextBuilder) {
        let slice = bytes[...]
        let (scalar, length) = ValueText.scalar(slice.span, at: offset, upTo: bytes.count)
        defer { offset += length }
        if scalar == "\u{FFFD}", length == 1 {
            report(.invalidUTF8, at: offset..<offset + 1)
            return
        }
        for place in offset..<offset + length { builder.append(bytes[place], at: place) }
    }

    /// Reads `\` and the characters that belong to it.
    private mutating func readEscape(into builder: inout DecodedTextBuilder) {
        let start = offset
        offset += 1
        switch bytes[offset] {
        case UInt8(ascii: "u"):
            return readUnicodeEscape(from: start, into: &builder)
        case UInt8(ascii: "t"): builder.append("\t", from: start..<offset + 1)
        case UInt8(ascii: "n"): builder.append("\n", from: start..<offset + 1)
        case UInt8(ascii: "r"): builder.append("\r", from: start..<offset + 1)
        case UInt8(ascii: "f"): builder.append("\u{C}", from: start..<offset + 1)
        case let byte where byte < 0x80: builder.append(Unicode.Scalar(byte), from: start..<offset + 1)
        default:
            builder.skip(start..<offset)
            return readCharacter(into: &builder)
        }
        offset += 1
    }

    /// Reads `\uXXXX`, or two of them that are the halves of one character.
    private mutating func readUnicodeEscape(from start: Int, into builder: inout DecodedTextBuilder) {
        guard let unit = UnicodeEscape.unit(in: bytes, at: start) else {
            offset = start + 2
            while offset < bytes.count, offset < start + 6, bytes[offset].hexadecimalDigit != nil { offset += 1 }
            report(.badEscape, at: start..<offset)
            return
        }
        offset = start + 6
        if let scalar = Unicode.Scalar(unit) {
            builder.append(scalar, from: start..<offset)
            return
        }
        if let trail = UnicodeEscape.unit(in: bytes, at: offset), let scalar = UnicodeEscape.scalar(unit, trail) {
            offset += 6
            builder.append(scalar, from: start..<offset)
            return
        }
        report(.loneSurrogate, at: start..<offset)
    }
}

// MARK: - Problems

extension PropertiesReader {
    private mutating func report(_ message: PropertiesMessage, at offsets: Range<Int>) {
        guard !isTextWrong else { return }
        isTextWrong = true
        diagnostics.append(Diagnostic(message, at: SourceRange(file, offsets)))
    }

    /// Warns of characters that a reader of ISO-8859-1 reads as different ones.
    private mutating func checked(_ text: DecodedText) -> DecodedText {
        guard file.bytes[text.range.offsets].contains(where: { $0 >= 0x80 }) else { return text }
        // A '\' that was left out at the start stands before the text.
        var start = text.range.offsets.lowerBound
        if start > 0, file.bytes[start] >= 0x80, file.bytes[start - 1] == Self.backslash { start -= 1 }
        let range = SourceRange(file, start..<text.range.offsets.upperBound)
        let source = file.bytes[range.offsets]
        var escaped = ""
        var isEscaped = false
        for scalar in String(decoding: source, as: UTF8.self).unicodeScalars {
            // Before the new escape, a '\' would make it a text of six characters.
            if isEscaped, !scalar.isASCII { escaped.unicodeScalars.removeLast() }
            escaped += scalar.isASCII ? String(scalar) : PropertiesFile.escape(scalar)
            isEscaped = scalar == "\\" && !isEscaped
        }
        diagnostics.append(
            Diagnostic(
                PropertiesMessage.notASCII,
                at: text.range,
                fixIts: [.init("write the characters as escapes", [.init(range, with: escaped)])]
            )
        )
        return text
    }
}

/// The ids of messages about the format of properties files.
package enum PropertiesMessageID: String, MessageID {
    case badEscape = "properties.bad-escape"
    case duplicateKey = "properties.duplicate-key"
    case invalidUTF8 = "properties.invalid-utf8"
    case loneSurrogate = "properties.lone-surrogate"
    case notASCII = "properties.not-ascii"

    package var severity: MessageSeverity {
        switch self {
        case .duplicateKey, .notASCII: .warning
        default: .error
        }
    }
}

/// A message about the format of a properties file.
typealias PropertiesMessage = Message<PropertiesMessageID>

extension PropertiesMessage {
    static var badEscape: Self { Self(.badEscape, "'\\u' needs four hexadecimal digits") }
    static func duplicateKey(_ key: String) -> Self {
        Self(.duplicateKey, "key \(quoted(key)) is given again; the last value counts", note: "first given here")
    }
    static var invalidUTF8: Self { Self(.invalidUTF8, "this byte is not valid UTF-8") }
    static var loneSurrogate: Self {
        Self(.loneSurrogate, "this escape is half of a surrogate pair; the other half is missing")
    }
    static var notASCII: Self {
        Self(.notASCII, "other readers of this file take these characters for ISO-8859-1; write them as '\\uXXXX'")
    }
}
