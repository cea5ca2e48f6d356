/// The entries of a file in the format of Java properties.
package struct PropertiesFile: Sendable {
    /// A key and its value.
    package struct Entry: Sendable {
        /// The key; it may be empty.
        package let key: DecodedText
        /// The value: without the blanks before it, with those after it.
        package let value: DecodedText
    }

    /// The entries in file order; of two with one key only the last is here.
    package let entries: [Entry]

    /// Reads a file.
    ///
    /// Comments start with `#` or `!`. A key ends at the first `=`, `:` or blank; blanks around that separator do not
    /// count, blanks after the value do. A line that ends in `\` continues on the next, whose leading blanks are
    /// dropped. `\t`, `\n`, `\r`, `\f` and `\uXXXX` are characters; before any other character `\` is dropped. The text
    /// is UTF-8; for a character beyond ASCII there is a warning, because other readers of this format expect
    /// ISO-8859-1.
    ///
    /// - Parameter file: The file.
    /// - Returns: The entries that could be read, and what is wrong, in file order.
    /// - Complexity: O(*n*) in the size of the file.
    package static func read(_ file: SourceFile) -> (file: PropertiesFile, diagnostics: [Diagnostic]) {
        var reader = PropertiesReader(file)
        reader.readEntries()
        return (PropertiesFile(entries: reader.uniqueEntries()), reader.diagnostics.inFileOrder())
    }
}

extension PropertiesFile {
    /// Writes a text so that it reads back as it is, as a key or a value.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", " ", "=", ":", "#", "!": escaped += "\\" + String(scalar)
            case _ where scalar.isASCII && scalar.value > 0x20: escaped.unicodeScalars.append(scalar)
            default: escaped += escape(scalar)
            }
        }
        return escaped
    }

    /// Returns a scalar as `\uXXXX`.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).map { units in
            units.map { unit in
                let digits = String(unit, radix: 16, uppercase: true)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
            .joined()
        } ?? ""
    }
}

extension [Diagnostic] {
    /// Returns the diagnostics of one file, ordered by position; those at one place keep their order.
    package func inFileOrder() -> [Diagnostic] {
        enumerated()
            .sorted {
                ($0.element.range.offsets.lowerBound, $0.offset) < ($1.element.range.offsets.lowerBound, $1.offset)
            }
            .map { $0.element }
    }
}
