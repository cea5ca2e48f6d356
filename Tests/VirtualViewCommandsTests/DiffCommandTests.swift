import Foundation
import Testing
import VirtualViewCommands
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

/// `vvc diff`.
@Suite struct DiffCommandTests {
    let space: Workspace

    init() throws {
        space = try Workspace()
        try space.write(".git/HEAD", "")
    }

    private static func sample(_ name: String) throws -> String {
        try String(contentsOf: Fixtures.packageRoot.appendingPathComponent("Templates/\(name)"), encoding: .utf8)
    }

    /// The lines about an edit of the product card.
    private func edit(_ edits: [(String, String)]) throws -> [String] {
        let source = try Self.sample("ProductCard.xml")
        var edited = source
        for (old, new) in edits {
            #expect(edited.contains(old), "\(old)")
            edited = edited.replacingOccurrences(of: old, with: new)
        }
        try space.write("old/ProductCard.xml", source)
        try space.write("new/ProductCard.xml", edited)
        try space.write("new/ProductCard.json", Self.sample("ProductCard.json"))
        let result = space.vvc("diff", "@/old/ProductCard.xml", "@/new/ProductCard.xml")
        #expect(result.code == .success && result.error.isEmpty, "\(result.error)")
        return result.out.replacingOccurrences(of: "/ProductCard.xml", with: "").split(separator: "\n").map(String.init)
    }

    /// Long values are shown from a little before their first difference, and not longer than a line.
    @Test func longValuesAreShownAtTheirDifference() throws {
        func values(_ before: String, _ after: String) throws -> String {
            for (folder, text) in [("old", before), ("new", after)] {
                try space.write("\(folder)/A.xml", #"<NText layoutWidth="9" layoutHeight="9" text="\#(text)"/>"#)
            }
            let result = space.vvc("diff", "@/old/A.xml", "@/new/A.xml")
            return result.out.replacingOccurrences(of: "@/new/A.xml:1:2: NText: text ", with: "")
        }
        func a(_ count: Int) -> String { String(repeating: "a", count: count) }
        #expect(try values(a(57) + "x", a(57) + "y") == "\"\(a(57))x\" → \"\(a(57))y\"\n")
        #expect(try values(a(58) + "x", a(58) + "y") == "…\(a(12))x\" → …\(a(12))y\"\n")
        #expect(try values("x" + a(99), "y" + a(99)) == "\"x\(a(58))… → \"y\(a(58))…\n")
        #expect(try values(a(9) + "x", a(9) + "y" + a(99)) == "\"\(a(9))x\" → \"\(a(9))y\(a(49))…\n")
    }

    /// The difference of two versions of a source, without its place.
    private func difference(_ old: String, _ new: String, _ name: String = "A.xml", _ options: String...) throws
        -> String
    {
        try space.write("old/\(name)", old)
        try space.write("new/\(name)", new)
        let result = space.vvc(["diff", "@/old/\(name)", "@/new/\(name)"] + options)
        #expect(options.contains("--breaking") || result.code == .success && result.error.isEmpty, "\(result)")
        return (result.out + result.error).replacing(#/@\/(new|old)\/[^ ]*: /#, with: "")
    }

    /// The parts of an assemble source are numbered by the order of their names, and are what they are called.
    @Test func partsAreKnownByTheirNames() throws {
        let parts = #"[avatar(imageUrl:<a>, width:10, height:10, button:me, accessibilityLabel:Me)] [title(text:<n>)]"#
        let badge = #"[badge(imageUrl:"b.png", width:10, height:10)]"#
        let (old, new) = ("{ hc \(parts) }\n", "{ hc \(badge) \(parts) }\n")
        let found = try difference(old, new, "T.asv").split(separator: "\n").map(String.init)
        #expect(found.contains { $0.hasPrefix("NImage 'badge' added") }, "\(found)")
        #expect(!found.contains { $0.contains("src") || $0.contains("'title' added") }, "\(found)")
        #expect(try !difference(old, new, "T.asv", "--breaking").contains("breaking.a11y"))
    }

    @Test(arguments: [
        (#"var_string_a="x" var_int_a="1""#, #"var_string_a="x" var_int_a="2""#, "NText \"a\": var a 1 → 2\n"),
        (
            #"var_string_a="x" var_int_a="1""#, #"var_string_a="y" var_int_a="1""#,
            "NText \"a\": var a \"x\" → \"y\"\n"
        ),
        (#"var_string_a="x" var_int_a="1""#, #"var_string_a="x" var_int_a="1""#, ""),
    ])
    func allValuesWithOneNameAreCompared(_ old: String, _ new: String, _ expected: String) throws {
        let found = try difference("<NText text=\"a\" \(old)/>", "<NText text=\"a\" \(new)/>")
        #expect(found == expected)
        let key = { (number: Int) in "<?vvc node=\"0\" key=\"text\" int=\"\(number)\"?><NText text=\"a\"/>" }
        #expect(try difference(key(3), key(4)).contains("text 3 → 4\n"))
    }

    @Test(arguments: [
        (#"dependencies="3 4""#, #"dependencies="3 5""#, "dependencies 3 4 → 3 5\n"),
        (#"dependencies="3""#, #"page="1""#, "dependencies 3 → none\n"),
        (#"extra="01""#, #"extra="02""#, "extra 01 → 02\n"), (#"page="1""#, #"extra="02ff""#, "extra none → 02ff\n"),
        ("name=\"\u{E9}\"", "name=\"e\u{301}\"", "name \u{E9} → e\u{301}\n"),
        (#"embed="digest""#, #"page="1""#, ""),
    ])
    func whatIsSaidOfTheFileIsCompared(_ old: String, _ new: String, _ expected: String) throws {
        let found = try difference("<?vvc \(old)?><NText text=\"a\"/>", "<?vvc \(new)?><NText text=\"a\"/>")
        #expect(found.replacing(#/@[^ ]* /#, with: "") == expected)
    }

    // MARK: - Operands

    @Test(.enabled(if: Tool.exists, "vvc was not built with the tests"))
    func projectNamesBothSides() throws {
        try space.write("old/A.xml", "<NText text=\"a\"/>")
        try space.write("new/A.xml", "<NText text=\"b\"/>")
        try space.write("vvc.json", #"{"templates": "new", "compatibility": {"since": "old"}}"#)
        let shell = Shell(folder: space.folder)
        let result = try shell.run("vvc diff")
        #expect(result.status == 0 && result.text == "new/A.xml:1:2: NText: text \"a\" → \"b\"\n", "\(result)")
        try space.write("vvc.json", #"{"templates": ["new", "old"], "compatibility": {"since": "old"}}"#)
        let several = try shell.run("vvc diff")
        #expect(several.status == 64 && several.text.contains("has several \"templates\""), "\(several)")
        try space.write("vvc.json", "{}")
        let none = try shell.run("vvc diff")
        #expect(none.status == 64 && none.text.contains("'vvc.json' has no \"templates\""), "\(none)")
    }

    /// As everywhere else, the configuration of a folder is that of the templates in it.
    @Test func folderHasItsConfiguration() throws {
        for (side, text) in [("old", "a"), ("new", "b")] {
            try space.write("\(side)/config.properties", "VIEW_ID_Badge=1001\n")
            try space.write("\(side)/A.xml", "<Badge text=\"${\(text)}\"/>\n")
        }
        let diff = space.vvc("diff", "@/old", "@/new")
        #expect(diff.code == .success && diff.out.contains(#"text "${a}" → "${b}""#), "\(diff)")
        let contract = space.vvc("contract", "@/new")
        #expect(contract.code == .success && contract.error.isEmpty, "\(contract)")
    }

    // MARK: - What goes wrong

    /// As with the same file as `--data`.
    @Test(arguments: ["old", "new"], [[], ["--breaking"], ["--json"]])
    func brokenSampleDataAreAnError(_ side: String, _ options: [String]) throws {
        try space.write("old/A.xml", "<NText text=\"${a}\"/>")
        try space.write("new/A.xml", "<NText text=\"${b}\"/>")
        try space.write("\(side)/A.json", "{")
        if side == "new" { try space.write("old/A.json", #"{"a": 1}"#) }
        let result = space.vvc(["diff", "@/old", "@/new"] + options)
        #expect(result.code == .inputErrors && result.out.isEmpty, "\(result)")
        #expect(result.firstError.contains("@/\(side)/A.json:1:2: error: "), "\(result)")
        #expect(!result.error.contains("A.xml"), "\(result)")
        let given = space.vvc(["diff", "@/old", "@/new", "--data", "@/\(side)/A.json"] + options)
        #expect(given.code == result.code && given.out == result.out, "\(given)")
    }

    @Test func errorsOfATemplateThatTheDataNameCount() throws {
        try space.write("old/A.xml", #"<Grid colCount="1" itemHeight="9" dataTag="${a}"/>"#)
        try space.write("new/A.xml", #"<Grid colCount="2" itemHeight="9" dataTag="${a}"/>"#)
        try space.write("new/A.json", #"{"a": [{"type": "B"}]}"#)
        try space.write("new/B.xml", "<NText lines=\"x\"/>")
        let result = space.vvc("diff", "@/old/A.xml", "@/new/A.xml", "--breaking")
        #expect(result.code == .inputErrors && result.firstError.contains("@/new/B.xml:1:15: error: "), "\(result)")
    }

    @Test func aFileThatCannotBeReadIsToldAsFindingsAre() throws {
        let result = space.vvc("diff", "@/none", "@/none", "--breaking", "--json")
        #expect(result.code == .cannotRead && result.out.isEmpty, "\(result)")
        #expect(result.firstError.hasPrefix(#"{"path":"@/none","line":1,"#), "\(result)")
    }

    @Test(arguments: [[], ["--json"]])
    func findingsAreShownAlsoIfTheirFileCannotBeWritten(_ options: [String]) throws {
        try space.write("old/A.xml", "<NText id=\"1\" text=\"a\"/>")
        try space.write("new/B.xml", "<NText id=\"1\" text=\"a\"/>")
        try space.write("old/B.xml", "<NText id=\"1\" text=\"a\"/>")
        let plain = space.vvc(["diff", "@/old", "@/new", "--breaking"] + options)
        #expect(plain.code == .inputErrors && (plain.out + plain.error).contains("breaking."), "\(plain)")
        let result = space.vvc(["diff", "@/old", "@/new", "--breaking", "--sarif", "/dev/null/x"] + options)
        #expect(result.code == .cannotWrite && result.out == plain.out, "\(result)")
        #expect(result.error.hasPrefix(plain.error) && result.error.contains("cannot write '/dev/null"), "\(result)")
    }

    // MARK: - Frames

    /// Whatever OLD is, both sides have the values, images and functions of the project.
    @Test func framesAreThoseOfTheProject() throws {
        let source = { (size: Int) in
            """
            <VHLayout orientation="H" layoutWidth="match_parent" layoutHeight="wrap_content">
                <NText text="${= env.word + app.name()}" textSize="\(size)" layoutWidth="wrap_content" layoutHeight="20"/>
                <NImage src="star" layoutWidth="wrap_content" layoutHeight="wrap_content"/>
            </VHLayout>
            """
        }
        try space.write(
            "vvc.json",
            #"{"env": {"word": "a"}, "images": {"star": "40x30"}, "functions": {"name": "bc"}}"#
        )
        try space.write("out/A.xml", source(20))
        #expect(space.vvc("compile", "@/out/A.xml", "-o", "@/out/A.out").code == .success)
        try space.write("new/A.xml", source(20))
        try space.write("new/A.json", "{}")
        for old in ["@/out/A.out", "@/out/A.xml"] {
            #expect(space.vvc("diff", old, "@/new/A.xml").out.isEmpty)
        }
        try space.write("new/A.xml", source(30))
        let lines = space.vvc("diff", "@/out/A.out", "@/new/A.xml").out.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasSuffix(": textSize 20 → 30"), "\(lines)")
        #expect(lines.dropFirst().first?.contains("NText") == true && lines.last?.contains(" right at") == true)
    }

    /// Without a size in the project an image has that of its file beside the new template.
    @Test func imagesHaveTheSizesOfTheirFiles() throws {
        let source = { (image: String) in
            """
            <VHLayout orientation="V" layoutWidth="wrap_content" layoutHeight="wrap_content">
                <NImage src="\(image)" layoutWidth="wrap_content" layoutHeight="wrap_content"/>
            </VHLayout>
            """
        }
        try space.write("old/A.xml", source("tea"))
        try space.write("new/A.xml", source("cup"))
        for (name, width) in [("tea", 40), ("cup", 60)] {
            let picture = #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="20"/>"#
            try space.write("new/images/\(name).svg", picture)
        }
        let lines = space.vvc("diff", "@/old/A.xml", "@/new/A.xml").out.split(separator: "\n")
        #expect(lines.contains { $0.hasSuffix("frame 0,0 40x20 → 0,0 60x20 at width 375") }, "\(lines)")
    }

    // MARK: - Lines

    @Test func sameTemplatesHaveNoLines() throws {
        #expect(try edit([]).isEmpty)
    }

    @Test func aValueIsOneLine() throws {
        #expect(
            try edit([(#"text="Add to cart" textSize="28rp""#, #"text="Buy" textSize="28rp""#)]) == [
                #"@/new:50:14: NText: text "Add to cart" → "Buy""#
            ]
        )
    }

    @Test func whatMovesWithAChangeSharesALine() throws {
        let lines = try edit([
            ("layoutMarginTop=\"20rp\" layoutMarginRight", "layoutMarginTop=\"28rp\" layoutMarginRight")
        ])
        #expect(
            lines == [
                "@/new:35:10: VH2Layout: layoutMarginTop 20rp → 28rp",
                "@/new:3:2: FrameLayout: frame 0,0 375x374.375 → 0,0 375x378.375 at width 375",
                #"@/new:7:6: NVHLayout "${detailUrl}": frame 12,12 351x350.375 → 12,12 351x354.375 at width 375"#,
                "@/new:35:10: VH2Layout and 4 more: 4 down at width 375",
            ]
        )
    }

    @Test func aNodeThatIsPutAroundAnotherIsOneLine() throws {
        let image = """
            <NImage
                            layoutWidth="match_parent" layoutHeight="match_parent"
                            src="${images[0].url}" scaleType="center_crop" background="#DCE6F2"/>
            """
        let box = #"<NFrameLayout layoutWidth="match_parent" layoutHeight="match_parent">"#
        #expect(
            try edit([(image, "\(box)\(image)</NFrameLayout>")]) == [
                #"@/new:14:14: NFrameLayout put around NImage "${images[0].url}""#
            ]
        )
    }

    @Test func aNodeThatIsRemovedIsNamedWithItsOldPlace() throws {
        let subtitle = """
                    <NText
                        layoutWidth="match_parent" layoutHeight="wrap_content"
                        layoutMarginLeft="28rp" layoutMarginTop="10rp" layoutMarginRight="28rp"
                        text="${subtitle}" textSize="26rp" textColor="#8F959E" lines="1"/>

            """
        let lines = try edit([(subtitle, "")])
        #expect(lines.contains { $0.hasPrefix(#"@/old:30:10: NText "${subtitle}" removed"#) }, "\(lines)")
        #expect(lines.count { !$0.contains(" at width ") } == 1, "\(lines)")
    }

    @Test func severalWidthsAreCompared() throws {
        for (folder, width) in [("a", "match_parent"), ("b", "200")] {
            try space.write(
                "\(folder)/A.xml",
                """
                <VHLayout layoutWidth="match_parent" layoutHeight="20">
                <NText layoutWidth="\(width)" layoutHeight="20" text="a"/>
                </VHLayout>
                """
            )
        }
        let result = space.vvc("diff", "@/a/A.xml", "@/b/A.xml", "--width", "320,375")
        #expect(
            result.out == """
                @/b/A.xml:2:2: NText "a": layoutWidth match_parent → 200
                @/b/A.xml:2:2: NText "a": frame 0,0 320x20 → 0,0 200x20 at width 320
                @/b/A.xml:2:2: NText "a": frame 0,0 375x20 → 0,0 200x20 at width 375

                """
        )
    }

    @Test func jsonHasTheSame() throws {
        try space.write("a/A.xml", #"<NText layoutWidth="100" layoutHeight="20" text="a"/>"#)
        try space.write("b/A.xml", #"<NText layoutWidth="100" layoutHeight="30" text="${a}"/>"#)
        let result = space.vvc("diff", "@/a", "@/b", "--json")
        let value = try JSONValue(json: Array(result.out.utf8))
        #expect(value["changed"]?[0]?["template"] == "A")
        #expect(value["changed"]?[0]?["changes"]?[0]?["name"] == "layoutHeight")
        #expect(value["changed"]?[0]?["changes"]?[1]?["kind"] == "binding")
        #expect(value["changed"]?[0]?["frames"]?[0]?["width"] == 375)
    }

    // MARK: - Sides

    @Test func aFileIsComparedWithItsSource() throws {
        try space.write("A.xml", #"<VHLayout><NText layoutWidth="100" layoutHeight="20" text="a"/></VHLayout>"#)
        #expect(space.vvc("compile", "@/A.xml", "-o", "@/build").code == .success)
        #expect(space.vvc("diff", "@/build/A.out", "@/A.xml").out.isEmpty)
        try space.write("A.xml", #"<VHLayout><NText layoutWidth="100" layoutHeight="20" text="b"/></VHLayout>"#)
        #expect(space.vvc("diff", "@/build/A.out", "@/A.xml").out == "@/A.xml:1:12: NText: text \"a\" → \"b\"\n")
        #expect(space.vvc("diff", "@/A.xml", "@/build/A.out").out == "@/build/A.out: NText: text \"b\" → \"a\"\n")
    }

    @Test func twoFilesAreVersionsOfOneTemplateWhateverTheirNames() throws {
        for (name, text) in [("a/Old", "a"), ("b/New", "b")] {
            try space.write("\(name).xml", "<NText layoutWidth=\"100\" layoutHeight=\"20\" text=\"\(text)\"/>")
        }
        let change = "@/b/New.xml: name Old → New\n@/b/New.xml:1:2: NText: text \"a\" → \"b\"\n"
        #expect(space.vvc("diff", "@/a/Old.xml", "@/b/New.xml").out == change)
        // One template of many is none of another name.
        try space.write("b/More.xml", #"<NText layoutWidth="100" layoutHeight="20" text="b"/>"#)
        let lines = [
            "@/a/Old.xml: template 'Old' removed", "@/b/More.xml: template 'More' added",
            "@/b/New.xml: template 'New' added",
        ]
        #expect(space.vvc("diff", "@/a", "@/b").out == lines.map { "\($0)\n" }.joined())
    }

    @Test func foldersAreComparedByTheNamesOfTemplates() throws {
        try space.write("a/A.xml", #"<NLine layoutWidth="1" layoutHeight="1"/>"#)
        try space.write("a/Gone.xml", #"<NLine layoutWidth="1" layoutHeight="1"/>"#)
        try space.write("b/sub/A.xml", #"<NLine layoutWidth="1" layoutHeight="1"/>"#)
        try space.write("b/New.xml", #"<NLine layoutWidth="1" layoutHeight="1"/>"#)
        let result = space.vvc("diff", "@/a", "@/b")
        #expect(
            result.out == "@/a/Gone.xml: template 'Gone' removed\n@/b/New.xml: template 'New' added\n",
            "\(result)"
        )
        let breaking = space.vvc("diff", "@/a", "@/b", "--breaking")
        #expect(breaking.code == .inputErrors && breaking.firstError.hasSuffix("[breaking.source-template]"))
    }

    @Test func aDeadLinkHoldsUpNoOtherSource() throws {
        for folder in ["a", "b"] { try space.write("\(folder)/B.xml", "<NText text=\"\(folder)\"/>") }
        try space.write("b/Z.xml", "<NText lines=\"x\"/>")
        try FileManager.default.createSymbolicLink(atPath: space.path("b/A.xml"), withDestinationPath: "nowhere")
        for line in [["diff", "@/a", "@/b"], ["contract", "@/b"]] {
            let result = space.vvc(line)
            #expect(result.code == .cannotRead, "\(result)")
            #expect(result.error.contains("cannot read '@/b/A.xml'"), "\(result)")
            #expect(result.error.contains("@/b/Z.xml:1:15: error: "), "\(result)")
        }
    }

    // MARK: - The project file

    @Test func theProjectSaysWhatTheTemplatesAreComparedWith() throws {
        let text = #"<NText text="${title}" layoutWidth="80" layoutHeight="20"/>"#
        try space.write("shipped/Card.xml", text)
        try space.write("new/Card.xml", text.replacingOccurrences(of: "title", with: "name"))
        try space.write("new/Card.json", #"{"name": "Tea"}"#)
        func breaking(_ project: String) throws -> (code: ExitCode, lines: [String]) {
            try space.write("vvc.json", project)
            let result = space.vvc("diff", "@/new", "--breaking")
            return (
                result.code, result.error.split(separator: "\n").filter { $0.contains("breaking.") }.map(String.init)
            )
        }
        #expect(space.vvc("diff", "@/new").code == .usage)
        let found = try breaking(#"{"compatibility": {"since": "shipped"}}"#)
        #expect(found.code == .inputErrors && found.lines.contains { $0.contains("[breaking.data-new]") }, "\(found)")
        let rated = try breaking(
            #"{"compatibility": {"since": "shipped"}, "lint": {"breaking.data-new": "warning", "breaking.data-removed": "off"}}"#
        )
        #expect(rated.lines.contains { $0.contains("warning:") && $0.contains("[breaking.data-new]") }, "\(rated)")
        #expect(!rated.lines.contains { $0.contains("error:") && $0.contains("data-") }, "\(rated)")
    }

    @Test func theProjectSaysForWhichWidthsAndClients() throws {
        let text = #"<NText text="Tea" layoutWidth="-1" layoutHeight="20"/>"#
        try space.write("shipped/Card.xml", text)
        try space.write("new/Card.xml", text.replacingOccurrences(of: "\"20\"", with: "\"24\" pressedAlpha=\"0.5\""))
        try space.write("vvc.json", #"{"widths": [320, 400], "compatibility": {"clients": ["ios-1.2", "swift"]}}"#)
        let lines = space.vvc("diff", "@/shipped", "@/new").out
        #expect(lines.contains("at width 320") && lines.contains("at width 400") && !lines.contains("375"), "\(lines)")
        let found = space.vvc("diff", "@/shipped", "@/new", "--breaking")
        #expect(found.error.contains("ios-1.2"), "\(found.error)")
    }

    @Test(.enabled(if: ReleaseWorkspace.canSign, "needs openssl with Ed25519, and a system that can verify"))
    func releasesAreCompared() throws {
        let releases = try ReleaseWorkspace()
        try releases.begin(1)
        try releases.space.write("Templates/Hello.xml", #"<NText layoutWidth="9" layoutHeight="9" text="${x}"/>"#)
        let made = releases.release(
            "@/Templates",
            "-o",
            "@/www",
            "--number",
            "2",
            by: ["release", "latest"],
            day: 2
        )
        #expect(made.code == .success, "\(made.error)")
        let result = releases.space.vvc("diff", "@/www#1", "@/www#2")
        #expect(result.code == .success && result.out.contains("@/www#2/Hello: "), "\(result)")
        #expect(!result.out.contains("Rule"))
        #expect(releases.space.vvc("diff", "@/www", "@/www#2").out.isEmpty)
        #expect(releases.space.vvc("diff", "@/www", "@/Templates").out.isEmpty)
        let missing = releases.space.vvc("diff", "@/www#1", "@/www#7")
        #expect(missing.code == .cannotRead && missing.error.contains("there is no release 7"), "\(missing.error)")
        #expect(releases.space.vvc("diff", "@/www#1", "@/www#+2").code == .cannotRead)
        try FileManager.default.moveItem(atPath: releases.space.path("www"), toPath: releases.space.path("a#b"))
        #expect(releases.space.vvc("diff", "@/a#b#1", "@/a#b#2").out.contains("@/a#b#2/Hello: "))
        // Whoever makes a release does not wait for a reader, nor a reader for them.
        let folder = open(releases.space.path("a#b"), O_RDONLY)
        defer { close(folder) }
        #expect(flock(folder, LOCK_EX) == 0)
        #expect(releases.space.vvc("diff", "@/a#b", "@/Templates").code == .success)
    }

    @Test(
        .enabled(if: ReleaseWorkspace.canSign, "needs openssl with Ed25519, and a system that can verify"),
        arguments: [("Rule", "hash"), ("", "bytes, but the release says")]
    )
    func aBlobOfAReleaseThatIsNotTheNamedOneIsAnError(_ other: String, _ reason: String) throws {
        let releases = try ReleaseWorkspace()
        try releases.begin(1)
        func blob(_ type: String) throws -> String {
            let file = try releases.space.bytes(
                "www/" + #require(releases.space.files("www").first { $0.hasPrefix("releases/") })
            )
            let entry = try #require(String(decoding: file, as: UTF8.self).components(separatedBy: "\"\(type)\"").last)
            return "www/blobs/" + String(try #require(entry.firstMatch(of: /[0-9a-f]{64}/)).0)
        }
        let place = try blob("Hello")
        var bytes = try releases.space.bytes(place)
        if other.isEmpty { bytes.removeLast() } else { bytes[bytes.count - 1] ^= 1 }
        try releases.space.write(place, bytes)
        let result = releases.space.vvc("diff", "@/www", "@/Templates", "--breaking")
        #expect(result.code == .cannotRead && result.out.isEmpty, "\(result)")
        #expect(result.error.contains("cannot read '@/\(place)': ") && result.error.contains(reason), "\(result.error)")
    }

    @Test func whatIsNoTemplateIsAnError() throws {
        try space.write("bad.out", [0x41, 0x4C, 0x49, 0x56, 0x56, 0, 1])
        try space.write("A.xml", "<NLine/>")
        try space.write("bad.xml", "<NLine")
        try space.makeFolder("empty")
        #expect(space.vvc("diff", "@/bad.out", "@/A.xml").code == .inputErrors)
        #expect(space.vvc("diff", "@/A.xml", "@/bad.xml").code == .inputErrors)
        #expect(space.vvc("diff", "@/A.xml", "@/none.xml").code == .cannotRead)
        #expect(space.vvc("diff", "@/A.xml", "@/empty").code == .cannotRead)
        #expect(space.vvc("diff", "@/A.xml").code == .usage)
        #expect(space.vvc("diff", "@/A.xml", "@/A.xml", "--against", ".git#branch=x").code == .usage)
        for text in ["main", ".git#", ".git#branch", ".git#branch=", ".git#branches=x", "#branch=x", ".git#commit=--x"]
        {
            #expect(space.vvc("diff", "@/A.xml", "--against", text).code == .usage, "\(text)")
        }
    }

    // MARK: - Breaking changes

    /// Apps compare texts, and texts of other bytes are others.
    @Test func anotherEncodingOfALetterIsAChange() throws {
        let source = """
            <NText layoutWidth="100" layoutHeight="20" text="é" action="xé" name="é" flag="flag_clickable"/>
            """
        try space.write("a/A.xml", source.precomposedStringWithCanonicalMapping)
        try space.write("b/A.xml", source.decomposedStringWithCanonicalMapping)
        #expect(space.vvc("diff", "@/a", "@/b").out.split(separator: "\n").count == 3)
        let breaking = space.vvc("diff", "@/a", "@/b", "--breaking")
        #expect(breaking.code == .inputErrors)
        for rule in ["action-gone", "source-part"] {
            #expect(breaking.error.contains("breaking.\(rule)"), "\(breaking)")
        }
    }

    /// Tools such as `grep` look at lines.
    @Test func jsonHasALineForEachTemplateAndDifference() throws {
        for (folder, size) in [("a", 10), ("b", 20)] {
            for name in ["A", "B"] {
                let source = #"<NText layoutWidth="100" layoutHeight="\#(size)" textSize="\#(size)" text="\#(name)"/>"#
                try space.write("\(folder)/\(name).xml", source)
            }
        }
        let lines = space.vvc("diff", "@/a", "@/b", "--json").out.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix(#"{"template":"#) }.count == 2)
        #expect(lines.filter { $0.hasPrefix(#"{"place":"#) }.count == 4)
    }

    /// What goes with a file for debuggers is no part of what a phone has to hold.
    @Test func whatIsBehindATemplateDoesNotCountAsItsSize() throws {
        try space.write("A.xml", "<VHLayout>\n\(String(repeating: "<VHLayout/>\n", count: 200))</VHLayout>")
        #expect(space.vvc("compile", "@/A.xml", "-o", "@/a/A.out").code == .success)
        // With the same nodes nothing would be compared.
        try space.write("A.xml", "<VHLayout id=\"7\">\n\(String(repeating: "<VHLayout/>\n", count: 200))</VHLayout>")
        #expect(space.vvc("compile", "@/A.xml", "-o", "@/b/A.out", "--embed", "source-map").code == .success)
        #expect(try 4 * space.bytes("b/A.out").count > 5 * space.bytes("a/A.out").count)
        let breaking = space.vvc("diff", "@/a/A.out", "@/b/A.out", "--breaking")
        #expect(breaking.code == .success && breaking.error.isEmpty, "\(breaking)")
    }

    /// What apps, users and clients lose with a change, and what they do not.
    @Test(
        arguments: [
            (#"<NText id="7" name="t" #/>"#, #"<NText name="t" #/>"#, "source-part", ""),
            (#"<NText id="7" name="t" #/>"#, #"<NText id="8" name="t" #/>"#, "source-part", ""),
            (#"<NText id="7" name="t" #/>"#, #"<NText id="7" name="t" alpha="0.5" #/>"#, nil, ""),
            (#"<NText name="t" alpha="0" #/>"#, #"<NText name="t" alpha="0.5" #/>"#, nil, ""),
            (
                #"<VHLayout #><NText name="t" #/></VHLayout>"#,
                #"<VHLayout alpha="0" #><NText name="t" #/></VHLayout>"#, "visual-hidden", ""
            ),
            (
                #"<VHLayout #><NText name="t" #/></VHLayout>"#,
                #"<VHLayout accessibilityHidden="true" #><NText name="t" #/></VHLayout>"#, "a11y-label", ""
            ),
            (
                #"<VHLayout #><NText name="t" #/></VHLayout>"#,
                #"<VHLayout #><FrameLayout accessibilityHidden="true" #><NText name="t" #/></FrameLayout></VHLayout>"#,
                "a11y-label", ""
            ),
            (
                #"<VHLayout accessibilityLabel="Cart" #><NText name="t" #/></VHLayout>"#,
                #"<VHLayout #><NText name="t" accessibilityLabel="Cart" #/></VHLayout>"#, nil, ""
            ),
            (
                #"<VHLayout accessibilityLabel="Cart" #><NText name="t" #/></VHLayout>"#,
                #"<VHLayout #><NText name="t" accessibilityLabel="Bag" #/></VHLayout>"#, "a11y-label", ""
            ),
            (
                #"<VHLayout accessibilityLabel="Cart" #><NText name="t" #/></VHLayout>"#,
                #"<VHLayout #><NText name="t" contentDescription="Cart" #/></VHLayout>"#, nil, ""
            ),
            (
                #"<VHLayout accessibilityLabel="Cart" #><NText name="t" #/></VHLayout>"#,
                #"<VHLayout #><NText name="t" text="Cart" #/></VHLayout>"#, nil, ""
            ),
            (
                #"<VHLayout accessibilityLabel="Cart" #><NText name="t" #/></VHLayout>"#,
                #"<VHLayout #><NText name="t" text="Cart" accessibilityLabel="Bag" #/></VHLayout>"#, "a11y-label", ""
            ),
            (
                #"<NText name="t" text="a" accessibilityLabel="Cart" #/>"#, #"<NText name="t" text="Cart" #/>"#, nil,
                ""
            ),
            (
                #"<VHLayout accessibilityHidden="true" #><NText name="t" #/></VHLayout>"#,
                #"<VHLayout accessibilityHidden="true" #><NText accessibilityHidden="true" name="t" #/></VHLayout>"#,
                nil, ""
            ),
            (
                #"<NText name="t" accessibilityRole="button" #/>"#, #"<NText name="t" flag="flag_clickable" #/>"#, nil,
                ""
            ),
            (
                #"<NText name="t" accessibilityRole="button" #/>"#, #"<NText name="t" flag="flag_exposure" #/>"#,
                "a11y-role", ""
            ),
            (
                #"<Page name="t" accessibilityRole="button" flag="flag_clickable" #/>"#,
                #"<Page name="t" flag="flag_clickable" #/>"#, "a11y-role", ""
            ),
            // An action without a touch is none.
            (#"<NText name="t" action="buy" #/>"#, #"<NText name="t" #/>"#, nil, ""),
            (#"<NText name="t" action="buy" actionParam="7" #/>"#, #"<NText name="t" action="buy" #/>"#, nil, ""),
            (
                #"<NText name="t" action="buy" actionParam="7" flag="flag_clickable" #/>"#,
                #"<NText name="t" action="buy" flag="flag_clickable" #/>"#, "action-gone", ""
            ),
            (
                #"<NText name="t" action="buy" actionParam="7" flag="flag_clickable" #/>"#,
                #"<NText name="t" action="buy" actionParam="8" flag="flag_clickable" #/>"#, nil, ""
            ),
            (
                #"<VHLayout #><NText name="t" action="buy" flag="flag_clickable" #/><NText name="u" #/></VHLayout>"#,
                #"<VHLayout #><NText name="t" action="see" flag="flag_clickable" #/><NText name="u" action="buy" #/></VHLayout>"#,
                "action-gone", ""
            ),
            (
                #"<NText name="t" text="${a}" #/>"#, #"<NText name="t" text="${a ?: 'x'}" #/>"#, "wire-binding",
                "ios-1.2"
            ),
            (
                #"<NText name="t" text="${a}" #/>"#, #"<NText name="t" text="Hi ${a}" #/>"#, "wire-binding",
                "android-1.4"
            ),
            (#"<NText name="t" text="${a}" #/>"#, #"<NText name="t" text="Hi ${a}" #/>"#, nil, "swift"),
            (#"<NText name="t" text="${a ?: b}" #/>"#, #"<NText name="t" text="${a ?: 'x'}" #/>"#, nil, "android-1.4"),
            // What is read in place of a missing value need not be there.
            (#"<NText name="t" text="${a}" #/>"#, #"<NText name="t" text="${a ?: ${b}}" #/>"#, nil, ""),
            // A sum takes what a text takes.
            (#"<NText name="t" text="${= a + 1}" #/>"#, #"<NText name="t" text="${a}" #/>"#, nil, ""),
            (#"<NText name="t" text="${a}" #/>"#, #"<NText name="t" text="${a} ${b}" #/>"#, "data-new", ""),
            (#"<NText name="t" text="${a}" #/>"#, #"<NText name="t" text="${a} ${n ?: ${m}}" #/>"#, "data-new", ""),
            (#"<NText name="t" text="${env.a}" #/>"#, #"<NText name="t" text="${= env.a ?: b}" #/>"#, nil, ""),
            (#"<NText name="t" text="${a}" #/>"#, #"<NText name="t" text="${a} ${env.b}" #/>"#, "data-environment", ""),
            (#"<NText name="t" text="${env.b}" #/>"#, #"<NText name="t" text="${env.b} ${env.b}" #/>"#, nil, ""),
            (#"<NText name="t" text="${a}" #/>"#, #"<NText name="t" text="${a} ${env.locale}" #/>"#, nil, ""),
            (#"<NText name="t" text="${a}" #/>"#, #"<NText name="t" text="${= env.b ? env.b.c : a}" #/>"#, nil, ""),
            (#"<NText name="t" text="${= a}" #/>"#, #"<NText name="t" text="${= c ? (b ?: c) : a}" #/>"#, nil, ""),
            (
                #"<NText name="t" text="${= c ?: 'x'}" #/>"#, #"<NText name="t" text="${= b ?: c}" #/>"#,
                "data-new", ""
            ),
            (#"<Page name="t" action="a" #/>"#, #"<Page name="t" action="b" #/>"#, "action-gone", ""),
        ] as [(String, String, String?, String)]
    )
    func aChangeBreaksWhatReliesOnIt(_ old: String, _ new: String, _ rule: String?, _ client: String) throws {
        for (folder, source) in [("a", old), ("b", new)] {
            let sized = source.replacingOccurrences(of: "#", with: #"layoutWidth="9" layoutHeight="9""#)
            try space.write("\(folder)/A.xml", sized)
        }
        let target = client.isEmpty ? [] : ["--target", client]
        let found = space.vvc(["diff", "@/a", "@/b", "--breaking"] + target).errors.filter { $0.contains("breaking.") }
        #expect(found.count == (rule == nil ? 0 : 1), "\(found)")
        #expect(found.allSatisfy { $0.contains("[breaking.\(rule ?? "")]") }, "\(found)")
    }

    @Test func aTemplateWithAnotherNameIsAnotherOfAFolder() throws {
        try space.write("a/A.xml", #"<NText text="a" layoutWidth="9" layoutHeight="9"/>"#)
        try space.write("b/B.xml", #"<NText text="a" layoutWidth="9" layoutHeight="9"/>"#)
        let found = space.vvc("diff", "@/a", "@/b", "--breaking")
        #expect(found.code == .inputErrors && found.error.contains("[breaking.source-template]"), "\(found)")
        #expect(space.vvc("diff", "@/a/A.xml", "@/b", "--breaking").code == .success)
        try space.write("b/vvc.json", #"{"lint": {"breaking.source-template": "off"}}"#)
        let silent = space.vvc("diff", "@/a", "@/b", "--breaking")
        #expect(silent.code == .success && silent.error.isEmpty, "\(silent)")
        // The project file of the template's own folder counts.
        try space.write("a/sub/C.xml", #"<NText text="a" layoutWidth="9" layoutHeight="9"/>"#)
        #expect(space.vvc("diff", "@/a", "@/b", "--breaking").code == .success)
        try space.write("b/sub/vvc.json", "{}")
        let loud = space.vvc("diff", "@/a", "@/b", "--breaking")
        #expect(loud.code == .inputErrors && loud.error.contains("'C'"), "\(loud)")
    }

    @Test func aFrameThatMayChangeHidesNothing() throws {
        let source = { (visibility: String) in
            let size = #"layoutWidth="100" layoutHeight="40""#
            return
                #"<VHLayout orientation="V" layoutWidth="100" layoutHeight="wrap_content"><NText name="a" text="a" \#(size)/>"#
                + #"<NText name="b" text="b" visibility="\#(visibility)" \#(size)/></VHLayout>"#
        }
        try space.write("a/A.xml", source("visible"))
        try space.write("b/A.xml", source("gone"))
        try space.write("b/vvc.json", #"{"lint": {"breaking.visual-frame": "off"}}"#)
        let found = space.vvc("diff", "@/a", "@/b", "--breaking")
        #expect(
            found.errors.count { $0.contains("breaking.") } == 1 && found.error.contains("visual-hidden"),
            "\(found)"
        )
    }

    /// An action that a choice may have can still be triggered; what a binding makes of the data is one, too.
    @Test(arguments: [
        ("x", "@{${u} ? x : y}", nil), ("@{${u} ? x : y}", "@{${u} ? x : z}", "'y'"), ("@{${u} ? x : y}", "x", "'y'"),
        ("x", "@{${u} ? z : y}", "'x'"), ("${u ?: 'x'}", "x", "'${u}'"), ("x", "${u ?: 'x'}", nil),
        ("${u}", "${u ?: 'x'}", nil), ("${u}", "${= u}", nil), ("${u}", "${v}", "'${u}'"), ("${u}", "x", "'${u}'"),
        ("shop://${u}", "store://${u}", "'shop://${u}'"), ("${= 'a' + u}", "@{${v} ? ${= 'a' + u} : x}", nil),
        ("${= 'shop://' + u}", "${= 'store://' + u}", "shop://"), ("${= 'a' + u}", "${='a'+u}", nil),
    ])
    func choicesOfActionsAreActions(_ old: String, _ new: String, _ gone: String?) throws {
        for (folder, action) in [("a", old), ("b", new)] {
            let source =
                #"<NText layoutWidth="9" layoutHeight="9" text="a" flag="flag_clickable" action="\#(action)"/>"#
            try space.write("\(folder)/A.xml", source)
        }
        let found = space.vvc("diff", "@/a", "@/b", "--breaking").errors.filter { $0.contains("breaking.action-gone") }
        #expect(found.count == (gone == nil ? 0 : 1) && found.allSatisfy { $0.contains(gone ?? "") }, "\(found)")
    }

    /// Data without what nothing tests any more loses what is in it.
    @Test(arguments: [
        ("@{${a} ? ${a.b} : x}", "${a.b}", "'a'"), ("${= a ? a.b : ''}", "${= a.b}", "'a'"),
        ("@{${a[0]} ? ${a[0].b} : x}", "${a[0].b}", "'a[0]'"), ("@{${a} ? ${a.b} : x}", "@{${a} ? ${a.b} : y}", nil),
        ("@{${a} ? ${a.b} : x}", "${a.b ?: 'x'}", nil), ("@{${a} ? ${a.b} : x}", "x", nil),
        ("@{${a} ? ${a} : x}", "${a}", "'a'"),
    ])
    func aGuardThatIsGoneIsAChange(_ old: String, _ new: String, _ needed: String?) throws {
        for (folder, text) in [("a", old), ("b", new)] {
            try space.write("\(folder)/A.xml", #"<NText layoutWidth="9" layoutHeight="9" text="\#(text)"/>"#)
        }
        let found = space.vvc("diff", "@/a", "@/b", "--breaking").errors.filter { $0.contains("must be there now") }
        #expect(found.count == (needed == nil ? 0 : 1) && found.allSatisfy { $0.contains(needed ?? "") }, "\(found)")
    }

    /// What read any value, such as an attribute of the app, took objects and lists too.
    @Test func aKindWhereAnyValueWasGoodIsAChange() throws {
        try space.write("a/A.xml", #"<NText layoutWidth="100" layoutHeight="20" text="@{${p} ? a : b}"/>"#)
        try space.write("b/A.xml", #"<NText layoutWidth="100" layoutHeight="20" text="${p}"/>"#)
        #expect(space.vvc("diff", "@/a", "@/b", "--breaking").error.contains("breaking.data-kind"))
        #expect(!space.vvc("diff", "@/b", "@/a", "--breaking").error.contains("breaking.data-kind"))
    }

    @Test func sarifHasWhatItMustHave() throws {
        try space.write("a/A B.xml", #"<NText layoutWidth="100" layoutHeight="20" text="a"/>"#)
        try space.write("b/A B.xml", "\n" + #"<NText layoutWidth="100" layoutHeight="20" text="${a}"/>"#)
        let result = space.vvc("diff", "@/a", "@/b", "--sarif", "@/log.sarif")
        #expect(result.code == .inputErrors)
        let log = try JSONValue(json: try space.bytes("log.sarif"))
        #expect(log["version"] == "2.1.0")
        let run = try #require(log["runs"]?[0])
        #expect(run["tool"]?["driver"]?["name"] == "vvc")
        let found = try #require(run["results"]?[0])
        #expect(found["ruleId"] == "breaking.data-new" && found["level"] == "error" && found["ruleIndex"] == 0)
        #expect(run["tool"]?["driver"]?["rules"]?[0]?["id"] == "breaking.data-new")
        #expect(found["message"]?["text"] != nil)
        let place = try #require(found["locations"]?[0]?["physicalLocation"])
        #expect(place["region"]?["startLine"] == 2 && place["region"]?["startColumn"] == 52)
        guard case .string(let uri)? = place["artifactLocation"]?["uri"] else {
            Issue.record("there is no uri")
            return
        }
        #expect(uri.hasPrefix("file:///") && uri.hasSuffix("/b/A%20B.xml") && !uri.contains(" "))
        #expect(space.vvc("diff", "@/a", "@/a", "--sarif", "@/log.sarif").code == .success)
        #expect(try JSONValue(json: try space.bytes("log.sarif"))["runs"]?[0]?["results"] == [])
    }

    /// A review would show what an earlier run found as what this one does.
    @Test(arguments: ["b/A.xml", "b/A.json", "vvc.json", "--data", "none"])
    func aLogOfAnEarlierRunGoes(_ problem: String) throws {
        try space.write("a/A.xml", #"<NText layoutWidth="100" layoutHeight="20" text="a"/>"#)
        try space.write("b/A.xml", #"<NText layoutWidth="100" layoutHeight="20" text="${a}"/>"#)
        let line = ["diff", "@/a", "@/b", "--sarif", "@/log.sarif"]
        #expect(space.vvc(line).code == .inputErrors && space.exists("log.sarif"))
        let failed: Workspace.Result
        switch problem {
        case "--data": failed = space.vvc(line + ["--data", "@/none.json"])
        case "none": failed = space.vvc("diff", "@/a", "@/none", "--sarif", "@/log.sarif")
        default:
            try space.write(problem, "<NText")
            failed = space.vvc(line)
        }
        #expect(failed.code == (problem.contains(".") ? .inputErrors : .cannotRead), "\(failed)")
        #expect(!space.exists("log.sarif"), "\(failed)")
        // What is no log is not removed either.
        try space.write("notes.txt", "notes")
        _ = space.vvc("diff", "@/a", "@/none", "--sarif", "@/notes.txt")
        #expect(space.exists("notes.txt"))
    }

    @Test func aTemplateBreaksNothingOfItself() throws {
        let folder = Fixtures.templates.path
        let result = space.vvc("diff", folder, folder, "--breaking")
        #expect(result.code == .success && result.error.isEmpty && result.out.isEmpty, "\(result)")
    }
}
