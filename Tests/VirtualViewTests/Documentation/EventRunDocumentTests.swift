import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

/// Runs the examples of `Docs/Expressions.md` on what event programs do.
@Suite struct EventRunDocumentTests {
    static let examples = DocumentExample.all("values", "stops")

    /// Gives what it is called with to the test.
    private struct Module: EventModule {
        let name = "test"
        let received = Locked<[String]>([])

        var functions: [EventFunction] {
            [
                EventFunction("put", [.any]) { call in
                    let text = EventRunDocumentTests.text(of: call.arguments[0])
                    received.withLock { $0.append(text) }
                },
                EventFunction("open", [.string]) { _ in },
            ]
        }
    }

    private static func text(of value: EventValue) -> String {
        switch value {
        case .none: "nothing"
        case .string(let text): "'\(text)'"
        case .float(let number): "\(number)"
        case .double(let number): "\(number)"
        default: value.data?.json ?? "a node"
        }
    }

    @Test(arguments: examples)
    func exampleDoesWhatItSays(_ example: DocumentExample) throws {
        try #require(example.columns.count == 2)
        let (program, result) = (example.columns[0], example.columns[1])
        let module = Module()
        var registry = NodeRegistry.standard
        registry.register(module)
        let handler = example.block == "values" ? "module.test.put(\(program))" : program
        let spec = NodeSpec(
            "VHLayout",
            [:],
            [
                NodeSpec(
                    "NText",
                    ["name": "label", "text": "Off", "textSize": 12, "onClick": .handler(handler)],
                    variables: ["taps": 2]
                ),
                NodeSpec("NImage", ["name": "badge"]),
            ]
        )
        let tree = try makeTree(spec, registry: registry)
        let data = try #require(DocumentExample.page?.blocks.first { $0.language == "event-data" }?.text)
        tree.update(data: try JSONValue(json: data))
        var codes: [String] = []
        tree.onEventError = { codes.append($0.code.rawValue) }
        tree.send(.click, to: tree.root.children[0])
        #expect((example.block == "values" ? module.received.withLock { $0 } : codes) == [result])
        #expect(example.block == "stops" || codes.isEmpty)
    }

    @Test func findsTheExamples() {
        #expect(Self.examples.count { $0.block == "values" } > 30)
        #expect(Self.examples.count { $0.block == "stops" } > 10)
    }

    @Test func everyErrorHasARow() throws {
        let rows = try #require(DocumentExample.page).tableRows(in: "Errors when running")
        #expect(rows.map { $0[0] } == EventError.Code.allCases.map(\.rawValue))
    }
}
