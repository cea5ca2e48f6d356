import Testing
import VirtualViewCompiler
import VirtualViewFormat

/// Which word is suggested for one of another language.
@Suite struct WordAdviceTests {
    private func problem(_ attribute: String, _ word: String) -> Diagnostic? {
        let text = "<NText layoutWidth=\"1\" layoutHeight=\"1\" \(attribute)=\"\(word)\"/>"
        return TemplateCompiler().compile(SourceFile(path: "Card.xml", text: text)).diagnostics.ordered.first
    }

    @Test(arguments: [
        ("orientation", "vertical", "V"), ("orientation", "Horizontal", "H"), ("orientation", "column", "V"),
        ("autoDimDirection", "width", "X"),
        ("alignItems", "start", "flex-start"), ("alignItems", "bottom", "flex-end"),
        ("alignItems", "middle", "center"), ("alignContent", "around", "space-around"),
        ("justifyContent", "between", "space-between"), ("justifyContent", "right", "flex-end"),
        ("flexWrap", "none", "nowrap"), ("flexWrap", "no-wrap", "nowrap"),
        ("flexDirection", "columns", "column"), ("animatorStyle", "ease-in-out", "accelerateDecelerate"),
        ("animatorStyle", "ease-out", "decelerate"), ("scaleType", "aspectFill", "center_crop"),
        ("scaleType", "cover", "center_crop"), ("scaleType", "contain", "fit_center"),
        ("scaleType", "stretch", "fit_xy"), ("ellipsize", "tail", "end"), ("ellipsize", "clip", "none"),
        ("mode", "waterfall", "staggeredGrid"), ("mode", "list", "linear"), ("paintStyle", "outline", "stroke"),
    ])
    func wordOfAnotherLanguageIsUnderstood(_ attribute: String, _ word: String, _ meant: String) throws {
        let found = try #require(problem(attribute, word))
        #expect(found.message.hasSuffix("; did you mean '\(meant)'?"), "\(found.message)")
        #expect(found.fixIts.first?.edits.map(\.text) == [meant])
        #expect(problem(attribute, meant) == nil)
    }

    @Test(arguments: [
        ("center|start", ["v_center", "left"]), ("center|Top", ["h_center", "top"]),
        ("centre|end", ["v_center", "right"]),
        ("center|bottm", ["h_center", "bottom"]), ("center|left", ["v_center"]), ("center", ["h_center|v_center"]),
    ])
    func theCentreLeavesTheDirectionsOfOtherWords(_ gravity: String, _ meant: [String]) {
        let text = "<NText layoutWidth=\"1\" layoutHeight=\"1\" gravity=\"\(gravity)\"/>"
        let found = TemplateCompiler().compile(SourceFile(path: "Card.xml", text: text)).diagnostics.ordered
        #expect(found.flatMap { $0.fixIts.first?.edits.map(\.text) ?? [] } == meant)
    }

    @Test(arguments: [
        ("textSize", "."), ("accessibilityRole", "3"), ("accessibilityState", "2"), ("flexWrap", "rowwrap"),
    ])
    func whatNothingMakesCertainIsNotSuggested(_ attribute: String, _ value: String) throws {
        let found = try #require(problem(attribute, value))
        #expect(found.fixIts.isEmpty && !found.message.contains("did you mean"), "\(found.message)")
    }

    @Test(arguments: [("orientation", "diagonal"), ("scaleType", "vertical"), ("flexDirection", "vertical")])
    func wordOfAnotherAttributeIsNotSuggested(_ attribute: String, _ word: String) throws {
        #expect(try !#require(problem(attribute, word)).message.contains("did you mean"))
    }
}
