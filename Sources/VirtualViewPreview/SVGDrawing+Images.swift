import VirtualViewCore

// Images, and the places of an app's own views.

/// The rectangle of an image, and how the image fills it.
struct ImageFitting {
    /// The rectangle.
    var rect: LayoutRect
    /// The value of `preserveAspectRatio`.
    var mode = "none"
    /// Whether left and right change places in the rectangle.
    var isMirrored = false

    /// Stretches the image over a rectangle.
    init(_ rect: LayoutRect) {
        self.rect = rect
    }

    /// Follows the node's settings; if the image's size is unknown, the browser computes the fit.
    init(_ image: DisplayList.Image, isRightToLeft: Bool) {
        rect = image.destination ?? image.box
        isMirrored = image.isMirrored
        guard image.destination == nil else { return }
        // Mirroring exchanges the sides, too.
        let (start, end) = isRightToLeft && !isMirrored ? ("xMax", "xMin") : ("xMin", "xMax")
        switch image.scaleType {
        case .fitStart: mode = start + "YMin meet"
        case .fitEnd: mode = end + "YMax meet"
        case .centerCrop: mode = "xMidYMid slice"
        default: mode = "xMidYMid meet"
        }
    }
}

extension SVGDrawing {
    mutating func draw(_ image: DisplayList.Image, _ item: DisplayList.Item) {
        let fitting = ImageFitting(image, isRightToLeft: item.isRightToLeft)
        drawImage(image.source, in: RoundedRect(rect: image.box, radii: image.radii), fitting, item)
    }

    /// Draws an image clipped to a shape, or a placeholder.
    mutating func drawImage(_ source: String, in shape: RoundedRect, _ fitting: ImageFitting, _ item: DisplayList.Item)
    {
        guard shape.rect.size.width > 0, shape.rect.size.height > 0 else { return }
        guard let element = imageElement(source, fitting, { $0.encodedImage(for: source) }) else {
            return drawPlaceholder(for: source, in: shape, item)
        }
        draw(element, in: shape, fitting, item)
    }

    /// Draws an element with an image, clipped to a shape.
    private mutating func draw(
        _ element: SVGElement,
        in shape: RoundedRect,
        _ fitting: ImageFitting,
        _ item: DisplayList.Item
    ) {
        let isCut = !shape.radii.isZero || fitting.mode.hasSuffix("slice") || !shape.rect.contains(fitting.rect)
        var groups: [SVGElement] = []
        if isCut {
            groups.append(SVGElement("g"))
            groups[0].set("clip-path", clip(shape))
        }
        if fitting.isMirrored {
            var group = SVGElement("g")
            let width = fitting.rect.origin.x * 2 + fitting.rect.size.width
            group.set("transform", "translate(\(SVGText.number(width)) 0) scale(-1 1)")
            groups.append(group)
        }
        for group in groups { lines.append(group.opening) }
        add(element, item)
        for _ in groups { lines.append("</g>") }
    }

    /// Returns an element with the image, or a reference to an earlier one; `nil` if the image is not available.
    private mutating func imageElement(
        _ source: String,
        _ fitting: ImageFitting,
        isSlot: Bool = false,
        _ find: (any ImageProviding) -> EncodedImage?
    ) -> SVGElement? {
        let size = fitting.rect.size
        let key = ImageKey(source: source, isSlot: isSlot, size: size, fitting: fitting.mode)
        var scaledKey = key
        // From a tiny picture no large one is made.
        if fitting.mode == "none", (1..<1e9).contains(size.width), (1..<1e9).contains(size.height) {
            scaledKey.size = nil
        }
        if let first = writtenImages[key] ?? writtenImages[scaledKey] { return first.element(again: fitting.rect) }
        guard let image = renderer.images.flatMap(find),
            image.bytes.count <= renderer.maximumImageBytes - imageByteCount
        else { return nil }
        imageByteCount += image.bytes.count
        let id = "\(renderer.idPrefix)-image\(writtenImages.count + 1)"
        // What an SVG shows may depend on its size.
        writtenImages[image.format == .svg ? key : scaledKey] = WrittenImage(id: id, rect: fitting.rect)
        var element = SVGElement("image")
        element.set("id", id)
        element.set(fitting.rect)
        element.set("preserveAspectRatio", fitting.mode)
        element.set("href", image.dataURI)
        return element
    }

    /// Draws a grey box with the outline of a picture and, if there is enough space, the image's name.
    private mutating func drawPlaceholder(for source: String, in shape: RoundedRect, _ item: DisplayList.Item) {
        let grey = ARGBColor(rawValue: 0xFF6B_7785)
        var box = shape.element
        box.paint("fill", ARGBColor(rawValue: 0x298F_959E))
        add(box, item)
        let rect = shape.rect
        let name = Self.label(of: source)
        let hasLabel = rect.size.width >= 72 && rect.size.height >= 48 && !name.isEmpty
        let side = min(40, min(rect.size.width, rect.size.height) * 0.5)
        guard side >= 6 else { return }
        let left = rect.origin.x + (rect.size.width - side) / 2
        let top = rect.origin.y + (rect.size.height - side) / 2 - (hasLabel ? 9 : 0)
        lines.append(
            """
            <g transform="translate(\(SVGText.number(left)) \(SVGText.number(top))) scale(\(SVGText.number(side / 24)))" \
            fill="none" stroke="\(SVGText.color(grey))" stroke-opacity="0.6" stroke-width="1.5" stroke-linejoin="round">\
            <title>\(SVGText.escaped(name))</title>\
            <rect x="2" y="4" width="20" height="16" rx="2"/><circle cx="8" cy="9.5" r="1.75"/>\
            <path d="M2.5 18L9 12.5L13 16L16.5 12.5L21.5 17"/></g>
            """
        )
        guard hasLabel else { return }
        label(rect, name, baseline: top + side + 14, grey)
    }

    /// Writes a line in the middle of a rectangle.
    private mutating func label(_ rect: LayoutRect, _ text: String, baseline: Double, _ color: ARGBColor) {
        let shown = BuiltInTextMetrics().lines(
            of: text,
            in: TextFont(size: 11),
            width: rect.size.width - 12,
            maximumCount: 1,
            ellipsis: .middle
        )
        guard let line = shown.first else { return }
        var label = SVGElement("text")
        label.set("x", rect.origin.x + rect.size.width / 2)
        label.set("y", baseline)
        label.set("text-anchor", "middle")
        label.setTextLength(line.width)
        label.set("font-size", 11)
        label.paint("fill", color)
        lines.append(label.text(around: SVGText.escaped(line.text)))
    }

    /// Draws the picture of an app's own view, or a box with the component's name.
    mutating func draw(_ slot: DisplayList.Slot, _ item: DisplayList.Item) {
        let shape = RoundedRect(rect: slot.box, radii: .zero)
        let rect = slot.box
        guard rect.size.width > 0, rect.size.height > 0 else { return }
        var fitting = ImageFitting(rect)
        fitting.mode = "xMidYMid slice"
        let element = imageElement(slot.component, fitting, isSlot: true) { $0.encodedImage(forSlot: slot.component) }
        if let element { return draw(element, in: shape, fitting, item) }
        let grey = ARGBColor(rawValue: 0xFF6B_7785)
        var box = shape.inset(by: 0.5).element
        box.paint("fill", ARGBColor(rawValue: 0x148F_959E))
        box.paint("stroke", grey)
        box.set("stroke-dasharray", "4 3")
        add(box, item)
        guard rect.size.width >= 24, rect.size.height >= 12 else { return }
        label(rect, slot.component, baseline: rect.origin.y + rect.size.height / 2 + 4, grey)
    }

    /// Returns the last part of an image's address: the rest may be long or private.
    static func label(of source: String) -> String {
        if source.lowercased().hasPrefix("data:") { return "data" }
        let path = source.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map { String($0.prefix(80)) } ?? ""
    }
}

extension SVGDrawing.WrittenImage {
    /// Returns an element that shows the image in another rectangle.
    fileprivate func element(again other: LayoutRect) -> SVGElement {
        var element = SVGElement("use")
        element.set("href", "#\(id)")
        if other.size == rect.size {
            element.set("x", other.origin.x - rect.origin.x)
            element.set("y", other.origin.y - rect.origin.y)
            return element
        }
        // Factors with three decimals would be wrong by a point in a large picture.
        let (across, down) = (other.size.width / rect.size.width, other.size.height / rect.size.height)
        let left = SVGText.number(other.origin.x - rect.origin.x * across)
        let top = SVGText.number(other.origin.y - rect.origin.y * down)
        element.set("transform", "translate(\(left) \(top)) scale(\(across) \(down))")
        return element
    }
}

extension LayoutRect {
    /// Returns whether another rectangle is inside, ignoring differences that nobody can see.
    fileprivate func contains(_ other: LayoutRect) -> Bool {
        let slack = 0.001
        return other.origin.x >= origin.x - slack && other.origin.y >= origin.y - slack
            && other.origin.x + other.size.width <= origin.x + size.width + slack
            && other.origin.y + other.size.height <= origin.y + size.height + slack
    }
}
