/// A line of an example block of `Docs/Expressions.md`.
package struct DocumentExample: Sendable, CustomStringConvertible {
    /// The language of the block, for example `bindings`.
    package let block: String
    /// What else stands behind the block's fence.
    package let options: [String]
    /// What ` | ` separates.
    package let columns: [String]

    package var description: String { columns.joined(separator: " | ") }

    /// The page; `nil` where it cannot be read.
    package static let page = try? MarkdownDocument("Docs/Expressions.md")

    /// The lines of all blocks of some languages.
    package static func all(_ languages: String...) -> [DocumentExample] {
        (page?.blocks ?? []).filter { languages.contains($0.language) }.flatMap { block in
            block.rows.map { DocumentExample(block: block.language, options: block.options, columns: $0) }
        }
    }
}
