// An assemble source as it was written, before fragments are inserted and attributes are typed.

/// A source: its fragments and what it shows.
struct AssembleDocument {
    /// The content of a fragment or a source.
    enum Body {
        case block(AssembleBlock)
        case part(AssemblePart)
        /// A list of attributes alone, as the file of an argument may be.
        case attributes(AssembleAttributeList)
    }

    /// The fragments in the order of their definition; one without a name is left out.
    var fragments: [AssembleFragment] = []
    /// The content of the source; `nil` if there is none.
    var root: Body?
}

/// A named body that is inserted for its name.
struct AssembleFragment {
    let name: String
    let nameSpan: SourceSpan
    let body: AssembleDocument.Body
    /// The number of bytes of source that the body takes.
    let length: Int
}

/// `{ head (attributes) [part] … }`: parts in a row or a column.
struct AssembleBlock {
    /// The two letters after the brace.
    struct Head {
        /// The direction in which parts follow each other.
        var axis: AssembleAxis
        /// The second letter as it was written.
        var alignment: AssembleEdge
        /// The position of the letters; that of the brace if they are missing.
        var span: SourceSpan
    }

    /// The opening brace.
    let opener: SourceSpan
    /// The closing brace; empty if it is missing.
    var closer: SourceSpan
    var head: Head
    var attributes: AssembleAttributeList?
    var parts: [AssemblePart] = []
    /// Whether an error in it was reported, so that its consequences are not reported.
    var isDamaged = false
    var comments: [AssembleComment] = []
}

/// `[name {…} (attributes)]`: one thing of an assemble.
struct AssemblePart {
    /// The opening bracket; the brace of a block that stands without brackets.
    let opener: SourceSpan
    /// The closing bracket; empty if it is missing.
    var closer: SourceSpan
    var name: AssembleReference?
    /// The `%@`.
    var splice: AssembleReference?
    var block: AssembleBlock?
    var attributes: AssembleAttributeList?
    /// Whether an error in it was reported, so that its consequences are not reported.
    var isDamaged = false
    var comments: [AssembleComment] = []
}

/// A word or a `%@` that stands for something else.
struct AssembleReference {
    /// The name that is meant; `nil` if that was reported as an error.
    let name: String?
    let span: SourceSpan
}

/// `(name:value, …)`.
struct AssembleAttributeList {
    /// An item between two commas.
    enum Item {
        case attribute(AssembleAttribute)
        /// A `%@` that stands for further attributes.
        case splice(AssembleReference)
    }

    /// The opening parenthesis; empty for a list without parentheses.
    let opener: SourceSpan
    /// The closing parenthesis; empty if it is missing.
    var closer: SourceSpan
    var items: [Item] = []
    /// Whether an error in it was reported.
    var isDamaged = false
}

/// `name:value`.
struct AssembleAttribute {
    /// A value before its attribute's type is known.
    enum Value {
        /// No value between the colon and the next comma.
        case missing
        /// Words as they stand, or a quoted text.
        case text(String, PositionMap)
        /// `<path>`, already as `${path}`.
        case binding(String, PositionMap)
        /// Something that was reported as an error.
        case broken
    }

    let name: String
    let nameSpan: SourceSpan
    let value: Value
    /// The position of the value, without quotes.
    let valueSpan: SourceSpan
    /// The position of the value with its quotes, where its problems are shown.
    let wholeSpan: SourceSpan

    /// Whether the value is words as they stand.
    var isPlain: Bool {
        if case .text = value { wholeSpan == valueSpan } else { false }
    }
}

/// A comment of a source that a printed template can keep.
struct AssembleComment: Hashable {
    /// The text without the marks around it.
    let text: String
    let span: SourceSpan
}

/// The direction in which parts follow each other.
enum AssembleAxis: Hashable {
    case horizontal
    case vertical

    /// The other direction.
    var crossing: AssembleAxis { self == .horizontal ? .vertical : .horizontal }
}

/// A side, or the middle between two.
enum AssembleEdge: String, Hashable {
    case center
    case left
    case right
    case top
    case bottom

    /// Returns whether the word is about an axis.
    func lies(along axis: AssembleAxis) -> Bool {
        switch self {
        case .center: true
        case .left, .right: axis == .horizontal
        case .top, .bottom: axis == .vertical
        }
    }
}
