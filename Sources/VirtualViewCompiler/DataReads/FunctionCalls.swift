import VirtualViewExpressions
import VirtualViewFormat

/// The functions of the app that a template calls, with the numbers of arguments.
struct FunctionCalls {
    /// A call.
    struct Call: Hashable {
        /// `module.name.member` of an event program, or `app.name` of a binding.
        let function: String
        let argumentCount: Int
        let node: Int
        let property: String
    }

    /// The calls in the order of the nodes.
    private(set) var all: [Call] = []

    /// Finds the calls of a template.
    init(_ template: Template) {
        for node in template.nodes {
            for setter in node.setters {
                let property = setter.name ?? ""
                switch setter.value {
                case .expression(let id):
                    addCalls(of: template.expressions[id] ?? [], template, node.index, property)
                case .string:
                    for call in BindingExpression(setter.text ?? "").appCalls {
                        let name = "app." + call.name
                        all.append(
                            Call(function: name, argumentCount: call.count, node: node.index, property: property)
                        )
                    }
                case .int, .float: break
                }
            }
        }
    }

    private mutating func addCalls(of code: [UInt8], _ template: Template, _ node: Int, _ property: String) {
        var decoder = InstructionDecoder(code)
        while let instruction = try? decoder.next() {
            guard case .call(let path, let arguments) = instruction.operation, path.base == nil else { continue }
            let names = path.names.map { template.string(for: StringID(rawValue: $0)) ?? "?" }
            guard names.first == "module" else { continue }
            all.append(
                Call(
                    function: names.joined(separator: "."),
                    argumentCount: arguments.count,
                    node: node,
                    property: property
                )
            )
        }
    }

    /// The numbers of arguments by function; each once and ordered.
    var counts: [String: [Int]] {
        var counts: [String: Set<Int>] = [:]
        for call in all { counts[call.function, default: []].insert(call.argumentCount) }
        return counts.mapValues { $0.sorted() }
    }
}
