import VirtualView
import VirtualViewCompiler
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

    /// Returns those without what a configuration adds for the app's own code, which is not here.
    func causes(beside configuration: Configuration) -> [NodeIssue] {
        let nodes = template.nodes
        return causes.filter { issue in
            guard let element = configuration.element(id: nodes[issue.nodeIndex].componentID) else { return true }
            switch issue.code {
            case .unknownComponent: return false
            case .unknownProperty: return issue.property.map { !configuration.adds($0, on: element) } ?? true
            default: return true
            }
        }
    }
}

extension Container {
    /// The current problems of the tree and the layout.
    var warnings: [RuntimeWarning] {
        tree.issues.map { RuntimeWarning($0) } + layoutIssues.map { RuntimeWarning($0) }
    }
}
