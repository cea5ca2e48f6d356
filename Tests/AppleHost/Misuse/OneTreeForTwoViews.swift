// error: sending 'tree' risks causing data races
import VirtualView
import VirtualViewUI

func twoViews(_ templates: TemplateManager) async throws -> [TemplateView] {
    let tree = try templates.makeNodeTree(of: "Card")
    return [await TemplateView(tree), await TemplateView(tree)]
}
