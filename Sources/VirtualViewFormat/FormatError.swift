/// An error that says why a template file cannot be read or written.
public struct FormatError: Error, Hashable, Sendable {
    /// The kind of problem; `Docs/Format.md §9` lists all codes.
    public let code: Code
    /// The offset of the first wrong byte; `nil` if a file could not be written.
    public let offset: Int?
    /// The section that was being read or written.
    public let section: FileSection
    /// The field that was being read, and what was found and expected.
    public let context: String

    /// Makes an error.
    public init(_ code: Code, at offset: Int? = nil, in section: FileSection, _ context: String) {
        self.code = code
        self.offset = offset
        self.section = section
        self.context = context
    }
}

extension FormatError: CustomStringConvertible {
    /// The problem in one line: `truncated while reading string length at byte 31 (section strings)`.
    public var description: String {
        guard let offset else { return "\(context) (section \(section.rawValue))" }
        return "\(context) at byte \(offset) (section \(section.rawValue))"
    }
}

extension FormatError {
    /// The kind of a problem; the raw value is the stable name that `vvc verify` prints, for example `sectionOverlap`.
    ///
    /// The cases are in the order of the documented table.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // MARK: - Reading

        /// The file does not start with `ALIVV`.
        case badMagic
        /// The major version is not 1.
        case unsupportedVersion
        /// The file, or the file to be written, is larger than the limit.
        case fileTooLarge
        /// The bytes end in the middle of something.
        case truncated
        /// A section lies in the header or reaches beyond the end of the file.
        case sectionOutOfBounds
        /// Two sections share bytes.
        case sectionOverlap
        /// Some bytes belong to no section.
        case sectionGap
        /// A section's content is shorter or longer than the header says.
        case sectionLengthMismatch
        /// The file does not hold exactly one template.
        case templateCount
        /// The node tree is shorter or longer than its length field says.
        case nodeLengthMismatch
        /// A byte that should start or end a node does neither.
        case unknownTag
        /// A node is not closed, or a node is closed that was not open.
        case unbalancedTags
        /// The tree does not have exactly one root.
        case rootCount
        /// A count is negative, or larger than the remaining bytes allow.
        case countTooLarge
        /// A user variable is neither an int nor a float nor a string.
        case unknownVariableType
        /// A text is not valid UTF-8.
        case invalidUTF8

        // MARK: - Writing

        /// The key of a text is 0, which the format cannot store.
        case zeroStringID
        /// Two texts of one template have the same key.
        case stringCollision
        /// A text has the key of a system string.
        case systemStringCollision
        /// A text is longer than 65,535 bytes.
        case stringTooLong
        /// The template's name is longer than 65,535 bytes.
        case nameTooLong
        /// An event program is longer than 65,535 bytes.
        case expressionTooLong
        /// A node has more than 255 entries in one table.
        case tooManyEntries
        /// The node tree is longer than 65,535 bytes.
        case nodesTooLarge
        /// The template depends on more than 65,535 pages.
        case tooManyDependencies
    }
}
