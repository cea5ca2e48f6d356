import Testing
import VirtualViewCompiler

/// A diagnostic as a test expects it; places are named by the markers in the source: 1️⃣, 2️⃣ and so on.
struct ExpectedDiagnostic: Sendable {
    /// A note that is expected with a diagnostic.
    struct Note: Sendable {
        let message: String
        let marker: String

        init(_ message: String, at marker: String) {
            self.message = message
            self.marker = marker
        }
    }

    let severity: Diagnostic.Severity
    let id: String
    let message: String
    let marker: String
    let notes: [Note]
    let fixIts: [String]

    static func error(
        _ id: String,
        _ message: String,
        at marker: String,
        notes: [Note] = [],
        fixIts: [String] = []
    ) -> Self {
        Self(severity: .error, id: id, message: message, marker: marker, notes: notes, fixIts: fixIts)
    }

    static func warning(
        _ id: String,
        _ message: String,
        at marker: String,
        notes: [Note] = [],
        fixIts: [String] = []
    ) -> Self {
        Self(severity: .warning, id: id, message: message, marker: marker, notes: notes, fixIts: fixIts)
    }
}

/// Finds what is wrong with a source: a reader, or a whole compilation.
typealias Analysis = @Sendable (SourceFile) -> [Diagnostic]

/// Reads a source as XML.
let readXML: Analysis = { readTree($0).found }

/// Reads a source as XML with `--lenient`.
let readLenientXML: Analysis = { readTree($0, options: .init(isLenient: true)).found }

/// Reads a source as XML, with the tree.
func readTree(_ file: SourceFile, options: XMLReader.Options = .init()) -> (tree: SyntaxTree, found: [Diagnostic]) {
    var list = DiagnosticList()
    let tree = XMLReader(options: options).read(file, into: &list)
    return (tree, list.ordered)
}

/// Reads a text as XML, with the tree.
func readTree(_ text: String) -> (tree: SyntaxTree, found: [Diagnostic]) {
    readTree(SourceFile(path: "test.xml", text: text))
}

/// Expects exactly these diagnostics, in this order.
///
/// Then every fix-it is applied by itself, and all first fix-its together, and must leave fewer diagnostics; and every
/// token is deleted in turn, which may give any diagnostics but no trap.
func expectDiagnostics(
    _ markedSource: String,
    _ expected: [ExpectedDiagnostic],
    by analysis: Analysis,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let marked = MarkedSource(markedSource)
    let file = SourceFile(path: "test.xml", bytes: marked.bytes)
    let found = analysis(file)
    let wanted = expected.map { describe($0, marked) }
    let got = found.map(describe)
    #expect(got == wanted, sourceLocation: sourceLocation)
    expectFixItsHelp(found, in: file, by: analysis, sourceLocation: sourceLocation)
    for bytes in deletingTokens(of: marked.bytes) {
        expectSound(SourceFile(path: "test.xml", bytes: bytes), by: analysis, sourceLocation: sourceLocation)
    }
}

/// Compares a whole list of diagnostics, each written as `severity id 'place': message | note at 'place' | mend`.
func expectDiagnostics(
    _ diagnostics: [Diagnostic],
    of text: String,
    _ expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let bytes = Array(text.utf8)
    func part(_ range: SourceRange) -> String { "'\(String(decoding: bytes[range.offsets], as: UTF8.self))'" }
    let found = diagnostics.map { diagnostic in
        var line = "\(diagnostic.severity.rawValue) \(diagnostic.id) \(part(diagnostic.range)): \(diagnostic.message)"
        for note in diagnostic.notes { line += " | \(note.message) at \(part(note.range))" }
        for fixIt in diagnostic.fixIts {
            line += " | \(fixIt.message)"
            for edit in fixIt.edits where !fixIt.message.hasSuffix("'\(edit.text)'") {
                line += ": '\(edit.text)' for \(part(edit.range))"
            }
        }
        return line
    }
    #expect(found == expected, sourceLocation: sourceLocation)
}

/// Expects that a source gives diagnostics in order, within the file and with everything filled in.
@discardableResult
func expectSound(
    _ file: SourceFile,
    by analysis: Analysis = readXML,
    sourceLocation: SourceLocation = #_sourceLocation
) -> [Diagnostic] {
    let found = analysis(file)
    var last = 0
    var isSound = true
    for diagnostic in found {
        let range = diagnostic.range.offsets
        isSound = isSound && range.lowerBound >= last && range.upperBound <= file.bytes.count
        isSound = isSound && !diagnostic.message.isEmpty && !diagnostic.id.isEmpty
        last = range.lowerBound
    }
    // Called hundreds of thousands of times: an expectation for each would take most of the time.
    if !isSound { Issue.record("\(String(decoding: file.bytes, as: UTF8.self))", sourceLocation: sourceLocation) }
    return found
}

// MARK: - Comparing

private func describe(_ diagnostic: Diagnostic) -> String {
    var lines = [
        "\(diagnostic.range.offsets.lowerBound): \(diagnostic.severity): \(diagnostic.message) [\(diagnostic.id)]"
    ]
    lines += diagnostic.notes.map { "  \($0.range.offsets.lowerBound): note: \($0.message)" }
    lines += diagnostic.fixIts.map { "  fix-it: \($0.message)" }
    return lines.joined(separator: "\n")
}

private func describe(_ expected: ExpectedDiagnostic, _ marked: MarkedSource) -> String {
    func place(_ marker: String) -> String { marked.offsets[marker].map(String.init) ?? "no marker \(marker)" }
    var lines = ["\(place(expected.marker)): \(expected.severity): \(expected.message) [\(expected.id)]"]
    lines += expected.notes.map { "  \(place($0.marker)): note: \($0.message)" }
    lines += expected.fixIts.map { "  fix-it: \($0)" }
    return lines.joined(separator: "\n")
}

// MARK: - Fix-its and tokens

private func expectFixItsHelp(
    _ found: [Diagnostic],
    in file: SourceFile,
    by analysis: Analysis,
    sourceLocation: SourceLocation
) {
    let before = Weight(found)
    for diagnostic in found {
        for fixIt in diagnostic.fixIts {
            let corrected = SourceFile(path: file.path, bytes: applying(fixIt.edits, to: file.bytes))
            let after = Weight(analysis(corrected))
            #expect(after < before, "\(fixIt.message) does not help", sourceLocation: sourceLocation)
        }
    }
    let correctable = found.filter { !$0.fixIts.isEmpty }
    guard correctable.count > 1 else { return }
    let edits = correctable.compactMap(\.fixIts.first).flatMap(\.edits)
    let after = Weight(analysis(SourceFile(path: file.path, bytes: applying(edits, to: file.bytes))))
    let corrected = Weight(correctable)
    #expect(after.errors <= before.errors - corrected.errors, "the fix-its conflict", sourceLocation: sourceLocation)
}

/// How bad a list is: its errors, then everything.
private struct Weight: Comparable {
    let errors: Int
    let all: Int

    init(_ diagnostics: [Diagnostic]) {
        errors = diagnostics.count { $0.severity == .error }
        all = diagnostics.count
    }

    static func < (lhs: Weight, rhs: Weight) -> Bool {
        (lhs.errors, lhs.all) < (rhs.errors, rhs.all)
    }
}

/// Applies edits that do not overlap.
func applying(_ edits: [Diagnostic.FixIt.Edit], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    let ordered = edits.enumerated().sorted {
        ($0.element.range.offsets.lowerBound, $0.offset) < ($1.element.range.offsets.lowerBound, $1.offset)
    }
    for edit in ordered.map(\.element) where edit.range.offsets.lowerBound >= position {
        result += bytes[position..<edit.range.offsets.lowerBound]
        result += Array(edit.text.utf8)
        position = edit.range.offsets.upperBound
    }
    return result + bytes[position...]
}

/// The source without one token, for each token: a word, white space or a single sign.
private func deletingTokens(of bytes: [UInt8]) -> [[UInt8]] {
    func kind(_ byte: UInt8) -> Int {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: 1
        case 0x20, 0x09, 0x0A, 0x0D: 2
        default: 0
        }
    }
    var result: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
        var end = start + 1
        while end < bytes.count, kind(bytes[start]) != 0, kind(bytes[end]) == kind(bytes[start]) { end += 1 }
        result.append(Array(bytes[..<start] + bytes[end...]))
        start = end
    }
    return result
}
