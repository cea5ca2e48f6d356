/// An image: `NImage`, `VImage` and their variants.
open class ImageNode: Node {
    override class var languageComponent: String? { "NImage" }

    /// The image: an address if it contains `//`, else a name in the app.
    public final var src: String? {
        get { self[.src] }
        set { self[.src] = newValue }
    }

    /// The way in which the image fills the node.
    public final var scaleType: ImageNode.ScaleType {
        get { self[.scaleType] }
        set { self[.scaleType] = newValue }
    }

    /// The width divided by the height, for a side that wraps; 0 for none.
    public final var ratio: Float {
        get { self[.ratio] }
        set { self[.ratio] = newValue }
    }

    /// Whether left and right change places in the image where it is read from right to left, as for an arrow.
    public final var mirrorsImage: Bool {
        get { self[.mirrorsImage] }
        set { self[.mirrorsImage] = newValue }
    }

    /// A colour over the image, on some clients.
    public final var maskColor: ARGBColor {
        get { self[.maskColor] }
        set { self[.maskColor] = newValue }
    }

    /// The radius by which the image is blurred, on some clients.
    public final var blurRadius: Int32 {
        get { self[.blurRadius] }
        set { self[.blurRadius] = newValue }
    }

    /// Whether a white background is removed, on some clients.
    public final var filterWhiteBg: Bool {
        get { self[.filterWhiteBg] }
        set { self[.filterWhiteBg] = newValue }
    }

    /// The side that the image determines, on some clients.
    public final var fixBy: Float {
        get { self[.fixBy] }
        set { self[.fixBy] = newValue }
    }

    /// Whether no placeholder is shown while loading, on some clients.
    public final var disablePlaceHolder: Float {
        get { self[.disablePlaceHolder] }
        set { self[.disablePlaceHolder] = newValue }
    }

    /// Whether the image is loaded each time, on some clients.
    public final var disableCache: Float {
        get { self[.disableCache] }
        set { self[.disableCache] = newValue }
    }
}

extension ImageNode {
    /// Whether a side may have the size of the image: one that wraps, or that is as long as a parent which wraps it.
    final var usesNaturalSize: Bool {
        // A side of points is not negative.
        (properties.layout.layoutWidth < 0 || properties.layout.layoutHeight < 0) && !(ratio > 0)
    }

    /// Marks what depends on the image: its size only if a side has that of the image.
    final func imageDidChange() {
        invalidate(usesNaturalSize ? .ownSize : .drawing)
    }
}
