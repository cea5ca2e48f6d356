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
}
