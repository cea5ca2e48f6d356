import VirtualViewExpressions
import VirtualViewFormat

/// The units in which a client counts the characters of a line.
package enum PositionEncoding: String, CaseIterable, Sendable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case utf32 = "utf-32"

    /// Chooses an encoding: UTF-8 if the client has it, for nothing is counted then; otherwise UTF-16, which every
    /// client has.
    init(offered: [String]) {
        let known = offered.compactMap { PositionEncoding(rawValue: $0) }
        self = known.contains(.utf8) ? .utf8 : known.contains(.utf16) ? .utf16 : known.first ?? .utf16
    }

    /// The number of units of a character of so many bytes of UTF-8.
    func units(_ length: Int) -> Int {
        switch self {
        case .utf8: length
        case .utf16: length == 4 ? 2 : 1
        case .utf32: 1
        }
    }
}

/// A place in a document as the protocol names it; both numbers count from 0.
package struct TextPosition: Hashable, Comparable, Sendable {
    /// The line.
    package let line: Int
    /// The units before it on the line.
    package let character: Int

    /// Creates a position.
    package init(line: Int, character: Int) {
        self.line = line
        self.character = character
    }

    init(_ json: JSONValue?) throws(RPCError) {
        guard let line = json?["line"]?.numberValue, let character = json?["character"]?.numberValue, line >= 0,
            character >= 0
        else { throw .parameter("position") }
        self.init(line: line, character: character)
    }

    /// Orders by line, then by character.
    package static func < (lhs: TextPosition, rhs: TextPosition) -> Bool {
        (lhs.line, lhs.character) < (rhs.line, rhs.character)
    }

    var json: JSONValue { ["line": .int(Int64(line)), "character": .int(Int64(character))] }
}

extension TextDocument {
    /// Returns the offset of a position; one beyond the end of its line means the end, one inside a character its
    /// start.
    package func offset(of position: TextPosition, _ encoding: PositionEncoding) -> Int {
        guard position.line < lineCount else { return bytes.count }
        let line = contents(ofLine: position.line)
        if encoding == .utf8 {
            var offset = min(line.upperBound, line.lowerBound + min(position.character, line.count))
            while offset > line.lowerBound, offset < line.upperBound, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
            return offset
        }
        var offset = line.lowerBound
        var units = 0
        while offset < line.upperBound, units < position.character {
            let length = length(at: offset)
            units += encoding.units(length)
            if units > position.character { break }
            offset += length
        }
        return min(offset, line.upperBound)
    }

    /// Returns the length of the character at an offset.
    fileprivate func length(at offset: Int) -> Int {
        let byte = bytes[offset]
        if byte < 0x80 { return 1 }
        let (_, length) = UTF8Sequence.decode { offset + $0 < bytes.count ? bytes[offset + $0] : 0 }
        return max(1, length)
    }

    /// Returns the range of offsets of a range of the protocol; one whose end is before its start is empty.
    func offsets(_ json: JSONValue?, _ encoding: PositionEncoding) throws(RPCError) -> Range<Int> {
        let start = offset(of: try TextPosition(json?["start"]), encoding)
        let end = offset(of: try TextPosition(json?["end"]), encoding)
        return start..<max(start, end)
    }
}

/// Turns the offsets of a document into positions.
///
/// What is counted on a long line is remembered, so that no part of it is counted again for each offset.
package struct PositionCounter {
    private let document: TextDocument
    private let encoding: PositionEncoding
    /// The lines that were counted, with a mark before each so many bytes: where a character starts, and the units
    /// before it.
    private var marks: [Int: [(offset: Int, units: Int)]] = [:]

    /// The bytes from one mark to the next.
    private static let distance = 256

    /// Prepares to look into a document.
    package init(_ document: TextDocument, _ encoding: PositionEncoding) {
        self.document = document
        self.encoding = encoding
    }

    /// Returns the position of an offset; one inside a character means its start.
    package mutating func position(of offset: Int) -> TextPosition {
        let offset = min(max(0, offset), document.bytes.count)
        let line = document.line(at: offset)
        let contents = document.contents(ofLine: line)
        // A place inside a line end is the end of the line.
        let end = min(offset, contents.upperBound)
        let index = (end - contents.lowerBound) / Self.distance
        var known = (offset: contents.lowerBound, units: 0)
        if index > 0 {
            var found = marks.removeValue(forKey: line) ?? [known]
            while found.count <= index {
                found.append(count(from: found[found.count - 1], to: contents.lowerBound + found.count * Self.distance))
            }
            known = found[index]
            marks[line] = found
        }
        return TextPosition(line: line, character: count(from: known, to: end).units)
    }

    /// Returns a range of the protocol.
    mutating func range(_ offsets: Range<Int>) -> JSONValue {
        ["start": position(of: offsets.lowerBound).json, "end": position(of: offsets.upperBound).json]
    }

    /// Counts on to the start of the character at or around an offset.
    private func count(from start: (offset: Int, units: Int), to end: Int) -> (offset: Int, units: Int) {
        var (place, units) = start
        while place < end {
            let length = document.length(at: place)
            if place + length > end { break }
            units += encoding.units(length)
            place += length
        }
        return (place, units)
    }
}
