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
    /// The kind of a problem: a stable name that programs may compare and print.
    public struct Code: Hashable, Sendable {
        private enum Value: String, CaseIterable {
            case badMagic, unsupportedVersion, fileTooLarge, truncated
            case sectionOutOfBounds, sectionOverlap, sectionGap, sectionLengthMismatch
            case templateCount, nodeLengthMismatch, unknownTag, unbalancedTags, rootCount
            case countTooLarge, unknownVariableType, invalidUTF8
            case zeroStringID, stringCollision, systemStringCollision
            case stringTooLong, nameTooLong, expressionTooLong, tooManyEntries, nodesTooLarge, tooManyDependencies
        }

        private let value: Value

        private init(_ value: Value) {
            self.value = value
        }

        /// The name that `vvc verify` prints, for example `sectionOverlap`.
        public var name: String {
            value.rawValue
        }

        /// Every code, in the order of the documented table.
        public static let all: [Code] = Value.allCases.map(Code.init)
    }
}

extension FormatError.Code {
    // MARK: - Reading

    /// The file does not start with `ALIVV`.
    public static let badMagic = Self(.badMagic)
    /// The major version is not 1.
    public static let unsupportedVersion = Self(.unsupportedVersion)
    /// The file, or the file to be written, is larger than the limit.
    public static let fileTooLarge = Self(.fileTooLarge)
    /// The bytes end in the middle of something.
    public static let truncated = Self(.truncated)
    /// A section lies in the header or reaches beyond the end of the file.
    public static let sectionOutOfBounds = Self(.sectionOutOfBounds)
    /// Two sections share bytes.
    public static let sectionOverlap = Self(.sectionOverlap)
    /// Some bytes belong to no section.
    public static let sectionGap = Self(.sectionGap)
    /// A section's content is shorter or longer than the header says.
    public static let sectionLengthMismatch = Self(.sectionLengthMismatch)
    /// The file does not hold exactly one template.
    public static let templateCount = Self(.templateCount)
    /// The node tree is shorter or longer than its length field says.
    public static let nodeLengthMismatch = Self(.nodeLengthMismatch)
    /// A byte that should start or end a node does neither.
    public static let unknownTag = Self(.unknownTag)
    /// A node is not closed, or a node is closed that was not open.
    public static let unbalancedTags = Self(.unbalancedTags)
    /// The tree does not have exactly one root.
    public static let rootCount = Self(.rootCount)
    /// A count is negative, or larger than the remaining bytes allow.
    public static let countTooLarge = Self(.countTooLarge)
    /// A user variable is neither an int nor a float nor a string.
    public static let unknownVariableType = Self(.unknownVariableType)
    /// A text is not valid UTF-8.
    public static let invalidUTF8 = Self(.invalidUTF8)

    // MARK: - Writing

    /// The key of a text is 0, which the format cannot store.
    public static let zeroStringID = Self(.zeroStringID)
    /// Two texts of one template have the same key.
    public static let stringCollision = Self(.stringCollision)
    /// A text has the key of a system string.
    public static let systemStringCollision = Self(.systemStringCollision)
    /// A text is longer than 65,535 bytes.
    public static let stringTooLong = Self(.stringTooLong)
    /// The template's name is longer than 65,535 bytes.
    public static let nameTooLong = Self(.nameTooLong)
    /// An event program is longer than 65,535 bytes.
    public static let expressionTooLong = Self(.expressionTooLong)
    /// A node has more than 255 entries in one table.
    public static let tooManyEntries = Self(.tooManyEntries)
    /// The node tree is longer than 65,535 bytes.
    public static let nodesTooLarge = Self(.nodesTooLarge)
    /// The template depends on more than 65,535 pages.
    public static let tooManyDependencies = Self(.tooManyDependencies)
}

extension FormatError.Code: CustomStringConvertible {
    /// The code's ``name``.
    public var description: String {
        name
    }
}
