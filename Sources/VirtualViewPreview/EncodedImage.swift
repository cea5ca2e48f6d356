public import VirtualView

/// The bytes of an image file, with the format and size that they say themselves.
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
    /// The width and height in pixels; `nil` for an SVG that names none.
    public let size: LayoutSize?

    /// Recognizes an image by its first bytes; its name says nothing.
    ///
    /// It is `nil` when the bytes are no image of a known format.
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

    /// The image as an address that holds it: `data:image/png;base64,…`.
    public var dataURI: String {
        "data:\(format.rawValue);base64,\(Base64.text(of: bytes))"
    }
}

/// Gives the images that a picture embeds.
public protocol ImageProviding {
    /// Finds an image.
    ///
    /// - Parameter source: What the node's `src` or `backgroundImage` says.
    /// - Returns: The image; `nil` draws a labelled placeholder.
    func encodedImage(for source: String) -> EncodedImage?
}

/// Bytes as text in the alphabet of RFC 4648.
enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let count = min(3, bytes.count - index)
            var group = UInt32(bytes[index]) << 16
            if count > 1 { group |= UInt32(bytes[index + 1]) << 8 }
            if count > 2 { group |= UInt32(bytes[index + 2]) }
            for place in 0..<4 {
                let letter = letters[Int(group >> UInt32(18 - 6 * place) & 63)]
                text.append(place <= count ? letter : UInt8(ascii: "="))
            }
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }
}
