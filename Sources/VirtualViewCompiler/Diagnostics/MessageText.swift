/// Prepares texts from a source for messages.
package enum MessageText {
    /// The longest quotation, in Unicode scalars.
    private static let longestQuotation = 48

    /// Returns a text in quotes, on one line and not too long.
    ///
    /// - Parameter text: The text of a source, of any length.
    /// - Returns: The text in single quotes; control characters are escaped, and a long text ends in `…`.
    package static func quoted(_ text: String) -> String {
        var quotation = "'"
        var count = 0
        for scalar in text.unicodeScalars {
            guard count < longestQuotation else {
                quotation.append("…")
                break
            }
            count += 1
            switch scalar {
            case "\n": quotation.append("\\n")
            case "\r": quotation.append("\\r")
            case "\t": quotation.append("\\t")
            default:
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator:
                    quotation.append("\\u{\(String(scalar.value, radix: 16, uppercase: true))}")
                default:
                    quotation.unicodeScalars.append(scalar)
                }
            }
        }
        return quotation + "'"
    }

    /// Words as a list: `'a', 'b' or 'c'`.
    ///
    /// - Parameter words: The words; at most 16 are listed.
    /// - Returns: The list.
    package static func alternatives(_ words: some Collection<String>) -> String {
        let shown = words.prefix(16).map { "'\($0)'" }
        if shown.count < words.count { return shown.joined(separator: ", ") + " …" }
        guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
        return shown.dropLast().joined(separator: ", ") + " or " + last
    }

    /// Returns the message about a version that a template cannot have.
    ///
    /// - Parameters:
    ///   - found: The text in the place of the version.
    ///   - stored: The version that is stored instead; `nil` if none is.
    /// - Returns: The message.
    static func versionRange(_ found: String, stored: UInt16?) -> String {
        "\(quoted(found)) is not a template version; expected a number from 0 to 65535"
            + (stored.map { "; its low 16 bits, \($0), are stored" } ?? "")
    }

    /// Returns a name as it is in a message: a very long one is cut.
    static func shortened(_ name: String) -> String {
        name.unicodeScalars.count <= 60 ? name : String(name.unicodeScalars.prefix(57)) + "…"
    }

    /// Returns a scalar as `U+0001`.
    static func scalarName(_ code: UInt32) -> String {
        "U+" + hexadecimal(code, width: 4)
    }

    /// Returns a number in upper-case hexadecimal digits, with zeros in front.
    static func hexadecimal(_ value: UInt32, width: Int) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
