import Testing
import VirtualViewFormat

@testable import VirtualView
@testable import VirtualViewCore

@Suite struct ResolvedLengthsTests {
    @Test func twoWidthsAreKept() throws {
        let template = try PreparedTemplate(makeTemplate(NodeSpec("NText", ["layoutWidth": .rp(75)])))
        func first(_ width: Double) throws -> NodePrototype {
            try #require(template.prototypes(pointsPerRP: ScreenEnvironment(width: width).pointsPerRP).first)
        }
        let (upright, turned) = (try first(390), try first(844))
        #expect(upright !== turned)
        for _ in 0..<3 {
            #expect(try first(390) === upright)
            #expect(try first(844) === turned)
        }
        // The width that was requested last stays, the other one goes.
        let third = try first(500)
        #expect(try first(844) === turned)
        #expect(try first(500) === third)
        #expect(try first(390) !== upright)
    }

    /// Whatever other trees were made for meanwhile.
    @Test func onlyAnotherWidthEndsALengthThatAnAppSet() throws {
        let template = try PreparedTemplate(makeTemplate(NodeSpec("NText", ["layoutWidth": .rp(75)])))
        let tree = template.makeTree(environment: ScreenEnvironment(width: 320))
        tree.root.layoutWidth = 40
        for width in [390.0, 844] { _ = template.makeTree(environment: ScreenEnvironment(width: width)) }
        tree.environment.layoutDirection = .rightToLeft
        #expect(tree.root.layoutWidth == 40)
        tree.environment.width = 750
        #expect(tree.root.layoutWidth == 75)
    }

    /// What data says without a unit is the same in any width, so nothing takes the place of what a program set.
    @Test(arguments: [("20", 60, 60), ("\"20rp\"", 60, 20)])
    func onlyALengthThatDataSaysInRPFollowsTheWidth(_ height: String, _ set: Float, _ expected: Float) throws {
        let source = #"<NText layoutWidth="9" layoutHeight="${h}" maxLines="${m}" text="a"/>"#
        let tree = try LayoutSource.prepare(source).makeTree(environment: ScreenEnvironment(width: 375))
        try tree.update(data: JSONValue(json: #"{"h": \#(height), "m": 1}"#))
        tree.root.layoutHeight = set
        (tree.root as? TextNode)?.maxLines = 0
        tree.environment.width = 750
        #expect(tree.root.layoutHeight == expected)
        #expect((tree.root as? TextNode)?.maxLines == 0)
    }

    /// The program does not run again for another environment, so nothing but other data ends what it set.
    @Test func whatAProgramForDataSetsStaysInOtherSurroundings() throws {
        let source = """
            <NText layoutWidth="${env.w}" layoutHeight="75rp" textSize="${env.w}" text="a"
                onBeforeDataLoad="${this.textSize = 5}" onSetData="${if (data.on) {this.layoutWidth = 60; this.layoutHeight = 70}}"/>
            """
        let tree = try LayoutSource.prepare(source)
            .makeTree(environment: ScreenEnvironment(width: 375, values: ["w": 20]))
        let text = try #require(tree.root as? TextNode)
        func lengths() -> [Float] { [text.layoutWidth, text.layoutHeight, text.textSize] }
        tree.update(data: ["on": true])
        #expect(lengths() == [60, 70, 20])
        tree.environment.values = ["w": 30]
        #expect(lengths() == [60, 70, 30])
        // But for lengths in `rp`, which are those of the width.
        tree.environment.width = 750
        #expect(lengths() == [60, 75, 30])
        tree.update(data: ["on": false])
        #expect(lengths() == [30, 75, 30])
        tree.environment.values = ["w": 40]
        #expect(lengths() == [40, 75, 40])
    }

    /// So does what it reset.
    @Test(arguments: [("this.maxLines = 2", 0), ("this.maxLines = 2; this.lines = 3", 3)])
    func whatAProgramForDataResetsStaysInOtherSurroundings(_ program: String, _ lines: Int32) throws {
        let source = """
            <NText layoutWidth="9" layoutHeight="9" lines="${env.n}" text="a" onSetData="${if (data.on) {\(program)}}"/>
            """
        let tree = try LayoutSource.prepare(source).makeTree(environment: ScreenEnvironment(values: ["n": 4]))
        let text = try #require(tree.root as? TextNode)
        tree.update(data: ["on": true])
        tree.environment.values = ["n": 5]
        #expect([text.lines, text.maxLines] == [lines, 2])
        // An app takes the place of the program, and the surroundings that of the app.
        text.maxLines = 1
        #expect(text.lines == 0)
        tree.environment.values = ["n": 6]
        #expect([text.lines, text.maxLines] == [6, 1])
    }

    /// A bound `maxLines` takes the place of the template's `lines`, but not of what was set since.
    @Test func whatResetsAnotherPropertyDoesSoOnlyWhenItChanges() throws {
        let source = #"<NText layoutWidth="9" layoutHeight="9" lines="4" maxLines="${m}" text="${t}"/>"#
        let tree = try LayoutSource.prepare(source).makeTree()
        let text = try #require(tree.root as? TextNode)
        func update(_ most: Int64, _ title: String) -> [Int32] {
            tree.update(data: ["m": .int(most), "t": .string(title)])
            return [text.lines, text.maxLines]
        }
        #expect(update(0, "a") == [0, 0])
        text.lines = 1
        #expect(update(0, "b") == [1, 0])
        #expect(update(3, "b") == [0, 3])
        text.lines = 4
        #expect(update(3, "c") == [4, 3])
        tree.reuse(for: ["m": 0, "t": "d"])
        #expect([text.lines, text.maxLines] == [0, 0])
    }

    @Test func areThereBeforeTheFirstTree() throws {
        let template = try PreparedTemplate(makeTemplate(NodeSpec("NText", ["layoutWidth": .rp(75)])))
        template.resolveLengths(width: 390)
        let ready = try #require(template.prototypes(pointsPerRP: 390 / 750).first)
        let tree = template.makeTree(environment: ScreenEnvironment(width: 390))
        #expect(tree.root.prototype === ready)
        #expect(tree.root.layoutWidth == 39)
    }

    /// A file may have a length where a kind belongs: in some widths it is none of them.
    @Test(arguments: ["flexWrap", "visibility", "layoutWidth", "ofAnApp"])
    func aWidthInWhichALengthDoesNotFitIsAsInANewTree(_ name: String) throws {
        let spec = NodeSpec("FlexLayout", [name: .rp(5)])
        let template = try PreparedTemplate(makeTemplate(spec))
        let tree = template.makeTree(environment: ScreenEnvironment(width: 320))
        for width in [1e7, 150, 320, 1e30, 750] {
            tree.environment.width = width
            let new = template.makeTree(environment: ScreenEnvironment(width: width))
            #expect(tree.root.property(named: name) == new.root.property(named: name), "\(width)")
        }
    }

    /// Of a property that a file has twice, the binding decides, whatever kind of value it takes.
    @Test(arguments: ["layoutGravity", "layoutWidth", "text", "ofAnApp"])
    func aLengthGivesWayToTheBindingOfItsProperty(_ name: String) throws {
        var builder = TemplateBuilder(type: "Twice")
        try builder.openNode(component: #require(LanguageSchema.standard.component(named: "NText")).id)
        let key = try builder.intern(name)
        try builder.set(.int(2, .rp), for: key)
        try builder.set(.string(builder.intern("${value}")), for: key)
        try builder.closeNode()
        let template = try PreparedTemplate(Template(decoding: builder.encoded()))
        for data in [#"{"value": null}"#, #"{"value": "4"}"#, #"{"value": "8rp"}"#] {
            let tree = template.makeTree(environment: ScreenEnvironment(width: 320))
            try tree.update(data: JSONValue(json: data))
            tree.environment.width = 750
            let new = template.makeTree(environment: ScreenEnvironment(width: 750))
            try new.update(data: JSONValue(json: data))
            #expect(tree.root.property(named: name) == new.root.property(named: name), "\(data)")
        }
    }

    /// A setter of another node that is added to one leaves its lengths what they are.
    @Test(arguments: [
        #"<NText text="${title}"/>"#, #"<NText onClick="${this.tag='b'}"/>"#, #"<NText text="constant"/>"#,
    ])
    func lengthsOfANodeWithAnAddedSetterFollow(_ other: String) throws {
        let tree = try LayoutSource.prepare(#"<NText layoutWidth="100rp" layoutHeight="10rp" text="a"/>"#)
            .makeTree(environment: ScreenEnvironment(width: 375))
        let bound = try LayoutSource.prepare(#"<NText layoutHeight="${h}"/>"#).template.root.setters
        let binding = try #require(bound.first { _ in true })
        for setter in try LayoutSource.prepare(other).template.root.setters { setter.apply(to: tree.root) }
        binding.apply(to: tree.root)
        tree.update(data: ["h": 7])
        for width in [750.0, 300, 375] {
            tree.environment.width = width
            #expect(tree.root.layoutWidth == Float(width * 100 / 750))
            #expect(tree.root.layoutHeight == 7)
        }
        // Only another width ends what an app set.
        tree.root.layoutWidth = 33
        tree.environment.appearance = .dark
        #expect(tree.root.layoutWidth == 33)
        tree.reset()
        #expect(tree.root.layoutWidth == 50)
    }
}
