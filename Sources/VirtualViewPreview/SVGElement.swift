import VirtualViewCore
import VirtualViewFormat

/// An SVG element with its attributes, in the order in which they were added.
struct SVGElement {
    private(set) var startTag: String
    private let name: String

    init(_ name: String) {
        self.name = name
        startTag = "<" + name
    }

    mutating func set(_ attribute: String, _ value: String) {
        startTag += " \(attribute)=\"\(SVGText.escaped(value))\""
    }

    mutating func set(_ attribute: String, _ value: Double) {
        startTag += " \(attribute)=\"\(SVGText.number(value))\""
    }

    mutating func set(_ rect: LayoutRect) {
        set("x", rect.origin.x)
        set("y", rect.origin.y)
        set("width", max(0, rect.size.width))
        set("height", max(0, rect.size.height))
    }

    /// Makes a text exactly as wide as it was measured, whatever font is used to show it.
    ///
    /// Letters become narrower or wider together with the space between them: changing the space alone would make wide
    /// letters overlap, and could not change a single letter.
    mutating func setTextLength(_ width: Double) {
        let length = SVGText.number(width)
        guard width > 0, length != "0" else { return }
        set("textLength", length)
        set("lengthAdjust", "spacingAndGlyphs")
    }

    /// Sets the value of `fill` or `stroke` to a colour.
    mutating func paint(_ attribute: String, _ color: ARGBColor) {
        set(attribute, SVGText.color(color))
        if color.opacity < 1 { set("\(attribute)-opacity", color.opacity) }
    }

    /// The element without content.
    var text: String { startTag + "/>" }

    /// Returns the element with markup inside.
    func text(around content: String) -> String { "\(startTag)>\(content)</\(name)>" }

    /// The start tag of the element.
    var opening: String { startTag + ">" }
}

/// A rectangle with rounded corners.
struct RoundedRect {
    var rect: LayoutRect
    var radii: DisplayList.CornerRadii

    /// The element that draws it: a path if the corners differ.
    var element: SVGElement {
        let corners = radii.corners
        guard corners.contains(where: { $0 != corners[0] }) else {
            var element = SVGElement("rect")
            element.set(rect)
            if corners[0] > 0 { element.set("rx", corners[0]) }
            return element
        }
        var element = SVGElement("path")
        element.set("d", path)
        return element
    }

    /// The outline, as the data of a path.
    var path: String {
        let left = rect.origin.x
        let top = rect.origin.y
        let right = left + max(0, rect.size.width)
        let bottom = top + max(0, rect.size.height)
        func point(_ x: Double, _ y: Double) -> String { "\(SVGText.number(x)) \(SVGText.number(y))" }
        func arc(_ radius: Double, _ x: Double, _ y: Double) -> String {
            radius > 0 ? "A\(point(radius, radius)) 0 0 1 \(point(x, y))" : ""
        }
        return "M\(point(left + radii.topLeft, top))"
            + "L\(point(right - radii.topRight, top))" + arc(radii.topRight, right, top + radii.topRight)
            + "L\(point(right, bottom - radii.bottomRight))" + arc(radii.bottomRight, right - radii.bottomRight, bottom)
            + "L\(point(left + radii.bottomLeft, bottom))" + arc(radii.bottomLeft, left, bottom - radii.bottomLeft)
            + "L\(point(left, top + radii.topLeft))" + arc(radii.topLeft, left + radii.topLeft, top) + "Z"
    }

    /// Returns the rectangle inset by a distance.
    func inset(by distance: Double) -> RoundedRect {
        RoundedRect(
            rect: LayoutRect(
                x: rect.origin.x + distance,
                y: rect.origin.y + distance,
                width: max(0, rect.size.width - 2 * distance),
                height: max(0, rect.size.height - 2 * distance)
            ),
            radii: radii.map { max(0, $0 - distance) }
        )
    }
}

/// Writes numbers, colours and texts for SVG and HTML.
enum SVGText {
    /// Returns a number with at most three decimals; numbers that are not finite become 0, so that a picture stays
    /// valid.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let thousandths = Int64((min(max(value, -1e9), 1e9) * 1_000).rounded())
        var text = thousandths < 0 ? "-" : ""
        text += String(thousandths.magnitude / 1_000)
        var rest = thousandths.magnitude % 1_000
        guard rest > 0 else { return text }
        var decimals = 3
        while rest % 10 == 0 {
            rest /= 10
            decimals -= 1
        }
        let digits = String(rest)
        return text + "." + String(repeating: "0", count: decimals - digits.count) + digits
    }

    /// Returns `#RRGGBB`; the opacity is written separately.
    static func color(_ color: ARGBColor) -> String {
        "#" + HexText.number(color.rawValue & 0xFF_FFFF, width: 6)
    }

    /// Escapes a text for an element's content or an attribute in double quotes.
    ///
    /// Characters that XML does not allow are replaced by U+FFFD; line ends and tabs become spaces.
    static func escaped(_ text: String) -> String {
        MarkupText.escaped(text) { scalar in
            switch scalar {
            case "\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": " "
            case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: nil
            }
        }
    }
}

extension ARGBColor {
    /// The opacity of the colour, from 0 to 1.
    var opacity: Double { Double(rawValue >> 24) / 255 }
}
