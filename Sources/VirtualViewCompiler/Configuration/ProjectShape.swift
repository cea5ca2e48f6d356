/// What a value of a project file may be: the reader checks it, and the schema for editors describes it.
indirect enum ProjectShape: Sendable {
    /// Any value that bindings may have.
    case value
    /// The sample result of a function, or an object with results for arguments.
    case function
    /// A text that is not empty.
    case text
    /// The path of a file or folder.
    case path
    /// The path of a file below the folder of the project file.
    case pathInside
    /// One path, or an array of them.
    case paths
    /// The size of an image: `24x24`, `12rpx12rp`.
    case size
    /// The identifier of a language and region: `ar_EG`.
    case locale
    /// A number in a range; the noun is what it is.
    case number(String, ClosedRange<Double>)
    /// One of some words; the noun is what they are.
    case word(String, [String])
    /// An array with a maximum number of elements.
    case list(ProjectShape, atMost: Int)
    /// An object with known members.
    case object([ProjectMember])
    /// An object with the names of a kind.
    case map(ProjectNames, ProjectShape)
}

/// The names that the members of an object may have.
enum ProjectNames: Sendable {
    case any
    /// The names that expressions can call.
    case functions
    /// The names of values in `env`, without those that every environment has.
    case values
    /// The ids of rules.
    case rules
}

/// A member of a project file, or of an object in it: the one row that the reader, the schema and messages read.
struct ProjectMember: Sendable {
    let name: String
    /// What it is for, one line.
    let summary: String
    let shape: ProjectShape
    /// A value, as JSON.
    let example: String
    /// Takes a value of the shape; objects with known members are taken member by member.
    let take: @Sendable (inout ProjectFile, JSONNode) -> Void

    init(
        _ name: String,
        _ shape: ProjectShape,
        _ summary: String,
        example: String,
        _ take: @escaping @Sendable (inout ProjectFile, JSONNode) -> Void = { _, _ in }
    ) {
        self.name = name
        self.summary = summary
        self.shape = shape
        self.example = example
        self.take = take
    }
}
