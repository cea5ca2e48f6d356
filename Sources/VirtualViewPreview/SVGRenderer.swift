public import VirtualViewCore

/// Draws display lists as SVG.
///
/// The same list gives the same text on every machine. Texts stay texts, a `<text>` for each line, in the face whose
/// widths the built-in metrics have; where a machine shows another one, each line still has the width that was measured.
/// Every element that belongs to a node has its number in `data-node`.
///
/// ```swift
/// card.layout(in: card.sizeThatFits(width: 375))
/// let svg = SVGRenderer(title: "Card").render(card.displayList())
/// ```
public struct SVGRenderer {
    /// What a screen reader says for the picture, and a browser shows as its title.
    public var title: String
    /// Gives the images to embed; without it every image is a placeholder.
    public var images: (any ImageProviding)?
    /// The colour behind everything; `nil` for none.
    public var canvas: ARGBColor?
    /// What ids in the picture begin with; pictures in one page need different ones.
    public var idPrefix: String
    /// How many bytes of images are embedded at most; what is beyond is a placeholder.
    public var maximumImageBytes = 32 << 20

    /// The distance between pictures that stand side by side, in points.
    static let gap = 16.0

    /// Chooses how pictures are drawn.
    ///
    /// - Parameters:
    ///   - title: What a screen reader says for the picture.
    ///   - images: Gives the images to embed; without it every image is a placeholder.
    ///   - canvas: The colour behind everything; `nil` for none.
    ///   - idPrefix: What ids in the picture begin with: a letter, then letters, digits and hyphens.
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
    /// - Parameter list: What to draw.
    /// - Returns: An `svg` element with a line for each item; in a file it is a document.
    /// - Complexity: O(*n*) in the number of items and the size of images.
    public func render(_ list: DisplayList) -> String {
        render([list])
    }

    /// Draws lists side by side.
    ///
    /// - Parameters:
    ///   - lists: What to draw, from left to right.
    ///   - outlines: Rectangles to outline in front of each list, such as the frames of its nodes.
    /// - Returns: An `svg` element.
    /// - Complexity: O(*n*) in the number of items and the size of images.
    public func render(_ lists: [DisplayList], outlines: [[LayoutRect]] = []) -> String {
        let width = lists.reduce(0) { $0 + $1.size.width } + Self.gap * Double(max(0, lists.count - 1))
        let height = lists.reduce(0) { max($0, $1.size.height) }
        var drawing = SVGDrawing(self)
        var left = 0.0
        for (number, list) in lists.enumerated() {
            if lists.count > 1 { drawing.lines.append("<g transform=\"translate(\(SVGText.number(left)) 0)\">") }
            drawing.draw(list)
            if outlines.indices.contains(number) { drawing.outline(outlines[number]) }
            if lists.count > 1 { drawing.lines.append("</g>") }
            left += list.size.width + Self.gap
        }
        var lines = [root(width: width, height: height).opening]
        lines.append("<title id=\"\(idPrefix)-title\">\(SVGText.escaped(title))</title>")
        lines.append("<desc id=\"\(idPrefix)-desc\">\(SVGText.escaped(Self.description(of: lists)))</desc>")
        lines += drawing.lines
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    private func root(width: Double, height: Double) -> SVGElement {
        var root = SVGElement("svg")
        root.set("xmlns", "http://www.w3.org/2000/svg")
        root.set("width", width)
        root.set("height", height)
        root.set("viewBox", "0 0 \(SVGText.number(width)) \(SVGText.number(height))")
        root.set("role", "img")
        root.set("aria-labelledby", "\(idPrefix)-title \(idPrefix)-desc")
        root.set("font-family", SVGFont.families)
        root.set("xml:space", "preserve")
        return root
    }

    /// What stands in the pictures, in reading order; as much as somebody listens to.
    private static func description(of lists: [DisplayList]) -> String {
        var texts: [String] = []
        var length = 0
        guard let list = lists.first else { return "" }
        var last = -1
        for item in list.items where item.nodeIndex != last {
            guard let text = item.accessibilityText, !text.isEmpty else { continue }
            last = item.nodeIndex
            length += text.unicodeScalars.count
            guard length <= 2_000 else { break }
            texts.append(text)
        }
        return texts.joined(separator: " · ")
    }
}

/// The faces of texts.
enum SVGFont {
    /// The face that the built-in metrics measure first, others of the same widths, then those for other scripts.
    static let families =
        "'Liberation Sans', Arial, Helvetica, 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"

    /// The faces with one that a template names before all others.
    static func families(preferring name: String) -> String {
        let plain = name.unicodeScalars.filter { $0.value >= 0x20 && !"'\"\\".unicodeScalars.contains($0) }
        return "'\(String(String.UnicodeScalarView(plain)))', \(families)"
    }
}
