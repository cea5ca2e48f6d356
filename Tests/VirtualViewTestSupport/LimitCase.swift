import Foundation

/// A line of `Docs/Limits.md`: an input, its size, and what becomes of it.
package struct LimitCase: Sendable, CustomStringConvertible {
    /// What the input is, as the page says it.
    package let input: String
    /// How large it is; of what, the page's words tell.
    package let size: Int
    /// What becomes of it: a word for success, or the code of the error.
    package let outcome: String
    /// Makes an input of a size, uses it, and tells what became of it.
    package let run: @Sendable (Int) async throws -> String

    /// Describes an input.
    ///
    /// - Parameters:
    ///   - input: What it is.
    ///   - size: How large it is; an amount of work that grew with the square of it would not end.
    ///   - outcome: What becomes of it.
    ///   - run: Makes and uses such an input.
    package init(
        _ input: String,
        _ size: Int,
        _ outcome: String,
        _ run: @escaping @Sendable (Int) async throws -> String
    ) {
        self.input = input
        self.size = size
        self.outcome = outcome
        self.run = run
    }

    package var description: String { input }

    /// The line's cells in the page, without code marks.
    package var cells: [String] {
        let size = size.formatted(.number.locale(Locale(identifier: "en_US")))
        return [input.replacingOccurrences(of: "`", with: ""), size, outcome]
    }

    /// The lines of a section of the page.
    package static func lines(of section: String) throws -> [[String]] {
        try MarkdownDocument("Docs/Limits.md").tableRows(in: section)
    }

    /// The sections that have lines.
    package static func sections() throws -> [String] {
        try MarkdownDocument("Docs/Limits.md").sections.filter { section in
            section.lines.contains { $0.hasPrefix("| input ") }
        }.map(\.title)
    }
}
