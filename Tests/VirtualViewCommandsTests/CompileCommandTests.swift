import Foundation
import Testing
import VirtualViewCommands
import VirtualViewFormat

/// `vvc compile`: what it writes, removes, says and returns.
@Suite struct CompileCommandTests {
    private let workspace = Workspace.fresh()
    private let card = "<NText text=\"Hello\"/>\n"
    private let wrong = "<NText lines=\"x\"/>\n"

    private func template(_ name: String) throws -> Template {
        try Template(decoding: workspace.bytes(name))
    }

    // MARK: - Outputs

    @Test func writesTheTemplateUnderItsName() throws {
        try workspace.write("Card.xml", card)
        let result = workspace.vvc("compile", "@/Card.xml", "-o", "@/build/deep")
        #expect(result.code == .success && result.out.isEmpty && result.error.isEmpty)
        #expect(try template("build/deep/Card.out").type == "Card")
        #expect(workspace.files("build") == ["deep/Card.out"])
    }

    /// A program that is started without them gets their numbers for its files.
    @Test(.enabled(if: Tool.exists, "vvc was not built with the tests"), arguments: ["<&-", "<&- >&-", "<&- >&- 2>&-"])
    func standardStreamsMayBeClosed(_ closed: String) throws {
        try workspace.write("Card.xml", card)
        let result = try Shell(folder: workspace.folder).run("vvc compile Card.xml -o Card.out \(closed)")
        #expect(result.status == 0 && result.text.isEmpty, "\(result)")
        #expect(try template("Card.out").type == "Card")
    }

    @Test func outputFileIsNamedByTheOption() throws {
        try workspace.write("Card.xml", card)
        #expect(workspace.vvc("compile", "@/Card.xml", "-o=@/other name.out").code == .success)
        #expect(try template("other name.out").type == "Card")
    }

    @Test func folderThatEndsLikeAFileIsAFolder() throws {
        try workspace.write("Card.xml", card)
        try workspace.makeFolder("build.out")
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/build.out").code == .success)
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/new.out/").code == .success)
        #expect(workspace.exists("build.out/Card.out") && workspace.exists("new.out/Card.out"))
    }

    @Test func subfoldersAreKept() throws {
        try workspace.write("src/Card.xml", card)
        try workspace.write("src/lists/long/Row.XML", card)
        try workspace.write("src/notes.txt", "no template")
        try workspace.write("src/.hidden/Secret.xml", wrong)
        #expect(workspace.vvc("compile", "@/src", "-o", "@/build").code == .success)
        #expect(workspace.files("build") == ["Card.out", "lists/long/Row.out"])
    }

    @Test func folderThatEndsInXMLIsSearched() throws {
        try workspace.write("set.xml/Card.xml", card)
        #expect(workspace.vvc("compile", "@/set.xml", "-o", "@/build").code == .success)
        #expect(workspace.files("build") == ["Card.out"])
    }

    @Test func pathsMayHaveBlanksAndOtherCharacters() throws {
        try workspace.write("my cards/名片 1.xml", card)
        #expect(workspace.vvc("compile", "@/my cards", "-o", "@/out put").code == .success)
        #expect(try template("out put/名片 1.out").type == "名片 1")
    }

    @Test func sameBytesAreLeftUntouched() throws {
        try workspace.write("Card.xml", card)
        _ = workspace.vvc("compile", "@/Card.xml", "-o", "@/build")
        let inode = try workspace.inode("build/Card.out")
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/build").code == .success)
        #expect(try workspace.inode("build/Card.out") == inode)
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/build", "--template-version", "2").code == .success)
        #expect(try workspace.inode("build/Card.out") != inode)
        #expect(workspace.files("build") == ["Card.out"])
    }

    @Test func nameWithASlashStaysInTheFolder() throws {
        try workspace.write("Card.xml", "<?vvc name=\"../a/b\"?>" + card)
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/build").code == .success)
        #expect(workspace.files("build") == [".._a_b.out"])
        #expect(try template("build/.._a_b.out").type == "../a/b")
    }

    @Test func deviceIsWrittenAsAStream() throws {
        try workspace.write("Card.xml", card)
        try FileManager.default.createSymbolicLink(
            atPath: workspace.path("null.out"),
            withDestinationPath: "/dev/null"
        )
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/null.out").code == .success)
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        #expect(type == .typeCharacterSpecial)
    }

    // MARK: - Failures

    @Test func failureRemovesTheOutputOfAnEarlierRunAndNothingElse() throws {
        try workspace.write("src/Card.xml", card)
        try workspace.write("src/Row.xml", card)
        #expect(workspace.vvc("compile", "@/src", "-o", "@/build").code == .success)
        try workspace.write("src/Card.xml", wrong)
        let result = workspace.vvc("compile", "@/src", "-o", "@/build")
        #expect(result.code == .inputErrors)
        #expect(result.firstError.hasPrefix("@/src/Card.xml:1:15: error: 'x' is not a whole number"))
        #expect(workspace.files("build") == ["Row.out"])
    }

    @Test(arguments: [
        ["--components", "@/bad.json"], ["--components", "@/none.json"], ["--config", "@/bad.properties"],
        ["--config", "@/none.properties"], ["--arg", "part=@/none.asv"], ["--werror"],
    ])
    func whateverFailsLeavesNoStaleOutput(_ options: [String]) throws {
        try workspace.write("bad.json", "{}")
        try workspace.write("bad.properties", "score=Nothing")
        try workspace.write("Card.xml", "<NText layoutWidht=\"1\"/>")
        try workspace.write("build/Card.out", "stale")
        let result = workspace.vvc(["compile", "@/Card.xml", "-o", "@/build"] + options)
        #expect(result.code == (options.last?.contains("none") == true ? .cannotRead : .inputErrors))
        #expect(result.errors.contains { $0.contains("error: ") })
        #expect(workspace.files("build").isEmpty)
    }

    @Test func missingSourceIsReportedAndItsOutputRemoved() throws {
        try workspace.write("build/Gone.out", "stale")
        let result = workspace.vvc("compile", "@/Gone.xml", "-o", "@/build")
        #expect(result.code == .cannotRead)
        #expect(result.error == "vvc: error: cannot read '@/Gone.xml': no such file or directory\n")
        #expect(workspace.files("build").isEmpty)
    }

    @Test func missingFolderAndOtherFilesAreReported() throws {
        try workspace.write("notes.txt", "")
        try workspace.makeFolder("empty")
        let result = workspace.vvc("compile", "@/gone", "@/notes.txt", "@/empty", "-o", "@/build")
        #expect(result.code == .cannotRead)
        #expect(
            result.errors == [
                "vvc: error: cannot read '@/gone': no such file or folder",
                "vvc: error: cannot read '@/notes.txt': a source ends with .xml or .asv",
                "vvc: error: cannot read '@/empty': the folder has no .xml or .asv file",
            ]
        )
    }

    @Test func otherInputsAreCompiledNevertheless() throws {
        try workspace.write("A.xml", wrong)
        try workspace.write("B.xml", card)
        let result = workspace.vvc("compile", "@/A.xml", "@/Gone.xml", "@/B.xml", "-o", "@/build")
        #expect(result.code == .cannotRead)
        #expect(workspace.files("build") == ["B.out"])
    }

    @Test func twoInputsWithOneOutputAreBothRefused() throws {
        try workspace.write("a/Card.xml", card)
        try workspace.write("b/Card.xml", card)
        try workspace.write("build/Card.out", "stale")
        let result = workspace.vvc("compile", "@/a", "@/b", "-o", "@/build")
        #expect(result.code == .inputErrors)
        let message = "vvc: error: '@/a/Card.xml' and '@/b/Card.xml' have one output, '@/build/Card.out'; "
        #expect(result.error == message + "nothing is written for them\n")
        #expect(workspace.files("build").isEmpty)
    }

    /// As two names are that differ in case, where the file system does not tell them apart.
    @Test(arguments: [[], ["--incremental"], ["--emit", "out,hex"]])
    func twoOutputsThatAreOneFileAreBothRefused(_ options: [String]) throws {
        for name in ["a", "b", "c"] { try workspace.write("T/\(name)/Card.xml", "<NText text=\"\(name)\"/>") }
        try workspace.write("build/b/other", "")
        try FileManager.default.createSymbolicLink(atPath: workspace.path("build/a"), withDestinationPath: "b")
        let message = "vvc: error: '@/T/a/Card.xml' and '@/T/b/Card.xml' have one output, '@/build/a/Card.out'; "
        let last = options.first == "--incremental" ? ["1 compiled, 2 failed"] : []
        let result = workspace.vvc(["compile", "@/T", "-o", "@/build"] + options)
        #expect(result.code == .inputErrors)
        #expect(result.errors == [message + "nothing is written for them"] + last)
        #expect(workspace.files("build/b") == ["other"] && workspace.exists("build/c/Card.out"))
        // What is the same whoever wrote it is lost to nobody.
        try workspace.write("T/a/Card.xml", "<NText text=\"b\"/>")
        #expect(workspace.vvc(["compile", "@/T", "-o", "@/build"] + options).code == .success)
        #expect(workspace.exists("build/a/Card.out"))
    }

    @Test func twoOutputsMayBeOneDevice() throws {
        try workspace.makeFolder("build")
        for name in ["A", "B"] {
            try workspace.write("T/\(name).xml", "<NText text=\"\(name)\"/>")
            let path = workspace.path("build/\(name).out")
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
        }
        let result = workspace.vvc("compile", "@/T", "-o", "@/build")
        #expect(result.code == .success && result.error.isEmpty, "\(result)")
    }

    /// Another path leads to it, through a folder that is a link.
    @Test(arguments: [[], ["--incremental"]])
    func aSourceWithErrorsKeepsTheFileOfAnother(_ options: [String]) throws {
        try workspace.write("T/a/Card.xml", "<NText text=\"a\"/>")
        try workspace.write("T/b/Card.xml", "<NText text=\"b\"")
        try workspace.makeFolder("build/b")
        try FileManager.default.createSymbolicLink(atPath: workspace.path("build/a"), withDestinationPath: "b")
        for _ in 1...2 {
            #expect(workspace.vvc(["compile", "@/T", "-o", "@/build"] + options).code == .inputErrors)
            #expect(workspace.exists("build/a/Card.out"))
        }
    }

    /// Without its instruction, nothing tells its name.
    @Test(arguments: [[], ["--incremental"]], ["<?vvc nam=\"X\"?>", "<?vvc name=\"X?>", ""])
    func aSourceWithErrorsKeepsNoOtherFromItsOutput(_ options: [String], _ start: String) throws {
        let named = { (name: String) in "<?vvc name=\"\(name)\"?>\n\(self.card)" }
        try workspace.write("T/A.xml", named("X"))
        try workspace.write("T/Z.xml", named("A"))
        let line = ["compile", "@/T", "-o", "@/build"] + options
        #expect(workspace.vvc(line).code == .success)
        let file = try workspace.bytes("build/A.out")
        try workspace.write("T/A.xml", start + "\n<NText")
        let result = workspace.vvc(line)
        #expect(result.code == .inputErrors && !result.error.contains("one output"), "\(result)")
        #expect(try workspace.bytes("build/A.out") == file)
    }

    @Test func oneInputGivenTwiceIsReportedOnce() throws {
        try workspace.write("Card.xml", card)
        let result = workspace.vvc("compile", "@/Card.xml", "@/Card.xml", "-o", "@/build")
        #expect(result.code == .inputErrors && result.errors.count == 1)
    }

    @Test func folderInPlaceOfTheFileCannotBeWritten() throws {
        try workspace.write("Card.xml", card)
        try workspace.makeFolder("build/Card.out")
        let result = workspace.vvc("compile", "@/Card.xml", "-o", "@/build")
        #expect(result.code == .cannotWrite)
        #expect(result.error == "vvc: error: cannot write '@/build/Card.out': is a folder\n")
    }

    @Test(arguments: ["@/Card.xml", "@/other.txt", "/dev/full", "/dev/null"])
    func outputThatIsNoFolderIsAMistakeOfTheCommandLine(_ output: String) throws {
        try workspace.write("Card.xml", card)
        try workspace.write("other.txt", "precious")
        for option in [["@/Card.xml"], ["--list", "@/other.txt"]] {
            let result = workspace.vvc(["compile"] + option + ["-o", output])
            #expect(result.code == .usage)
            #expect(result.errors.contains("vvc: error: '-o \(output)' is no folder; a file's name ends with .out"))
        }
        #expect(try workspace.bytes("Card.xml") == Array(card.utf8))
        #expect(try workspace.bytes("other.txt") == Array("precious".utf8))
        #expect(workspace.files("") == ["Card.xml", "other.txt"])
    }
}

// MARK: - Options

extension CompileCommandTests {
    @Test func nameAndVersionGoBeforeTheInstruction() throws {
        try workspace.write("Card.xml", "<?vvc name=\"Inner\" version=\"3\"?>" + card)
        _ = workspace.vvc("compile", "@/Card.xml", "-o", "@/build")
        #expect(try template("build/Inner.out").version.patch == 3)
        let options = ["--name", "Outer", "--template-version=65535"]
        #expect(workspace.vvc(["compile", "@/Card.xml", "-o", "@/build"] + options).code == .success)
        #expect(try template("build/Outer.out").version.patch == 65_535)
    }

    @Test func configurationOfTheFolderIsUsed() throws {
        try workspace.write("src/config.properties", "VIEW_ID_Badge=1001\nBadge.score=Int\n")
        try workspace.write("src/deep/Card.xml", "<Badge score=\"7\"/>")
        #expect(workspace.vvc("compile", "@/src", "-o", "@/build").code == .success)
        #expect(try template("build/deep/Card.out").root.componentID == 1001)
        // A file that is named by itself has no folder.
        let alone = workspace.vvc("compile", "@/src/deep/Card.xml", "-o", "@/alone")
        #expect(alone.code == .inputErrors && alone.firstError.contains("unknown component 'Badge'"))
        let config = ["--config", "@/src/config.properties"]
        #expect(workspace.vvc(["compile", "@/src/deep/Card.xml", "-o", "@/alone"] + config).code == .success)
    }

    @Test func problemsOfAConfigurationAreReportedOnce() throws {
        try workspace.write("src/config.properties", "score=Nothing\n")
        try workspace.write("src/A.xml", card)
        try workspace.write("src/B.xml", card)
        let result = workspace.vvc("compile", "@/src", "-o", "@/build")
        #expect(result.code == .inputErrors && !workspace.exists("build/A.out"))
        #expect(result.errors.filter { $0.contains("config.unknown-kind") }.count == 1)
        let missing = workspace.vvc("compile", "@/src", "-o", "@/build", "--config", "@/none")
        #expect(missing.error == "vvc: error: cannot read '@/none': no such file or directory\n")
    }

    @Test func componentsComeFromSeveralFiles() throws {
        func file(_ id: Int, _ name: String) -> String {
            let properties = #"[{"name": "n", "kind": "Int"}]"#
            return #"{"version": 1, "components": [{"id": \#(id), "name": "\#(name)", "properties": \#(properties)}]}"#
        }
        try workspace.write("a.json", file(1001, "Badge"))
        try workspace.write("b.json", file(1002, "Meter"))
        try workspace.write("c.json", file(1001, "Other"))
        try workspace.write("Card.xml", "<FrameLayout><Badge n=\"1\"/><Meter n=\"2\"/></FrameLayout>")
        let compile = ["compile", "@/Card.xml", "-o", "@/build", "--components", "@/a.json", "--components"]
        let both = workspace.vvc(compile + ["@/b.json"])
        #expect(both.code == .success)
        #expect(try template("build/Card.out").nodes.map(\.componentID) == [1, 1001, 1002])
        let clash = workspace.vvc(compile + ["@/c.json"])
        #expect(clash.code == .inputErrors)
        #expect(clash.firstError.contains("1001 is the id of the component 'Badge' already"))
    }

    @Test func lenientAndWarningsAsErrors() throws {
        try workspace.write("Card.xml", "<NText text=\"a\" text=\"b\"/>")
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/build").code == .inputErrors)
        let lenient = workspace.vvc("compile", "@/Card.xml", "-o", "@/build", "--lenient")
        #expect(lenient.code == .success && lenient.firstError.contains(": warning: duplicate attribute"))
        #expect(workspace.exists("build/Card.out"))
        let strict = workspace.vvc("compile", "@/Card.xml", "-o", "@/build", "--lenient", "--werror")
        #expect(strict.code == .inputErrors && strict.firstError.contains(": error: duplicate attribute"))
        #expect(!workspace.exists("build/Card.out"))
    }

    @Test func targetReportsWhatAClientCannotRead() throws {
        try workspace.write("Card.xml", "<NText text=\"\(String(repeating: "x", count: 40_000))\"/>")
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/build", "--target", "swift").code == .success)
        let result = workspace.vvc("compile", "@/Card.xml", "-o", "@/build", "--target=android-1.4")
        #expect(result.code == .inputErrors && result.firstError.hasSuffix("[template.client-limit]"))
    }

    @Test func collidingStringsOfTwoTemplatesAreAWarningAndForAndroidAnError() throws {
        try workspace.write("A.xml", "<NText text=\"Aa\"/>")
        try workspace.write("B.xml", "<NText text=\"BB\"/>")
        let result = workspace.vvc("compile", "@/A.xml", "@/B.xml", "-o", "@/build")
        #expect(result.code == .success)
        #expect(
            result.firstError
                == "@/B.xml:1:14: warning: 'BB' has the id of 'Aa' in '@/A.xml'; a client with one string table "
                + "for all templates shows the wrong one [template.id-collision-between-templates]"
        )
        let android = workspace.vvc("compile", "@/A.xml", "@/B.xml", "-o", "@/build", "--target", "android-1.4")
        #expect(android.code == .inputErrors && workspace.files("build") == ["A.out"])
    }

    @Test func digestAgreesWithTheFile() throws {
        try workspace.write("Card.xml", card)
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/build", "--embed", "digest").code == .success)
        #expect(try template("build/Card.out").isDigestValid == true)
    }

    @Test func onlyKnownRecordsAreEmbedded() throws {
        try workspace.write("Card.xml", card)
        #expect(
            workspace.vvc("compile", "@/Card.xml", "-o", "@/build", "--embed", "digest,source-map").code == .success
        )
        #expect(try template("build/Card.out").sourceMap?.files == ["Card.xml"])
        let result = workspace.vvc("compile", "@/Card.xml", "--embed", "source-mup")
        #expect(result.code == .usage)
        #expect(
            result.firstError
                == "vvc: error: cannot embed 'source-mup'; expected 'digest', 'source-map' or 'parts'; did you mean 'source-map'?"
        )
    }

    @Test func doubleDashEndsTheOptions() throws {
        let result = workspace.vvc("compile", "-o", "@/build", "--", "--werror.xml")
        #expect(result.code == .cannotRead)
        #expect(result.error == "vvc: error: cannot read '--werror.xml': no such file or directory\n")
    }
}

// MARK: - Diagnostics

extension CompileCommandTests {
    private func setUpProblems() throws {
        let source =
            "<FrameLayout>\n\t<NTxt text=\"你好\"/>\n    <NText text=\"a\" text=\"b\" lines=\"x\"/>\n</FrameLayout>\n"
        try workspace.write("a/Card.xml", source)
        try workspace.write("b/Row.xml", "<NText layoutWidht=\"1\">\r\n  text\r\n</NText>")
    }

    @Test func diagnosticsAsText() throws {
        try setUpProblems()
        let result = workspace.vvc("compile", "@/a", "@/b", "-o", "@/build")
        #expect(result.code == .inputErrors)
        try expectSnapshot(result.error, named: "diagnostics.txt")
    }

    @Test func diagnosticsAsJSONAreOneObjectALineAndNothingElse() throws {
        try setUpProblems()
        let inputs = ["@/a", "@/Gone.xml", "@/b", "@/b"]
        let result = workspace.vvc(["compile"] + inputs + ["-o", "@/build", "--diagnostics", "json"])
        #expect(result.code == .cannotRead)
        for line in result.errors {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let keys = [
                "path", "line", "column", "endLine", "endColumn", "severity", "id", "message", "notes", "fixIts",
            ]
            #expect(object.map { Set($0.keys) } == Set(keys))
        }
        try expectSnapshot(result.error, named: "diagnostics.jsonl")
    }

    @Test func colourIsUsedOnATerminalOnly() throws {
        try workspace.write("Card.xml", wrong)
        #expect(!workspace.vvc("compile", "@/Card.xml", "-o", "@/build").error.contains("\u{1B}"))
        let colored = workspace.vvc("compile", "@/Card.xml", "-o", "@/build", usesColor: true)
        #expect(colored.error.contains("\u{1B}[1;31merror:"))
    }

    // MARK: - Names

    /// Unicode calls both names the same, but they are two files, unless the file system does so too.
    @Test func namesOfOtherBytesAreOtherOutputs() throws {
        let space = try Workspace()
        for name in ["caf\u{E9}", "cafe\u{301}"] { try space.write("in/\(name).xml", "<NText text=\"a\"/>") }
        guard space.files("in").count == 2 else { return }
        let result = space.vvc("compile", "@/in", "-o", "@/out")
        #expect(result.code == .success && space.files("out").count == 2, "\(result)")
        let line = ["compile", "@/in", "-o", "@/b", "--incremental", "--prune"]
        #expect(space.vvc(line).errors == ["2 compiled"])
        #expect(space.vvc(line).errors == ["2 unchanged"])
        try FileManager.default.removeItem(atPath: space.path("in/caf\u{E9}.xml"))
        #expect(space.vvc(line).errors == ["1 unchanged, 1 removed"])
        #expect(space.files("b").map { Array($0.utf8) }.contains(Array("cafe\u{301}.out".utf8)))
    }

    // MARK: - Progress

    @Test func progressMoves() throws {
        let space = try Workspace()
        for number in 1...200 { try space.write("in/C\(number).xml", "<NText text=\"a\"/>") }
        var shown = ""
        let terminal = Terminal(
            showsProgress: true,
            out: { _ in true },
            error: { shown += String(decoding: $0, as: UTF8.self) }
        )
        #expect(VVC.run(["compile", space.path("in"), "-o", space.path("out")], terminal: terminal) == .success)
        let numbers = shown.components(separatedBy: "\rcompiling ").dropFirst().map { $0.prefix { $0 != " " } }
        #expect(numbers.count >= 4 && Set(numbers).count == numbers.count, "\(shown.debugDescription)")
    }
}
