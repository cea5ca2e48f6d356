import VirtualViewCore

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
        let digits = String(color.rawValue & 0xFF_FFFF, radix: 16, uppercase: true)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
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
