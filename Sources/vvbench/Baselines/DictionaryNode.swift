import VirtualView
import VirtualViewExpressions

/// A live node that keeps its properties in a dictionary, which layout is compared with.
///
/// It is the quick way to write a runtime: whatever a template says lands in the dictionary by its name, and layout asks
/// for names. It knows what the layout rows use: frames, rows and columns, texts of one line, images and lines.
final class DictionaryNode {
    enum Value {
        case number(Double)
        case text(String)
    }

    let componentID: UInt16
    var properties: [String: Value] = [:]
    var bindings: [(name: String, binding: BindingExpression)] = []
    var children: [DictionaryNode] = []
    var size = LayoutSize.zero
    var origin = LayoutPoint.zero
    var isDirty = true

    /// Takes over a node of the class design, which has read it from a file.
    init(_ node: ClassNode) {
        componentID = node.componentID
        for setter in node.setters {
            switch setter {
            case let setter as ClassIntSetter:
                properties[setter.name] = .number(Double(setter.value) * (setter.isScaled ? Self.pointsPerRP : 1))
            case let setter as ClassFloatSetter:
                properties[setter.name] = .number(Double(setter.value) * (setter.isScaled ? Self.pointsPerRP : 1))
            case let setter as ClassStringSetter:
                let binding = BindingExpression(setter.value)
                if binding.readsData {
                    bindings.append((setter.name, binding))
                } else {
                    properties[setter.name] = .text(setter.value)
                }
            default:
                break
            }
        }
        children = node.children.map(DictionaryNode.init)
    }

    /// On a screen of 375 points.
    private static let pointsPerRP = 0.5

    func number(_ name: String) -> Double {
        if case .number(let number)? = properties[name] { number } else { 0 }
    }

    func text(_ name: String) -> String {
        if case .text(let text)? = properties[name] { text } else { "" }
    }

    /// Shows data, in this node and everything below it.
    func update(_ data: JSONValue) {
        for (name, binding) in bindings {
            if case .string(let text)? = binding.evaluate(on: data) { properties[name] = .text(text) }
        }
        for child in children { child.update(data) }
    }
}

extension DictionaryNode {
    enum Kind {
        case frame
        case row
        case text
        case leaf
    }

    /// What the node is, asked by the number of its component as files have it.
    var kind: Kind {
        switch componentID {
        case 1: .frame
        case 2: .row
        case 7, 8: .text
        default: .leaf
        }
    }

    /// The sum of all frames, which two designs have to agree on.
    var frameSum: Double {
        children.reduce(origin.x + 3 * origin.y + 5 * size.width + 7 * size.height) { $0 + $1.frameSum }
    }

    /// The number of things to draw.
    var drawingCount: Int {
        let draws = kind == .text || kind == .leaf || properties["background"] != nil
        return children.reduce(draws ? 1 : 0) { $0 + $1.drawingCount }
    }
}
