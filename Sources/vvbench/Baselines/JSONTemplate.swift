import Foundation
import VirtualViewFormat

/// The same template as JSON, the usual way to ship a tree to an app.
struct JSONTemplate: Codable {
    /// A property; which value it has says its kind.
    struct Property: Codable {
        let name: String
        var int: Int32?
        var float: Float?
        var text: String?
        var isScaled: Bool?
    }

    /// A node with everything below it.
    struct Node: Codable {
        let component: UInt16
        let properties: [Property]
        let children: [Node]
    }

    let type: String
    let root: Node

    /// Takes a template; used to make the input, never timed.
    init(_ template: Template) {
        type = template.type
        root = Self.node(template.root)
    }

    private static func node(_ creater: NodeCreater) -> Node {
        let properties = creater.setters.map { setter in
            var property = Property(name: setter.name ?? setter.key.description)
            switch setter.value {
            case .int(let value, let unit):
                property.int = value
                property.isScaled = unit == .rp ? true : nil
            case .float(let value, let unit):
                property.float = value
                property.isScaled = unit == .rp ? true : nil
            case .string, .expression:
                property.text = setter.text ?? ""
            }
            return property
        }
        return Node(component: creater.componentID, properties: properties, children: creater.children.map(node))
    }

    /// The JSON of a template.
    static func data(of binary: [UInt8]) throws -> Data {
        try JSONEncoder().encode(JSONTemplate(try Template(decoding: binary)))
    }
}
