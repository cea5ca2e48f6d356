import VirtualView

/// A problem that does not keep a template from being shown: one of the template, its data or the layout.
struct RuntimeWarning: Hashable {
    /// The id of the diagnostic: `node.` or `layout.` and the code of the issue, or `preview.left-out`.
    let id: String
    /// The place and what was found, one line.
    let message: String

    init(_ issue: NodeIssue) {
        id = "node.\(issue.code.rawValue)"
        message = issue.description
    }

    init(_ issue: LayoutIssue) {
        id = "layout.\(issue.code.rawValue)"
        message = issue.description
    }

    /// Something that a preview has no room for.
    init(leftOut message: String) {
        id = "preview.left-out"
        self.message = message
    }

    /// The warning as pages show it.
    var line: String { "warning: \(message)" }
}

extension Container {
    /// The current problems of the tree and the layout.
    var warnings: [RuntimeWarning] {
        tree.issues.map { RuntimeWarning($0) } + layoutIssues.map { RuntimeWarning($0) }
    }
}
