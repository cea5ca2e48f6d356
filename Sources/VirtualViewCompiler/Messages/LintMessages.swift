import VirtualViewFormat

/// What there is to say about a template that compiles but will not work.
package enum LintMessage {
    case badData(String)
    case booleanVisibility(String, Client)
    case borderRoom(String, Client)
    case boundTextBackground(String, String, Client)
    case containerGravity(String, Client)
    case duplicateID(String)
    case goneForEver(String)
    case gridRows(columns: Int, children: Int?, rows: Int, Client)
    case ignoredChildren(String, of: String, areFromData: Bool)
    case imageSize(String, String)
    case mainAxisGravity(String, String, Client)
    case matchParentOnMainAxis(String)
    case missingData([String], String)
    case missingSize(String, [String])
    case outside(String, String)
    case shorthand(String, Client)
    case targetUnknownWord(String, String, String, Client)
    case unknownRule(String, suggestion: String?)
    case unusedDefinition(String)
    case unusedID(String)
    case zeroSize(String, String)

    /// The stable id.
    var id: String {
        switch self {
        case .badData: "lint.bad-data"
        case .booleanVisibility: "lint.boolean-visibility"
        case .borderRoom: "lint.border-room"
        case .boundTextBackground: "lint.bound-text-background"
        case .containerGravity, .mainAxisGravity: "lint.container-gravity"
        case .duplicateID: "lint.duplicate-id"
        case .goneForEver: "lint.gone-for-ever"
        case .gridRows: "lint.grid-rows"
        case .ignoredChildren: "lint.ignored-children"
        case .imageSize: "lint.image-size"
        case .matchParentOnMainAxis: "lint.match-parent-on-main-axis"
        case .missingData: "lint.missing-data"
        case .missingSize: "lint.missing-size"
        case .outside: "lint.outside"
        case .shorthand: "lint.shorthand"
        case .targetUnknownWord: "lint.target-unknown-word"
        case .unknownRule: "lint.unknown-rule"
        case .unusedDefinition: "lint.unused-definition"
        case .unusedID: "lint.unused-id"
        case .zeroSize: "lint.zero-size"
        }
    }

    /// Every id, in alphabetical order; `Docs/Diagnostics.md` explains each.
    package static let allIDs = [
        "lint.bad-data",
        "lint.boolean-visibility",
        "lint.border-room",
        "lint.bound-text-background",
        "lint.container-gravity",
        "lint.duplicate-id",
        "lint.gone-for-ever",
        "lint.grid-rows",
        "lint.ignored-children",
        "lint.image-size",
        "lint.match-parent-on-main-axis",
        "lint.missing-data",
        "lint.missing-size",
        "lint.outside",
        "lint.shorthand",
        "lint.target-unknown-word",
        "lint.unknown-rule",
        "lint.unused-definition",
        "lint.unused-id",
        "lint.zero-size",
    ]

    private var text: String {
        switch self {
        case .badData(let reason):
            "the sample data cannot be read: \(reason)"
        case .booleanVisibility(let found, let target):
            "'\(target.name)' takes \(MessageText.quoted(found)) for 'gone'; expected 'visible', 'invisible' or 'gone'"
        case .borderRoom(let name, let target):
            "on '\(target.name)' the border of '\(name)' takes room from its children on all four sides"
        case .boundTextBackground(let attribute, let name, let target):
            "'\(target.name)' loses a '\(attribute)' of '\(name)' that is bound to data"
        case .containerGravity(let name, let target):
            "'\(target.name)' does not hand the 'gravity' of '\(name)' on to children without a 'layoutGravity'"
        case .duplicateID(let id):
            "the id \(MessageText.quoted(id)) is given twice; only the first element is found by it"
        case .goneForEver(let name):
            "'\(name)' is gone and nothing can show it; it has neither 'id' nor 'name' and no binding for 'visibility'"
        case .gridRows(let columns, let children?, let rows, let target):
            "'\(target.name)' gives this grid \(Self.counted((children + 1) / columns, "row")) for "
                + "\(Self.counted(children, "child", "children")) in \(Self.counted(columns, "column")), which needs \(rows)"
        case .gridRows(let columns, nil, _, let target):
            "'\(target.name)' miscounts the rows of a grid with \(Self.counted(columns, "column")) for most numbers of items"
        case .ignoredChildren(let child, let parent, let areFromData):
            "'\(parent)' \(areFromData ? "makes its children from data" : "takes no children"), so this '\(child)' is never shown"
        case .imageSize(let name, let attribute):
            "an image has no size of its own, so 'wrap_content' makes the '\(attribute)' of '\(name)' 0"
        case .mainAxisGravity(let name, let side, let target):
            "'\(target.name)' puts the children of '\(name)' to the \(side), because its 'gravity' says nothing of that axis"
        case .matchParentOnMainAxis(let name):
            "in a '\(name)' a child is measured against the whole size, so 'match_parent' leaves no room for its siblings"
        case .missingData(let paths, let file):
            "the sample data in '\(file)' has no \(MessageText.alternatives(paths))"
        case .missingSize(let name, let attributes):
            attributes.count == 1
                ? "'\(name)' has no '\(attributes[0])', so that side is 0"
                : "'\(name)' has neither \(attributes.map { "'\($0)'" }.joined(separator: " nor ")), so both sides are 0"
        case .outside(let name, let parent):
            "'\(name)' lies outside its '\(parent)'"
        case .shorthand(let name, let target):
            "'\(target.name)' ignores '\(name)'; give the four sides"
        case .targetUnknownWord(let word, let attribute, let effect, let target):
            "'\(target.name)' \(effect) the word '\(word)' of '\(attribute)'"
        case .unknownRule(let found, let suggestion):
            "there is no rule \(MessageText.quoted(found))" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
        case .unusedDefinition(let name):
            "the definition \(MessageText.quoted(name)) is not used"
        case .unusedID(let name):
            "nothing uses the id: '\(name)' reports no event, shows no data and has no handler"
        case .zeroSize(let name, let attribute):
            "'\(name)' is invisible, because its '\(attribute)' is 0"
        }
    }

    private static func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
        "\(count) \(count == 1 ? one : many ?? one + "s")"
    }

    /// The message as a diagnostic.
    func diagnostic(
        at range: SourceRange,
        notes: [Diagnostic.Note] = [],
        fixIts: [Diagnostic.FixIt] = []
    ) -> Diagnostic {
        Diagnostic(.warning, id: id, text, at: range, notes: notes, fixIts: fixIts)
    }
}
