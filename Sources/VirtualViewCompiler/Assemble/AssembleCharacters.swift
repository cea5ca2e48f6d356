/// The character classes of the assemble language.
enum AssembleCharacters {
    /// Returns whether a scalar may begin a name: a letter of any script, or `_`.
    static func isNameStart(_ value: UInt32) -> Bool {
        if value < 0x80 { return isASCIILetter(value) || value == 0x5F }
        switch Unicode.Scalar(value)?.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
        default: return false
        }
    }

    /// Returns whether a scalar may appear in a name: also digits, `-`, and the marks that letters carry.
    static func isNamePart(_ value: UInt32) -> Bool {
        if value < 0x80 { return isASCIILetter(value) || isASCIIDigit(value) || value == 0x5F || value == 0x2D }
        switch Unicode.Scalar(value)?.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .nonspacingMark, .spacingMark:
            return true
        default: return false
        }
    }

    /// Returns whether a scalar is white space; a byte order mark is not.
    static func isSpace(_ value: UInt32) -> Bool {
        if value < 0x80 { return value == 0x20 || (0x09...0x0D).contains(value) }
        return Unicode.Scalar(value)?.properties.isWhitespace ?? false
    }

    /// Returns whether no template can hold a scalar: XML excludes it.
    static func isForbidden(_ value: UInt32) -> Bool {
        if value < 0x20 { return value != 0x09 && value != 0x0A && value != 0x0D }
        return value == 0xFFFE || value == 0xFFFF
    }

    private static func isASCIILetter(_ value: UInt32) -> Bool {
        (0x61...0x7A).contains(value) || (0x41...0x5A).contains(value)
    }

    private static func isASCIIDigit(_ value: UInt32) -> Bool { (0x30...0x39).contains(value) }
}
