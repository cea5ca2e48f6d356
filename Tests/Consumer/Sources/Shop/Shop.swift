import Foundation
import VirtualView

/// Loads every template of the module's bundle and shows what came.
@main
enum Shop {
    static func main() {
        var configuration = TemplateManager.Configuration()
        configuration.registry.unknownComponents = .placeholder
        let templates = TemplateManager(configuration: configuration)
        templates.prefetch(Templates.files.map { TemplateRequest(contentsOf: $0.url, as: $0.name) })
        do {
            for name in Templates.all {
                let template = try templates.template(for: name)
                print(name, template.nodes.count, template.strings.map(\.text))
            }
            for name in Templates.all where name == "PriceTag" {
                print(
                    name,
                    "has",
                    try templates.makeNodeTree(of: name).node(named: "label") != nil ? "its part" : "no part"
                )
            }
            let card = try templates.makeNodeTree(of: Templates.productCard)
            card.update(data: ["title": "Tent", "price": "89.00"])
            print(Templates.homeHeader, Templates.searchHeader)
            print(Bundle.module.url(forResource: "ProductCard", withExtension: "out") != nil)
            print(Bundle.module.url(forResource: "Feed", withExtension: "xml") != nil)
        } catch {
            print("error: \(error)")
        }
    }
}
