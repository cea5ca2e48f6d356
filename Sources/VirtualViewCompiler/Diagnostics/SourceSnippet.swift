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

/// Counts the columns that a text occupies in a terminal.
enum DisplayWidth {
    /// Returns the columns of one character as a person sees it: 0, 1 or 2.
    static func columns(of character: Character) -> Int {
        var width = 0
        for scalar in character.unicodeScalars {
            // The emoji variation selector makes a narrow symbol a wide one.
            if scalar.value == 0xFE0F, width == 1 { return 2 }
            width = max(width, columns(of: scalar))
        }
        return width
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x7F { return scalar.value < 0x20 ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        return isWide(scalar) ? 2 : 1
    }

    /// Returns whether a scalar is wide: East Asian Wide or Fullwidth, or an emoji that is shown as a picture.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1_6FE0...0x1_B2FF,
            0x1_F1E6...0x1_F1FF, 0x1_F200...0x1_F2FF, 0x2_0000...0x3_FFFD:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }
}
