import Foundation
import VirtualView

/// What an app does with templates.
public enum Showing {
    /// Loads templates, makes nodes of them, shows data, lays out, lists what to draw and sends a touch.
    @MainActor
    public static func show(_ files: [URL], in templates: TemplateManager) async {
        templates.prefetch(contentsOf: files) { file, result in
            if case .failure(let error) = result { print("\(file.lastPathComponent): \(error)") }
        }
        for type in files.map({ $0.deletingPathExtension().lastPathComponent }) {
            guard let tree = try? templates.makeNodeTree(of: type, environment: ScreenEnvironment(width: 375)) else {
                continue
            }
            let card = Container(tree)
            card.onEvent = { event in print(event.kind, event.nodeID) }
            card.update(data: try? JSONValue(json: Array(#"{"title": "Tea", "items": []}"#.utf8)))
            card.layout(in: card.sizeThatFits(width: 375))
            card.send(.click, at: LayoutPoint(x: 8, y: 8))
            print(type, card.size, card.displayList().items.count)
        }
    }
}
