import VirtualViewExpressions
import VirtualViewFormat

/// The names of colours as attributes spell them; the table itself is the bindings' too.
enum ColorNames {
    /// Every name.
    static var all: [String] { (ColorText.names + ColorText.exactNames).map { $0.name } }

    /// The names whose case does not count.
    static var inAnyCase: [String] { ColorText.names.map { $0.name } }

    /// Looks a name up.
    static func argb(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt32? {
        for color in ColorText.exactNames where ValueText.isEqual(text, range, color.name) { return color.argb }
        for color in ColorText.names where ValueText.isEqualIgnoringCase(text, range, color.name) { return color.argb }
        return nil
    }
}
