public import VirtualViewCore

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
