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
/// Offsets that come in their order are cheap also on very long lines: counting goes on where it ended.
package struct PositionCounter {
    private let document: TextDocument
    private let encoding: PositionEncoding
    /// The last start of a range: where it is and what its position is.
    private var last: (offset: Int, position: TextPosition) = (0, TextPosition(line: 0, character: 0))

    /// Prepares to look into a document.
    package init(_ document: TextDocument, _ encoding: PositionEncoding) {
        self.document = document
        self.encoding = encoding
    }

    /// Returns the position of an offset; one inside a character means its start.
    package mutating func position(of offset: Int) -> TextPosition {
        let found = find(offset)
        last = found
        return found.position
    }

    /// Returns a range of the protocol.
    mutating func range(_ offsets: Range<Int>) -> JSONValue {
        let start = position(of: offsets.lowerBound)
        return ["start": start.json, "end": find(offsets.upperBound).position.json]
    }

    private func find(_ offset: Int) -> (offset: Int, position: TextPosition) {
        let offset = min(max(0, offset), document.bytes.count)
        let line = document.line(at: offset)
        let contents = document.contents(ofLine: line)
        var place = contents.lowerBound
        var units = 0
        if last.position.line == line, last.offset <= offset, last.offset >= place {
            (place, units) = (last.offset, last.position.character)
        }
        // A place inside a line end is the end of the line.
        let end = min(offset, contents.upperBound)
        while place < end {
            let length = document.length(at: place)
            if place + length > end { break }
            units += encoding.units(length)
            place += length
        }
        return (place, TextPosition(line: line, character: units))
    }
}
