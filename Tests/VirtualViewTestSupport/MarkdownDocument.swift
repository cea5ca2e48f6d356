import Foundation

/// A page of `Docs/`, taken apart so that tests can check what it shows.
package struct MarkdownDocument: Sendable {
    /// A fenced block.
    package struct Block: Sendable {
        /// What stands behind the opening fence, for example `xml --lenient`.
        package let info: String
        /// The lines between the fences, without the last line end.
        package let text: String
        /// The number of the first line.
        package let line: Int
        /// The headings above it, the outermost first.
        package let headings: [String]

        /// The first word behind the fence.
        package var language: String { info.split(separator: " ").first.map(String.init) ?? "" }
        /// The other words behind the fence.
        package var options: [String] { info.split(separator: " ").dropFirst().map(String.init) }
        /// The lines as rows of columns, which ` | ` separates.
        package var rows: [[String]] {
            text.components(separatedBy: "\n").map { line in
                line.components(separatedBy: " | ").map { $0.trimmingCharacters(in: .whitespaces) }
            }
        }
    }

    /// A heading and the lines up to the next one.
    package struct Section: Sendable {
        /// The number of `#`.
        package let level: Int
        /// The heading's text.
        package let title: String
        /// The lines below it, fences and blocks included.
        package let lines: [String]
    }

    /// The whole page.
    package let text: String
    /// The fenced blocks in their order.
    package private(set) var blocks: [Block] = []
    /// The sections in their order.
    package private(set) var sections: [Section] = []

    /// Reads a page.
    ///
    /// - Parameter path: The path from the package's root.
    /// - Throws: An error of Foundation when the page cannot be read.
    package init(_ path: String) throws {
        text = try Fixtures.text(of: path)
        var headings: [(level: Int, title: String)] = []
        var open: (info: String, line: Int, lines: [String])?
        var body: [String] = []
        func finishSection() {
            guard let heading = headings.last else { return }
            sections.append(Section(level: heading.level, title: heading.title, lines: body))
        }
        for (number, line) in text.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("```") {
                body.append(line)
                if let block = open {
                    blocks.append(
                        Block(
                            info: block.info,
                            text: block.lines.joined(separator: "\n"),
                            line: block.line,
                            headings: headings.map(\.title)
                        )
                    )
                    open = nil
                } else {
                    open = (String(line.dropFirst(3)), number + 2, [])
                }
            } else if open != nil {
                open?.lines.append(line)
                body.append(line)
            } else if line.hasPrefix("#") {
                finishSection()
                body = []
                let level = line.prefix { $0 == "#" }.count
                headings.removeAll { $0.level >= level }
                headings.append((level, String(line.dropFirst(level + 1))))
            } else {
                body.append(line)
            }
        }
        finishSection()
    }

    /// The cells of the tables in a section, without their heads.
    ///
    /// - Parameter title: How the section's heading begins.
    /// - Returns: The rows; code marks and blanks around a cell are removed.
    package func tableRows(in title: String) -> [[String]] {
        var rows: [[String]] = []
        var isBody = false
        for line in sections.filter({ $0.title.hasPrefix(title) }).flatMap(\.lines) {
            guard line.hasPrefix("|") else {
                isBody = false
                continue
            }
            if line.hasPrefix("|-") {
                isBody = true
            } else if isBody {
                let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                rows.append(
                    cells.map { $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "`", with: "") }
                )
            }
        }
        return rows
    }
}
