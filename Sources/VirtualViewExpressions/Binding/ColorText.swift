import VirtualViewFormat

/// Reads colours from text: names, `#RRGGBB` and `#AARRGGBB` (`Docs/Language.md`, "Value kinds").
package enum ColorText {
    /// Reads a colour; nothing is trimmed.
    ///
    /// - Parameter text: The UTF-8 bytes of the text.
    /// - Returns: Alpha, red, green and blue from the highest byte down, or `nil` if the text is not a colour.
    package static func argb(_ text: some Collection<UInt8>) -> UInt32? {
        if text.first == UInt8(ascii: "#") {
            return hexadecimal(text.dropFirst())
        }
        if let color = exactNames.first(where: { $0.name.utf8.elementsEqual(text) }) {
            return color.argb
        }
        let folded = text.lazy.map { $0.asciiLowercased }
        return names.first { $0.name.utf8.elementsEqual(folded) }?.argb
    }

    /// Reads a colour in memory; compilers read many.
    package static func argb(_ text: Span<UInt8>) -> UInt32? { text.withUnsafeBufferPointer { argb($0) } }

    /// Reads six digits of an opaque colour, or eight digits with the alpha first.
    static func hexadecimal(_ digits: some Collection<UInt8>) -> UInt32? {
        guard digits.count == 6 || digits.count == 8 else { return nil }
        var color: UInt32 = 0
        for byte in digits {
            guard let digit = byte.hexadecimalDigit else { return nil }
            color = color << 4 | UInt32(digit)
        }
        return digits.count == 6 ? color | 0xFF00_0000 : color
    }

    /// A named colour.
    package struct Name: Sendable {
        /// The name in lower case.
        package let name: String
        /// Alpha, red, green and blue.
        package let argb: UInt32

        init(_ name: String, _ argb: UInt32) {
            self.name = name
            self.argb = argb
        }
    }

    /// The names that are only known in lower case.
    package static let exactNames: [Name] = [
        Name("dkgray", 0xFF44_4444), Name("ltgray", 0xFFCC_CCCC), Name("transparent", 0x0000_0000),
    ]

    /// The names that are known in any case.
    package static let names: [Name] = [
        Name("aqua", 0xFF00_FFFF), Name("black", 0xFF00_0000), Name("blue", 0xFF00_00FF), Name("cyan", 0xFF00_FFFF),
        Name("darkgray", 0xFF44_4444), Name("darkgrey", 0xFF44_4444), Name("fuchsia", 0xFFFF_00FF),
        Name("gray", 0xFF88_8888), Name("green", 0xFF00_FF00), Name("grey", 0xFF88_8888),
        Name("lightgray", 0xFFCC_CCCC), Name("lightgrey", 0xFFCC_CCCC), Name("lime", 0xFF00_FF00),
        Name("magenta", 0xFFFF_00FF), Name("maroon", 0xFF80_0000), Name("navy", 0xFF00_0080),
        Name("olive", 0xFF80_8000), Name("purple", 0xFF80_0080), Name("red", 0xFFFF_0000), Name("silver", 0xFFC0_C0C0),
        Name("teal", 0xFF00_8080), Name("white", 0xFFFF_FFFF), Name("yellow", 0xFFFF_FF00),
    ]
}
