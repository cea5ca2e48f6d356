// error: sending 'tree' risks causing data races
import VirtualView
import VirtualViewUI

func makeView(_ templates: TemplateManager) async throws -> TemplateView {
    let tree = try templates.makeNodeTree(of: "Card")
    let view = await TemplateView(tree)
    tree.update(data: nil)
    return view
}
