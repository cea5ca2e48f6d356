import VirtualViewExpressions
import VirtualViewFormat

/// The file `.vvc-outputs.json`: what earlier runs wrote into a folder, and from what.
///
/// Every path counts from that folder. A record that is damaged, or was written by something else, is no record: then
/// everything is compiled, and nothing is removed.
package struct OutputRecord: Equatable, Sendable {
    /// A file and its content.
    struct File: Equatable, Sendable {
        let path: String
        /// The SHA-256 of the content; empty if nothing is known of it.
        var content: String
        /// The system's data of the file with this content (``FileStamp/text``); empty if they may stay the same when the
        /// content changes.
        var stamp = ""
    }

    /// A template.
    struct Template: Equatable, Sendable {
        /// The source, which may be outside of the folder.
        var source: File
        /// The template's name.
        let name: String
        /// The SHA-256 of everything else that determines the outputs; empty if they are to be made again.
        var options: String
        /// The files in the folder, the most important one first.
        var outputs: [File]
        /// Templates with one number were compared for ids that collide; 0 for a template that was compared with none.
        var group = 0
    }

    /// The name of the file.
    static let name = ".vvc-outputs.json"
    /// The number of this form of the file.
    private static let format = 2
    /// The largest file that is read, in bytes.
    static let limit = 64 << 20

    /// What wrote the record.
    var program = ""
    /// The templates, in the order of the paths of their sources.
    var templates: [Template] = []
    /// The outputs that no source becomes any more, together those of one template.
    var stale: [[String]] = []
}

// MARK: - Writing

extension OutputRecord {
    /// Puts everything in the order of the file, and numbers the groups in it.
    mutating func arrange() {
        templates.sort { lhs, rhs in
            let (left, right) = (lhs.source.path, rhs.source.path)
            return left.hasSameBytes(as: right)
                ? String.inByteOrder(lhs.outputs[0].path, rhs.outputs[0].path)
                : String.inByteOrder(left, right)
        }
        stale.sort { String.inByteOrder($0[0], $1[0]) }
        // In file order, so that they do not depend on the number of runs.
        var groups = [0: 0]
        for index in templates.indices {
            let group = groups[templates[index].group] ?? groups.count
            groups[templates[index].group] = group
            templates[index].group = group
        }
    }

    /// The record as JSON, a template a line.
    package var text: String {
        var lines = ["\"format\": \(Self.format)", "\"program\": \(JSONText.quoted(program))"]
        lines.append(Self.array("templates", templates.map(Self.line)))
        lines.append(Self.array("stale", stale.map { "[\($0.map(JSONText.quoted).joined(separator: ", "))]" }))
        return "{\n" + lines.map { "  \($0)" }.joined(separator: ",\n") + "\n}\n"
    }

    private static func array(_ name: String, _ lines: [String]) -> String {
        lines.isEmpty
            ? "\"\(name)\": []" : "\"\(name)\": [\n" + lines.map { "    \($0)" }.joined(separator: ",\n") + "\n  ]"
    }

    private static func line(_ template: Template) -> String {
        let outputs = template.outputs.map(line).joined(separator: ", ")
        let texts = [template.name, template.options].map(JSONText.quoted).joined(separator: ", ")
        return "[\(line(template.source)), \(texts), [\(outputs)], \(template.group)]"
    }

    private static func line(_ file: File) -> String {
        "[\([file.path, file.content, file.stamp].map(JSONText.quoted).joined(separator: ", "))]"
    }
}

// MARK: - Reading

extension OutputRecord {
    /// Reads a record; `nil` for anything that ``text`` does not give.
    ///
    /// - Parameter bytes: The file.
    /// - Complexity: O(*n*) in the size of the file.
    package init?(_ bytes: [UInt8]) {
        var reader = OutputRecordReader(bytes)
        guard let record = try? reader.read(), record.isValid else { return nil }
        self = record
    }

    /// Whether a form of the file is known: the first one has no groups.
    fileprivate static func isKnown(format: Int) -> Bool { (1...Self.format).contains(format) }

    /// Whether every path can be one of a record: no output is outside of the folder, or is anything but an output.
    private var isValid: Bool {
        templates.allSatisfy { template in
            !template.source.path.isEmpty && !template.source.path.utf8.contains(0)
                && !template.outputs.isEmpty && template.outputs.allSatisfy { Self.isOutput($0.path) }
        } && stale.allSatisfy { !$0.isEmpty && $0.allSatisfy(Self.isOutput) }
    }

    /// Whether a path of a record can be that of a file that a template becomes.
    static func isOutput(_ path: String) -> Bool {
        let (dot, slash) = (UInt8(ascii: "."), UInt8(ascii: "/"))
        // Few paths are so unusual that their parts have to be looked at.
        if path.utf8.first == slash || !Path.isNormal(path) {
            for part in path.utf8.split(separator: slash, omittingEmptySubsequences: false) {
                if part.isEmpty || part.elementsEqual([dot]) || part.elementsEqual([dot, dot]) { return false }
            }
        }
        let name = Path.name(of: path).utf8
        guard !path.utf8.contains(0), let last = name.lastIndex(of: dot), last != name.startIndex else { return false }
        let ending = name[name.index(after: last)...]
        if ending.elementsEqual("json".utf8) {
            return ["dump", "parts"].contains { kind in
                let part = name[..<last]
                return part.count > kind.utf8.count + 1
                    && part.suffix(kind.utf8.count + 1).elementsEqual(".\(kind)".utf8)
            }
        }
        return endings.contains { ending.elementsEqual($0) } || ending.map { $0 | 0x20 }.elementsEqual("out".utf8)
    }

    /// The endings of files that a template becomes, but for those of JSON.
    private static let endings = ["out", "hex", "java", "swift", "md5", "txt"].map { Array($0.utf8) }
}

/// Reads a record, strictly: the first thing that is not as it is written ends the reading.
private struct OutputRecordReader {
    private struct Unexpected: Error {}

    private var scanner: JSONScanner
    private var format = 0

    init(_ bytes: [UInt8]) {
        scanner = JSONScanner(bytes, maximumDepth: 1)
    }

    mutating func read() throws -> OutputRecord {
        var record = OutputRecord()
        guard try open("{", closing: "}") else { throw Unexpected() }
        try member("format")
        format = try number()
        guard OutputRecord.isKnown(format: format) else { throw Unexpected() }
        try separator()
        try member("program")
        record.program = try text()
        try separator()
        try member("templates")
        try array { reader in record.templates.append(try reader.template()) }
        try separator()
        try member("stale")
        try array { reader in
            var paths: [String] = []
            try reader.array { reader in paths.append(try reader.text()) }
            record.stale.append(paths)
        }
        guard try !scanner.takeSeparator(closing: UInt8(ascii: "}")) else { throw Unexpected() }
        try scanner.finish()
        return record
    }

    private mutating func member(_ name: String) throws {
        guard try text() == name else { throw Unexpected() }
        try scanner.takeColon()
    }

    /// Steps over a comma.
    private mutating func separator() throws {
        guard try scanner.takeSeparator(closing: UInt8(ascii: "}")) else { throw Unexpected() }
    }

    private mutating func comma() throws {
        guard try scanner.takeSeparator(closing: UInt8(ascii: "]")) else { throw Unexpected() }
    }

    /// Steps over an opening bracket; returns whether something stands behind it.
    ///
    /// How deep it is needs no limit, because records have one shape.
    private mutating func open(_ opener: Unicode.Scalar, closing closer: Unicode.Scalar) throws -> Bool {
        guard scanner.nextByte() == UInt8(ascii: opener) else { throw Unexpected() }
        return try scanner.open(closing: UInt8(ascii: closer), depth: 1)
    }

    private mutating func array(_ element: (inout Self) throws -> Void) throws {
        guard try open("[", closing: "]") else { return }
        repeat { try element(&self) } while try scanner.takeSeparator(closing: UInt8(ascii: "]"))
    }

    private mutating func begin() throws {
        guard try open("[", closing: "]") else { throw Unexpected() }
    }

    private mutating func end() throws {
        guard try !scanner.takeSeparator(closing: UInt8(ascii: "]")) else { throw Unexpected() }
    }

    private mutating func template() throws -> OutputRecord.Template {
        try begin()
        let source = try file()
        try comma()
        let name = try text()
        try comma()
        let options = try text()
        try comma()
        var outputs: [OutputRecord.File] = []
        try array { reader in outputs.append(try reader.file()) }
        var group = 0
        if format > 1 {
            try comma()
            group = try number()
        }
        try end()
        return OutputRecord.Template(source: source, name: name, options: options, outputs: outputs, group: group)
    }

    private mutating func number() throws -> Int {
        guard scanner.nextByte() != 0 else { throw Unexpected() }
        let digits = try scanner.takeNumber()
        guard let number = Int(String(decoding: scanner.bytes[digits], as: UTF8.self)), number >= 0 else {
            throw Unexpected()
        }
        return number
    }

    private mutating func file() throws -> OutputRecord.File {
        try begin()
        let path = try text()
        try comma()
        let content = try text()
        try comma()
        let stamp = try text()
        try end()
        return OutputRecord.File(path: path, content: content, stamp: stamp)
    }

    private mutating func text() throws -> String {
        guard scanner.nextByte() == UInt8(ascii: "\"") else { throw Unexpected() }
        let start = scanner.offset
        let first = try scanner.openString()
        var text = String(decoding: scanner.bytes[first], as: UTF8.self)
        while let piece = try scanner.takePiece(ofStringAt: start) {
            guard let scalar = piece.scalar else { throw Unexpected() }
            text.unicodeScalars.append(scalar)
            text += String(decoding: scanner.bytes[piece.characters], as: UTF8.self)
        }
        return text
    }
}
