import Foundation
import Testing
import VirtualViewTestSupport
import VirtualViewTesting

@testable import VirtualViewCommands

/// `vvc test`: snapshots, steps, reports.
@Suite struct TestCommandTests {
    private static let card = """
        <VHLayout id="1" orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content" padding="8"
            flag="flag_clickable" action="open" onClick="${this.title.text = 'tapped'}">
            <NText name="title" layoutWidth="match_parent" layoutHeight="wrap_content" text="${title}" textSize="14"/>
            <NText id="3" layoutWidth="wrap_content" layoutHeight="20" text="below" textColor="#112233"/>
        </VHLayout>
        """

    private func workspace() throws -> Workspace {
        let space = try Workspace(isRepository: true)
        try space.write("Cards/Card.xml", Self.card)
        try space.write("Cards/Card.json", #"{"title": "A title", "open": {"id": 7}}"#)
        try space.write(
            "Cards/Card.long.json",
            #"{"title": "A title that is much longer than the screen is wide, in two lines"}"#
        )
        return space
    }

    private func updated() throws -> Workspace {
        let space = try workspace()
        let result = space.vvc("test", "@/Cards", "--update")
        #expect(result.code == .success && result.out.contains("1 template, 10 snapshots"), "\(result)")
        return space
    }

    private func text(_ space: Workspace, _ name: String) throws -> String {
        String(decoding: try space.bytes(name), as: UTF8.self)
    }

    // MARK: - Snapshots

    @Test func whatIsNotThereIsToldAndWrittenByUpdate() throws {
        let space = try workspace()
        let missing = space.vvc("test", "@/Cards", "--junit", "@/j.xml")
        #expect(missing.code == .inputErrors && missing.out.contains("there are no snapshots yet"), "\(missing)")
        let junit = try text(space, "j.xml")
        #expect(junit.contains("tests=\"1\" failures=\"1\"") && junit.contains("name=\"Card.txt\">"), "\(junit)")
        #expect(!space.exists("Cards/Snapshots/Card.txt"))
        #expect(space.vvc("test", "@/Cards", "--update").out.contains("; 1 file updated"))
        let again = space.vvc("test", "@/Cards")
        #expect(again.code == .success && again.out == "1 template, 10 snapshots: all as expected\n", "\(again)")
        #expect(space.vvc("test", "@/Cards", "--update").out.contains("; 0 files updated"))
    }

    @Test func updateWritesWhatItCanAndTellsTheRest() throws {
        let space = try workspace()
        for name in ["A", "B"] { try space.write("Cards/\(name)/\(name).xml", "<NText text=\"a\"/>") }
        try space.write("Cards/A/Snapshots", "x")
        let result = space.vvc("test", "@/Cards", "--update", "--junit", "@/j.xml")
        let message = "vvc: error: cannot write '@/Cards/A/Snapshots': file exists"
        #expect(result.code == .cannotWrite && result.errors == [message], "\(result)")
        #expect(result.out.hasSuffix(": not everything could be written; 2 files updated\n"), "\(result)")
        #expect(space.exists("Cards/B/Snapshots/B.txt") && space.exists("Cards/Snapshots/Card.txt"))
        #expect(space.exists("j.xml"))
    }

    @Test(.enabled(if: getuid() != 0, "the superuser may write everywhere"))
    func aSnapshotThatCannotBeRemovedIsNotToldAsRemoved() throws {
        let space = try updated()
        try space.write("Cards/Snapshots/Old.txt", space.bytes("Cards/Snapshots/Card.txt"))
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: space.path("Cards/Snapshots"))
        let result = space.vvc("test", "@/Cards", "--update")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: space.path("Cards/Snapshots"))
        #expect(result.code == .cannotWrite && !result.out.contains("removed"), "\(result)")
        #expect(result.firstError == "vvc: error: cannot write '@/Cards/Snapshots/Old.txt': permission denied")
    }

    @Test func snapshotsHaveEveryVariantInEverySetting() throws {
        let titles = try text(updated(), "Cards/Snapshots/Card.txt").split(separator: "\n").filter {
            $0.hasPrefix("## ")
        }
        #expect(
            titles
                == ["Card.json", "Card.long.json"].flatMap { name in
                    ["375 light", "375 light x1.3", "375 light rtl", "375 dark", "320 light"].map { "## \(name) \($0)" }
                }
        )
    }

    @Test func dataBelongToTheSourceWithTheirNameAlsoIfItHasPoints() throws {
        let space = try workspace()
        try space.write("Cards/Card.v2.xml", Self.card)
        try space.write("Cards/Card.v2.json", #"{"title": "Two"}"#)
        try space.write("Cards/Card.v2.short.json", #"{"title": "2"}"#)
        try space.write(
            "Cards/Card.v2.test.json",
            #"{"tests": [{"name": "it", "steps": [{"expect": {"issues": []}}]}]}"#
        )
        try space.write("Cards/Card.parts.json", "{}")
        #expect(space.vvc("test", "@/Cards", "--update").code == .success)
        func names(_ file: String) throws -> Set<Substring> {
            let lines = try text(space, "Cards/Snapshots/\(file)").split(separator: "\n")
            return Set(lines.filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3).prefix { $0 != " " } })
        }
        #expect(try names("Card.v2.txt") == ["Card.v2.json", "Card.v2.short.json"])
        #expect(try names("Card.txt").isSuperset(of: ["Card.json", "Card.long.json"]))
        #expect(try names("Card.txt").isDisjoint(with: ["Card.v2.json", "Card.parts.json", "Card.v2.test.json"]))
    }

    @Test func outputsBesideTheSourceAreNoData() throws {
        let space = try updated()
        let made = space.vvc("compile", "@/Cards", "-o", "@/Cards", "--emit", "dump,md5")
        #expect(made.code == .success && space.exists("Cards/Card.dump.json"), "\(made)")
        let result = space.vvc("test", "@/Cards")
        #expect(result.code == .success && result.out.hasPrefix("1 template, 10 snapshots: "), "\(result)")
    }

    @Test(arguments: [["Card.xml"], ["Card.xml", "Card.asv"], ["Card.xml", "Card.asv", "Card.xml.xml"]])
    func namesOfSnapshotsFollowFromTheFolderAlone(_ names: [String]) throws {
        let space = try workspace()
        for name in names {
            try space.write("Cards/\(name)", name.hasSuffix("asv") ? "{ vl [(text:asv)] }\n" : Self.card)
        }
        try FileManager.default.createSymbolicLink(atPath: space.path("link"), withDestinationPath: "Cards")
        #expect(space.vvc("test", "@/Cards", "--update").code == .success)
        let files = names.count == 1 ? ["Card.txt"] : names.map { "\($0).txt" }.sorted()
        #expect(space.files("Cards/Snapshots") == files)
        for operands in [
            ["@/Cards"], ["@/Cards/Card.xml"], ["@/Cards", "--filter", "Card.xml"], ["@/Cards", "@/Cards/Card.xml"],
            ["@/Cards/Card.xml", "@/Cards"], ["@/Cards", "@/link", "@/Cards/../Cards", "@/link/Card.xml"],
        ] {
            let result = space.vvc(["test", "--update"] + operands)
            #expect(result.code == .success && result.out.hasSuffix("; 0 files updated\n"), "\(operands): \(result)")
        }
        let all = space.vvc("test", "@/Cards", "@/link")
        #expect(all.out.hasPrefix(names.count == 1 ? "1 template, " : "\(names.count) templates, "), "\(all)")
        #expect(space.files("Cards/Snapshots") == files)
    }

    @Test func twoRunsInTwoFoldersGiveTheSameBytes() throws {
        let first = try updated()
        let second = try updated()
        #expect(try first.bytes("Cards/Snapshots/Card.txt") == second.bytes("Cards/Snapshots/Card.txt"))
        // One after the other, and without the rest of the folder.
        _ = second.vvc("test", "@/Cards/Card.xml", "--update", "--jobs", "1")
        #expect(try first.bytes("Cards/Snapshots/Card.txt") == second.bytes("Cards/Snapshots/Card.txt"))
    }

    @Test(arguments: [
        ("padding=\"8\"", "padding=\"10\"", "VHLayout#1 (line 1 of Card.xml): padding 8 → 10", 1),
        ("layoutHeight=\"20\"", "layoutHeight=\"24\"", "NText#3 (line 4 of Card.xml): height 20 → 24", 1),
        ("#112233", "#112244", "NText#3 (line 4 of Card.xml): text color #FF112233 → #FF112244", 1),
        ("id=\"3\"", "id=\"3\" visibility=\"gone\"", "NText#3 (line 4 of Card.xml): now gone", 1),
        ("\"below\"", "\"above\"", "NText#3 (line 4 of Card.xml): text \"below\" → \"above\"", 1),
    ])
    func changeIsOneLineThatNamesTheNode(_ old: String, _ new: String, _ expected: String, _ count: Int) throws {
        let space = try updated()
        try space.write("Cards/Card.xml", Self.card.replacing(old, with: new))
        let result = space.vvc("test", "@/Cards")
        let lines = result.out.split(separator: "\n").map(String.init)
        #expect(result.code == .inputErrors && lines.count == count + 2, "\(result)")
        #expect(lines[1].hasPrefix("  Card.json 375 light and 9 more: ") && lines[1].contains(expected), "\(result)")
    }

    /// The file of an image has one of the two names.
    @Test func namesThatAreEquivalentAreNotTheSame() throws {
        let space = try workspace()
        func write(_ name: String) throws {
            try space.write("Cards/Card.xml", #"<NImage layoutWidth="9" layoutHeight="9" src="\#(name).png"/>"#)
        }
        try write("caf\u{E9}")
        #expect(space.vvc("test", "@/Cards", "--update").code == .success)
        try write("cafe\u{301}")
        let result = space.vvc("test", "@/Cards")
        #expect(result.code == .inputErrors && result.out.contains("line 1 of Card.xml): image source "), "\(result)")
        #expect(space.vvc("test", "@/Cards", "--update").out.contains("; 1 file updated"))
        #expect(space.vvc("test", "@/Cards").code == .success)
    }

    @Test func nodesThatComeAndGoAreNamedAlone() throws {
        let space = try updated()
        let new = Self.card.replacing(
            "</VHLayout>",
            with: "<NText id=\"4\" layoutWidth=\"9\" layoutHeight=\"9\"/></VHLayout>"
        )
        try space.write("Cards/Card.xml", new)
        #expect(space.vvc("test", "@/Cards").out.contains("NText#4 (line 5 of Card.xml): is new"))
        _ = space.vvc("test", "@/Cards", "--update")
        try space.write("Cards/Card.xml", Self.card)
        #expect(space.vvc("test", "@/Cards").out.contains("NText#4: is gone"))
    }

    @Test func unusedSnapshotsAreToldAndRemoved() throws {
        let space = try updated()
        try space.write("Cards/Other.xml", Self.card)
        _ = space.vvc("test", "@/Cards", "--update")
        try FileManager.default.removeItem(atPath: space.path("Cards/Other.xml"))
        try space.write("Cards/Snapshots/notes.txt", "not ours")
        try FileManager.default.removeItem(atPath: space.path("Cards/Card.long.json"))
        let result = space.vvc("test", "@/Cards")
        #expect(result.code == .inputErrors)
        #expect(result.out.contains("@/Cards/Snapshots/Other.txt: is for no template"), "\(result)")
        #expect(result.out.contains("Card.long.json 375 light and 4 more: no test has this any more"), "\(result)")
        #expect(result.out.contains(": 5 not as expected, 1 file for no template\n"), "\(result)")
        let filtered = space.vvc("test", "@/Cards", "--filter", "Card")
        #expect(!filtered.out.contains("Other.txt") && filtered.out.contains(": 5 not as expected\n"), "\(filtered)")
        _ = space.vvc("test", "@/Cards", "--update")
        #expect(space.files("Cards/Snapshots") == ["Card.txt", "notes.txt"])
    }

    /// Nobody sees them in a listing, so nobody else finds what is left there.
    @Test(arguments: [".snap", "more/.snap"])
    func unusedSnapshotsInAHiddenFolderAreToldAndRemoved(_ folder: String) throws {
        let space = try workspace()
        try space.write("vvc.json", #"{"tests": {"snapshots": "\#(folder)"}}"#)
        for name in ["Other", "deep/Gone"] { try space.write("Cards/\(name).xml", Self.card) }
        #expect(space.vvc("test", "@/Cards", "--update").code == .success)
        for name in ["Other.xml", "deep/Gone.xml"] {
            try FileManager.default.removeItem(atPath: space.path("Cards/\(name)"))
        }
        let result = space.vvc("test", "@/Cards")
        #expect(result.code == .inputErrors)
        for name in ["\(folder)/Other", "deep/\(folder)/Gone"] {
            #expect(result.out.contains("@/Cards/\(name).txt: is for no template; "), "\(result)")
        }
        #expect(result.out.hasSuffix(": 2 files for no template\n"), "\(result)")
        #expect(space.vvc("test", "@/Cards", "--update").code == .success)
        #expect(space.files("Cards").filter { $0.hasSuffix(".txt") } == ["\(folder)/Card.txt"])
    }

    /// Another folder may have its snapshots there too.
    @Test func whatALinkLeadsToIsNotRemoved() throws {
        let space = try workspace()
        try space.write("Others/Other.xml", Self.card)
        try space.makeFolder("All")
        for folder in ["Cards", "Others"] {
            let link = space.path("\(folder)/Snapshots")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: space.path("All"))
            #expect(space.vvc("test", "@/\(folder)", "--update").code == .success)
        }
        for operands in [["@/Cards"], ["@/Others", "@/Cards"]] {
            let result = space.vvc(["test", "--update"] + operands)
            #expect(result.code == .success && result.out.hasSuffix("; 0 files updated\n"), "\(result)")
        }
        #expect(space.files("All") == ["Card.txt", "Other.txt"])
    }

    @Test func aRunThatFailsNeverSaysThatAllIsAsExpected() throws {
        let space = try updated()
        try space.write("Cards/Snapshots/Other.txt", Array(space.bytes("Cards/Snapshots/Card.txt")))
        let unused = space.vvc("test", "@/Cards", "--junit", "@/junit.xml")
        #expect(unused.code == .inputErrors)
        #expect(unused.out.hasSuffix("1 template, 10 snapshots: 1 file for no template\n"), "\(unused)")
        let junit = try text(space, "junit.xml")
        #expect(junit.contains("tests=\"11\" failures=\"1\"") && junit.contains("Other.txt"), "\(junit)")
        try space.makeFolder("Empty")
        let empty = space.vvc("test", "@/Empty")
        #expect(empty.code == .cannotRead)
        #expect(empty.out == "0 templates, 0 snapshots: not everything could be read\n", "\(empty)")
    }

    @Test(arguments: ["vvc.json", "Cards/vvc.json", "Cards/config.properties"])
    func updateRemovesNothingWhileSomethingIsBroken(_ file: String) throws {
        let space = try updated()
        let before = try space.bytes("Cards/Snapshots/Card.txt")
        try space.write(file, file.hasSuffix("json") ? #"{"tempaltes": "Cards"}"# : "text=Wrong\n")
        let result = space.vvc("test", "@/Cards", "--update", "--junit", "@/j.xml")
        #expect(result.code == .inputErrors && result.firstError.hasPrefix("@/\(file):1:"), "\(result)")
        #expect(result.out.hasSuffix("1 template, 0 snapshots: 1 not as expected; 0 files updated\n"), "\(result)")
        #expect(result.out.contains("  cannot be tested: its configuration has errors\n"), "\(result)")
        let junit = try text(space, "j.xml")
        #expect(junit.contains("tests=\"1\" failures=\"1\""))
        #expect(junit.contains("Cards/Card.xml\" name=\"cannot be tested\""), "\(junit)")
        #expect(try space.bytes("Cards/Snapshots/Card.txt") == before)
    }

    /// A report without a failure would be taken for success.
    @Test(arguments: [("@/Cards @/none", 11), ("@/none", 1)])
    func reportsHaveAFailureWhateverFails(_ operands: String, _ count: Int) throws {
        let space = try updated()
        let line = "test \(operands) --json --junit @/j.xml".split(separator: " ").map(String.init)
        let result = space.vvc(line)
        let failure = #"{"path":"vvc test","title":"files","changes":[{"#
        #expect(result.code == .cannotRead && result.out.contains(failure), "\(result)")
        let junit = try text(space, "j.xml")
        #expect(junit.contains("tests=\"\(count)\" failures=\"1\""), "\(junit)")
        #expect(junit.contains("<failure message=\"not everything could be read\">"), "\(junit)")
    }

    @Test func anyFileNameIsOneLine() throws {
        let space = try Workspace()
        try space.write("a/new\nline \"q\" & \u{1B}[31m.xml", Self.card)
        try space.write("a/new\nline \"q\" & \u{1B}[31m.json", ###"{"title": "## a\n## b"}"###)
        #expect(space.vvc("test", "@/a", "--update").code == .success)
        #expect(space.vvc("test", "@/a").code == .success)
        try space.write(
            "a/new\nline \"q\" & \u{1B}[31m.xml",
            Self.card.replacing("padding=\"8\"", with: "padding=\"9\"")
        )
        let result = space.vvc("test", "@/a", "--junit", "@/junit.xml")
        #expect(result.out.split(separator: "\n").count == 3 && result.out.contains("4 more: VHLayout#1"), "\(result)")
        #expect(try XMLDocumentCheck.isWellFormed(text(space, "junit.xml")))
    }

    @Test func aFilterThatNothingFitsIsAnError() throws {
        let space = try updated()
        let result = space.vvc("test", "@/Cards", "--filter", "Crad")
        #expect(result.code == .usage && result.out.isEmpty, "\(result)")
        #expect(result.firstError.contains("'--filter Crad' is in the path of none of the templates"), "\(result)")
    }

    @Test func testsForNoTemplateAreTold() throws {
        let space = try updated()
        try space.write("Cards/Crad.test.json", #"{"tests": []}"#)
        let result = space.vvc("test", "@/Cards", "--update")
        #expect(result.code == .inputErrors && space.exists("Cards/Crad.test.json"))
        #expect(result.out.contains("@/Cards/Crad.test.json: is for no template\n"), "\(result)")
        let json = space.vvc("test", "@/Cards", "--json")
        #expect(json.out.contains(#""unused":["@/Cards/Crad.test.json"]"#), "\(json)")
        try FileManager.default.createSymbolicLink(atPath: space.path("link"), withDestinationPath: "Cards")
        let linked = space.vvc("test", "@/Cards/Card.xml", "@/link")
        #expect(linked.out.components(separatedBy: "Crad.test.json").count == 2, "\(linked)")
        #expect(space.vvc("test", "@/Cards/Card.xml", "--filter", "Card").code == .success)
        #expect(space.vvc("test", "@/Cards/Card.xml").code == .success, "it is no test of this one")
        #expect(space.vvc("test", "@/Cards/Card.xml", "@/Cards").out.contains("Crad.test.json"))
    }

    /// What a template shows does not depend on which others are tested, and on what their files are called.
    @Test(arguments: [["@/P"], ["@/P", "--filter", "List"], ["@/P/A", "@/P/B/Cell.xml"]])
    func templatesAreFoundByTheirNames(_ operands: [String]) throws {
        let space = try Workspace(isRepository: true)
        let list = #"<Grid dataTag="${items}" layoutWidth="-1" layoutHeight="-2"/>"#
        try space.write("P/A/List.xml", "<VHLayout layoutWidth=\"-1\" layoutHeight=\"-2\">\(list)</VHLayout>")
        try space.write("P/A/List.json", #"{"items": [{"type": "FancyRow"}, {"type": "Cell"}, {"type": "Row"}]}"#)
        try space.write("P/A/Row.xml", #"<?vvc name="FancyRow"?><NText text="row" layoutWidth="-1" layoutHeight="9"/>"#)
        try space.write("P/B/Cell.xml", #"<NText text="cell" layoutWidth="-1" layoutHeight="9"/>"#)
        let result = space.vvc(["test", "--update"] + operands)
        #expect(result.code == .success, "\(result)")
        let shown = try text(space, "P/A/Snapshots/List.txt")
        #expect(shown.contains("row") && shown.contains("cell"), "\(shown)")
        let problems = shown.components(separatedBy: "node.unknown-template").count - 1
        #expect(problems > 0 && shown.components(separatedBy: "'Row'").count - 1 == problems, "\(shown)")
        #expect(space.vvc("test", "@/P/A/List.xml").out.contains("not as expected"), "it is alone, without 'Cell'")
    }

    @Test func stepsFindNodesByEitherNameAndPartsOfAssembles() throws {
        let space = try Workspace(isRepository: true)
        try space.write(
            "Two.xml",
            """
            <VHLayout layoutWidth="-1" layoutHeight="-2">
                <NText id="1" name="a" text="one" layoutWidth="9" layoutHeight="9"/>
                <NText id="2" name="a" text="two" layoutWidth="9" layoutHeight="9"/>
            </VHLayout>
            """
        )
        let expected = ##"{"#a": "one", "#a[1]": "two", "#2": "two", "a[1]": "two", "#a[2]": null}"##
        try space.write("Two.test.json", #"{"tests": [{"name": "t", "steps": [{"expect": {"texts": \#(expected)}}]}]}"#)
        try space.write("Part.asv", "{hc [avatar(text:a)]}")
        try space.write(
            "Part.test.json",
            ##"{"tests": [{"name": "t", "steps": [{"expect": {"texts": {"#avatar": "a", "#avtar": null}}}]}]}"##
        )
        let result = space.vvc("test", "@/Two.xml", "@/Part.asv", "--update")
        let problem = "Part.test.json:1:75: no template that is shown has a node '#avtar'"
        #expect(result.out.contains(problem) && result.out.contains(": 1 not as expected"), "\(result)")
    }

    @Test func snapshotsThatCannotBeReadAreNotNew() throws {
        let space = try updated()
        let before = try space.bytes("Cards/Snapshots/Card.txt")
        try FileManager.default.removeItem(atPath: space.path("Cards/Snapshots/Card.txt"))
        try space.makeFolder("Cards/Snapshots/Card.txt")
        for options in [[], ["--update"]] {
            let result = space.vvc(["test", "@/Cards"] + options)
            #expect(result.code == .cannotRead, "\(result)")
            #expect(result.firstError.contains("cannot read '@/Cards/Snapshots/Card.txt'"), "\(result)")
            #expect(!result.out.contains("there are no snapshots yet"), "\(result)")
        }
        try FileManager.default.removeItem(atPath: space.path("Cards/Snapshots/Card.txt"))
        let text = String(decoding: before, as: UTF8.self)
        try space.write("Cards/Snapshots/Card.txt", text.replacing("\n", with: "\r\n"))
        #expect(space.vvc("test", "@/Cards").code == .success)
        // Another form of the same is one difference, not ten.
        try space.write("Cards/Snapshots/Card.txt", text + "\n")
        let ends = space.vvc("test", "@/Cards")
        #expect(ends.out.contains("Card.txt: the file is not as 'vvc test --update' writes it"), "\(ends)")
        #expect(ends.out.contains(": 1 not as expected"), "\(ends)")
    }

    @Test func projectChoosesTheSettings() throws {
        let space = try workspace()
        try space.write(
            "vvc.json",
            #"{"tests": {"widths": [300, 200], "appearances": ["dark"], "directions": ["rtl"], "textScales": [2, 1], "combinations": "all", "snapshots": "Expected"}}"#
        )
        _ = space.vvc("test", "@/Cards", "--update")
        let titles = try text(space, "Cards/Expected/Card.txt").split(separator: "\n").filter {
            $0.hasPrefix("## Card.json")
        }
        #expect(
            titles
                == ["300 dark rtl x2", "300 dark rtl", "200 dark rtl x2", "200 dark rtl"].map { "## Card.json \($0)" }
        )
    }

    @Test func whatDoesNotCompileFails() throws {
        let space = try updated()
        try space.write("Cards/Card.xml", "<NText")
        let result = space.vvc("test", "@/Cards")
        #expect(result.code == .inputErrors && result.error.contains("@/Cards/Card.xml:1:"), "\(result)")
        #expect(result.out.hasSuffix("\n1 template, 0 snapshots: 1 not as expected\n"), "\(result)")
        let before = try space.bytes("Cards/Snapshots/Card.txt")
        _ = space.vvc("test", "@/Cards", "--update")
        #expect(try space.bytes("Cards/Snapshots/Card.txt") == before)
    }

    // MARK: - Steps

    /// A run with steps; what it prints without the sums.
    private func play(_ steps: String) throws -> [String] {
        let space = try updated()
        try space.write("Cards/Card.test.json", "{\"tests\": [{\"name\": \"it\", \"steps\": [\n\(steps)\n]}]}")
        let result = space.vvc("test", "@/Cards")
        let lines = (result.error + result.out).split(separator: "\n").dropLast().map(String.init)
        #expect(result.code == (lines.isEmpty ? .success : .inputErrors))
        return lines
    }

    @Test(arguments: [
        ##"{"touch": "#1", "expect": {"events": [{"kind": "click", "id": 1, "action": "open", "value": {"id": 7}}]}}"##,
        ##"{"touch": "10,10", "expect": {"texts": {"#title": "tapped", "#3": "below"}, "issues": []}}"##,
        ##"{"set": {"title": "new"}, "expect": {"texts": {"#title": "new"}, "events": []}}"##,
        ##"{"set": {"title": "new"}}, {"touch": "#1", "expect": {"events": [{"value": null}]}}"##,
        ##"{"environment": {"width": 200}, "expect": {"frames": {"#1": [0, 0, 200, 53]}}}"##,
        ##"{"environment": {"width": 200, "textScale": 2}, "expect": {"frames": {"#1": [0, 0, 200, 69]}}}"##,
    ])
    func stepsDoWhatTheySay(_ step: String) throws {
        let lines = try play(step)
        #expect(lines.isEmpty, "\(lines)")
    }

    @Test(arguments: [
        (##"{"touch": "#4"}"##, "there is no node '#4'; expected '#1', '#title' or '#3'"),
        (##"{"touch": "#titel"}"##, "there is no node '#titel'; did you mean '#title'?"),
        (##"{"touch": "375,0"}"##, "'375,0' is outside of the container, 375 x "),
        (##"{"touch": "-1,0"}"##, "'-1,0' is outside of the container, 375 x "),
        (##"{"scroll": {"node": "#3", "y": 1}}"##, "'#3' is nothing that scrolls"),
        (##"{"expect": {"texts": {"#3": "above"}}}"##, #"'#3' shows "below", expected "above""#),
        (##"{"expect": {"texts": {"#3": null}}}"##, "'#3' is shown, expected none"),
        (##"{"set": {"title": "\u00E9"}, "expect": {"texts": {"#title": "e\u0301"}}}"##, "'#title' shows "),
        (##"{"expect": {"frames": {"#3": [0, 0, 1, 20]}}}"##, "expected [0, 0, 1, 20]"),
        (
            ##"{"touch": "#1", "expect": {"events": []}}"##,
            #"an event was not expected: click of #1 with the action "open""#
        ),
        (##"{"expect": {"events": [{"kind": "click"}]}}"##, "an event did not come: click"),
        (##"{"touch": "#1", "expect": {"events": [{"action": "close"}]}}"##, #"the action "open", expected "close""#),
        (##"{"touch": "#1", "expect": {"events": [{"value": null}]}}"##, #"the value {"id":7}, expected null"#),
        (
            ##"{"touch": "#1", "expect": {"events": [{"value": {"id": 8}}]}}"##,
            #"the value {"id":7}, expected {"id":8}"#
        ),
        (##"{"expect": {"issues": ["node.unknown-word"]}}"##, "the problems are none, expected node.unknown-word"),
        (##"{"scroll": {"y": 1}}"##, "'scroll' needs a 'node'"), (##"{"turn": {"page": 1}}"##, "'turn' needs a 'node'"),
        (##"{"turn": {"node": "#3"}}"##, "'#3' is no 'Page'"),
        (##"{"expect": {"frames": {"#3": [0, 0, 1]}}}"##, "a frame has four numbers: x, y, width and height"),
        ("{}", "the step is empty"), (#"{"touch": "10,10", "expect": {}}"#, "nothing is expected"),
        (#"{"expect": {"texts": {}}}"#, "nothing is expected"),
        (##"{"tuoch": "#1"}"##, "an element of 'steps' has no 'tuoch'; did you mean 'touch'?"),
    ])
    func whatIsNotAsExpectedIsToldWithItsPlace(_ step: String, _ message: String) throws {
        let lines = try play(step)
        #expect(lines.contains { $0.contains(message) && $0.contains("Card.test.json:2:") }, "\(lines)")
    }

    /// A program that stops says why and where it stands.
    @Test func aProblemThatIsNotExpectedIsExplained() throws {
        let space = try workspace()
        let card = Self.card.replacing("id=\"3\"", with: "id=\"3\" onSetData=\"${this.tag = 1 % data.title}\"")
        try space.write("Cards/Card.xml", card)
        try space.write(
            "Cards/Card.test.json",
            ##"{"tests": [{"name": "it", "steps": [{"expect": {"issues": []}}]}]}"##
        )
        let result = space.vvc("test", "@/Cards")
        #expect(result.out.contains("the problems are node.stopped-program, expected none"), "\(result)")
        #expect(result.out.contains("'onSetData': at Card.xml:"), "\(result)")
        #expect(result.out.contains(": '%' does not take "), "\(result)")
    }

    @Test(arguments: [#"{"name": "it"}"#, #"{"name": "it", "steps": []}"#])
    func aTestWithoutStepsFails(_ test: String) throws {
        let space = try updated()
        try space.write("Cards/Card.test.json", "{\"tests\": [\(test)]}")
        let result = space.vvc("test", "@/Cards")
        #expect(result.code == .inputErrors, "\(result)")
        #expect(result.out.contains("  it: Card.test.json:1:21: the test has no steps\n"), "\(result)")
    }

    /// Steps that can be done are no expectation.
    @Test func aTestThatExpectsNothingFails() throws {
        let space = try updated()
        try space.write(
            "Cards/Card.test.json",
            ##"{"tests": [{"name": "it", "steps": [{"set": {"title": "new"}}, {"touch": "#1", "wait": 1}]}]}"##
        )
        let result = space.vvc("test", "@/Cards")
        #expect(result.code == .inputErrors, "\(result)")
        #expect(result.out.contains("  it: Card.test.json:1:21: the test expects nothing\n"), "\(result)")
    }

    @Test(arguments: ["{}", #"{"tests": []}"#, #"{"$schema": "tests.schema.json"}"#])
    func aFileWithoutTestsFails(_ text: String) throws {
        let space = try updated()
        try space.write("Cards/Card.test.json", text)
        let result = space.vvc("test", "@/Cards")
        #expect(result.code == .inputErrors, "\(result)")
        let line = "  cannot be tested: 'Card.test.json': the file has no tests\n"
        #expect(result.out.contains(line), "\(result)")
    }

    @Test(arguments: ["gone", "invisible"]) func aHiddenNodeShowsNoText(_ visibility: String) throws {
        let space = try workspace()
        let card = Self.card.replacing("id=\"3\"", with: "id=\"3\" visibility=\"\(visibility)\"")
        try space.write("Cards/Card.xml", card)
        #expect(space.vvc("test", "@/Cards", "--update").code == .success)
        let step = { (text: String) in
            ##"{"tests": [{"name": "it", "steps": [{"expect": {"texts": {"#3": \##(text)}}}]}]}"##
        }
        try space.write("Cards/Card.test.json", step("null"))
        #expect(space.vvc("test", "@/Cards").code == .success)
        try space.write("Cards/Card.test.json", step(#""below""#))
        let result = space.vvc("test", "@/Cards")
        #expect(
            result.code == .inputErrors && result.out.contains(#"'#3' is not shown, expected "below""#),
            "\(result)"
        )
    }

    @Test(arguments: ["gone", "invisible"]) func aHiddenNodeIsNotTouched(_ visibility: String) throws {
        let space = try workspace()
        let card = Self.card.replacing("id=\"3\"", with: "id=\"3\" visibility=\"\(visibility)\"")
        try space.write("Cards/Card.xml", card)
        #expect(space.vvc("test", "@/Cards", "--update").code == .success)
        let step = ##"{"tests": [{"name": "it", "steps": [{"touch": "#3"}]}]}"##
        try space.write("Cards/Card.test.json", step)
        let result = space.vvc("test", "@/Cards")
        #expect(result.code == .inputErrors && result.out.contains("'#3' is not shown"), "\(result)")
    }

    @Test func manyStepsAreNoLayoutLoop() throws {
        let space = try workspace()
        let steps = (0..<150).map { #"{"set": {"title": "\#($0)"}}"# } + [#"{"expect": {"issues": []}}"#]
        try space.write("Cards/Card.test.json", #"{"tests": [{"steps": [\#(steps.joined(separator: ", "))]}]}"#)
        let result = space.vvc("test", "@/Cards", "--update")
        #expect(result.code == .success && result.out.contains("1 test"), "\(result)")
    }

    /// What fills a screen has no height that fits.
    @Test func aListBelowAHeaderIsTestedAtTheHeightOfAScreen() throws {
        let space = try Workspace(isRepository: true)
        try space.write("vvc.json", #"{"tests": {"widths": [320], "height": 200}}"#)
        try space.write("Cards/Row.xml", #"<NText layoutWidth="match_parent" layoutHeight="60" text="${t}"/>"#)
        try space.write(
            "Cards/Screen.xml",
            ##"""
            <RatioLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
                <NText layoutWidth="match_parent" layoutHeight="50" text="head"/>
                <Scroller id="1" orientation="V" layoutWidth="match_parent" layoutHeight="match_parent"
                    layoutRatio="1" dataTag="${rows}"/>
            </RatioLayout>
            """##
        )
        let rows = (0..<30).map { #"{"type": "Row", "t": "\#($0)"}"# }.joined(separator: ", ")
        try space.write("Cards/Screen.json", #"{"rows": [\#(rows)]}"#)
        try space.write(
            "Cards/Screen.test.json",
            ##"""
            {"tests": [{"name": "it", "steps": [
                {"scroll": {"node": "#1", "y": 100},
                    "expect": {"events": [{"kind": "scroll"}], "frames": {"#1": [0, 50, 320, 150]}}},
                {"environment": {"height": 400}, "expect": {"frames": {"#1": [0, 50, 320, 350]}}}
            ]}]}
            """##
        )
        let result = space.vvc("test", "@/Cards", "--update")
        #expect(result.code == .success, "\(result)")
        let snapshot = String(decoding: try space.bytes("Cards/Snapshots/Screen.txt"), as: UTF8.self)
        #expect(snapshot.contains("size 320 x 200"))
    }

    @Test func stepsScrollHoldTurnAndWait() throws {
        let space = try Workspace(isRepository: true)
        let item = "layoutWidth=\"match_parent\" flag=\"flag_clickable|flag_longclickable\" action=\"${t}\""
        try space.write("Cards/Item.xml", "<NText id=\"7\" text=\"${t}\" layoutHeight=\"60\" \(item)/>")
        let size = "layoutWidth=\"match_parent\" layoutHeight=\"100\" dataTag=\"${items}\""
        let stay = "stayTime=\"1000\" autoSwitchTime=\"100\""
        try space.write("Cards/List.xml", "<Scroller name=\"list\" orientation=\"V\" \(size)/>")
        try space.write("Cards/Pages.xml", "<Page name=\"p\" autoSwitch=\"true\" \(stay) \(size)/>")
        let data = #"{"items": [{"type": "Item", "t": "a"}, {"type": "Item", "t": "b"}, {"type": "Item", "t": "c"}]}"#
        for name in ["List", "Pages"] { try space.write("Cards/\(name).json", data) }
        try space.write(
            "Cards/List.test.json",
            ##"""
            {"tests": [{"name": "it", "steps": [
                {"touch": "10,50", "expect": {"events": [{"kind": "click", "action": "a"}]}},
                {"scroll": {"node": "#list", "y": 70}, "expect": {"events": [{"kind": "scroll"}]}},
                {"touch": "10,80", "expect": {"events": [{"kind": "click", "action": "c", "id": 7}]}},
                {"hold": "#7[1]", "expect": {"events": [{"kind": "longClick", "action": "b"}]}}
            ]}]}
            """##
        )
        try space.write(
            "Cards/Pages.test.json",
            ##"""
            {"tests": [{"name": "it", "steps": [
                {"wait": 0.9, "expect": {"events": []}},
                {"wait": 0.4, "expect": {"events": [{"kind": "pageFlip", "page": 1}]}},
                {"turn": {"node": "#p", "page": 0}, "expect": {"events": [{"kind": "pageFlip", "page": 0}]}}
            ]}]}
            """##
        )
        let result = space.vvc("test", "@/Cards", "--update")
        #expect(result.code == .success, "\(result)")
    }

    /// Plays steps with three pages that turn by themselves.
    private func playPages(_ steps: String, _ options: String...) throws -> Workspace.Result {
        let space = try Workspace(isRepository: true)
        let size = "layoutWidth=\"match_parent\" layoutHeight=\"50\" dataTag=\"${items}\""
        try space.write("T/Item.xml", "<NText text=\"a\" layoutWidth=\"match_parent\" layoutHeight=\"20\"/>")
        try space.write("T/P.xml", "<Page name=\"p\" autoSwitch=\"true\" stayTime=\"1\" autoSwitchTime=\"0\" \(size)/>")
        try space.write("T/P.json", #"{"items": [{"type": "Item"}, {"type": "Item"}, {"type": "Item"}]}"#)
        #expect(space.vvc("test", "@/T", "--update").code == .success)
        try space.write("T/P.test.json", "{\"tests\": [{\"name\": \"it\", \"steps\": [\(steps)]}]}")
        return space.vvc(["test", "@/T"] + options)
    }

    /// A page stays a tenth of a second at least, so it turns 12,000 times in 20 minutes.
    @Test func aLongWaitTurnsPagesToItsEnd() throws {
        let result = try playPages(#"{"wait": 1199.95}, {"expect": {"events": []}}"#, "--json")
        let count = result.out.ranges(of: "an event was not expected: pageFlip").count
        #expect(result.code == .inputErrors && (11_990...12_000).contains(count), "\(count)")
    }

    @Test(arguments: ["3", "1.9", "10000"]) func aTurnNeedsAPageThatIsThere(_ page: String) throws {
        let result = try playPages(##"{"turn": {"node": "#p", "page": \##(page)}}"##)
        #expect(result.code == .inputErrors)
        #expect(result.out.contains("'#p' has no page \(page); expected 0 to 2"), "\(result)")
    }

    @Test func testsWithOneNameAreToldApart() throws {
        let space = try updated()
        let step = ##"{"expect": {"texts": {"#3": "above"}}}"##
        let test = { (steps: String) in "{\"name\": \"it\", \"steps\": [\(steps)]}" }
        try space.write(
            "Cards/Card.test.json",
            "{\"tests\": [\(test(#"{"wait": 1, "expect": {"events": []}}"#)), \(test(step))]}"
        )
        let result = space.vvc("test", "@/Cards", "--junit", "@/junit.xml")
        #expect(result.out.contains("  it (2): Card.test.json:1:") && !result.out.contains("  it:"), "\(result)")
        let junit = try text(space, "junit.xml")
        #expect(junit.components(separatedBy: "<failure").count == 2 && junit.contains("name=\"it\"/>"), "\(junit)")
    }

    @Test(arguments: [
        ("Card.lang.json", "did you mean 'Card.long.json'?"), ("x", "expected 'Card.json' or 'Card.long.json'"),
    ])
    func dataOfATestMustBeThere(_ name: String, _ advice: String) throws {
        let space = try updated()
        try space.write(
            "Cards/Card.test.json",
            "{\"tests\": [{\"name\": \"it\", \"data\": \"\(name)\", \"steps\": [{\"touch\": \"#1\"}]}]}"
        )
        let result = space.vvc("test", "@/Cards")
        #expect(result.code == .inputErrors)
        #expect(result.out.contains("there is no data '\(name)'; \(advice)"), "\(result)")
    }

    // MARK: - Reports

    @Test func sketchesShowWhatIsTranslucent() {
        let text = """
            ## a
            size 20 x 20
            - FrameLayout  x 0  y 0  width 20  height 20
              group  opacity 0.5
              box  background #FFFF0000
              - NText  x 0  y 0  width 20  height 20
                group  opacity 0.5
                text  "a"  size 12  color #FF000000  at 0,12  room 6.674

            """
        let svg = SnapshotSketch.svg(SnapshotFile(text).snapshots[0], isDark: false)
        #expect(svg.contains("<g opacity=\"0.5\">\n<rect") && svg.contains("<g opacity=\"0.25\">\n<text"), "\(svg)")
        #expect(svg.contains("textLength=\"6.674\""), "\(svg)")
    }

    @Test(arguments: [("--junit", "--report"), ("--report", "--junit")])
    func resultsAreShownAlsoIfAReportCannotBeWritten(_ bad: String, _ good: String) throws {
        let space = try workspace()
        let plain = space.vvc("test", "@/Cards")
        let result = space.vvc("test", "@/Cards", bad, "/dev/null/x", good, "@/r")
        #expect(result.code == .cannotWrite && result.out == plain.out, "\(result)")
        #expect(result.errors == plain.errors + ["vvc: error: cannot write '/dev/null': file exists"], "\(result)")
        #expect(space.exists(good == "--junit" ? "r" : "r/index.html"))
    }

    @Test(arguments: [
        ("@/Cards/j.xml", true), ("@/Cards/new/../deep/j.XML", true), ("@/link/j.xml", true), ("@/j.xml", false),
        ("@/Cards/j.txt", false), ("@/Cards/.ci/j.xml", false), ("@/Cards2/j.xml", false),
    ])
    func aReportIsNotPutWhereTemplatesAre(_ path: String, _ isRefused: Bool) throws {
        let space = try updated()
        try FileManager.default.createSymbolicLink(atPath: space.path("link"), withDestinationPath: "Cards")
        let result = space.vvc("test", "@/Cards", "--junit", path)
        guard isRefused else {
            #expect(result.code == .success && space.exists(String(path.dropFirst(2))), "\(result)")
            return
        }
        let message =
            "'--junit \(path)' would be taken for a template of '@/Cards'; write it elsewhere, or into a folder such as '.build'"
        #expect(result.code == .usage && result.firstError.hasSuffix(message), "\(result)")
        #expect(!space.files("Cards").contains { $0.lowercased().hasSuffix("j.xml") })
    }

    /// XML has no way to write these two.
    @Test func junitHasOnlyCharactersOfXML() throws {
        let space = try updated()
        try space.write("Cards/Card.\u{FFFE}\u{FFFF}.json", "{}")
        #expect(space.vvc("test", "@/Cards", "--junit", "@/j.xml").code == .inputErrors)
        let junit = try text(space, "j.xml")
        #expect(junit.contains("name=\"Card.\u{FFFD}\u{FFFD}.json 375 light\""), "\(junit)")
        #expect(!junit.unicodeScalars.contains { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" })
    }

    @Test(arguments: ["Card.test.json", "Card.more.json"])
    func aFileThatCannotBeReadHasItsExitCode(_ name: String) throws {
        let space = try updated()
        try space.makeFolder("Cards/\(name)")
        let result = space.vvc("test", "@/Cards")
        #expect(result.code == .cannotRead, "\(result)")
        #expect(result.firstError == "vvc: error: cannot read '@/Cards/\(name)': is a folder", "\(result)")
    }

    @Test func reportsAreWritten() throws {
        let space = try updated()
        try space.write("Cards/Card.xml", Self.card.replacing("padding=\"8\"", with: "padding=\"10\""))
        let result = space.vvc("test", "@/Cards", "--json", "--report", "@/report", "--junit", "@/junit.xml")
        let json = try JSONSerialization.jsonObject(with: Data(result.out.utf8)) as? [String: Any]
        let failures = json?["failures"] as? [[String: Any]]
        #expect(json?["snapshots"] as? Int == 10 && failures?.count == 10)
        let page = try text(space, "report/index.html")
        #expect(page.contains("padding 8 → 10") && page.components(separatedBy: "<figure>").count == 31)
        #expect(!page.contains("more are not shown"))
        // The three pictures of a snapshot are of one size: the last one is drawn for that snapshot.
        for article in page.components(separatedBy: "<article>").dropFirst() {
            let pictures = article.matches(of: /<svg xmlns="[^"]+" width="(\d+)" height="([\d.]+)"/)
            let sizes = pictures.map { "\($0.1) \($0.2)" }
            #expect(sizes.count == 3 && sizes[1] == sizes[2], "\(sizes)")
        }
        let junit = try text(space, "junit.xml")
        #expect(junit.contains("tests=\"10\" failures=\"10\"") && junit.contains("<failure message=\"VHLayout#1"))
        #expect(try XMLDocumentCheck.isWellFormed(junit))
    }

    @Test func aReportTellsHowManyFailuresItDoesNotShow() throws {
        let space = try Workspace(isRepository: true)
        try space.write("Cards/Line.xml", #"<NText layoutWidth="-1" layoutHeight="20" text="a"/>"#)
        for number in 0..<41 { try space.write("Cards/Line.v\(number).json", #"{"a": \#(number)}"#) }
        #expect(space.vvc("test", "@/Cards", "--update").code == .success)
        try space.write("Cards/Line.xml", #"<NText layoutWidth="-1" layoutHeight="20" text="b"/>"#)
        #expect(space.vvc("test", "@/Cards", "--report", "@/report").code == .inputErrors)
        let page = try text(space, "report/index.html")
        let shown = page.components(separatedBy: "<article>").count - 1
        #expect(shown < 205 && page.contains("<p>\(205 - shown) more are not shown.</p>"), "\(shown)")
    }

    @Test func libraryDoesTheSame() throws {
        let space = try updated()
        let result = TemplateTests.run(space.path("Cards"))
        #expect(result.isSuccess && result.report == "1 template, 10 snapshots: all as expected\n")
        try space.write("Cards/Card.json", #"{"title": "Another title"}"#)
        let changed = TemplateTests.run(space.path("Cards"))
        #expect(
            !changed.isSuccess && changed.report.contains("text \"A title\" → \"Another title\""),
            "\(changed.report)"
        )
        #expect(TemplateTests.run(space.path("Cards"), updates: true).isSuccess)
    }

    @Test func templatesShowWhatIsExpected() {
        let folder = Fixtures.templates.path
        let result = TemplateTests.run(folder)
        #expect(result.isSuccess, "\(result.report)")
    }
}
