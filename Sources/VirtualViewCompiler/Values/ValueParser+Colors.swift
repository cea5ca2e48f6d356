import VirtualViewExpressions
import VirtualViewFormat

// Kind Color.

extension ValueParser {
    /// Reads kind Color: a name, `#RRGGBB`, `#AARRGGBB` or a binding, standing alone.
    func color(_ text: Span<UInt8>) -> ValueResult {
        let all = 0..<text.count
        if Self.isBinding(text, all) { return binding(text, all) }
        if let argb = Self.argb(text) ?? ColorNames.argb(text, all) {
            return ValueResult(.int(Int32(bitPattern: argb), .none))
        }
        return ValueResult(colorProblem(text))
    }

    private static func argb(_ text: Span<UInt8>) -> UInt32? {
        guard text.count == 7 || text.count == 9, text[0] == UInt8(ascii: "#") else { return nil }
        var argb: UInt32 = text.count == 7 ? 0xFF : 0
        for offset in 1..<text.count {
            guard let digit = text[offset].hexadecimalDigit else { return nil }
            argb = argb << 4 | UInt32(digit)
        }
        return argb
    }

    private func colorProblem(_ text: Span<UInt8>) -> ValueProblem {
        let all = 0..<text.count
        guard isAdvising else { return .init(.unadvised(.notAColor), at: all) }
        let range = ValueText.trimmed(text, all)
        if range.isEmpty { return .init(.empty(.color), at: all) }
        if let problem = Self.bindingProblem(text, .color) { return problem }
        let found = ValueText.string(text, range)
        if range != all, Self.accepts(found, as: .color) {
            return .init(.surroundingBlanks(found), at: all, replacement: .init(all, with: found))
        }
        if text[range.lowerBound] == UInt8(ascii: "#") { return Self.digitProblem(text, range, found) }
        let meant = found.utf8.count <= 64 ? Self.meantColor(found) : nil
        return .init(
            .notAColor(found, .unknown(suggestion: meant)),
            at: range,
            replacement: meant.map { .init(all, with: $0) }
        )
    }

    /// Returns the problem with the digits after a `#`.
    private static func digitProblem(_ text: Span<UInt8>, _ range: Range<Int>, _ found: String) -> ValueProblem {
        var offset = range.lowerBound + 1
        while offset < range.upperBound, text[offset].hexadecimalDigit != nil { offset += 1 }
        guard offset == range.upperBound else {
            let (scalar, length) = ValueText.scalar(text, at: offset, upTo: range.upperBound)
            return .init(.notAColor(found, .digit(String(scalar))), at: offset..<offset + length)
        }
        let digits = Array(found.dropFirst())
        // `#RGB` and `#ARGB` of other languages: each digit stands for two.
        let suggestion = digits.count == 3 || digits.count == 4 ? "#" + digits.map { "\($0)\($0)" }.joined() : nil
        return .init(
            .notAColor(found, .digitCount(digits.count, suggestion: suggestion)),
            at: range,
            replacement: suggestion.map { .init(range, with: $0) }
        )
    }

    private static func meantColor(_ found: String) -> String? {
        let lowercased = found.lowercased()
        let digits = lowercased.hasPrefix("0x") ? found.dropFirst(2) : found[...]
        for guess in ["#" + digits, lowercased] where accepts(guess, as: .color) {
            return guess
        }
        return NearestWord.find(lowercased, among: ColorNames.all)
    }
}
