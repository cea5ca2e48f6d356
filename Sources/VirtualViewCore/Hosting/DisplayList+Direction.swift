import VirtualViewFormat

extension DisplayList.Text {
    /// Returns whether the text as a whole is read from right to left: the first letter that has a direction says it.
    ///
    /// - Parameter isRightToLeft: What counts for a text without such letters.
    /// - Returns: Whether it is read from right to left.
    package func isRightToLeft(otherwise isRightToLeft: Bool) -> Bool {
        for line in lines {
            for scalar in line.text.unicodeScalars {
                if let isRightToLeft = scalar.isRightToLeft { return isRightToLeft }
            }
        }
        return isRightToLeft
    }
}

extension Unicode.Scalar {
    /// Whether the letter or direction mark is written from right to left; `nil` for digits and other characters, which
    /// say nothing.
    fileprivate var isRightToLeft: Bool? {
        switch value {
        case 0x200E: false
        case 0x061C, 0x200F: true
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF:
            isLetter ? true : nil
        default: isLetter ? false : nil
        }
    }
}
