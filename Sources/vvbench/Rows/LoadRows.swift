import Foundation
import VirtualView
import VirtualViewCompiler
import VirtualViewFormat

extension BenchmarkRow {
    /// Loading: against the class design (L1), with everything visited (L2), against JSON and XML (L3).
    static let loadRows: [BenchmarkRow] = [
        BenchmarkRow("L1", "load") { context in
            let inputs = context.inputs.real
            return try context.stopwatch.compare(
                units: inputs.count,
                in: .microseconds,
                { try load(inputs) },
                with: (
                    "an object a node and a setter",
                    { try inputs.reduce(0) { try $0 &+ ClassTemplate($1.binary).root.setters.count } }
                ),
                goal: .fasterThanBaseline(15)
            )
        },
        BenchmarkRow("L2", "load, visit, resolve every string") { context in
            let inputs = context.inputs.real
            for input in inputs {
                guard try checksum(Template(decoding: input.binary)) == ClassTemplate(input.binary).checksum else {
                    throw BenchmarkError("the two designs read '\(input.source.path)' differently")
                }
            }
            return try context.stopwatch.compare(
                units: inputs.count,
                in: .microseconds,
                { try inputs.reduce(0) { try $0 &+ checksum(Template(decoding: $1.binary)) } },
                with: (
                    "an object a node and a setter",
                    { try inputs.reduce(0) { try $0 &+ ClassTemplate($1.binary).checksum } }
                ),
                goal: .fasterThanBaseline(8)
            )
        },
        BenchmarkRow("L3/json", "load") { context in
            let inputs = context.inputs.real
            let documents = try inputs.map { try JSONTemplate.data(of: $0.binary) }
            let decoder = JSONDecoder()
            return try context.stopwatch.compare(
                units: inputs.count,
                in: .microseconds,
                { try load(inputs) },
                with: (
                    "JSONDecoder",
                    {
                        try documents.reduce(0) {
                            $0 &+ (try decoder.decode(JSONTemplate.self, from: $1)).type.utf8.count
                        }
                    }
                ),
                goal: .fasterThanBaseline(150)
            )
        },
        BenchmarkRow("L3/xml", "load") { context in
            let inputs = context.inputs.real
            let documents = inputs.map { Data($0.source.bytes) }
            return try context.stopwatch.compare(
                units: inputs.count,
                in: .microseconds,
                { try load(inputs) },
                with: ("XMLParser", { try documents.reduce(0) { $0 &+ (try XMLTreeReader.read($1)) } }),
                goal: .fasterThanBaseline(30)
            )
        },
    ]

    private static func load(_ inputs: [BenchmarkTemplate]) throws -> Int {
        var sum = 0
        for input in inputs { sum &+= try Template(decoding: input.binary).nodes.count }
        return sum
    }

    /// Visits everything from outside of the module, as `ClassTemplate.checksum` does.
    private static func checksum(_ template: Template) -> Int {
        var visitor = ChecksumVisitor()
        template.visit(&visitor)
        return visitor.sum
    }
}

/// Adds up everything in a template.
private struct ChecksumVisitor: TemplateVisitor {
    var sum = 0

    mutating func openNode(_ index: Int, componentID: UInt16, in template: Template) {
        sum &+= Int(componentID)
    }

    mutating func visitSetter(_ key: StringID, _ value: PropertyValue, in template: Template) {
        add(key, template)
        switch value {
        case .int(let value, _): sum &+= Int(value)
        case .float(let value, _): sum &+= Int(value.bitPattern)
        case .string(let id): add(id, template)
        case .expression(let id): sum &+= Int(id.rawValue)
        }
    }

    mutating func visitVariable(_ variable: UserVariable, in template: Template) {
        add(variable.name, template)
    }

    private mutating func add(_ id: StringID, _ template: Template) {
        if let text = template.string(for: id) { sum &+= text.utf8.count }
    }
}
