/// Counts the columns that a text occupies in a terminal.
enum DisplayWidth {
    /// Returns the columns of one character as a person sees it: 0, 1 or 2.
    static func columns(of character: Character) -> Int {
        var width = 0
        for scalar in character.unicodeScalars {
            // The emoji variation selector makes a narrow symbol a wide one.
            if scalar.value == 0xFE0F, width == 1 { return 2 }
            width = max(width, columns(of: scalar))
        }
        return width
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x7F { return scalar.value < 0x20 ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        return isWide(scalar) ? 2 : 1
    }

    /// Returns whether a scalar is wide: East Asian Wide or Fullwidth, or an emoji that is shown as a picture.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1_6FE0...0x1_B2FF,
            0x1_F1E6...0x1_F1FF, 0x1_F200...0x1_F2FF, 0x2_0000...0x3_FFFD:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }
}
