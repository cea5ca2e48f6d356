/// What every writer of JSON shares.
package enum JSONText {
    /// A text as a JSON string, in quotes.
    ///
    /// What would act on a terminal or in an editor is escaped too (``VisibleText/acts(_:)``). Everything else stands as it
    /// is.
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

    /// JSON of any writer, with what would act escaped as ``quoted(_:)`` does it.
    ///
    /// Outside of its strings JSON has nothing that acts but line ends, which stay.
    ///
    /// - Parameter json: The JSON.
    /// - Returns: The same values.
    package static func visible(_ json: String) -> String {
        func isEscaped(_ scalar: Unicode.Scalar) -> Bool { scalar != "\n" && VisibleText.acts(scalar) }
        guard json.unicodeScalars.contains(where: isEscaped) else { return json }
        var visible = ""
        for scalar in json.unicodeScalars {
            if isEscaped(scalar) { visible += escape(scalar) } else { visible.unicodeScalars.append(scalar) }
        }
        return visible
    }

    /// `\u001b`; whatever acts has four digits.
    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
