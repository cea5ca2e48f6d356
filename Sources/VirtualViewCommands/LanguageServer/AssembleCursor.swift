import VirtualViewCompiler
import VirtualViewFormat

/// Where an offset is in an assemble source that may be half-written.
///
/// It is found in the text alone, for while somebody types there is often no tree. All places are byte offsets.
struct AssembleCursor {
    enum Place {
        /// Where a source or a definition begins.
        case top
        /// After `{`.
        case head(Range<Int>)
        /// After `[`: the name of a part.
        case partName(Range<Int>)
        /// The name of an attribute.
        case attributeName(Range<Int>, isOfBlock: Bool)
        /// The value of an attribute, without the quote before it.
        case attributeValue(name: Range<Int>, value: Range<Int>, isOfBlock: Bool)
        /// Anywhere else.
        case other
    }

    private(set) var place = Place.top
    /// The names of the attributes in the list around the offset.
    private(set) var given: [String] = []

    private let bytes: [UInt8]
    private let target: Int
    private var offset = 0
    private var brackets: [UInt8] = []

    /// Looks for an offset.
    ///
    /// - Complexity: O(*n*) in the offset.
    init(_ bytes: [UInt8], at target: Int) {
        self.bytes = bytes
        self.target = target
        scan()
    }

    private mutating func scan() {
        // Behind a blank nothing says any more what was before it.
        while offset < target {
            let start = offset
            switch bytes[offset] {
            case UInt8(ascii: "/"):
                if skipComment() == true {
                    place = .other
                    return
                }
            case UInt8(ascii: "{"):
                brackets.append(bytes[offset])
                offset += 1
                let name = takeName()
                if target <= name.upperBound {
                    place = .head(name)
                    return
                }
                place = .other
            case UInt8(ascii: "["):
                brackets.append(bytes[offset])
                offset += 1
                let name = takeName()
                if target <= name.upperBound {
                    place = .partName(name)
                    return
                }
                place = .other
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if !brackets.isEmpty { brackets.removeLast() }
                offset += 1
                place = brackets.isEmpty ? .top : .other
            case UInt8(ascii: "("):
                offset += 1
                if readList(isOfBlock: brackets.last == UInt8(ascii: "{")) { return }
                place = .other
            default:
                offset += 1
            }
            if offset <= start { offset = start + 1 }
        }
    }

    /// Returns a part of the source.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    // MARK: - Scanning

    private static func isNamePart(_ byte: UInt8) -> Bool {
        byte.isASCIIWord || byte >= 0x80 || byte == UInt8(ascii: "-")
    }

    private mutating func skipSpace() {
        while offset < bytes.count, XMLCharacters.isSpace(bytes[offset]) { offset += 1 }
    }

    /// Skips blanks and comments; returns whether the target is in a comment.
    private mutating func skipTrivia() -> Bool {
        while true {
            skipSpace()
            guard let isTarget = skipComment() else { return false }
            if isTarget { return true }
        }
    }

    /// Skips the comment at the offset; returns whether the target is in it, or `nil` if there is no comment.
    private mutating func skipComment() -> Bool? {
        let start = offset
        // What is written at the end of an open one belongs to it.
        var isOpen = true
        if bytes.has("//", at: offset) {
            while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
        } else if bytes.has("/*", at: offset) {
            offset += 2
            while offset < bytes.count, !bytes.has("*/", at: offset) { offset += 1 }
            isOpen = offset >= bytes.count
            offset = min(bytes.count, offset + 2)
        } else {
            return nil
        }
        return start < target && (target < offset || isOpen && target == offset)
    }

    /// Takes the name at the offset, after blanks.
    private mutating func takeName() -> Range<Int> {
        let start = offset
        skipSpace()
        let first = offset
        while offset < bytes.count, Self.isNamePart(bytes[offset]) { offset += 1 }
        if offset == first { offset = start }
        // An offset in the blanks before it is where a name may be written.
        return offset == start || target < first ? min(target, offset)..<min(target, offset) : first..<offset
    }

    /// Reads a list of attributes; returns whether the offset is in it.
    private mutating func readList(isOfBlock: Bool) -> Bool {
        given = []
        while offset < bytes.count {
            let gap = offset
            if skipTrivia() { return found(.other) }
            let name = offset..<endOfName()
            // At the first letter of an attribute the attribute counts.
            if target >= gap, target < offset || target == offset && name.isEmpty {
                return found(.attributeName(target..<target, isOfBlock: isOfBlock))
            }
            offset = name.upperBound
            if skipTrivia() { return found(.other) }
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: ":") else {
                if target <= name.upperBound { return found(.attributeName(name, isOfBlock: isOfBlock)) }
                guard offset < bytes.count else { return target <= offset && found(.other) }
                let byte = bytes[offset]
                if Self.isNamePart(byte) {
                    // The next attribute, behind a word that is none yet.
                    if target < offset { return found(.other) }
                    continue
                }
                if byte == UInt8(ascii: ")") {
                    offset += 1
                    return target < offset && found(.other)
                }
                // What cannot be in a list ends it.
                if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { return false }
                if target <= offset { return found(.other) }
                offset += 1
                continue
            }
            given.append(text(name))
            if target <= name.upperBound { return found(.attributeName(name, isOfBlock: isOfBlock)) }
            if target <= offset { return found(.other) }
            offset += 1
            let value = takeValue()
            if target <= value.upperBound {
                if target < value.lowerBound { return found(.other) }
                return found(.attributeValue(name: name, value: value, isOfBlock: isOfBlock))
            }
            if target < offset { return found(.other) }
        }
        return found(.attributeName(target..<target, isOfBlock: isOfBlock))
    }

    private func endOfName() -> Int {
        var end = offset
        while end < bytes.count, Self.isNamePart(bytes[end]) { end += 1 }
        return end
    }

    private mutating func found(_ place: Place) -> Bool {
        self.place = place
        return true
    }

    /// Takes a value: text in quotes, a binding or words.
    private mutating func takeValue() -> Range<Int> {
        let start = offset
        while offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x09 { offset += 1 }
        if target < offset || offset >= bytes.count { return min(max(start, target), offset)..<offset }
        let first = offset
        switch bytes[offset] {
        case UInt8(ascii: "\""):
            offset += 1
            while offset < bytes.count, ![0x22, 0x0A, 0x0D].contains(bytes[offset]) {
                offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
            }
            let end = min(offset, bytes.count)
            offset = min(bytes.count, end + 1)
            return first + 1..<max(first + 1, end)
        case UInt8(ascii: "<"):
            offset += 1
            while offset < bytes.count, ![0x3C, 0x3E, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
            if offset < bytes.count, bytes[offset] == UInt8(ascii: ">") {
                offset += 1
            } else {
                // One that is not closed yet takes nothing of what follows.
                let next = bytes[first..<offset].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ")") }
                offset = next ?? offset
            }
            return first..<offset
        default:
            var depth = 0
            while offset < bytes.count {
                let byte = bytes[offset]
                if byte == UInt8(ascii: "\\") {
                    let isLast = offset + 1 < bytes.count && [0x0A, 0x0D].contains(bytes[offset + 1])
                    offset = min(offset + (isLast ? 1 : 2), bytes.count)
                    continue
                }
                if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "{") { depth += 1 }
                if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "}") {
                    if depth == 0 { break }
                    depth -= 1
                }
                if depth == 0, [0x2C, 0x0A, 0x0D, UInt8(ascii: "["), UInt8(ascii: "]")].contains(byte) { break }
                offset += 1
            }
            return first..<offset
        }
    }
}
