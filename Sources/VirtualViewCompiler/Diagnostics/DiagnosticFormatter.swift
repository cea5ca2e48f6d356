import VirtualViewFormat

/// Prints diagnostics, and is the only type that turns positions into lines and columns.
///
/// Text has the form that people and editors know from compilers:
///
///     card.xml:3:12: error: duplicate attribute 'text' on 'NText' [xml.duplicate-attribute]
///         <NText text="a" text="b"/>
///                         ^~~~
///     card.xml:3:12: note: 'text' first used here
///
/// A formatter keeps the line index of each file, so use one formatter for all diagnostics of a run.
public struct DiagnosticFormatter: Sendable {
    /// The form of the output.
    @nonexhaustive
    public enum Style: Hashable, Sendable {
        /// Lines for people, with the source below each diagnostic.
        case text(color: Bool)
        /// One JSON object per line.
        case json
    }

    /// The form of the output.
    public let style: Style
    private var indices: [SourceFile: LineIndex] = [:]

    /// Creates a formatter.
    public init(style: Style = .text(color: false)) {
        self.style = style
    }

    /// Prints one diagnostic.
    ///
    /// - Parameter diagnostic: The diagnostic.
    /// - Returns: Its lines, each with a line feed at the end.
    public mutating func format(_ diagnostic: Diagnostic) -> String {
        switch style {
        case .text(let color): text(diagnostic, color: color)
        case .json: json(diagnostic)
        }
    }

    /// Prints diagnostics in the order given.
    ///
    /// - Parameter diagnostics: The diagnostics, for example ``DiagnosticList/ordered``.
    /// - Returns: Their lines.
    public mutating func format(_ diagnostics: some Sequence<Diagnostic>) -> String {
        var result = ""
        for diagnostic in diagnostics { result += format(diagnostic) }
        return result
    }

    /// Finds the line and column of an offset.
    ///
    /// - Parameters:
    ///   - offset: A byte offset.
    ///   - file: The file that it is in.
    /// - Returns: The position.
    public mutating func position(of offset: Int, in file: SourceFile) -> LineIndex.Position {
        index(of: file).position(of: offset)
    }

    private mutating func index(of file: SourceFile) -> LineIndex {
        if let index = indices[file] { return index }
        let index = LineIndex(file)
        indices[file] = index
        return index
    }
}

// MARK: - Text

extension DiagnosticFormatter {
    private enum Color: String {
        case bold = "\u{1B}[1m"
        case red = "\u{1B}[1;31m"
        case magenta = "\u{1B}[1;35m"
        case cyan = "\u{1B}[1;36m"
        case green = "\u{1B}[1;32m"
    }

    private static func paint(_ text: String, _ paint: Color?) -> String {
        guard let paint else { return text }
        return paint.rawValue + text + "\u{1B}[0m"
    }

    private mutating func text(_ diagnostic: Diagnostic, color: Bool) -> String {
        var result = headline(
            diagnostic.range,
            label: diagnostic.severity.rawValue,
            paint: color ? Self.color(of: diagnostic.severity) : nil,
            message: "\(diagnostic.message) [\(diagnostic.id)]",
            emphasis: color ? .bold : nil
        )
        result += snippet(diagnostic.range, color: color)
        for note in diagnostic.notes {
            let paint: Color? = color ? .cyan : nil
            result += headline(note.range, label: "note", paint: paint, message: note.message, emphasis: nil)
            result += snippet(note.range, color: color)
        }
        for fixIt in diagnostic.fixIts { result += line(of: fixIt, color: color) }
        return result
    }

    private static func color(of severity: Diagnostic.Severity) -> Color {
        switch severity {
        case .error: .red
        case .warning: .magenta
        }
    }

    private mutating func headline(
        _ range: SourceRange,
        label: String,
        paint: Color?,
        message: String,
        emphasis: Color?
    ) -> String {
        let place = place(range.offsets.lowerBound, in: range.file)
        let head = Self.paint(place + ":", emphasis) + " " + Self.paint(label + ":", paint)
        return head + " " + Self.paint(VisibleText.line(message), emphasis) + "\n"
    }

    private mutating func place(_ offset: Int, in file: SourceFile) -> String {
        let position = position(of: offset, in: file)
        return "\(VisibleText.line(file.path)):\(position.line):\(position.column)"
    }

    private mutating func snippet(_ range: SourceRange, color: Bool) -> String {
        guard let snippet = SourceSnippet(range, in: index(of: range.file)) else { return "" }
        return snippet.line + "\n" + indented(snippet.marks, color: color) + "\n"
    }

    private func indented(_ marks: String, color: Bool) -> String {
        let blank = marks.prefix { $0 == " " }
        return blank + Self.paint(String(marks.dropFirst(blank.count)), color ? .green : nil)
    }

    /// Returns a fix-it on one line, at the place of its first edit; the places of further edits follow.
    private mutating func line(of fixIt: Diagnostic.FixIt, color: Bool) -> String {
        guard let first = fixIt.edits.first else { return "" }
        var more: [String] = []
        for edit in fixIt.edits.dropFirst().prefix(8) {
            let position = position(of: edit.range.offsets.lowerBound, in: edit.range.file)
            more.append("\(position.line):\(position.column)")
        }
        if fixIt.edits.count > 9 { more.append("…") }
        let message = more.isEmpty ? fixIt.message : "\(fixIt.message) (also at \(more.joined(separator: ", ")))"
        return headline(first.range, label: "fix-it", paint: color ? .green : nil, message: message, emphasis: nil)
    }
}

// MARK: - JSON

extension DiagnosticFormatter {
    private mutating func json(_ diagnostic: Diagnostic) -> String {
        var json = JSONWriter(isPretty: false)
        let file = diagnostic.range.file
        json.beginObject()
        json.value("path", file.path)
        write(diagnostic.range, to: &json)
        json.value("severity", diagnostic.severity.rawValue)
        json.value("id", diagnostic.id)
        json.value("message", diagnostic.message)
        json.beginArray("notes")
        for note in diagnostic.notes {
            let position = position(of: note.range.offsets.lowerBound, in: note.range.file)
            json.beginObject()
            json.value("path", note.range.file.path)
            json.value("line", position.line)
            json.value("column", position.column)
            json.value("message", note.message)
            json.endObject()
        }
        json.endArray()
        json.beginArray("fixIts")
        // An edit has no path of its own, so edits of other files cannot be expressed.
        for fixIt in diagnostic.fixIts where fixIt.edits.allSatisfy({ $0.range.file == file }) {
            json.beginObject()
            json.value("message", fixIt.message)
            json.beginArray("edits")
            for edit in fixIt.edits {
                json.beginObject()
                write(edit.range, to: &json)
                json.value("text", edit.text)
                json.endObject()
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.endObject()
        return json.text + "\n"
    }

    private mutating func write(_ range: SourceRange, to json: inout JSONWriter) {
        let start = position(of: range.offsets.lowerBound, in: range.file)
        let end = position(of: range.offsets.upperBound, in: range.file)
        json.value("line", start.line)
        json.value("column", start.column)
        json.value("endLine", end.line)
        json.value("endColumn", end.column)
    }
}
