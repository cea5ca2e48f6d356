/// The result of a front end for a source.
package struct ParsedSource: Sendable {
    /// The source.
    package let file: SourceFile
    /// The elements; `nil` if the front end reported an error and could not continue.
    package let tree: SyntaxTree?
    /// The comments before elements, by the element's index; kept by the assemble language alone.
    package var comments: [Int: [String]] = [:]
    /// The text of `NAME.parts.json`; `nil` if no part is named.
    package var partsJSON: String?
    /// The definitions of an assemble source that nothing uses.
    package var unusedDefinitions: [(name: String, range: SourceRange)] = []
}
