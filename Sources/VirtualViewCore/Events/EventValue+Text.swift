import VirtualViewExpressions

extension EventValue {
    /// The text that the value adds to a joined text; `nil` for a node, which has no text.
    ///
    /// ``none`` adds an empty text. A decimal number of a property is written as on the reference client, `0.5`, `1.0`,
    /// `1.0E8`; values of the data as in bindings.
    var joinedText: String? {
        switch self {
        case .none: ""
        case .int(let number): String(number)
        case .float(let number): Self.javaText(of: number)
        case .string(let text): text
        case .double(let number) where !number.isFinite: Self.javaText(of: Float(number))
        case .bool, .long, .double, .list, .object: data?.json
        case .node: nil
        }
    }

    /// Returns the form of Java's `Float.toString`, with the shortest digits that read back to the same number.
    static func javaText(of number: Float) -> String {
        guard number.isFinite else { return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity" }
        let sign = number.sign == .minus ? "-" : ""
        let size = number.magnitude
        if size == 0 { return sign + "0.0" }
        let (digits, exponent) = decimal(size.description)
        if size >= 1e-3, size < 1e7 { return sign + plain(digits, exponent) }
        let fraction = digits.count > 1 ? String(digits.dropFirst()) : "0"
        return "\(sign)\(digits.prefix(1)).\(fraction)E\(exponent)"
    }

    /// Returns the digits of a number without leading and trailing zeros, and the power of ten of the first digit.
    private static func decimal(_ text: String) -> (digits: Substring, exponent: Int) {
        let halves = text.split(separator: "e")
        let mantissa = halves.first ?? "0"
        var exponent = halves.count > 1 ? Int(halves[1]) ?? 0 : 0
        let point = mantissa.firstIndex(of: ".") ?? mantissa.endIndex
        exponent += mantissa.distance(from: mantissa.startIndex, to: point) - 1
        var digits = Substring(mantissa.filter { $0 != "." })
        while digits.count > 1, digits.first == "0" {
            digits.removeFirst()
            exponent -= 1
        }
        while digits.count > 1, digits.last == "0" { digits.removeLast() }
        return (digits, exponent)
    }

    /// Returns a number without an exponent, with a digit on both sides of the point.
    private static func plain(_ digits: Substring, _ exponent: Int) -> String {
        if exponent < 0 { return "0." + String(repeating: "0", count: -exponent - 1) + digits }
        let whole = digits.prefix(exponent + 1)
        let fraction = digits.dropFirst(exponent + 1)
        let padding = String(repeating: "0", count: exponent + 1 - whole.count)
        return "\(whole)\(padding).\(fraction.isEmpty ? "0" : fraction)"
    }
}
