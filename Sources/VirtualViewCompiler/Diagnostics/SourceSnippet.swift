import VirtualViewFormat

/// A line of a source as it is printed below a diagnostic, with the marks that go under it.
///
/// Tabs become spaces and what cannot be printed becomes a sign, so that the marks are aligned in any terminal. A long
/// line is cut to the part around the marks.
struct SourceSnippet {
    /// The maximum width of a line.
    private static let width = 110
    /// The number of columns of a long line that are shown before the first mark.
    private static let before = 40
    /// The distance between tab stops.
    private static let tab = 4

    /// The line.
    let line: String
    /// The marks: `^` and `~`.
    let marks: String

    /// Renders the line of a range's start; fails if there is nothing in it to show.
    init?(_ range: SourceRange, in index: LineIndex) {
        let position = index.position(of: range.offsets.lowerBound)
        let contents = index.contents(ofLine: position.line)
        guard !contents.isEmpty else { return nil }
        let start = min(max(range.offsets.lowerBound, contents.lowerBound), contents.upperBound)
        let end = min(max(range.offsets.upperBound, start), contents.upperBound)
        let bytes = range.file.bytes
        let window = Self.window(contents, around: start, in: bytes)
        var printer = Printer(column: window.lowerBound > contents.lowerBound ? 1 : 0)
        let prefix = window.lowerBound > contents.lowerBound ? "…" : ""
        let head = printer.print(bytes[window.lowerBound..<start])
        let caret = printer.column
        let shownEnd = min(end, window.upperBound)
        let body = printer.print(bytes[start..<shownEnd])
        let bodyEnd = printer.column
        let tail = printer.print(bytes[shownEnd..<window.upperBound])
        let suffix = window.upperBound < contents.upperBound ? "…" : ""
        line = prefix + head + body + tail + suffix
        marks = String(repeating: " ", count: caret) + "^" + String(repeating: "~", count: max(0, bodyEnd - caret - 1))
    }

    /// Returns the part of a line that is shown.
    private static func window(_ line: Range<Int>, around start: Int, in bytes: [UInt8]) -> Range<Int> {
        // A column has at least one byte, so a short line fits whatever its characters are.
        guard line.count > width else { return line }
        var lower = start
        var count = 0
        while lower > line.lowerBound, count < before {
            lower -= 1
            while lower > line.lowerBound, bytes[lower] & 0xC0 == 0x80, start - lower < before * 4 { lower -= 1 }
            count += bytes[lower] >= 0xE0 ? 2 : 1
        }
        // Close to the start nothing is gained by cutting.
        if lower - line.lowerBound <= 3 { lower = line.lowerBound }
        var upper = start
        count = 0
        while upper < line.upperBound, count < width - before {
            count += bytes[upper] >= 0xE0 ? 2 : 1
            upper += 1
            while upper < line.upperBound, bytes[upper] & 0xC0 == 0x80, upper - start < width * 4 { upper += 1 }
        }
        return lower..<upper
    }

    /// Prints pieces of a line one after another and keeps the column.
    private struct Printer {
        var column: Int

        mutating func print(_ bytes: ArraySlice<UInt8>) -> String {
            var result = ""
            for character in String(decoding: bytes, as: UTF8.self) {
                if character == "\t" {
                    let count = SourceSnippet.tab - column % SourceSnippet.tab
                    result += String(repeating: " ", count: count)
                    column += count
                } else {
                    let shown = VisibleText.line(String(character))
                    result += shown
                    column += shown.reduce(0) { $0 + DisplayWidth.columns(of: $1) }
                }
            }
            return result
        }
    }
}
