import VirtualViewFormat

/// The names of colours and what they stand for (ARGB).
enum ColorNames {
    /// Names that are known in lower case alone.
    static let lowerCase: [(name: String, argb: UInt32)] = [
        ("dkgray", 0xFF44_4444),
        ("ltgray", 0xFFCC_CCCC),
        ("transparent", 0x0000_0000),
    ]

    /// Names that are known in any letter case.
    static let anyCase: [(name: String, argb: UInt32)] = [
        ("aqua", 0xFF00_FFFF),
        ("black", 0xFF00_0000),
        ("blue", 0xFF00_00FF),
        ("cyan", 0xFF00_FFFF),
        ("darkgray", 0xFF44_4444),
        ("darkgrey", 0xFF44_4444),
        ("fuchsia", 0xFFFF_00FF),
        ("gray", 0xFF88_8888),
        ("green", 0xFF00_FF00),
        ("grey", 0xFF88_8888),
        ("lightgray", 0xFFCC_CCCC),
        ("lightgrey", 0xFFCC_CCCC),
        ("lime", 0xFF00_FF00),
        ("magenta", 0xFFFF_00FF),
        ("maroon", 0xFF80_0000),
        ("navy", 0xFF00_0080),
        ("olive", 0xFF80_8000),
        ("purple", 0xFF80_0080),
        ("red", 0xFFFF_0000),
        ("silver", 0xFFC0_C0C0),
        ("teal", 0xFF00_8080),
        ("white", 0xFFFF_FFFF),
        ("yellow", 0xFFFF_FF00),
    ]

    /// Every name.
    static var all: [String] { (anyCase + lowerCase).map(\.name) }

    /// Looks a name up.
    static func argb(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt32? {
        for (name, argb) in lowerCase where ValueText.isEqual(text, range, name) { return argb }
        for (name, argb) in anyCase where ValueText.isEqualIgnoringCase(text, range, name) { return argb }
        return nil
    }
}
