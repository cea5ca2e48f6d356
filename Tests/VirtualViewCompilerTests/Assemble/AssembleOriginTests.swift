import Testing
import VirtualViewCompiler

/// Every name and value of the tree leads back to what caused it.
@Suite struct AssembleOriginTests {
    private let source = """
        def chip = [(font:12,backColor:ff0,radius:3)]
        {
            hr(padding:4)
            [avatar(imageUrl:<user.avatar>,width:24,height:24)]
            [chip(text:"a\\u{42}c",button:go,partAlignment:bottom,alignmentMargin:2)]
            [(text:x,ignoreAlignment:left)]
        }
        """

    /// For each attribute of an element the source texts of its name and value.
    private func origins(_ index: Int) throws -> [String] {
        let tree = try #require(AssembleReading(source).output.tree)
        let element = tree.elements[index]
        return tree.attributes(of: element).map { attribute in
            let value = attribute.span(of: 0..<attribute.value.utf8.count)
            return "\(attribute.name): \(text(attribute.nameSpan)) = \(text(value))"
        }
    }

    private func text(_ span: SourceSpan) -> String {
        String(decoding: Array(source.utf8)[span.offsets], as: UTF8.self)
    }

    @Test func elementsPointAtTheirCause() throws {
        let tree = try #require(AssembleReading(source).output.tree)
        #expect(
            tree.elements.map { "\($0.name): \(text($0.nameSpan))" } == [
                "FrameLayout: ignoreAlignment", "VHLayout: hr", "NImage: imageUrl", "FrameLayout: backColor",
                "NText: text", "NText: text",
            ]
        )
        #expect(tree.elements.map { text($0.openTag) } == ["{", "{", "[", "[", "[", "["])
    }

    @Test func attributesOfALayoutPointAtTheHead() throws {
        #expect(
            try origins(1) == [
                "orientation: hr = hr", "layoutWidth: hr = hr", "layoutHeight: hr = hr", "layoutGravity: hr = hr",
            ]
        )
    }

    @Test func attributesOfAPartPointAtTheirAttributes() throws {
        #expect(
            try origins(2) == [
                "id: avatar = avatar", "layoutWidth: width = 24", "layoutHeight: height = 24", "layoutGravity: hr = hr",
                "src: imageUrl = <user.avatar>", "scaleType: imageUrl = imageUrl",
            ]
        )
    }

    @Test func attributesOfAFragmentPointIntoIt() throws {
        #expect(
            try origins(3) == [
                "layoutWidth: [ = [", "layoutHeight: [ = [", "layoutGravity: bottom = bottom",
                "layoutMarginLeft: padding = 4", "layoutMarginBottom: alignmentMargin = 2",
                "background: backColor = ff0", "borderRadius: radius = 3", "flag: button = button",
                "action: button = go",
            ]
        )
        #expect(
            try origins(4) == [
                "layoutWidth: [ = [", "layoutHeight: [ = [", "layoutGravity: backColor = backColor",
                "text: text = a\\u{42}c", "textSize: font = 12", "textColor: text = text", "lines: text = text",
            ]
        )
    }

    @Test func partsOfAValueLeadToTheirSource() throws {
        let tree = try #require(AssembleReading(source).output.tree)
        let escaped = try #require(tree.attributes.first { $0.value == "aBc" })
        #expect(text(escaped.span(of: 0..<1)) == "a")
        #expect(text(escaped.span(of: 1..<2)) == "\\u{42}")
        #expect(text(escaped.span(of: 2..<3)) == "c")
        let bound = try #require(tree.attributes.first { $0.value == "${user.avatar}" })
        #expect(text(bound.span(of: 0..<2)) == "<")
        #expect(text(bound.span(of: 2..<6)) == "user")
        #expect(text(bound.span(of: 7..<13)) == "avatar")
        #expect(text(bound.span(of: 13..<14)) == ">")
    }

    @Test func attributesOfAnArgumentPointIntoItsFile() throws {
        let argument = SourceFile(path: "chip.asv", text: "// small\nfont:12, backColor:FFFFFF")
        let options = AssembleOptions(arguments: ["chip": argument])
        let tree = try #require(AssembleReading("[chip(text:a)]", options: options).output.tree)
        let size = try #require(tree.attributes.first { $0.name == "textSize" })
        #expect(tree.range(size.valueSpan) == SourceRange(argument, 14..<16))
        let box = try #require(tree.elements.first)
        #expect(tree.range(box.nameSpan).file == argument)
        #expect(tree.range(box.openTag).file == argument)
    }
}
