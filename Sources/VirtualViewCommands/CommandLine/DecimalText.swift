import VirtualViewExpressions

/// Numbers as people write them on command lines and in addresses.
enum DecimalText {
    /// Reads digits with at most one point between them, and a `-` in front.
    ///
    /// Other forms of numbers in programming languages are not accepted: no `0x10`, `1e3`, `inf`, `+1`, `.5` or `1.`.
    ///
    /// - Parameter text: The text.
    /// - Returns: The number; `nil` for any other text, and for one that is not finite.
    static func number(_ text: some StringProtocol) -> Double? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
        let parts = digits.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isDecimal =
            parts.count <= 2
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { $0.decimalDigit != nil }
            }
        guard isDecimal, let number = Double(String(text)), number.isFinite else { return nil }
        return number
    }
}
