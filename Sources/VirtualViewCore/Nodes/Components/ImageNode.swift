/// An image: `NImage`, `VImage` and their variants.
open class ImageNode: Node {
    final var content: ImageProperties

    /// Makes a node as a template describes it.
    ///
    /// - Parameter prototype: The prototype of the node.
    public required init(prototype: NodePrototype) {
        content = Self.content(of: prototype)
        super.init(prototype: prototype)
    }

    private static func content(of prototype: NodePrototype) -> ImageProperties {
        guard case .image(let content) = prototype.specific else { return ImageProperties() }
        return content
    }

    override class var emptyProperties: SpecificProperties { .image(ImageProperties()) }

    override func write(_ value: NodeValue, to slot: PropertySlot) -> PropertyOutcome {
        let outcome = content.write(value, to: slot)
        return outcome == .unknown ? super.write(value, to: slot) : outcome
    }

    override func value(of slot: PropertySlot) -> NodeValue? {
        content.value(of: slot) ?? super.value(of: slot)
    }

    override func restore(from prototype: NodePrototype) {
        super.restore(from: prototype)
        content = Self.content(of: prototype)
    }
}

extension ImageNode {
    /// The image: an address if it contains `//`, else a name in the app.
    public final var src: String? {
        get { content.src }
        set { assign(newValue.nodeValue, to: .src) }
    }

    /// The way in which the image fills the node.
    public final var scaleType: ImageScaleType {
        get { content.scaleType }
        set { assign(newValue.nodeValue, to: .scaleType) }
    }

    /// The width divided by the height, for a side that wraps; 0 for none.
    public final var ratio: Float {
        get { content.ratio }
        set { assign(newValue.nodeValue, to: .ratio) }
    }

    /// A colour over the image, on some clients.
    public final var maskColor: ARGBColor {
        get { content.maskColor }
        set { assign(newValue.nodeValue, to: .maskColor) }
    }

    /// The radius by which the image is blurred, on some clients.
    public final var blurRadius: Int32 {
        get { content.blurRadius }
        set { assign(newValue.nodeValue, to: .blurRadius) }
    }

    /// Whether a white background is removed, on some clients.
    public final var filterWhiteBg: Bool {
        get { content.filterWhiteBg }
        set { assign(newValue.nodeValue, to: .filterWhiteBg) }
    }

    /// The side that the image determines, on some clients.
    public final var fixBy: Float {
        get { content.fixBy }
        set { assign(newValue.nodeValue, to: .fixBy) }
    }

    /// Whether no placeholder is shown while loading, on some clients.
    public final var disablePlaceHolder: Float {
        get { content.disablePlaceHolder }
        set { assign(newValue.nodeValue, to: .disablePlaceHolder) }
    }

    /// Whether the image is loaded each time, on some clients.
    public final var disableCache: Float {
        get { content.disableCache }
        set { assign(newValue.nodeValue, to: .disableCache) }
    }
}
