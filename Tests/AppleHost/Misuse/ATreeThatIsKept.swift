// error: sending 'tree' risks causing data races
import VirtualView
import VirtualViewUI

/// Keeps the nodes, and gives them to a view of the main actor.
actor Keeper {
    private var kept: NodeTree?

    func show(_ templates: TemplateManager) async throws -> TemplateView {
        let tree = try templates.makeNodeTree(of: "Card")
        kept = tree
        return await TemplateView(tree)
    }
}
