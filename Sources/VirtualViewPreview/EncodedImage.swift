public import VirtualViewCore

/// The bytes of an image file, with the format and size that its header states.
public struct EncodedImage: Hashable, Sendable {
    /// A format that browsers show.
    @nonexhaustive
    public enum Format: String, Hashable, Sendable {
        /// PNG.
        case png = "image/png"
        /// JPEG.
        case jpeg = "image/jpeg"
        /// GIF.
        case gif = "image/gif"
        /// WebP.
        case webP = "image/webp"
        /// SVG.
        case svg = "image/svg+xml"
    }

    /// The file's bytes.
    public let bytes: [UInt8]
    /// The format; its raw value is the media type.
    public let format: Format
    /// The width and height in pixels; `nil` for an SVG without a size.
    public let size: LayoutSize?

    /// Recognizes an image by its first bytes; the file's name does not matter.
    ///
    /// The result is `nil` if the bytes are not an image of a known format.
    ///
    /// - Parameter bytes: The file's bytes.
    /// - Complexity: O(*n*) at most in the number of bytes.
    public init?(_ bytes: [UInt8]) {
        let reader = ImageHeader(bytes)
        guard let format = reader.format else { return nil }
        self.bytes = bytes
        self.format = format
        size = reader.size(as: format)
    }

    /// The image as an address that contains it: `data:image/png;base64,…`.
    public var dataURI: String {
        "data:\(format.rawValue);base64,\(Base64.text(of: bytes))"
    }
}

/// A source of the images that a picture embeds.
public protocol ImageProviding {
    /// Finds an image.
    ///
    /// - Parameter source: The value of the node's `src` or `backgroundImage`.
    /// - Returns: The image; for `nil` a labelled placeholder is drawn.
    func encodedImage(for source: String) -> EncodedImage?

    /// Finds the picture of an app's own view.
    ///
    /// - Parameter component: The name of the component, which is a slot.
    /// - Returns: The picture, which covers the view's place; for `nil`, as by default, a labelled box is drawn.
    func encodedImage(forSlot component: String) -> EncodedImage?
}

extension ImageProviding {
    /// Finds no picture.
    public func encodedImage(forSlot component: String) -> EncodedImage? { nil }
}

/// Reads the header of an image file.
struct ImageHeader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var format: EncodedImage.Format? {
        if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) { return .png }
        if has([0xFF, 0xD8, 0xFF], at: 0) { return .jpeg }
        if has(Array("GIF87a".utf8), at: 0) || has(Array("GIF89a".utf8), at: 0) { return .gif }
        if has(Array("RIFF".utf8), at: 0), has(Array("WEBP".utf8), at: 8) { return .webP }
        return svgRoot == nil ? nil : .svg
    }

    /// Returns the size in pixels; `nil` if the file is truncated or does not state one.
    func size(as format: EncodedImage.Format) -> LayoutSize? {
        let size: (width: Int, height: Int)?
        switch format {
        case .png: size = has(Array("IHDR".utf8), at: 12) ? pair(big(16, 4), big(20, 4)) : nil
        case .gif: size = pair(little(6, 2), little(8, 2))
        case .jpeg: size = jpegSize
        case .webP: size = webPSize
        default: return svgSize
        }
        guard let size, size.width > 0, size.height > 0 else { return nil }
        return LayoutSize(width: Double(size.width), height: Double(size.height))
    }
}

// MARK: - Bytes

extension ImageHeader {
    private func has(_ expected: [UInt8], at offset: Int) -> Bool {
        offset + expected.count <= bytes.count && bytes[offset..<offset + expected.count].elementsEqual(expected)
    }

    private func big(_ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset + count <= bytes.count else { return nil }
        return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private func little(_ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset + count <= bytes.count else { return nil }
        return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private func pair(_ width: Int?, _ height: Int?) -> (width: Int, height: Int)? {
        guard let width, let height else { return nil }
        return (width, height)
    }
}

// MARK: - JPEG and WebP

extension ImageHeader {
    /// Walks the segments up to the frame header.
    private var jpegSize: (width: Int, height: Int)? {
        var offset = 2
        var isTurned = false
        while offset + 3 < bytes.count {
            guard bytes[offset] == 0xFF else { return nil }
            let marker = bytes[offset + 1]
            if marker == 0xFF {
                offset += 1
                continue
            }
            if (0xD0...0xD8).contains(marker) || marker == 0x01 {
                offset += 2
                continue
            }
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame {
                let (width, height) = (big(offset + 7, 2), big(offset + 5, 2))
                return isTurned ? pair(height, width) : pair(width, height)
            }
            guard marker != 0xD9, marker != 0xDA, let length = big(offset + 2, 2), length >= 2 else { return nil }
            if marker == 0xE1, has(Array("Exif\0\0".utf8), at: offset + 4) {
                isTurned = turnsImage(offset + 10, end: offset + 2 + length)
            }
            offset += 2 + length
        }
        return nil
    }

    /// Whether what a camera noted says that the image is shown on its side, as whoever shows it does.
    private func turnsImage(_ start: Int, end: Int) -> Bool {
        let isLittle = has(Array("II".utf8), at: start)
        func number(_ offset: Int, _ count: Int) -> Int? {
            guard start + offset + count <= end else { return nil }
            return isLittle ? little(start + offset, count) : big(start + offset, count)
        }
        guard let directory = number(4, 4), let count = number(directory, 2) else { return false }
        for entry in 0..<count {
            guard let tag = number(directory + 2 + 12 * entry, 2) else { return false }
            if tag == 0x0112 { return (5...8).contains(number(directory + 10 + 12 * entry, 2) ?? 1) }
        }
        return false
    }

    private var webPSize: (width: Int, height: Int)? {
        if has(Array("VP8X".utf8), at: 12) {
            guard let width = little(24, 3), let height = little(27, 3) else { return nil }
            return (width + 1, height + 1)
        }
        if has(Array("VP8L".utf8), at: 12) {
            guard let bits = little(21, 4) else { return nil }
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        }
        if has(Array("VP8 ".utf8), at: 12) {
            guard let width = little(26, 2), let height = little(28, 2) else { return nil }
            return (width & 0x3FFF, height & 0x3FFF)
        }
        return nil
    }
}

// MARK: - SVG

extension ImageHeader {
    /// The start tag of the root element if that is `svg`; only the first kilobytes are searched.
    private var svgRoot: Substring? {
        var start = bytes.startIndex
        if has([0xEF, 0xBB, 0xBF], at: 0) { start = 3 }
        guard let first = bytes[start...].first(where: { !$0.isBlank }), first == UInt8(ascii: "<") else { return nil }
        var text = String(decoding: bytes[start...].prefix(16 << 10), as: UTF8.self)[...]
        while let open = text.firstIndex(of: "<") {
            text = text[open...]
            guard let end = Self.endOfMarkup(text) else { return nil }
            let tag = text[..<end]
            if tag.hasPrefix("<svg"), let next = tag.dropFirst(4).first, next.isWhitespace || "/>".contains(next) {
                return tag
            }
            guard tag.hasPrefix("<!") || tag.hasPrefix("<?") else { return nil }
            text = text[end...]
        }
        return nil
    }

    /// Returns the end of the comment, the instruction or the tag that a text begins with.
    private static func endOfMarkup(_ text: Substring) -> Substring.Index? {
        if text.hasPrefix("<!--") { return text.firstRange(of: "-->")?.upperBound }
        if text.hasPrefix("<?") { return text.firstRange(of: "?>")?.upperBound }
        var quote: Character?
        for index in text.indices {
            let character = text[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == ">" {
                return text.index(after: index)
            } else if character == "\"" || character == "'" {
                quote = character
            }
        }
        return nil
    }

    private var svgSize: LayoutSize? {
        guard let root = svgRoot else { return nil }
        let (width, height) = (length(attribute("width", of: root)), length(attribute("height", of: root)))
        if let width, let height { return LayoutSize(width: width, height: height) }
        let box = attribute("viewBox", of: root)?.split { $0.isWhitespace || $0 == "," }.compactMap { Double($0) } ?? []
        guard box.count == 4, box[2] > 0, box[3] > 0, box[2].isFinite, box[3].isFinite else { return nil }
        // With one side, the box tells the other.
        let scale = width.map { $0 / box[2] } ?? height.map { $0 / box[3] } ?? 1
        return LayoutSize(width: box[2] * scale, height: box[3] * scale)
    }

    private func attribute(_ name: String, of tag: Substring) -> Substring? {
        var rest = tag
        while let place = rest.firstRange(of: name) {
            let before = tag[..<place.lowerBound].last
            var value = rest[place.upperBound...].drop { $0.isWhitespace }
            rest = rest[place.upperBound...]
            guard before?.isWhitespace == true, value.first == "=" else { continue }
            value = value.dropFirst().drop { $0.isWhitespace }
            guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
            value = value.dropFirst()
            return value.firstIndex(of: quote).map { value[..<$0] }
        }
        return nil
    }

    /// Returns a length in pixels; other units do not count as sizes.
    private func length(_ text: Substring?) -> Double? {
        guard var text = text?.drop(while: \.isWhitespace) else { return nil }
        while text.last?.isWhitespace == true { text.removeLast() }
        if text.hasSuffix("px") { text = text.dropLast(2) }
        guard let number = Double(text), number.isFinite, number > 0 else { return nil }
        return number
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
