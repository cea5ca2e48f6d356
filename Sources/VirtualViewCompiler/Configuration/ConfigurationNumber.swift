/// Reads a number of a configuration: it must stand alone, without blanks.
enum ConfigurationNumber {
    /// The result of reading a text.
    enum Outcome: Equatable {
        /// A number.
        case value(Int32)
        /// A number of more than 32 bits.
        case outOfRange
        /// A number with blanks around it; the number's text.
        case blanks(String)
        /// Not a number.
        case malformed
    }

    /// Reads a number that fills the whole text.
    static func parse(_ text: some StringProtocol) -> Outcome {
        var text = String(text)
        return text.withUTF8 { bytes in
            let span = bytes.span
            let all = 0..<span.count
            switch IntLiteral.parse(span, all) {
            case .value(let value): return .value(value)
            case .outOfRange: return .outOfRange
            case .malformed:
                let range = ValueText.trimmed(span, all)
                guard range != all, IntLiteral.parse(span, range) != .malformed else { return .malformed }
                return .blanks(ValueText.string(span, range))
            }
        }
    }
}
