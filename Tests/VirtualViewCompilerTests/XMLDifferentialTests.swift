import Foundation
import Testing
import VirtualViewCompiler
import VirtualViewTestSupport

/// The reader takes the documents that another XML reader takes, but for differences that are meant.
///
/// Damaged templates are read by both. Where one takes a document and the other does not, what the refusing one says (or
/// the warning of this package's reader) has to be in the table below.
@Suite struct XMLDifferentialTests {
    /// What this package's reader refuses although the document is well formed, by the id of its first error.
    private static let stricter = [
        "xml.text-outside-root": "xmllint ends a document at a NUL; this reader sees what stands behind it"
    ]
    /// What this package's reader takes although the document is not well formed, by a part of what `xmllint` says.
    private static let looser = [
        "Unescaped '<' not allowed in attributes": "the reference compiler takes it; there is a warning",
        "invalid character in attribute value": "control characters stand in old templates; there is a warning",
        "out of allowed range": "U+FFFE, U+FFFF and control characters in text and comments, which are ignored",
        "invalid xmlChar value": "control characters in comments and instructions, which are ignored",
        "PCDATA invalid Char value": "control characters in text, which is ignored",
        "XML declaration allowed only at the start": "files that were joined; there is a warning",
        "Malformed declaration": "of a declaration only the encoding is read",
        "parsing XML declaration": "of a declaration only the encoding is read",
        "String not closed": "of a declaration only the encoding is read",
        "String not started": "of a declaration only the encoding is read",
        "Blank needed here": "of a declaration only the encoding is read",
        "expected '='": "of a declaration only the encoding is read",
        "Unsupported encoding": "a source is read as UTF-8 whatever it declares; there is a warning",
        "Unsupported version": "of a declaration only the encoding is read",
        "ParsePI": "the name of an instruction that is ignored is not checked",
        "xmlParsePI": "the name of an instruction that is ignored is not checked",
        "Sequence ']]>' not allowed in content": "text is ignored, whatever it is",
        "Double hyphen within comment": "a comment ends at its first '-->'",
        "Comment must not contain": "a comment ends at its first '-->'",
        "Premature end of data": "xmllint ends a document at a NUL; in text, which is ignored, this reader takes it",
        "Start tag expected": "xmllint ends a document at a NUL",
        "Document is empty": "xmllint ends a document at a NUL",
    ]

    @Test(.enabled(if: SchemaValidator.isInstalled, "needs xmllint to compare with (package libxml2-utils)"))
    func differencesAreExplained() throws {
        // The table has the words of another program: without `VV_SEED` it is about the same documents every time.
        let seed = ProcessInfo.processInfo.environment["VV_SEED"] == nil ? 2026 : RandomTests.seed
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let files = (0..<RandomTests.count(200)).map { _ in Self.damaged(&generator) }
        let verdicts = try WellFormedness.errors(of: files)
        var unexplained: [String] = []
        for (file, theirs) in zip(files, verdicts) {
            let found = readXML(SourceFile(path: "damaged.xml", bytes: file))
            let ours = found.first { $0.severity == .error }
            if let ours, theirs == nil, Self.stricter[ours.id] == nil {
                unexplained.append("only this reader: \(ours.id) \(ours.message)")
            } else if ours == nil, let theirs, !Self.looser.keys.contains(where: theirs.contains) {
                unexplained.append("only xmllint: \(theirs)")
            }
        }
        var counts: [String: Int] = [:]
        for line in unexplained { counts[line, default: 0] += 1 }
        let listing = counts.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }
        #expect(unexplained.isEmpty, "seed \(seed)\n\(listing.joined(separator: "\n"))")
    }

    private static let pieces = [
        "<", ">", "/", "\"", "'", "=", "&", ";", "<A", "</", "<!--", "-->", "--", "<![CDATA[", "]]>", "<?vvc", "?>",
        "<!DOCTYPE A [", "]>", "<!ENTITY e \"x\">", "&e;", "&#xD83D;", "&#65;", "&#0;", "&amp;", "&lt;", "&nbsp;", " ",
        "\r\n", "\t", "\u{FEFF}", "“", "a=\"", "a='b' ", "\u{0}", "\u{1}", "\u{FFFE}", "x:y", "x:y=\"1\" ", ":",
        "xmlns:x=\"u\" ", "<?xml version=\"1.0\"?>", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>", "<a/>",
        "<a>t</a>", "é", "\u{10FFFF}", "-", ".", "1",
    ].map { Array($0.utf8) }

    /// A template of the corpus with some pieces replaced.
    private static func damaged(_ generator: inout SeededGenerator) -> [UInt8] {
        let corpus = XMLRobustnessTests.corpus
        var bytes = corpus[Int.random(in: 0..<corpus.count, using: &generator)].bytes
        for _ in 0..<Int.random(in: 1...2, using: &generator) {
            let start = Int.random(in: 0...bytes.count, using: &generator)
            let end = min(bytes.count, start + Int.random(in: 0...3, using: &generator))
            bytes.replaceSubrange(start..<end, with: pieces[Int.random(in: 0..<pieces.count, using: &generator)])
        }
        if Int.random(in: 0..<50, using: &generator) == 0, !bytes.isEmpty {
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0x80...0xFF, using: &generator)
        }
        return bytes
    }
}

/// Asks `xmllint` whether documents are well formed.
private enum WellFormedness {
    /// The first error of each document; `nil` for those that are well formed.
    static func errors(of documents: [[UInt8]]) throws -> [String?] {
        let folder = try TemporaryFolder()
        for (index, document) in documents.enumerated() { _ = try folder.write(document, to: "\(index).xml") }
        var errors = [String?](repeating: nil, count: documents.count)
        for start in stride(from: 0, to: documents.count, by: 500) {
            let names = (start..<min(start + 500, documents.count)).map { "\($0).xml" }
            let arguments = ["--noout", "--nonet"] + names
            let result = try Program.run(SchemaValidator.program ?? "xmllint", arguments, in: folder.url)
            for line in result.error.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 2)
                guard parts.count == 3, parts[0].hasSuffix(".xml"), let index = Int(parts[0].dropLast(4)),
                    Int(parts[1]) != nil, parts[2].contains("parser error") || parts[2].contains("I/O error")
                else { continue }
                if errors[index] == nil { errors[index] = String(parts[2]) }
            }
        }
        return errors
    }
}
