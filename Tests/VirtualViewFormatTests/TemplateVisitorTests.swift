import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@Suite struct TemplateVisitorTests {
    @Test func tellsWhatTheViewsShow() throws {
        for file in CompileCorpus.all {
            let template = try Template(decoding: file.expected)
            var visitor = Recorder()
            template.visit(&visitor)
            #expect(visitor.lines == Self.lines(template.root), "\(file)")
        }
    }

    /// What a visitor is told about a node and everything below it, according to the views.
    private static func lines(_ node: NodeCreater) -> [String] {
        ["open \(node.index) \(node.componentID)"]
            + node.setters.map { "\($0.key) \($0.value)" }
            + node.variables.map { "\($0.name) \($0.value)" }
            + node.children.flatMap(lines)
            + ["close"]
    }
}

private struct Recorder: TemplateVisitor {
    var lines: [String] = []

    mutating func openNode(_ index: Int, componentID: UInt16, in template: Template) {
        lines.append("open \(index) \(componentID)")
    }

    mutating func visitSetter(_ key: StringID, _ value: PropertyValue, in template: Template) {
        lines.append("\(key) \(value)")
    }

    mutating func visitVariable(_ variable: UserVariable, in template: Template) {
        lines.append("\(variable.name) \(variable.value)")
    }

    mutating func closeNode() {
        lines.append("close")
    }
}
