// The standard library asks a table of its own for these classes, 20 KB of a module for pages, where the categories of
// characters are needed anyway.

extension Unicode.Scalar {
    /// Whether it is white space: the property `White_Space` of Unicode.
    package var isSpace: Bool {
        if value < 0x80 { return value == 0x20 || (0x09...0x0D).contains(value) }
        switch properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: return true
        default: return value == 0x85
        }
    }

    /// Whether it is a letter of any script.
    package var isLetter: Bool {
        if value < 0x80 { return (0x61...0x7A).contains(value | 0x20) }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
        default: return false
        }
    }
}

extension UInt8 {
    /// Whether it is a letter of ASCII.
    @inlinable package var isASCIILetter: Bool { 0x61...0x7A ~= self | 0x20 }

    /// Whether it is a letter or a digit of ASCII, or `_`.
    @inlinable package var isASCIIWord: Bool { isASCIILetter || decimalDigit != nil || self == UInt8(ascii: "_") }

    /// The small letter in place of a capital one of ASCII; any other byte as it is.
    @inlinable package var asciiLowercased: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}

extension Character {
    /// Whether it is white space, as ``Swift/Unicode/Scalar/isSpace`` says of what it begins with.
    package var isSpace: Bool { unicodeScalars.first?.isSpace == true }
}
