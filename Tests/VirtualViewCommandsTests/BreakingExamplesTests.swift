import Foundation
import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// The examples of `Docs/Diagnostics.md` for the rules about breaking changes.
@Suite struct BreakingExamplesTests {
    private let space: Workspace

    init() throws {
        space = try Workspace()
        try space.write(
            "components.json",
            #"{"version": 1, "components": [{"name": "Map", "id": 1000, "slot": true}]}"#
        )
        try space.write("vvc.json", #"{"components": "components.json"}"#)
        try space.write(".git/HEAD", "")
    }

    private static let blocks: [MarkdownDocument.Block] = {
        let page = try? MarkdownDocument("Docs/Diagnostics.md")
        return (page?.blocks ?? []).filter { $0.headings.last?.hasPrefix("breaking.") == true }
    }()

    /// What the rules find between the old version and another one of an example, as ids with messages.
    private func findings(_ id: String, _ version: String, head: String = "") throws -> (ids: [String], out: String) {
        var target: [String] = []
        for (index, block) in Self.blocks.enumerated() where block.headings.last == id {
            guard let word = block.options.first, word == "old" || word == version else { continue }
            target = block.options.count > 1 ? ["--target", block.options[1]] : target
            let folder = word == "old" ? "old" : "new"
            try space.write("\(folder)/\(index).xml", (folder == "new" ? head : "") + named(block.text))
        }
        let result = space.vvc(["diff", "@/old", "@/new", "--breaking", "--json"] + target)
        #expect(result.error.isEmpty, "\(result.error)")
        #expect(result.code == (result.out.isEmpty ? .success : .inputErrors))
        let ids = result.out.matches(of: /"id":"([^"]+)"/).map { String($0.1) }
        return (ids, result.out)
    }

    /// A node whose action came from data has none any more; with a constant instead, it still has one.
    @Test(arguments: [("", true), ("action=\"shop://buy\"", false), ("action=\"${other}\"", false)])
    func anActionOfDataIsLostWithoutAnother(_ after: String, _ isLost: Bool) throws {
        func source(_ action: String) -> String {
            named(#"<NText layoutWidth="9" layoutHeight="9" text="a" flag="flag_clickable" \#(action)/>"#)
        }
        try space.write("old/a.xml", source(#"action="${link}""#))
        try space.write("new/a.xml", source(after))
        let result = space.vvc("diff", "@/old", "@/new", "--breaking")
        #expect(result.error.contains("has no action any more [breaking.action-gone]") == isLost, "\(result)")
    }

    /// A node without a role has the one that is found for it; case does not count.
    @Test(arguments: [
        (#"accessibilityRole="auto""#, "", nil), ("", #"accessibilityRole="auto""#, nil),
        (#"accessibilityRole="button""#, #"accessibilityRole="Button""#, nil),
        (#"accessibilityRole="button""#, "", nil), ("", #"accessibilityRole="button""#, nil),
        (#"accessibilityHidden="TRUE""#, #"accessibilityHidden="true""#, nil),
        (#"accessibilityHidden="false""#, #"accessibilityHidden="True""#, "is hidden from screen readers now"),
        ("", #"accessibilityRole="header""#, #"NText #1 "a" loses its role "auto"; it is "header" now"#),
        (#"accessibilityRole="header""#, "", #"NText #1 "a" loses its role "header" ["#),
    ])
    func rolesAndWhatIsHiddenAreComparedByMeaning(_ before: String, _ after: String, _ message: String?) throws {
        for (folder, role) in [("old", before), ("new", after)] {
            try space.write(
                "\(folder)/a.xml",
                named(#"<NText layoutWidth="9" layoutHeight="9" text="a" id="1" flag="flag_clickable" \#(role)/>"#)
            )
        }
        let result = space.vvc("diff", "@/old", "@/new", "--breaking")
        #expect(result.code == (message == nil ? .success : .inputErrors), "\(result)")
        if let message { #expect(result.error.contains(message), "\(result)") }
    }

    @Test func aComponentOfTheAppIsCalledByItsName() throws {
        for (folder, child) in [("old", "NText"), ("new", "Map")] {
            try space.write(
                "\(folder)/a.xml",
                named(
                    #"<FrameLayout layoutWidth="9" layoutHeight="9"><\#(child) layoutWidth="9" layoutHeight="9"/></FrameLayout>"#
                )
            )
        }
        let result = space.vvc("diff", "@/old", "@/new", "--breaking")
        #expect(result.error.contains("may not know the component 'Map'"), "\(result)")
    }

    /// An app that handles the event still gets it, unless the other node had it already.
    @Test(arguments: [("", "", true), ("", "x", false), ("x", "x", true)])
    func anEventThatAnotherNodeHasInsteadHasMoved(_ before: String, _ after: String, _ isGone: Bool) throws {
        func source(_ programs: [String]) -> String {
            let texts = programs.enumerated().map { index, program in
                let click = program.isEmpty ? "" : " onClick=\"${this.tag = '\(program)'}\""
                let attributes = "layoutWidth=\"9\" layoutHeight=\"9\" text=\"a\" flag=\"flag_clickable\""
                return "<NText id=\"\(index + 1)\" \(attributes)\(click)/>"
            }
            return named(#"<VHLayout layoutWidth="9" layoutHeight="9">\#(texts.joined())</VHLayout>"#)
        }
        try space.write("old/a.xml", source(["x", before]))
        try space.write("new/a.xml", source(["", after]))
        let result = space.vvc("diff", "@/old", "@/new", "--breaking", "--json")
        #expect(result.out.contains("breaking.action-event") == isGone, "\(result)")
    }

    @Test(arguments: [("T/A B.xml", "T/A%20B.xml"), ("../A.xml", "../A.xml"), ("/r/A B.xml", "file:///r/A%20B.xml")])
    func placesInALogAreAddresses(_ path: String, _ address: String) {
        let range = SourceRange(SourceFile(path: path, text: "<NText/>"), 0..<1)
        let log = SARIFReport([Diagnostic(.error, id: "breaking.data-new", "a message", at: range)]).json()
        #expect(log.contains("\"\(address)\""), "\(log)")
    }

    /// Returns a source with a name, so that two files are versions of one template.
    private func named(_ source: String) -> String {
        if source.contains("name=\"") && source.hasPrefix("<?vvc") { return source }
        return source.hasPrefix("<?vvc")
            ? source.replacingOccurrences(of: "<?vvc", with: "<?vvc name=\"Example\"")
            : "<?vvc name=\"Example\"?>" + source
    }

    private static let ids = BreakingMessageID.allCases.map(\.rawValue)

    @Test func everyRuleHasItsExamples() {
        for version in ["old", "wrong", "right"] {
            var found: [String] = []
            for block in Self.blocks where block.options.first == version {
                if let id = block.headings.last, found.last != id { found.append(id) }
            }
            #expect(found == Self.ids, "\(version)")
        }
    }

    @Test(arguments: ids)
    func wrongExampleIsFound(_ id: String) throws {
        #expect(Set(try findings(id, "wrong").ids) == [id])
    }

    @Test(arguments: ids)
    func rightExampleIsAccepted(_ id: String) throws {
        #expect(try findings(id, "right").ids.isEmpty)
    }

    @Test(arguments: ids.filter { $0 != "breaking.source-template" })
    func onlyACommentWithAReasonSilencesIt(_ id: String) throws {
        #expect(try findings(id, "wrong", head: "<!-- vvc-ignore-file \(id): why -->").ids.contains(id) == false)
        #expect(try findings(id, "wrong", head: "<!-- vvc-ignore-file \(id) -->").ids.contains(id))
    }

    @Test(arguments: ids)
    func messageIsOneLineInTheHouseStyle(_ id: String) throws {
        let out = try findings(id, "wrong").out
        for match in out.matches(of: /"message":"((?:[^"\\]|\\.)*)"/) {
            #expect(!match.1.hasSuffix(".") && !match.1.hasSuffix(" "), "\(match.1)")
            #expect(match.1.first?.isUppercase != true, "\(match.1)")
        }
    }
}
