import Testing
import VirtualViewCompiler

/// The builder as a front end other than XML uses it.
@Suite struct SyntaxTreeBuilderTests {
    @Test func valuesMayComeFromSeveralFiles() throws {
        let main = SourceFile(path: "main.asv", text: "box(%@)")
        let part = SourceFile(path: "part.asv", text: "text: \"a\\nb\"")
        var builder = SyntaxTreeBuilder(file: main)
        let added = builder.addFile(part)
        let number = try #require(added)
        let box = builder.nameID("VHLayout")
        builder.openElement(box, at: SourceSpan(0..<3), openTag: SourceSpan(0..<3))
        let piece = PositionMap.Piece(decoded: 1..<2, source: 8..<10)
        builder.addAttribute(
            builder.nameID("text"),
            at: SourceSpan(0..<4, file: number),
            value: "a\nb",
            at: SourceSpan(7..<11, file: number),
            map: PositionMap([piece])
        )
        let tree = builder.finish(at: SourceSpan(7..<7))
        let attribute = try #require(tree.attributes.first)
        #expect(attribute.name == "text")
        #expect(attribute.value == "a\nb")
        #expect(tree.range(of: 1..<2, in: attribute) == SourceRange(part, 8..<10))
        #expect(tree.range(of: 2..<3, in: attribute) == SourceRange(part, 10..<11))
        #expect(tree.elements[0].span.offsets == 0..<7)
        #expect(tree.renaming(tree.elements[0], to: "X").count == 1)
    }

    @Test func opaqueValueIsAtItsWholeSpan() {
        let span = SourceSpan(10..<20)
        let map = PositionMap.opaque(span, decodedLength: 4)
        #expect(map.span(of: 0..<1, in: span) == span)
        #expect(map.span(of: 1..<4, in: span) == span)
        #expect(!map.isVerbatim)
        #expect(PositionMap.verbatim.span(of: 2..<4, in: span) == SourceSpan(12..<14))
    }

    @Test func openElementsAreClosedAtTheEnd() {
        var builder = SyntaxTreeBuilder(file: SourceFile(path: "x", text: "a(b"))
        let name = builder.nameID("a")
        #expect(builder.nameID("a") == name)
        builder.openElement(name, at: SourceSpan(0..<1), openTag: SourceSpan(0..<1))
        builder.openElement(name, at: SourceSpan(2..<3), openTag: SourceSpan(2..<3))
        #expect(builder.depth == 2)
        let tree = builder.finish(at: SourceSpan(3..<3))
        #expect(tree.names == ["a"])
        #expect(tree.elements.map(\.subtreeEnd) == [2, 2])
        #expect(Array(tree.children(of: 0)) == [1])
    }
}
