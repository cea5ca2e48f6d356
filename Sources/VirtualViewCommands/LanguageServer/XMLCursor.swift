import VirtualViewCompiler
import VirtualViewFormat

/// Where an offset is in an XML source that may be half-written.
///
/// It is found in the text alone, for while somebody types there is often no tree. All places are byte offsets.
struct XMLCursor {
    /// An attribute of the tag around the offset.
    struct Attribute {
        let name: Range<Int>
        /// The value without its quotes; `nil` if there is none yet.
        let value: Range<Int>?
        /// Whether `=` stands after the name, though there may be no value yet.
        var hasSign = false
    }

    enum Place {
        /// Between tags.
        case content
        /// In the name of a start tag.
        case elementName(Range<Int>)
        /// In the name of an end tag.
        case endName(Range<Int>)
        /// Between the attributes of a start tag.
        case attributes
        /// In the name of an attribute.
        case attributeName(Attribute)
        /// In the value of an attribute.
        case attributeValue(Attribute)
        /// In a comment or an instruction.
        case other
    }

    private(set) var place = Place.content
    /// The names of the elements that are open at the offset, the outermost first, without that of the tag around it.
    private(set) var open: [Range<Int>] = []
    /// The name of the element whose start tag is around the offset.
    private(set) var element: Range<Int>?
    /// The attributes of that tag, also those after the offset.
    private(set) var attributes: [Attribute] = []

    private let bytes: [UInt8]
    private let target: Int
    /// How many open elements have each name, once an end tag was not that of the innermost one.
    private var openCounts: [ArraySlice<UInt8>: Int]?

    /// Looks for an offset.
    ///
    /// - Complexity: O(*n*) in the offset.
    init(_ bytes: [UInt8], at target: Int) {
        self.bytes = bytes
        self.target = target
        var offset = 0
        while let tag = firstIndex(of: UInt8(ascii: "<"), from: offset), tag < target {
            if let end = endOfMarkup(at: tag) {
                if target < end || end == bytes.count && !isClosed(tag, end) {
                    place = .other
                    return
                }
                offset = end
            } else if byte(tag + 1) == UInt8(ascii: "/") {
                guard let end = readEndTag(at: tag) else { return }
                offset = end
            } else {
                guard let end = readStartTag(at: tag) else { return }
                offset = end
            }
        }
    }

    /// Returns a part of the source.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    // MARK: - Scanning

    private func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    private func firstIndex(of byte: UInt8, from offset: Int) -> Int? {
        offset < bytes.count ? bytes[offset...].firstIndex(of: byte) : nil
    }

    /// Returns the end of a comment, an instruction, a section or a declaration; `nil` for a tag.
    private func endOfMarkup(at start: Int) -> Int? {
        let end: StaticString
        if bytes.has("<!--", at: start) {
            end = "-->"
        } else if bytes.has("<?", at: start) {
            end = "?>"
        } else if bytes.has("<![CDATA[", at: start) {
            end = "]]>"
        } else if bytes.has("<!", at: start) {
            end = ">"
        } else {
            return nil
        }
        var offset = start + 2
        while offset < bytes.count {
            if bytes.has(end, at: offset) { return offset + end.utf8CodeUnitCount }
            offset += 1
        }
        return bytes.count
    }

    private func isClosed(_ start: Int, _ end: Int) -> Bool {
        end > start && bytes[end - 1] == UInt8(ascii: ">")
    }

    private func endOfName(at start: Int) -> Int {
        var end = start
        while end < bytes.count {
            switch bytes[end] {
            case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "="),
                UInt8(ascii: "\""), UInt8(ascii: "'"):
                return end
            default: end += 1
            }
        }
        return end
    }

    private func endOfSpace(at start: Int) -> Int {
        var end = start
        while end < bytes.count, XMLCharacters.isSpace(bytes[end]) { end += 1 }
        return end
    }

    /// Reads an end tag; `nil` if the offset is in it.
    private mutating func readEndTag(at tag: Int) -> Int? {
        let name = tag + 2..<endOfName(at: tag + 2)
        let next = endOfSpace(at: name.upperBound)
        let end = byte(next) == UInt8(ascii: ">") ? next + 1 : name.upperBound
        if target < end || target == name.upperBound {
            place = name.contains(target) || target == name.upperBound ? .endName(name) : .other
            return nil
        }
        // A name that nobody opened closes nothing.
        if isOpen(name) { close(name) }
        return end
    }

    private mutating func isOpen(_ name: Range<Int>) -> Bool {
        if let last = open.last, bytes[last] == bytes[name] { return true }
        // Sources whose tags fit are spared the counting.
        let counts = openCounts ?? open.reduce(into: [:]) { $0[bytes[$1], default: 0] += 1 }
        openCounts = counts
        return counts[bytes[name], default: 0] > 0
    }

    /// Closes the innermost element with a name, which is open, and those inside it.
    private mutating func close(_ name: Range<Int>) {
        while let last = open.popLast() {
            openCounts?[bytes[last], default: 0] -= 1
            if bytes[last] == bytes[name] { return }
        }
    }

    /// Reads a start tag; `nil` if the offset is in it.
    private mutating func readStartTag(at tag: Int) -> Int? {
        let name = tag + 1..<endOfName(at: tag + 1)
        element = name
        attributes = []
        if target <= name.upperBound { place = .elementName(name) }
        var isFound = target <= name.upperBound
        var offset = name.upperBound
        while true {
            let start = offset
            offset = endOfSpace(at: offset)
            // At the first letter of an attribute the attribute counts.
            let isBlank = target < offset || target == offset && !isAttribute(at: offset)
            if !isFound, target > start || start == name.upperBound, isBlank, offset > start {
                isFound = true
                place = .attributes
            }
            switch byte(offset) {
            case 0 where offset >= bytes.count, UInt8(ascii: "<"):
                return finish(offset, isFound || target <= offset, isEmpty: false)
            case UInt8(ascii: ">"):
                return finish(offset + 1, isFound || target <= offset, isEmpty: false)
            case UInt8(ascii: "/") where byte(offset + 1) == UInt8(ascii: ">"):
                noteNothing(in: offset + 1...offset + 1, &isFound)
                return finish(offset + 2, isFound || target <= offset + 1, isEmpty: true)
            default:
                offset = readAttribute(at: offset, &isFound)
            }
        }
    }

    private func isAttribute(at offset: Int) -> Bool { endOfName(at: offset) > offset }

    private mutating func finish(_ end: Int, _ isInside: Bool, isEmpty: Bool) -> Int? {
        if isInside {
            // The offset is right before the end, or the tag has none.
            if case .content = place { place = .attributes }
            return nil
        }
        if !isEmpty, let element, !element.isEmpty {
            open.append(element)
            openCounts?[bytes[element], default: 0] += 1
        }
        element = nil
        attributes = []
        return end
    }

    /// Whether the next tag may begin at an offset, so that a value without its quote ends there.
    private func isMarkup(at offset: Int) -> Bool {
        guard bytes[offset] == UInt8(ascii: "<") else { return false }
        let next = byte(offset + 1)
        return next.isASCIIWord && next.decimalDigit == nil || next >= 0x80 || "/!?\r\n\0".utf8.contains(next)
    }

    private mutating func readAttribute(at start: Int, _ isFound: inout Bool) -> Int {
        let name = start..<endOfName(at: start)
        guard !name.isEmpty else {
            noteNothing(in: start + 1...start + 1, &isFound)
            return start + 1
        }
        var offset = endOfSpace(at: name.upperBound)
        var attribute = Attribute(name: name, value: nil)
        guard byte(offset) == UInt8(ascii: "=") else {
            attributes.append(attribute)
            note(attribute, &isFound)
            return name.upperBound
        }
        attribute.hasSign = true
        offset = endOfSpace(at: offset + 1)
        let quote = byte(offset)
        guard XMLCharacters.isQuote(quote) else {
            attributes.append(attribute)
            note(attribute, &isFound)
            noteNothing(in: name.upperBound + 1...max(offset - 1, name.upperBound + 1), &isFound)
            return max(offset, name.upperBound + 1)
        }
        var end = offset + 1
        while end < bytes.count, bytes[end] != quote, !isMarkup(at: end) { end += 1 }
        attribute = Attribute(name: name, value: offset + 1..<end, hasSign: true)
        attributes.append(attribute)
        note(attribute, &isFound)
        guard byte(end) == quote else { return end }
        noteNothing(in: end + 1...end + 1, &isFound)
        return end + 1
    }

    /// Notes that no attribute may begin in some places: behind `=`, and right behind a value, a `/` or a lone quote.
    private mutating func noteNothing(in places: ClosedRange<Int>, _ isFound: inout Bool) {
        guard !isFound, places.contains(target) else { return }
        (place, isFound) = (.other, true)
    }

    private mutating func note(_ attribute: Attribute, _ isFound: inout Bool) {
        guard !isFound else { return }
        if attribute.name.lowerBound <= target, target <= attribute.name.upperBound {
            place = .attributeName(attribute)
        } else if let value = attribute.value, value.lowerBound <= target, target <= value.upperBound {
            place = .attributeValue(attribute)
        } else if target < (attribute.value?.lowerBound ?? attribute.name.upperBound) {
            // Between the name and the value.
            place = .other
        } else {
            return
        }
        isFound = true
    }
}

extension LanguageGuide {
    /// Returns what is known of an attribute of the tag around a place; `nil` for an unknown one.
    func attribute(_ attribute: XMLCursor.Attribute, in cursor: XMLCursor) -> Attribute? {
        guard let element = cursor.element else { return nil }
        return self.attribute(cursor.text(attribute.name), of: cursor.text(element))
    }
}
