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

    @Test func aVisitorTakesWhatItNeedsOfATemplate() throws {
        struct Counter: TemplateVisitor {
            var closed = 0
            mutating func closeNode() { closed += 1 }
        }
        struct Opener: TemplateVisitor {
            var opened = 0
            mutating func openNode(_ index: Int, componentID: UInt16, in template: Template) { opened += 1 }
        }
        for file in CompileCorpus.all {
            let template = try Template(decoding: file.expected)
            var (counter, opener) = (Counter(), Opener())
            template.visit(&counter)
            template.visit(&opener)
            #expect(counter.closed == template.nodes.count && opener.opened == template.nodes.count, "\(file)")
        }
    }

    @Test func aNodeKnowsItsTemplateAndItsPlaceInTheFile() throws {
        for file in CompileCorpus.all {
            let template = try Template(decoding: file.expected)
            #expect(Set([template, try Template(decoding: file.expected)]).count == 1)
            var last = 0
            for node in template.nodes {
                let bytes = template.bytes[node.byteOffset..<node.byteOffset + 3].map(UInt16.init)
                #expect(bytes[0] == 0 && bytes[1] << 8 | bytes[2] == node.componentID, "\(file), \(node.index)")
                #expect(node.template == template && node.byteOffset > last)
                last = node.byteOffset
            }
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
