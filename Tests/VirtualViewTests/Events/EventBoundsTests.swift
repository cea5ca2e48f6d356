import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewFormat

@testable import VirtualViewCore

/// What takes long costs steps, so a program of a file that is not trusted cannot keep an app busy.
@Suite struct EventBoundsTests {
    private static let long = String(repeating: "e\u{301}", count: 20_000)

    private func steps(_ error: EventError?) -> Bool { error?.code == .tooManySteps }

    @Test func comparingWithWhatIsShownCostsSteps() throws {
        // The same text in two places of the memory: to find that nothing changes, all of it is compared.
        let scene = try ProbeScene(
            .handler("this.parent.children.tag = data.a; this.parent.children.tag = data.b"),
            data: ["a": .string(Self.long), "b": .string(Self.long + "")]
        )
        let error = #expect(throws: EventError.self) {
            try scene.run(limits: EventInterpreter.Limits(maximumSteps: 5_000))
        }
        #expect(steps(error))
        try scene.run(limits: EventInterpreter.Limits(maximumSteps: 6_000))
    }

    @Test func lookingUpALongNameCostsSteps() throws {
        let program = Array(repeating: "this.n = data.obj[data.a]", count: 10).joined(separator: "; ")
        let scene = try ProbeScene(
            .handler(program),
            data: ["a": .string(Self.long), "obj": .object(BindingObject([(Self.long, .int(5))]))]
        )
        let error = #expect(throws: EventError.self) {
            try scene.run(limits: EventInterpreter.Limits(maximumSteps: 9_000))
        }
        #expect(steps(error))
        #expect(scene.probe[ProbeNode.number] == 5)
        try scene.run()
    }

    @Test func comparingLongNamesOfNodesCostsSteps() throws {
        let name = String(repeating: "n", count: 20_000)
        let nodes = (0..<10).map { _ in NodeSpec("NText", ["name": .text(name + "a")]) }
        let root = NodeSpec("FrameLayout", ["onClick": .handler("this.\(name)b.text = 'x'")], nodes)
        let tree = try makeTree(root)
        tree.eventPrograms = EventInterpreter(limits: EventInterpreter.Limits(maximumSteps: 3_000))
        var errors: [EventError.Code] = []
        tree.onEventError = { errors.append($0.code) }
        tree.send(.click, to: tree.root)
        tree.eventPrograms = EventInterpreter()
        tree.send(.click, to: tree.root)
        #expect(errors == [.tooManySteps, .noTarget])
    }

    @Test func comparingLongNamesOfVariablesCostsSteps() throws {
        let name = "v" + String(repeating: "n", count: 20_000)
        let program = Array(repeating: "this.\(name) += 1", count: 10).joined(separator: "; ")
        let root = NodeSpec("FrameLayout", ["onClick": .handler(program)], variables: [name: 0, "w": 0])
        let tree = try makeTree(root)
        tree.eventPrograms = EventInterpreter(limits: EventInterpreter.Limits(maximumSteps: 1_000))
        var errors: [EventError.Code] = []
        tree.onEventError = { errors.append($0.code) }
        tree.send(.click, to: tree.root)
        #expect(tree.root.variable(named: name) == .int(3))
        tree.eventPrograms = EventInterpreter()
        tree.send(.click, to: tree.root)
        #expect(tree.root.variable(named: name) == .int(13))
        #expect(errors == [.tooManySteps])
    }

    @Test func whatAFileNamesDoesNotFloodMessages() throws {
        // `this.NAME = 1` with a name that no compiler takes.
        let name = "a\nb\u{202E}" + String(repeating: "c", count: 60_000)
        var builder = TemplateBuilder(type: "Card", version: FormatVersion(patch: 1))
        try builder.openNode(component: 1)
        var code: [UInt8] = [5, 1, 0xFF, 0xFF, 0xFF, 0xFF, 2]
        for id in try [builder.intern("this").rawValue, builder.intern(name).rawValue, 1] {
            withUnsafeBytes(of: id.littleEndian) { code += $0 }
        }
        let id = StringID(rawValue: 77)
        try builder.addExpression(code + [0], id: id)
        try builder.set(.expression(id), for: builder.intern("onClick"))
        try builder.closeNode()
        let tree = try PreparedTemplate(Template(decoding: builder.encoded())).makeTree()
        var errors: [EventError] = []
        tree.onEventError = { errors.append($0) }
        tree.send(.click, to: tree.root)
        #expect(errors.map(\.code) == [.unknownProperty])
        let message = try #require(errors.first?.message)
        #expect(message.contains("'a\\nb\\u{202E}ccc"))
        #expect(message.utf8.count < 200)
    }

    /// A small file may have a name of 64 KB thousands of times.
    @Test func aNameIsMadeOnceForAllProgramsOfATemplate() throws {
        let name = "aNameOfMoreThanFifteenBytes"
        let spec = NodeSpec(
            "NText",
            [
                "onClick": .handler("this.\(name) = data.\(name); this.tag = '\(name)'"),
                "onLongClick": .handler("this.tag = data.\(name).\(name) + '\(name)'"),
            ]
        )
        let tree = try makeTree(spec)
        var addresses: [UInt] = []
        func add(_ text: String?) {
            guard var text, text == name else { return }
            addresses.append(text.withUTF8 { UInt(bitPattern: $0.baseAddress) })
        }
        func add(_ operand: ProgramOperand) {
            switch operand {
            case .path(let path): for name in path.names { add(name.text) }
            case .text(let text): add(text)
            default: break
            }
        }
        for handler in ["onClick", "onLongClick"] {
            let program = try #require(tree.root.eventProgram(for: handler))
            let code = try #require(tree.root.prototype.origin.programs.code(of: program)).get()
            for instruction in code.instructions {
                switch instruction.operation {
                case .assign(let path, let value):
                    add(.path(path))
                    add(value)
                case .calculate(_, let left, let right):
                    add(left)
                    add(right)
                default: break
                }
            }
        }
        #expect(addresses.count == 6)
        #expect(Set(addresses).count == 1)
    }

    @Test func noBudgetIsTooSmall() throws {
        let scene = try ProbeScene(.handler("this.n = 1"))
        let error = #expect(throws: EventError.self) {
            try scene.run(limits: EventInterpreter.Limits(maximumSteps: .min))
        }
        #expect(steps(error))
        #expect(scene.probe[ProbeNode.number] == 7)
    }
}
