public import VirtualViewCore

/// Draws display lists as SVG.
///
/// The same list gives the same text on every machine. Texts stay texts, with a `<text>` for each line, in a font with
/// the widths of the built-in metrics; if a machine uses another font, each line still has the measured width. Every
/// element that belongs to a node has the node's number in `data-node`.
///
/// ```swift
/// card.layout(in: card.sizeThatFits(width: 375))
/// let svg = SVGRenderer(title: "Card").render(card.displayList())
/// ```
public struct SVGRenderer {
    /// The title, which screen readers read and browsers show.
    public var title: String
    /// The source of the images to embed; without it every image is a placeholder.
    public var images: (any ImageProviding)?
    /// The colour behind everything; `nil` for none.
    public var canvas: ARGBColor?
    /// The prefix of ids in the picture, which must differ between the pictures in one page: a letter, then letters,
    /// digits and hyphens.
    public var idPrefix: String
    /// The largest number of bytes of images to embed; further images are placeholders.
    public var maximumImageBytes = 32 << 20
    /// Whether colours over the picture say how often each point is painted.
    package var showsOverdraw = false
    /// The families of fonts to prefer to the usual ones, the first one first.
    package var fonts: [String] = []

    /// The distance between pictures side by side, in points.
    static let gap = 16.0

    /// Makes a renderer.
    public init(
        title: String,
        images: (any ImageProviding)? = nil,
        canvas: ARGBColor? = nil,
        idPrefix: String = "vv"
    ) {
        self.title = title
        self.images = images
        self.canvas = canvas
        self.idPrefix = idPrefix
    }

    /// Draws one list.
    ///
    /// - Parameter list: The list.
    /// - Returns: An `svg` element with a line for each item; saved in a file, it is a complete document.
    /// - Complexity: O(*n*) in the number of items and the size of images.
    public func render(_ list: DisplayList) -> String {
        render([list])
    }

    /// Draws lists side by side.
    ///
    /// - Parameters:
    ///   - lists: The lists, from left to right.
    ///   - outlines: Rectangles to outline in front of each list, such as the frames of its nodes.
    ///   - elements: What a screen reader presents of each list; with any, the picture is no longer one image for it,
    ///     but has these elements, with roles and labels.
    /// - Returns: An `svg` element.
    /// - Complexity: O(*n*) in the number of items and elements and the size of images.
    public func render(
        _ lists: [DisplayList],
        outlines: [[LayoutRect]] = [],
        elements: [[AccessibilityTree.Element]] = []
    ) -> String {
        let isRead = elements.contains { !$0.isEmpty }
        let width = lists.reduce(0) { $0 + $1.size.width } + Self.gap * Double(max(0, lists.count - 1))
        let height = lists.reduce(0) { max($0, $1.size.height) }
        var drawing = SVGDrawing(self)
        var left = 0.0
        for (number, list) in lists.enumerated() {
            if lists.count > 1 { drawing.lines.append("<g transform=\"translate(\(SVGText.number(left)) 0)\">") }
            if isRead { drawing.lines.append("<g aria-hidden=\"true\">") }
            drawing.draw(list)
            if showsOverdraw { drawing.overlay(PaintCount(list)) }
            if outlines.indices.contains(number) { drawing.outline(outlines[number]) }
            if isRead { drawing.lines.append("</g>") }
            if elements.indices.contains(number) { drawing.describe(elements[number]) }
            if lists.count > 1 { drawing.lines.append("</g>") }
            left += list.size.width + Self.gap
        }
        var lines = [root(width: width, height: height, isRead: isRead).opening]
        lines.append("<title id=\"\(idPrefix)-title\">\(SVGText.escaped(title))</title>")
        lines.append("<desc id=\"\(idPrefix)-desc\">\(SVGText.escaped(Self.description(of: lists)))</desc>")
        lines += drawing.lines
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    private func root(width: Double, height: Double, isRead: Bool) -> SVGElement {
        var root = SVGElement("svg")
        root.set("xmlns", "http://www.w3.org/2000/svg")
        root.set("width", width)
        root.set("height", height)
        root.set("viewBox", "0 0 \(SVGText.number(width)) \(SVGText.number(height))")
        root.set("role", isRead ? "group" : "img")
        root.set("aria-labelledby", "\(idPrefix)-title" + (isRead ? "" : " \(idPrefix)-desc"))
        root.set("font-family", SVGFont.families(preferring: fonts))
        root.set("xml:space", "preserve")
        return root
    }

    /// Returns the texts of the pictures in reading order, limited to a length that people listen to.
    private static func description(of lists: [DisplayList]) -> String {
        var texts: [String] = []
        var length = 0
        guard let list = lists.first else { return "" }
        var last = -1
        for item in list.items where item.nodeIndex != last {
            // The end of a group comes after what is in it.
            if case .endGroup = item.content { continue }
            guard let text = item.accessibilityText, !text.isEmpty else { continue }
            last = item.nodeIndex
            length += text.unicodeScalars.count
            guard length <= 2_000 else {
                if texts.isEmpty { texts.append(String(text.unicodeScalars.prefix(2_000)) + "…") }
                break
            }
            texts.append(text)
        }
        return texts.joined(separator: " · ")
    }
}

/// The font families of texts.
enum SVGFont {
    /// The font that the built-in metrics are based on, others with the same widths, then those for other scripts.
    static let families =
        "'Liberation Sans', Arial, Helvetica, 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"

    /// Returns the font families with others before them.
    static func families(preferring names: [String]) -> String {
        names.map { name in
            let plain = name.unicodeScalars.filter { $0.value >= 0x20 && !"'\"\\".unicodeScalars.contains($0) }
            return "'\(String(String.UnicodeScalarView(plain)))', "
        }.joined() + families
    }
}
