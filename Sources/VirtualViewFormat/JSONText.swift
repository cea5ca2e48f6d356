/// Functions that all writers of JSON share.
package enum JSONText {
    /// Writes a text as a JSON string, in quotes.
    ///
    /// Characters that would act on a terminal or in an editor are also escaped (``VisibleText/acts(_:)``). All others
    /// are kept.
    ///
    /// - Parameter text: The text.
    /// - Returns: The literal.
    package static func quoted(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where VisibleText.acts(scalar): literal += escape(scalar)
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// Escapes the characters of a JSON text that would act on a terminal, like ``quoted(_:)``.
    ///
    /// Outside of strings, only line ends act, and they are kept.
    ///
    /// - Parameter json: The JSON.
    /// - Returns: JSON with the same values.
    package static func visible(_ json: String) -> String {
        func isEscaped(_ scalar: Unicode.Scalar) -> Bool { scalar != "\n" && VisibleText.acts(scalar) }
        guard json.unicodeScalars.contains(where: isEscaped) else { return json }
        var visible = ""
        for scalar in json.unicodeScalars {
            if isEscaped(scalar) { visible += escape(scalar) } else { visible.unicodeScalars.append(scalar) }
        }
        return visible
    }

    /// Writes an escape such as `\u001b`; all scalars that act have at most four digits.
    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
