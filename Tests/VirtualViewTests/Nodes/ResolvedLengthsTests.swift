import Testing

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

    @Test func areThereBeforeTheFirstTree() throws {
        let template = try PreparedTemplate(makeTemplate(NodeSpec("NText", ["layoutWidth": .rp(75)])))
        template.resolveLengths(width: 390)
        let ready = try #require(template.prototypes(pointsPerRP: 390 / 750).first)
        let tree = template.makeTree(environment: ScreenEnvironment(width: 390))
        #expect(tree.root.prototype === ready)
        #expect(tree.root.layoutWidth == 39)
    }
}
