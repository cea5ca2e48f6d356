import VirtualView
import VirtualViewFormat

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

extension PreparedTemplate {
    /// The problems that preparing it found: those with the properties of an unknown component are consequences of that.
    var causes: [NodeIssue] {
        let nodes = template.nodes
        let unknown = Set(issues.filter { $0.code == .unknownComponent }.map { nodes[$0.nodeIndex].componentID })
        return issues.filter { $0.code != .unknownProperty || !unknown.contains(nodes[$0.nodeIndex].componentID) }
    }
}

extension Container {
    /// The current problems of the tree and the layout.
    var warnings: [RuntimeWarning] {
        tree.issues.map { RuntimeWarning($0) } + layoutIssues.map { RuntimeWarning($0) }
    }
}
