import VirtualViewFormat

/// The character classes of the assemble language.
package enum AssembleCharacters {
    /// Returns whether a text is a name.
    package static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, isNameStart(first.value) else { return false }
        return text.unicodeScalars.allSatisfy { isNamePart($0.value) }
    }

    /// Returns whether a scalar may begin a name: a letter of any script, or `_`.
    static func isNameStart(_ value: UInt32) -> Bool {
        value == 0x5F || Unicode.Scalar(value)?.isLetter == true
    }

    /// Returns whether a scalar may appear in a name: also digits, `-`, and the marks that letters carry.
    static func isNamePart(_ value: UInt32) -> Bool {
        if isNameStart(value) { return true }
        if value < 0x80 { return (0x30...0x39).contains(value) || value == 0x2D }
        switch Unicode.Scalar(value)?.properties.generalCategory {
        case .decimalNumber, .nonspacingMark, .spacingMark: return true
        default: return false
        }
    }

    /// Returns whether a scalar is white space; a byte order mark is not.
    static func isSpace(_ value: UInt32) -> Bool {
        Unicode.Scalar(value)?.isSpace == true
    }

    /// Returns whether a byte is white space by itself; a part of another character is not.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte < 0x80 && isSpace(UInt32(byte))
    }
}

extension SourceBytes {
    /// Returns the offset after the name that starts at an offset; the same offset if there is none.
    func endOfName(at start: Int, upTo limit: Int) -> Int {
        var end = start
        while end < limit {
            let (value, length) = scalar(at: end)
            guard let value,
                end == start ? AssembleCharacters.isNameStart(value) : AssembleCharacters.isNamePart(value)
            else { break }
            end += length
        }
        return end
    }

    /// Returns the first offset at or after one that is not white space.
    func endOfSpace(at start: Int, upTo limit: Int) -> Int {
        var end = start
        while end < limit {
            let (value, length) = scalar(at: end)
            guard let value, AssembleCharacters.isSpace(value) else { break }
            end += length
        }
        return end
    }
}
