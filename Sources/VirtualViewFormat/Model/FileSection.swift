/// A part of a template file.
public enum FileSection: String, Hashable, Sendable, CaseIterable {
    /// The magic, the version, the positions of the other sections, and the page ids.
    case header
    /// The template's name and its node tree.
    case code
    /// The strings that the node tree refers to.
    case strings
    /// Compiled event programs.
    case expressions
    /// Records that the format does not define.
    case extra
}

/// The positions of the sections of a file.
public struct SectionLayout: Hashable, Sendable {
    /// The template's name and its node tree, from the template count on.
    public let code: Range<Int>
    /// The string table, from its count on.
    public let strings: Range<Int>
    /// The expression table, from its count on.
    public let expressions: Range<Int>
    /// The extra section; empty in most files.
    public let extra: Range<Int>

    /// The sections after the header, in file order.
    ///
    /// An empty extra section that starts where another section starts comes before it.
    public var order: [FileSection] {
        let starts: [(FileSection, Range<Int>)] = [
            (.code, code), (.strings, strings), (.expressions, expressions), (.extra, extra),
        ]
        return starts.sorted { ($0.1.lowerBound, $0.1.count) < ($1.1.lowerBound, $1.1.count) }.map { $0.0 }
    }

    /// Returns the byte offsets of one section in the file.
    ///
    /// - Parameter section: The section.
    /// - Returns: Its range, including the count before a table.
    public func range(of section: FileSection) -> Range<Int> {
        switch section {
        case .header: 0..<min(code.lowerBound, strings.lowerBound, expressions.lowerBound, extra.lowerBound)
        case .code: code
        case .strings: strings
        case .expressions: expressions
        case .extra: extra
        }
    }
}
