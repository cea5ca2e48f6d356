import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

@Suite struct EventInterpreterTests {
    // MARK: - Errors

    /// A program and the error that stops it.
    struct Failing: Sendable, CustomTestStringConvertible {
        let source: String
        let code: EventError.Code
        let offset: Int

        init(_ source: String, _ code: EventError.Code, at offset: Int = 0) {
            self.source = source
            self.code = code
            self.offset = offset
        }

        var testDescription: String { source }
    }

    static let failures: [Failing] = [
        Failing("this.n = this.n / data.z", .divisionByZero),
        Failing("this.n = 1; this.n = this.n % data.z", .divisionByZero, at: 20),
        Failing("this.x = this.x / data.z", .divisionByZero),
        Failing("this.x /= data.z", .divisionByZero),
        Failing("this.n = this.s - this.n", .unfitOperand),
        Failing("this.n = this.n + data.missing", .unfitOperand),
        Failing("this.n = -this.s", .unfitOperand),
        Failing("this.n = this.s > this.n", .unfitOperand),
        Failing("this.n = data.list == data.list", .unfitOperand),
        Failing("this.s = 'x' + this.parent", .unfitOperand),
        Failing("this.n = data.n[0]", .unfitOperand),
        Failing("this.n = data.list['a']", .unfitOperand),
        Failing("this.n = data.list[3]", .indexOutOfRange),
        Failing("this.n = data.list[data.wide]", .indexOutOfRange),
        Failing("this.n = data.list[data.f]", .unfitOperand),
        Failing("this.n = data.list[-1]", .indexOutOfRange),
        Failing("this.n = 0.5", .unfitValue),
        Failing("this.n = 'x'", .unfitValue),
        Failing("this.n = data.missing", .unfitValue),
        Failing("this.n = data.big", .unfitValue),
        Failing("this.s = 5", .unfitValue),
        Failing("this.s = data.list", .unfitValue),
        Failing("this.x = 'x'", .unfitValue),
        Failing("this.x = 1 / (this.x - 0.5)", .unfitValue, at: 30),
        Failing("this.n += 0.5", .unfitValue),
        Failing("this.count = 'x'", .unfitValue),
        Failing("this.nosuch = 1", .unknownProperty),
        Failing("this.n = this.nosuch", .unknownProperty),
        Failing("this.nosuch += 1", .unknownProperty),
        Failing("this.textColor = 1", .unknownProperty),
        Failing("this.n = this.onClick", .unknownProperty),
        Failing("this.n = this.secret", .hiddenProperty),
        Failing("this.secret = 1", .hiddenProperty),
        Failing("this.secret += 1", .hiddenProperty),
        Failing("this.fixed = 1", .readOnly),
        Failing("this.fixed += 1", .readOnly),
        Failing("data.n = 1", .readOnly),
        Failing("data.obj.a = 1", .readOnly),
        Failing("nobody.text = 'x'", .unknownRoot),
        Failing("this.n = parent.n", .unknownRoot),
        Failing("x = 1", .unknownRoot),
        Failing("this.n = this.data.n", .unusablePath),
        Failing("this.n = data.word.length", .unusablePath),
        Failing("this.n = module.test.sum", .unusablePath),
        Failing("module.sum(1, 2)", .unusablePath),
        Failing("this.parent.parent.n = 1", .noTarget),
        Failing("this.nobody.text = 'x'", .noTarget),
        Failing("this.nobody.ping()", .noTarget),
        Failing("data.missing.x = 1", .readOnly),
        Failing("module.nope.run()", .unknownModule),
        Failing("module.test.nope()", .unknownFunction),
        Failing("this.title()", .unknownFunction),
        Failing("data.getData('n')", .unknownFunction),
        Failing("ping()", .unknownFunction),
        Failing("this()", .unknownFunction),
        Failing("module.test.sum(1)", .argumentCount),
        Failing("module.test.sum(1, 2, 3)", .argumentCount),
        Failing("module.test.nothing(1)", .argumentCount),
        Failing("module.test.sum(1, 0.5)", .unfitArgument),
        Failing("module.test.join('a', 1)", .unfitArgument),
        Failing("module.test.mother(data.obj)", .unfitArgument),
        Failing("this.n = 1; module.test.fail()", .functionFailed, at: 20),
        Failing("module.test.lie()", .functionFailed),
    ]

    @Test(arguments: failures)
    func aProgramStopsAt(_ row: Failing) throws {
        let scene = try ProbeScene(.handler(row.source), data: eventData)
        let error = #expect(throws: EventError.self) { try scene.run() }
        #expect(error?.code == row.code, "\(String(describing: error))")
        #expect(error?.byteOffset == row.offset)
        #expect(error?.handlerName == "onClick")
        #expect(error?.templateType == "Card")
        #expect(error?.nodePath == "FrameLayout/Probe[0]")
        #expect(error?.programID == StringID(hashing: "${\(row.source)}"))
        #expect(error?.position == nil)
    }

    @Test(arguments: [("data.n = 1", EventError.Code.readOnly), ("data.n()", .unknownFunction)])
    func dataCannotBeChangedWhereThereIsNone(_ source: String, _ code: EventError.Code) throws {
        let scene = try ProbeScene(.handler(source))
        #expect(#expect(throws: EventError.self) { try scene.run() }?.code == code)
    }

    @Test func whatWasDoneBeforeStaysDone() throws {
        let scene = try ProbeScene(.handler("this.n = 1; this.n = data.nothing; this.n = 2"))
        #expect(throws: EventError.self) { try scene.run() }
        #expect(scene.probe[ProbeNode.number] == 1)
    }

    @Test func anErrorSaysWhereInTheSource() throws {
        let scene = try ProbeScene(.handler("this.n = 1; this.nosuch = 1"))
        scene.tree.eventPrograms = EventInterpreter { program, offset in
            SourceMap.Position(file: "\(program.handlerName).xml", line: 3, column: offset)
        }
        var errors: [EventError] = []
        scene.tree.onEventError = { errors.append($0) }
        scene.tree.send(.click, to: scene.probe)
        #expect(errors.first?.position == SourceMap.Position(file: "onClick.xml", line: 3, column: 20))
        #expect(
            errors.first?.description
                == "onClick.xml:3:20: Card, FrameLayout/Probe[0], onClick at byte 20: 'Probe' does not have 'nosuch'"
        )
    }

    @Test func aProgramKnowsItsPlacesIfTheFileHasThem() throws {
        let source = SourceFile(path: "Card.xml", text: "<NText\n  onClick=\"${this.text = 'a'; this.text = 'b'}\"/>")
        for isEmbedded in [false, true] {
            let options = TemplateCompiler.Options(embedsSourceMap: isEmbedded)
            let bytes = try #require(TemplateCompiler(options: options).compile(source).bytes)
            let tree = try PreparedTemplate(Template(decoding: bytes)).makeTree()
            let program = try #require(tree.root.eventProgram(for: "onClick"))
            let half = try #require(program.code).count / 2
            let columns = [0, half].map { program.sourcePosition(at: $0)?.column }
            #expect(columns == (isEmbedded ? [14, 31] : [nil, nil]))
            #expect(program.sourcePosition(at: 0)?.line == (isEmbedded ? 2 : nil))
        }
    }

    @Test func aProgramOfAnotherTemplateRunsFromThere() throws {
        let own = try ProbeScene(.handler("this.n = 1"))
        let other = try ProbeScene(.handler("this.n = 2"))
        let program = try #require(other.probe.eventProgram(for: "onClick"))
        try EventInterpreter().execute(program, on: own.probe)
        #expect(own.probe[ProbeNode.number] == 2)
    }

    @Test func aProgramThatTheFileDoesNotHaveIsAnError() throws {
        var builder = TemplateBuilder(type: "T")
        try builder.openNode(component: 7)
        try builder.set(.expression(StringID(rawValue: 5)), for: builder.intern("onClick"))
        try builder.closeNode()
        let tree = try PreparedTemplate(Template(decoding: builder.encoded())).makeTree()
        var errors: [EventError] = []
        tree.onEventError = { errors.append($0) }
        #expect(tree.onEventError != nil)
        tree.send(.click, to: tree.root)
        #expect(errors.map(\.code) == [.unusableProgram])
        #expect(tree.root.eventProgram(for: "onClick")?.code == nil)
    }

    // MARK: - Writing

    @Test(arguments: [
        ("this.n = 5", "n", NodeValue.int(5)), ("this.x = 5", "x", .float(5)), ("this.x = data.f", "x", .float(1.5)),
        ("this.s = 'on'", "s", .string("on")), ("this.s = data.missing", "s", .none), ("this.s = ''", "s", .string("")),
        ("this.b = data.u", "b", .int(0)), ("this.n = data.t", "n", .int(1)), ("this.n += 2", "n", .int(9)),
        ("this.n -= 2", "n", .int(5)), ("this.n *= 2", "n", .int(14)), ("this.n /= 2", "n", .int(3)),
        ("this.n %= 4", "n", .int(3)), ("this.s += '!'", "s", .string("hello!")),
        ("this.s += 1", "s", .string("hello1")),
        ("this.e += 'a'", "e", .string("a")), ("this.x += data.f", "x", .float(2)),
        ("this.x = data.big", "x", .float(9_007_199_254_740_992)),
        ("this.n = this.x = 2", "n", .int(2)), ("this.alpha = 1", "alpha", .float(1)),
        ("this.visibility = 0", "visibility", .int(0)),
        ("if (data.t) { this.n = 1 } else { this.n = 2 }", "n", .int(1)),
        ("if (data.u) { this.n = 1 } else if (this.n) { this.n = 2 } else { this.n = 3 }", "n", .int(2)),
    ])
    func aPropertyIsWritten(_ source: String, _ name: String, _ expected: NodeValue) throws {
        let scene = try ProbeScene(.handler(source), data: eventData)
        try scene.run()
        #expect(scene.probe.property(named: name) == expected)
    }

    @Test func everyNodeOfASetIsWritten() throws {
        let scene = try ProbeScene(
            .handler("this.siblings.n = 5; this.siblings.text = 'x'; this.children.textSize += 1")
        )
        try scene.run()
        #expect(scene.child(2).property(named: "n") == .int(5))
        #expect((scene.child(1) as? TextNode)?.text == "x")
        #expect((scene.probe.children[0] as? TextNode)?.textSize == 13)
        #expect(scene.probe[ProbeNode.number] == 7)
    }

    /// A whole number refuses a half, which a decimal one takes.
    @Test(arguments: ["=", "+="]) func aNodeOfASetThatRefusesAValueStopsTheProgram(_ sign: String) throws {
        let source = SourceFile(
            path: "Card.xml",
            text: """
                <VHLayout>
                    <NText onClick="${this.siblings.v \(sign) 0.5; this.text = 'done'}"/>
                    <NText var_float_v="0"/><NText var_int_v="0"/><NText/>
                </VHLayout>
                """
        )
        let bytes = try #require(TemplateCompiler().compile(source).bytes)
        let tree = try PreparedTemplate(Template(decoding: bytes)).makeTree()
        var codes: [EventError.Code] = []
        tree.onEventError = { codes.append($0.code) }
        tree.send(.click, to: tree.root.children[0])
        #expect(codes == [.unfitValue])
        #expect(tree.root.children[1].variable(named: "v") == .float(0.5))
        #expect((tree.root.children[0] as? TextNode)?.text != "done")
    }

    @Test func variablesAreWritten() throws {
        let scene = try ProbeScene(.handler("this.count += 2; this.nick = this.nick + this.count; this.rate = 2"))
        try scene.run()
        #expect(scene.probe.variable(named: "count") == .int(5))
        #expect(scene.probe.variable(named: "nick") == .string("bob5"))
        #expect(scene.probe.variable(named: "rate") == .float(2))
    }

    @Test func nodesOfTheAppHaveNames() throws {
        let scene = try ProbeScene(.handler("header.n = header.n + 1; module.test.put(header)"))
        var header: Node? = try ProbeNode.registry.makeNode(named: "Probe")
        scene.tree.setEventNode(header, named: "header")
        try scene.run()
        #expect(header?.property(named: "n") == .int(8))
        header = nil
        scene.probe.received = []
        #expect(throws: EventError.self) { try scene.run() }
        scene.tree.setEventNode(scene.probe, named: "header")
        try scene.run()
        #expect(scene.probe[ProbeNode.number] == 8)
    }

    @Test func functionsRunOnEveryNodeThatHasThem() throws {
        let scene = try ProbeScene(.handler("this.siblings.ping(); this.parent.children.ping()"))
        try scene.run()
        #expect(scene.probe.received == [.string("ping")])
        #expect((scene.child(2) as? ProbeNode)?.received.count == 2)
    }

    private final class LoudProbeNode: ProbeNode {
        override class var eventFunctions: [EventFunction] {
            super.eventFunctions + [
                EventFunction("ping") { call in (call.target as? ProbeNode)?.received.append(.string("loud")) }
            ]
        }
    }

    @Test func aFunctionOfAClassReplacesThatOfTheClassAbove() throws {
        var registry = ProbeNode.registry
        let isKnown = registry.use(LoudProbeNode.self, forComponentNamed: "Probe")
        #expect(isKnown)
        let handler = NodeSpec.Value.handler("this.ping(); this.n = this.plus(1)")
        let spec = NodeSpec(component: ProbeNode.component.id, ["onClick": handler])
        let tree = try makeTree(spec, registry: registry)
        let probe = try #require(tree.root as? LoudProbeNode)
        let program = try #require(probe.eventProgram(for: "onClick"))
        try EventInterpreter().execute(program, on: probe)
        #expect(probe.received == [.string("loud")] && probe[ProbeNode.number] == 8)
    }

    // MARK: - Bytes that the compiler does not write

    @Test func noRegisterHasAValueBeforehand() throws {
        // r0 = NEG r0
        let scene = try ProbeScene(.program([7, 4, 0, 0, 0, 0]))
        let error = #expect(throws: EventError.self) { try scene.run() }
        #expect(error?.code == .unsetRegister)
    }

    @Test func aTextThatIsMissingIsAnError() throws {
        // r0 = NOT #99
        let scene = try ProbeScene(.program([8, 3, 99, 0, 0, 0, 0]))
        let error = #expect(throws: EventError.self) { try scene.run() }
        #expect(error?.code == .missingString)
    }

    @Test func aRegisterIsNotAssignedTo() throws {
        // r0 = NOT 0; r0 = SET r0, 1
        let scene = try ProbeScene(.program([8, 1, 0, 0, 0, 0, 0, 5, 12, 0, 0, 0, 0, 1, 0, 0, 0]))
        let error = #expect(throws: EventError.self) { try scene.run() }
        #expect(error?.code == .unassignable)
        #expect(error?.byteOffset == 7)
    }

    @Test func anEmptyProgramDoesNothing() throws {
        try ProbeScene(.program([])).run()
    }

    @Test(arguments: [[1, 2, 3], [21, 0, 0, 0, 0], [7, 4, 20, 0, 0, 0], [99]] as [[UInt8]])
    func aProgramThatMayNotRunIsToldOnce(_ code: [UInt8]) throws {
        let scene = try ProbeScene(.program(code))
        var errors: [EventError] = []
        scene.tree.onEventError = { errors.append($0) }
        for _ in 0..<3 { scene.tree.send(.click, to: scene.probe) }
        #expect(errors.map(\.code) == [.unusableProgram])
        #expect(scene.tree.issues.map(\.code) == [.unusableProgram])
        #expect(scene.tree.issues.first?.property == "onClick")
    }

    // MARK: - Running

    @Test func aTreeRunsItsProgramsByItself() throws {
        let scene = try ProbeScene(.handler("this.n += 1"))
        scene.tree.send(.click, to: scene.probe)
        scene.tree.send(.click, to: scene.probe)
        #expect(scene.probe[ProbeNode.number] == 9)
        scene.tree.eventPrograms = nil
        scene.tree.send(.click, to: scene.probe)
        #expect(scene.probe[ProbeNode.number] == 9)
    }

    @Test func eachErrorIsToldAndItsIssueOnce() throws {
        let scene = try ProbeScene(.handler("this.n = data.x / 0.5"), data: eventData)
        var errors: [EventError] = []
        scene.tree.onEventError = { errors.append($0) }
        for _ in 0..<3 { scene.tree.send(.click, to: scene.probe) }
        #expect(errors.map(\.code) == [.unfitOperand, .unfitOperand, .unfitOperand])
        #expect(scene.tree.issues.map(\.code) == [.stoppedProgram])
    }

    @Test func stepsAreBounded() throws {
        let scene = try ProbeScene(.handler("this.n = 1; this.n = 2; this.n = 3"))
        let error = #expect(throws: EventError.self) { try scene.run(limits: EventInterpreter.Limits(maximumSteps: 4)) }
        #expect(error?.code == .tooManySteps)
        #expect(scene.probe[ProbeNode.number] == 2)
    }

    @Test func aTextCannotGrowWithoutBound() throws {
        let doubling = Array(repeating: "this.s += this.s", count: 60).joined(separator: "; ")
        let scene = try ProbeScene(.handler(doubling))
        let error = #expect(throws: EventError.self) { try scene.run() }
        #expect(error?.code == .tooManySteps)
        #expect((scene.probe[ProbeNode.word]?.utf8.count ?? 0) < 6_400_000)
    }

    @Test(arguments: [(500_000, true), (600_000, false)])
    func dataIsJoinedToATextUpToAMebibyte(_ count: Int, _ isJoined: Bool) throws {
        let list = JSONValue.array(Array(repeating: 1, count: count))
        let scene = try ProbeScene(.handler("this.s = data.list + ''"), data: ["list": list])
        guard !isJoined else {
            try scene.run()
            #expect(scene.probe[ProbeNode.word]?.utf8.count == 2 * count + 1)
            return
        }
        let error = #expect(throws: EventError.self) { try scene.run() }
        #expect(error?.code == .unfitOperand && error?.message == "'+' joins lists and objects of at most a mebibyte")
    }

    @Test(arguments: [
        ("0.5", "a decimal number"), ("data.f", "a decimal number"), ("1 / (this.x - 0.5)", "an infinite number"),
        ("-data.n / data.zf", "an infinite number"), ("0.0 / (this.x - 0.5)", "NaN"), ("data.zf / data.zf", "NaN"),
    ])
    func `a decimal that does not fit is called what it is`(_ value: String, _ noun: String) throws {
        let scene = try ProbeScene(.handler("this.n = \(value)"), data: eventData)
        let error = #expect(throws: EventError.self) { try scene.run() }
        #expect(error?.code == .unfitValue && error?.message == "'n' does not take \(noun)")
    }

    @Test func longWaysThroughTheTreeAreBounded() throws {
        let path = "this." + String(repeating: "parent.children.", count: 120) + "n"
        let program = Array(repeating: "\(path) += 1", count: 50).joined(separator: "; ")
        let scene = try ProbeScene(.handler(program))
        let error = #expect(throws: EventError.self) {
            try scene.run(limits: EventInterpreter.Limits(maximumSteps: 5_000))
        }
        #expect(error?.code == .tooManySteps)
    }
}
