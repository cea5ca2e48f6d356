import VirtualViewFormat

/// Prints a ``SyntaxTree`` as XML that people can read and that reads back as the same tree.
///
/// An element whose tag fits on a line is on one line; otherwise each attribute has a line of its own. The style is that
/// of ``SourceFormatter``, which changes nothing. Characters that a reader would change or misread are written as
/// entities, so names and values come back exactly.
package struct XMLPrinter: Sendable {
    /// The maximum number of columns of a tag on one line.
    package var lineLength: Int

    /// Creates a printer.
    package init(lineLength: Int = 100) {
        self.lineLength = lineLength
    }

    /// Prints a tree.
    ///
    /// - Parameters:
    ///   - tree: The tree.
    ///   - comments: Comments before elements, by the element's index in the tree.
    /// - Returns: The text, with a line feed at its end.
    /// - Complexity: O(*n*) in the length of the text.
    package func print(_ tree: SyntaxTree, comments: [Int: [String]] = [:]) -> String {
        var output = Output(lineLength: lineLength)
        output.line("<?xml version=\"1.0\" encoding=\"utf-8\"?>")
        for instruction in tree.instructions { output.line("<?vvc \(instruction.text)?>") }
        /// The elements that are open, the innermost last.
        var open: [Int] = []
        for (index, element) in tree.elements.enumerated() {
            while let last = open.last, Int(tree.elements[last].subtreeEnd) <= index {
                output.close(tree, open.removeLast(), open.count)
            }
            for comment in comments[index] ?? [] { output.comment(comment, depth: open.count) }
            let isEmpty = Int(element.subtreeEnd) == index + 1
            output.open(element, tree.attributes(of: element), depth: open.count, isEmpty: isEmpty)
            if !isEmpty { open.append(index) }
        }
        while let last = open.popLast() { output.close(tree, last, open.count) }
        return output.text
    }
}

// MARK: - Lines

extension XMLPrinter {
    /// The text that is being printed.
    private struct Output {
        let lineLength: Int
        var text = ""

        mutating func line(_ line: String, depth: Int = 0) {
            if !line.isEmpty { text += String(repeating: " ", count: FormattedText.indentation(of: depth)) + line }
            text += "\n"
        }

        mutating func open(
            _ element: SyntaxTree.Element,
            _ attributes: SyntaxTree.AttributeList,
            depth: Int,
            isEmpty: Bool
        ) {
            let end = isEmpty ? "/>" : ">"
            let words = attributes.map { "\($0.name)=\"\(XMLPrinter.escaped($0.value))\"" }
            let start = FormattedText.indentation(of: depth) + 1 + element.name.unicodeScalars.count
            let length = words.reduce(start + end.count) { $0 + $1.unicodeScalars.count + 1 }
            if length <= lineLength || words.isEmpty {
                return line("<" + ([element.name] + words).joined(separator: " ") + end, depth: depth)
            }
            line("<\(element.name)", depth: depth)
            for (index, word) in words.enumerated() {
                line(index == words.count - 1 ? word + end : word, depth: depth + 1)
            }
        }

        mutating func close(_ tree: SyntaxTree, _ index: Int, _ depth: Int) {
            line("</\(tree.elements[index].name)>", depth: depth)
        }

        /// Prints a comment; one of several lines keeps them.
        mutating func comment(_ comment: String, depth: Int) {
            let lines = comment.split(omittingEmptySubsequences: false) { $0.isNewline }
                .map { XMLPrinter.trimmed(XMLPrinter.commentText($0)) }
            let kept = lines.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()
            guard let first = kept.first else { return }
            guard kept.count > 1 else { return line("<!-- \(first) -->", depth: depth) }
            line("<!-- \(first)", depth: depth)
            for (index, text) in kept.dropFirst().enumerated() {
                line(text.isEmpty ? "" : "     \(text)" + (index == kept.count - 2 ? " -->" : ""), depth: depth)
            }
        }
    }
}

// MARK: - Characters

extension XMLPrinter {
    /// Returns a value as it is between double quotes.
    package static func escaped(_ value: String) -> String {
        guard value.unicodeScalars.contains(where: { entity(for: $0) != nil }) else { return value }
        var result = ""
        for scalar in value.unicodeScalars {
            if let entity = entity(for: scalar) { result += entity } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    /// Returns the entity of a character that is not allowed in a value, or would not be visible there.
    private static func entity(for scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "\u{A0}", "\u{FFFE}"..."\u{FFFF}": "&#\(scalar.value);"
        case _ where VisibleText.acts(scalar): "&#\(scalar.value);"
        default: nil
        }
    }

    /// Text that a comment can hold: two hyphens would end it, control characters are not allowed, and there are no
    /// entities for what acts.
    private static func commentText(_ text: Substring) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == "-", result.unicodeScalars.last == "-" { result += " " }
            if XMLCharacters.isForbidden(scalar.value) { continue }
            result.unicodeScalars.append(scalar == "\t" ? " " : scalar)
        }
        return VisibleText.line(result)
    }

    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars.drop { $0.isSpace }
        var kept = String.UnicodeScalarView(scalars)
        while let last = kept.last, last.isSpace { kept.removeLast() }
        return String(kept)
    }
}
