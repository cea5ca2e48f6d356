/// A JSON value with its place in a file.
package struct JSONNode: Sendable {
    /// A member of an object.
    package struct Member: Sendable {
        /// The member's name.
        package let name: DecodedText
        /// The member's value.
        package let value: JSONNode
    }

    /// The content of a value.
    package enum Content: Sendable {
        /// `null`.
        case null
        /// `true` or `false`.
        case bool(Bool)
        /// A number, as it is written.
        case number(String)
        /// A text.
        case string(DecodedText)
        /// An array.
        case array([JSONNode])
        /// An object: its members in file order, no name twice.
        case object([Member])
    }

    /// The content of the value.
    package let content: Content
    /// The position, with its delimiters.
    package let range: SourceRange

    /// Reads a file that holds one value (RFC 8259, nothing beyond it but a byte order mark).
    ///
    /// - Parameter file: The file.
    /// - Returns: The value; `nil` if the file is not well formed, as the first error says. An object that has a
    ///   name twice keeps the first, and there is an error for each further one.
    /// - Complexity: O(*n*) in the size of the file; values nest at most 64 deep.
    package static func read(_ file: SourceFile) -> (node: JSONNode?, diagnostics: [Diagnostic]) {
        var reader = JSONReader(file)
        let node = reader.readFile()
        return (node, reader.diagnostics)
    }
}

extension JSONNode.Content {
    /// The name of the kind of value, for messages.
    package var noun: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
