import Foundation
import Testing
import VirtualViewCommands
import VirtualViewTestSupport

/// `vvc lint`.
@Suite struct LintCommandTests {
    private let space = Workspace.fresh()

    @Test func samplesOfThePackageAreClean() {
        let result = space.vvc("lint", Fixtures.templates.path)
        #expect(result.code == .success && result.error.isEmpty && result.out.isEmpty)
    }

    @Test func findingsAreDiagnosticsAndTheSampleIsBesideTheSource() throws {
        try space.write("in/Card.xml", #"<NText layoutWidth="1" layoutHeight="1" text="${a}"/>"#)
        try space.write("in/Card.json", "{}")
        let result = space.vvc("lint", "@/in")
        #expect(result.code == .inputErrors && result.out.isEmpty)
        #expect(
            result.firstError.hasPrefix("@/in/Card.xml:1:47: warning: the sample data in '@/in/Card.json' has no 'a' [")
        )
        #expect(space.files("in") == ["Card.json", "Card.xml"])
    }

    /// The data of a folder find its templates, but each is shown with its own project.
    @Test func everyFolderHasItsOwnProject() throws {
        try space.makeFolder(".git")
        let texts = ["a/A": "${x}", "b/B": "${= app.money(x)}", "c/C": "${= app.price(x)}"]
        for (name, text) in texts {
            try space.write("T/\(name).xml", "<NText layoutWidth=\"9\" layoutHeight=\"9\" text=\"\(text)\"/>")
            try space.write("T/\(name).json", #"{"x": 1}"#)
        }
        try space.write("T/b/vvc.json", #"{"functions": {"money": "5"}}"#)
        try space.write("T/c/vvc.json", #"{"functions": {"price": "5"}}"#)
        let result = space.vvc("lint", "@/T")
        #expect(result.code == .success && result.error.isEmpty, "\(result)")
    }

    @Test(arguments: [[], ["--json"]])
    func findingsInAConfigurationCount(_ options: [String]) throws {
        try space.write("in/Card.xml", #"<NLine layoutWidth="1" layoutHeight="1"/>"#)
        #expect(space.vvc(["lint", "@/in"] + options).code == .success)
        try space.write("in/config.properties", "VIEW_ID_VText=1007\n")
        let result = space.vvc(["lint", "@/in"] + options)
        #expect(result.code == .inputErrors, "\(result)")
        #expect((result.out + result.error).contains("config.renumbered"))
    }

    /// The examples of the page for the rules that show a template with its sample data.
    @Test(arguments: ["lint.runtime-issue", "lint.unknown-color", "lint.unknown-item-type"])
    func whatTheRuntimeFindsIsAtItsPlace(_ id: String) throws {
        let blocks = try MarkdownDocument("Docs/Diagnostics.md").blocks.filter { $0.headings.last == id }
        for (name, isRight) in [("Wrong", false), ("Right", true)] {
            for block in blocks where block.options.contains("right") == isRight {
                try space.write("\(name).\(block.language)", block.text)
            }
            let result = space.vvc("lint", "@/\(name).xml")
            guard !isRight else {
                #expect(result.code == .success && result.error.isEmpty, "\(result)")
                continue
            }
            #expect(result.code == .inputErrors && result.errors.count { $0.contains("[lint.") } == 1, "\(result)")
            #expect(
                result.firstError.hasPrefix("@/Wrong.xml:1:") && result.firstError.hasSuffix("[\(id)]"),
                "\(result)"
            )
            try space.write("Wrong.xml", "<!-- vvc-ignore \(id) -->" + (blocks.first?.text ?? ""))
            #expect(space.vvc("lint", "@/Wrong.xml").code == .success)
        }
    }

    @Test func whatTheSourceAloneShowsIsSaidOnce() throws {
        try space.write("Card.xml", #"<NText layoutWidth="9" layoutHeight="9" text="a" textSize="-3"/>"#)
        try space.write("Card.json", "{}")
        let result = space.vvc("lint", "@/Card.xml")
        #expect(result.errors.filter { $0.contains(": warning: ") }.count == 1, "\(result)")
        #expect(result.firstError.hasSuffix("[lint.unfit-value]"), "\(result)")
        // A constant in a binding, whether the data chooses it or not.
        for (name, data) in [("A", #"{"a": true}"#), ("B", "{}")] {
            let text = #"<NText layoutWidth="9" layoutHeight="9" text="a" textColor="@{${a} ? red : grren}"/>"#
            try space.write("\(name).xml", text)
            try space.write("\(name).json", data)
            let result = space.vvc("lint", "@/\(name).xml")
            #expect(result.errors.filter { $0.contains(": warning: ") }.count == 1, "\(result)")
            #expect(result.firstError.hasSuffix("[lint.unfit-value]"), "\(result)")
        }
    }

    /// A constant that the data does not choose says nothing about the word that it has instead.
    @Test(arguments: [
        ("@{${z} ? blu : ${c}}", ["lint.unfit-value", "lint.unknown-color"]),
        ("@{${z} ? blu : ${= app.color(c)}}", ["lint.unfit-value", "lint.runtime-issue"]),
        ("@{${c} ? purpl : ${z}}", ["lint.unfit-value"]), ("@{${z} ? blue : ${c}}", ["lint.unknown-color"]),
    ])
    func aConstantIsNotAllThatCanBeWrong(_ binding: String, _ ids: [String]) throws {
        try space.write(
            "Card.xml",
            #"<NText layoutWidth="9" layoutHeight="9" text="a" textColor="\#(binding)"/>"#
        )
        try space.write("Card.json", #"{"z": "", "c": "purpl"}"#)
        let found = space.vvc("lint", "@/Card.xml").errors.filter { $0.contains(": warning: ") }
        #expect(found.map { $0.split(separator: "[").last.map { "\($0.dropLast())" } ?? "" }.sorted() == ids.sorted())
    }

    @Test func constantsOfAnAppsOwnPropertiesAreChecked() throws {
        let properties = #"[{"name": "tint", "kind": "Color"}, {"name": "seen", "kind": "Visibility"}]"#
        try space.write(
            "own.json",
            #"{"version": 1, "components": [{"id": 1001, "name": "Badge", "properties": \#(properties)}]}"#
        )
        for (attribute, count) in [("tint", 1), ("seen", 2), ("other", 0)] {
            let text = "<Badge layoutWidth=\"9\" layoutHeight=\"9\" \(attribute)=\"@{${z} ? gren : red}\"/>"
            try space.write("Card.xml", text)
            let result = space.vvc("lint", "@/Card.xml", "--components", "@/own.json")
            #expect(result.errors.count { $0.hasSuffix("[lint.unfit-value]") } == count, "\(result)")
        }
    }

    /// A name of the data is one, whatever it looks like.
    @Test(arguments: ["avec le client", "R - D", "a gt 1"]) func aNameOfTheDataIsNoCalculation(_ name: String) throws {
        try space.write("Card.xml", "<NText layoutWidth=\"9\" layoutHeight=\"9\" text=\"${\(name)}\"/>")
        try space.write("Card.json", #"{"\#(name)": "x", "a": 2}"#)
        #expect(space.vvc("lint", "@/Card.xml").code == .success)
        try space.write("Card.json", #"{"a": 2}"#)
        let result = space.vvc("lint", "@/Card.xml")
        #expect(result.firstError.hasSuffix("[binding.operator-in-path]"), "\(result)")
        // What is beside it is looked at as ever.
        for (text, id) in [("${miss}", "lint.missing-data"), ("${b*c}", "lint.path-operator")] {
            try space.write("Card.xml", "<NText layoutWidth=\"9\" layoutHeight=\"9\" text=\"${\(name)} \(text)\"/>")
            try space.write("Card.json", #"{"\#(name)": "x", "a": 2}"#)
            #expect(space.vvc("lint", "@/Card.xml").firstError.hasSuffix("[\(id)]"))
        }
        try space.write("Card.json", #"{"a": 2}"#)
        // What stands beside a binding is no name.
        try space.write("Card.xml", #"<NText layoutWidth="9" layoutHeight="9" text="@{${a} gt 1 ? b : c}"/>"#)
        #expect(space.vvc("lint", "@/Card.xml").firstError.hasSuffix("[binding.operator-in-path]"))
    }

    @Test func aFragmentThatIsUsedTwiceIsReportedOnce() throws {
        let text = #""@{${z} ? x : ${c} ? y : z}""#
        try space.write("other.asvpart", #"(color:"@{${z} ? gren : blue}", text:\#(text))"#)
        try space.write("Card.asv", "{\n    vl(padding:6)\n    [other]\n    [other]\n}\n")
        try space.write("Card.json", #"{"z": ""}"#)
        let found = space.vvc("lint", "@/Card.asv", "--arg", "other=@/other.asvpart").errors.filter {
            $0.contains(": warning: ")
        }
        for id in ["lint.unfit-value", "lint.missing-data", "binding.bare-choice"] {
            #expect(found.count { $0.hasSuffix("[\(id)]") } == 1, "\(found)")
        }
    }

    @Test func aWordThatNoVisibilityHasIsFoundInTheData() throws {
        try space.write("Card.xml", #"<NText layoutWidth="9" layoutHeight="9" text="a" visibility="${v}"/>"#)
        try space.write("Card.json", #"{"v": "hidden"}"#)
        let result = space.vvc("lint", "@/Card.xml")
        #expect(result.firstError.hasSuffix("unknown word 'hidden' [lint.runtime-issue]"), "\(result)")
    }

    @Test func itemsAreOfTemplatesOfTheRunOrBesideTheSource() throws {
        try space.write(
            "in/Grid.xml",
            #"<Grid layoutWidth="match_parent" layoutHeight="wrap_content" colCount="2" dataTag="${items}"/>"#
        )
        try space.write("in/Grid.json", #"{"items": [{"type": "Tile"}]}"#)
        #expect(space.vvc("lint", "@/in").code == .inputErrors)
        try space.write("in/Tile.xml", #"<NText layoutWidth="9" layoutHeight="9" text="a"/>"#)
        #expect(space.vvc("lint", "@/in").code == .success)
        #expect(space.vvc("lint", "@/in/Grid.xml").code == .success)
    }

    /// Also when the file has another name, and when it is of another project.
    @Test func itemsAreOfTemplatesOfAnyFile() throws {
        try space.makeFolder(".git")
        try space.write(
            "in/a/Grid.xml",
            #"<Grid layoutWidth="match_parent" layoutHeight="wrap_content" colCount="2" dataTag="${items}"/>"#
        )
        try space.write("in/a/Grid.json", #"{"items": [{"type": "Tile"}]}"#)
        try space.write("in/b/Other.xml", #"<?vvc name="Tile"?><NText layoutWidth="9" layoutHeight="9" text="a"/>"#)
        for folder in ["a", "b"] { try space.write("in/\(folder)/vvc.json", "{}") }
        #expect(space.vvc("lint", "@/in").code == .success)
        #expect(space.vvc("lint", "@/in/a/Grid.xml").firstError.hasSuffix("[lint.unknown-item-type]"))
        try space.write("in/a/Else.xml", #"<?vvc name="Tile"?><NText layoutWidth="9" layoutHeight="9" text="a"/>"#)
        #expect(space.vvc("lint", "@/in/a/Grid.xml").code == .success)
    }

    @Test func whatIsInAFolderBesideASourceIsNotBesideIt() throws {
        try space.write(
            "in/Grid.xml",
            #"<Grid layoutWidth="match_parent" layoutHeight="wrap_content" colCount="2" dataTag="${items}"/>"#
        )
        try space.write("in/Grid.json", #"{"items": [{"type": "Tile"}]}"#)
        try space.write("in/old/Tile.xml", #"<NText layoutWidth="9" layoutHeight="9" text="a"/>"#)
        let result = space.vvc("lint", "@/in/Grid.xml")
        #expect(result.code == .inputErrors && result.firstError.hasSuffix("[lint.unknown-item-type]"), "\(result)")
        #expect(space.vvc("lint", "@/in").code == .success)
    }

    @Test func valuesOfTheProjectCount() throws {
        try space.makeFolder(".git")
        let text = #"<NText layoutWidth="9" layoutHeight="9" text="a" textColor="${env.tint}"/>"#
        try space.write("Card.xml", text)
        try space.write("Card.json", "{}")
        try space.write("vvc.json", ##"{"env": {"tint": "#FF0000"}}"##)
        #expect(space.vvc("lint", "@/Card.xml").code == .success)
        try space.write("vvc.json", #"{"env": {"tint": "redd"}}"#)
        let result = space.vvc("lint", "@/Card.xml")
        #expect(result.firstError.hasSuffix("'redd', which is no color [lint.unknown-color]"), "\(result)")
        // What every environment has is never missing; what the project could have is.
        try space.write("Card.xml", #"<NText layoutWidth="9" layoutHeight="9" text="${env.width} ${env.tint}"/>"#)
        #expect(space.vvc("lint", "@/Card.xml").code == .success)
        try space.write("vvc.json", "{}")
        #expect(space.vvc("lint", "@/Card.xml").firstError.hasSuffix("has no 'env.tint' [lint.missing-data]"))
    }

    @Test(arguments: [#"{"x": 1}"#, #"{"type": 3}"#, "null", #""Tile""#])
    func itemsWithoutATypeAreTold(_ entry: String) throws {
        try space.write(
            "Grid.xml",
            #"<Grid layoutWidth="match_parent" layoutHeight="wrap_content" colCount="2" dataTag="${items}"/>"#
        )
        try space.write("Tile.xml", #"<NText layoutWidth="9" layoutHeight="9" text="a"/>"#)
        try space.write("Grid.json", "{\"items\": [{\"type\": \"Tile\"}, \(entry), \(entry)]}")
        let result = space.vvc("lint", "@/Grid.xml")
        let message = "entry 1 has no 'type', which names its template, and is left out [lint.unknown-item-type]"
        #expect(result.firstError.hasPrefix("@/Grid.xml:1:84: warning: with the data in '@/Grid.json': "), "\(result)")
        #expect(result.firstError.hasSuffix(message) && result.errors.count { $0.contains("[lint.") } == 1, "\(result)")
    }

    /// Where a calculation was meant, the data is not said to lack it too.
    @Test(arguments: [
        ("price+tax", "lint.path-operator"), ("price + tax", "binding.operator-in-path"),
        ("!sold", "lint.path-operator"),
    ])
    func aCalculationInAPathIsOneProblem(_ path: String, _ id: String) throws {
        try space.write("Card.xml", "<NText layoutWidth=\"1\" layoutHeight=\"1\" text=\"${\(path)}\"/>")
        try space.write("Card.json", #"{"price": 1, "tax": 1, "sold": true}"#)
        let result = space.vvc("lint", "@/Card.xml")
        #expect(result.errors.filter { $0.contains("warning") }.count == 1, "\(result)")
        #expect(result.firstError.hasSuffix("[\(id)]"), "\(result)")
        #expect(space.vvc("lint", "--fix", "@/Card.xml").code == .success)
        #expect(String(decoding: try space.bytes("Card.xml"), as: UTF8.self).contains("${="))
    }

    @Test(arguments: ["price+tax", "price + tax"], ["ios-1.2", "android-1.4"])
    func aClientThatCannotCalculateIsNotToldTo(_ path: String, _ target: String) throws {
        let source = "<NText layoutWidth=\"1\" layoutHeight=\"1\" text=\"${\(path)}\"/>"
        try space.write("Card.xml", source)
        let result = space.vvc("lint", "@/Card.xml", "--fix", "--target", target)
        #expect(!result.errors.contains { $0.contains("${= ") } && !result.errors.isEmpty, "\(result)")
        #expect(String(decoding: try space.bytes("Card.xml"), as: UTF8.self) == source)
    }

    /// What is fixed is written, and standard input may have the name of a file that is not saved yet.
    @Test(arguments: [[], ["--name", "@/Card.xml"]])
    func standardInputIsNotFixed(_ options: [String]) throws {
        try space.write("Card.xml", "<NText/>")
        let result = space.vvc(["lint", "-", "--fix"] + options)
        #expect(result.code == .usage && result.firstError.contains("'--fix' writes files"), "\(result)")
        #expect(try space.bytes("Card.xml") == Array("<NText/>".utf8))
    }

    @Test func fixesAreWrittenAndTheRestIsReported() throws {
        try space.write("Card.xml", "<NText layoutWidth=\"9\" layoutHeigth=\"9\"\r\n text=\"a & b\" fontWeight=\"1\"/>")
        let result = space.vvc("lint", "--fix", "@/Card.xml")
        #expect(result.code == .inputErrors && result.out.isEmpty)
        #expect(result.firstError.hasPrefix("@/Card.xml:1:24: fixed: "), "\(result)")
        #expect(result.error.contains("lint.unknown-property"))
        let fixed = "<NText layoutWidth=\"9\" layoutHeight=\"9\"\r\n text=\"a &amp; b\" fontWeight=\"1\"/>"
        #expect(try space.bytes("Card.xml") == Array(fixed.utf8))
        let inode = try space.inode("Card.xml")
        let again = space.vvc("lint", "--fix", "@/Card.xml")
        #expect(again.code == .inputErrors && !again.error.contains("fixed:"))
        #expect(try space.inode("Card.xml") == inode)
    }

    @Test func aFileWithSeveralNamesIsFixedOnce() throws {
        try space.write("in/Card.xml", #"<NText layoutWidth="9" layoutHeigth="9" text="a"/>"#)
        try FileManager.default.createSymbolicLink(
            atPath: space.path("in/Link.xml"),
            withDestinationPath: space.path("in/Card.xml")
        )
        let result = space.vvc("lint", "--fix", "@/in/Card.xml", "@/in/Card.xml", "@/in/Link.xml", "@/in")
        #expect(result.code == .success && result.errors.count == 1, "\(result)")
        #expect(result.firstError.hasPrefix("@/in/Card.xml:1:24: fixed: "), "\(result)")
    }

    /// Here when the project's mistake is told, which is after sources were read.
    @Test func whatIsSavedMeanwhileIsNotReplacedByFixes() throws {
        let source = #"<NText layoutWidth="9" layoutHeigth="9" text="a"/>"#
        try space.write("in/Card.xml", source)
        try space.write("in/Card.json", "{}")
        try space.write("in/vvc.json", #"{"slots": {"Map": "map.png"}}"#)
        let saved = Array(source.replacing("\"a\"", with: "\"b\"").utf8)
        var error = ""
        let terminal = Terminal(
            out: { _ in true },
            error: { bytes in
                error += String(decoding: bytes, as: UTF8.self)
                _ = try? space.write("in/Card.xml", saved)
            }
        )
        #expect(VVC.run(["lint", "--fix", space.path("in")], terminal: terminal) == .cannotWrite, "\(error)")
        #expect(error.contains("Card.xml': it was changed after it was read") && !error.contains("fixed:"), "\(error)")
        #expect(try space.bytes("in/Card.xml") == saved)
    }

    @Test(arguments: [[], ["--json"], ["--fix"]])
    func howManyAreCheckedAtATimeChangesNothing(_ options: [String]) throws {
        let results = try ["1", "2", "9"].map { count in
            for number in 0..<30 {
                let text = number % 2 == 0 ? "Aa" : "BB"
                let source = "<NText layoutWidht=\"9\" layoutHeight=\"9\" text=\"\(text)\" action=\"${a\(number)}\"/>"
                try space.write("in/T\(number).xml", source)
                try space.write("in/T\(number).json", "{}")
            }
            try space.write("in/T7.xml", "<NText")
            let result = space.vvc(["lint", "@/in", "--jobs", count] + options)
            #expect(result.code == .inputErrors)
            return result.out + result.error
        }
        #expect(Set(results).count == 1 && results[0].contains("T29.xml"), "\(results[0])")
        #expect(results[0].contains("[template.id-collision-between-templates]") || options == ["--json"])
    }

    @Test func jsonIsTheResult() throws {
        try space.write("Card.xml", "<NText/>")
        let result = space.vvc("lint", "@/Card.xml", "--json")
        #expect(result.code == .inputErrors && result.error.isEmpty)
        #expect(result.out.hasPrefix(#"{"path":"@/Card.xml","line":1,"column":2,"#) && result.out.hasSuffix("}\n"))
    }

    @Test func aResultIsNotWrittenWhenOnePartOfItIsNot() throws {
        try space.write("in/A.xml", "<NText/>")
        try space.write("in/B.xml", "<NText/>")
        var parts = 0
        let terminal = Terminal(
            out: { _ in
                parts += 1
                return parts != 1
            },
            error: { _ in }
        )
        #expect(VVC.run(["lint", space.folder.path + "/in", "--json"], terminal: terminal) == .cannotWrite)
        #expect(parts > 1)
    }

    @Test func targetIsTakenIntoAccount() throws {
        try space.write("Card.xml", #"<NText layoutWidth="1" layoutHeight="1" padding="4"/>"#)
        #expect(space.vvc("lint", "@/Card.xml").code == .success)
        let result = space.vvc("lint", "@/Card.xml", "--target", "ios-1.2")
        #expect(result.code == .inputErrors && result.firstError.hasSuffix("[lint.shorthand]"))
        #expect(result.errors.count { $0.contains("warning:") } == 1)
    }

    @Test func collidingStringsOfTwoTemplatesAreFound() throws {
        try space.write("in/A.xml", #"<NText layoutWidth="1" layoutHeight="1" text="Aa"/>"#)
        try space.write("in/B.xml", #"<NText layoutWidth="1" layoutHeight="1" text="BB"/>"#)
        let result = space.vvc("lint", "@/in")
        #expect(result.code == .inputErrors && result.firstError.hasSuffix("[template.id-collision-between-templates]"))
        try space.write(
            "in/B.xml",
            "<!-- vvc-ignore template.id-collision-between-templates -->\n<NText layoutWidth=\"1\" layoutHeight=\"1\" text=\"BB\"/>"
        )
        #expect(space.vvc("lint", "@/in").code == .success)
    }

    @Test func aCollidingNameOfAProgramIsShownInTheProgram() throws {
        try space.write("in/A.xml", #"<NText layoutWidth="1" layoutHeight="1" text="Aa"/>"#)
        try space.write(
            "in/B.xml",
            #"<NText layoutWidth="1" layoutHeight="1" text="${BB}" flag="flag_clickable" onClick="${this.BB = 1}"/>"#
        )
        let error = space.vvc("lint", "@/in").firstError
        #expect(error.hasPrefix("@/in/B.xml:1:87: ") && error.hasSuffix("[template.id-collision-between-templates]"))
    }

    @Test func configurationsAreUsed() throws {
        try space.write("in/config.properties", "VIEW_ID_Badge=1001\n")
        try space.write("in/A.xml", #"<Badge layoutWidth="1" layoutHeight="1" id="4"/>"#)
        #expect(space.vvc("lint", "@/in").code == .success)
        #expect(space.vvc("lint", "@/in/A.xml").code == .inputErrors)
        #expect(space.vvc("lint", "@/none.xml").code == .cannotRead)
    }

    /// Of two attributes with one name the last counts, so a misspelt one must not take the place of what is right.
    @Test(arguments: ["[(text:Hello, txet:Bye)]", "{ hc [(text:a, width:10, witdh:20)] }", "[(txet:Bye, text:Hello)]"])
    func whatIsThereIsNotMadeTwice(_ source: String) throws {
        try space.write("C.asv", source)
        let result = space.vvc("lint", "--fix", "@/C.asv")
        #expect(result.code == .inputErrors && result.error.contains("did you mean"), "\(result)")
        #expect(try space.bytes("C.asv") == Array(source.utf8))
        try space.write("C.asv", "[(txet:Bye)]")
        _ = space.vvc("lint", "--fix", "@/C.asv")
        #expect(try space.bytes("C.asv").starts(with: "[(text:Bye)]".utf8))
    }

    /// Modules are the app's, so what stops at one is not wrong; other errors of programs are.
    @Test(arguments: [("module.feed.more(1)", false), ("this.txet = 1", true), ("this.parent.text = 'a'", true)])
    func programsMayCallTheApp(_ program: String, _ isWrong: Bool) throws {
        let source = #"<NText layoutWidth="9" layoutHeight="9" text="a" onSetData="${\#(program)}"/>"#
        try space.write("A.xml", source)
        try space.write("A.json", "{}")
        let result = space.vvc("lint", "@/A.xml")
        #expect(result.error.contains("lint.runtime-issue") == isWrong, "\(result)")
    }

    /// No app can show it.
    @Test func aTemplateThatIsTooDeepIsTold() throws {
        let (start, end) = (#"<FrameLayout layoutWidth="9" layoutHeight="9">"#, "</FrameLayout>")
        let text = #"<NText layoutWidth="9" layoutHeight="9" text="a"/>"#
        for (depth, count) in [(1_023, 0), (1_024, 1)] {
            let source = String(repeating: start, count: depth) + text + String(repeating: end, count: depth)
            try space.write("A.xml", source)
            try space.write("A.json", "{}")
            let found = space.vvc("lint", "@/A.xml").errors.filter { $0.contains("lint.runtime-issue") }
            #expect(found.count == count && found.allSatisfy { $0.contains("nested deeper than 1024") }, "\(found)")
        }
    }
}
