#if canImport(UIKit) || canImport(AppKit)
    import CoreGraphics
    import VirtualView

    /// An image that can be drawn.
    public struct LoadedImage {
        /// The pixels.
        public let image: CGImage
        /// The size in points.
        public let size: LayoutSize

        /// Describes an image.
        ///
        /// - Parameters:
        ///   - image: The pixels.
        ///   - size: The size in points; `nil` for one point per pixel.
        public init(_ image: CGImage, size: LayoutSize? = nil) {
            self.image = image
            self.size = size ?? LayoutSize(width: Double(image.width), height: Double(image.height))
        }
    }

    /// A source of the images that templates name.
    ///
    /// A ``TemplateView`` asks for an image as long as it shows it, and again when the appearance changes: that of the view
    /// is the current one in ``cachedImage(for:)``. When it shows another entry, it cancels the task in which it asked; what
    /// arrives nevertheless is dropped.
    @MainActor public protocol ImageLoading: AnyObject {
        /// Returns an image that is at hand, without waiting.
        ///
        /// - Parameter source: The value of a node's `src` or `backgroundImage`.
        /// - Returns: The image; `nil` if it has to be loaded.
        func cachedImage(for source: String) -> LoadedImage?

        /// Loads an image.
        ///
        /// - Parameter source: The value of a node's `src` or `backgroundImage`.
        /// - Returns: The image.
        /// - Throws: Any error if there is no such image, or the task was cancelled.
        func loadImage(for source: String) async throws -> LoadedImage
    }
#endif
