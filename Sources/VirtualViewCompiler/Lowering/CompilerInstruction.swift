/// What `<?vvc name="…" version="…"?>` instructions in front of the root say.
///
/// The reference compiler ignores instructions, so a source stays one that both compilers read.
struct CompilerInstruction {
    /// The template's name.
    private(set) var name: String?
    /// The template's own version.
    private(set) var version: UInt16?

    private static let items = ["name", "version"]

    /// Reads the instructions of a tree.
    init(_ tree: SyntaxTree, isLenient: Bool, into diagnostics: inout DiagnosticList) {
        var seen: [String: SourceRange] = [:]
        for instruction in tree.instructions {
            var scanner = ItemScanner(instruction.text)
            while let item = scanner.next() {
                func range(_ offsets: Range<Int>) -> SourceRange {
                    let base = instruction.textSpan.offsets.lowerBound
                    let file = tree.files[Int(instruction.textSpan.file)]
                    return SourceRange(file, base + offsets.lowerBound..<base + offsets.upperBound)
                }
                guard case .item(let key, let keyRange, let value, let valueRange) = item else {
                    if case .malformed(let offsets) = item {
                        let found = scanner.text(offsets)
                        diagnostics.add(.error, .malformed, InstructionMessages.malformed(found), at: range(offsets))
                    }
                    continue
                }
                if let first = seen[key] {
                    diagnostics.add(
                        Diagnostic(
                            .error,
                            id: InstructionDiagnosticID.duplicateItem.rawValue,
                            InstructionMessages.duplicateItem(key),
                            at: range(keyRange),
                            notes: [.init("\(MessageText.quoted(key)) first given here", at: first)]
                        )
                    )
                    continue
                }
                seen[key] = range(keyRange)
                take(key, value, range(keyRange), range(valueRange), isLenient, &diagnostics)
            }
        }
    }

    private mutating func take(
        _ key: String,
        _ value: String,
        _ keyRange: SourceRange,
        _ valueRange: SourceRange,
        _ isLenient: Bool,
        _ diagnostics: inout DiagnosticList
    ) {
        switch key {
        case "name" where value.isEmpty:
            diagnostics.add(.error, .emptyName, InstructionMessages.emptyName, at: valueRange)
        case "name":
            name = value
        case "version":
            if let number = UInt16(value) {
                version = number
                return
            }
            let message = InstructionMessages.versionRange(value)
            if isLenient, let number = Int32(value) {
                version = UInt16(truncatingIfNeeded: number)
                diagnostics.add(.warning, .versionRange, message, at: valueRange)
            } else {
                diagnostics.add(.error, .versionRange, message, at: valueRange)
            }
        default:
            let suggestion = NearestWord.find(key, among: Self.items)
            let fixIts = suggestion.map { [Diagnostic.FixIt("replace with '\($0)'", [.init(keyRange, with: $0)])] }
            diagnostics.add(
                Diagnostic(
                    .error,
                    id: InstructionDiagnosticID.unknownItem.rawValue,
                    InstructionMessages.unknownItem(key, suggestion: suggestion),
                    at: keyRange,
                    fixIts: fixIts ?? []
                )
            )
        }
    }
}

extension DiagnosticList {
    fileprivate mutating func add(
        _ severity: Diagnostic.Severity,
        _ id: InstructionDiagnosticID,
        _ message: String,
        at range: SourceRange
    ) {
        add(Diagnostic(severity, id: id.rawValue, message, at: range))
    }
}

/// Splits the text of an instruction into `key="value"` items.
private struct ItemScanner {
    enum Item {
        case item(String, Range<Int>, String, Range<Int>)
        case malformed(Range<Int>)
    }

    private let bytes: [UInt8]
    private var offset = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The next item; a malformed one ends the instruction.
    mutating func next() -> Item? {
        skipBlanks()
        guard offset < bytes.count else { return nil }
        let start = offset
        let key = take { $0 != UInt8(ascii: "=") && !Self.isBlank($0) && !Self.isQuote($0) }
        skipBlanks()
        guard !key.isEmpty, offset < bytes.count, bytes[offset] == UInt8(ascii: "=") else {
            return malformed(from: start)
        }
        offset += 1
        skipBlanks()
        guard offset < bytes.count, Self.isQuote(bytes[offset]) else { return malformed(from: start) }
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

    private static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }
}
