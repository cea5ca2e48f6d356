import Foundation
import Testing
import VirtualViewCommands
import VirtualViewFormat
import VirtualViewTestSupport

/// `vvc compile --incremental` and `--prune`: what they leave alone, make again, remove and say.
@Suite struct IncrementalCompileTests {
    private let workspace: Workspace
    private static let record = "out/.vvc-outputs.json"

    init() throws {
        workspace = try Workspace()
        for name in ["A", "B", "sub/C"] { try workspace.write("src/\(name).xml", "<NText text=\"\(name)\"/>\n") }
    }

    private func build(_ options: String...) -> Workspace.Result {
        workspace.vvc(["compile", "@/src", "-o", "@/out", "--incremental"] + options)
    }

    /// Compiles one source without the others.
    private func buildAlone(_ name: String) -> String {
        workspace.vvc("compile", "@/src/\(name).xml", "-o", "@/out", "--incremental").error
    }

    private func inodes() throws -> [UInt64?] {
        try ["A", "B", "sub/C"].map { try workspace.inode("out/\($0).out") }
    }

    @Test func whatDidNotChangeIsLeftAlone() throws {
        #expect(build().error == "3 compiled\n")
        let (inodes, record) = (try inodes(), try workspace.bytes(Self.record))
        let again = build()
        #expect(again.error == "3 unchanged\n" && again.code == .success && again.out.isEmpty)
        #expect(try self.inodes() == inodes)
        // Outputs that had just been written were read once more; from now on their stamps tell.
        usleep(60_000)
        _ = build()
        let settled = try workspace.bytes(Self.record)
        #expect(settled != record)
        let inode = try workspace.inode(Self.record)
        #expect(build().error == "3 unchanged\n")
        #expect(try workspace.inode(Self.record) == inode, "nothing at all is done")
    }

    @Test(arguments: ["--manifest", "--names"])
    func whatIsLeftAloneIsListedToo(_ option: String) throws {
        #expect(build(option, "@/all.swift").error == "3 compiled\n")
        let bytes = try workspace.bytes("all.swift")
        #expect(build(option, "@/all.swift").error == "3 unchanged\n")
        #expect(try workspace.bytes("all.swift") == bytes)
    }

    @Test func sourceThatIsNamedTwiceIsNotTakenForAnother() throws {
        let sources = ["compile", "@/src/A.xml", "@/src/B.xml", "-o", "@/out", "--incremental"]
        for _ in 0..<3 {
            _ = workspace.vvc(sources)
            usleep(60_000)
        }
        #expect(workspace.vvc(sources).error == "2 unchanged\n")
        let twice = workspace.vvc(["compile", "@/src/A.xml", "@/src/./A.xml", "-o", "@/out", "--incremental"])
        #expect(twice.code == .inputErrors && twice.error.contains("2 failed"))
    }

    @Test func sourceOfTheSameSizeInTheSameTickIsCompiled() throws {
        for text in ["1", "2", "3", "4", "5", "6", "7", "8"] {
            try workspace.write("src/A.xml", "<NText text=\"\(text)\"/>\n")
            let result = build("--quiet")
            #expect(result.code == .success && result.error.isEmpty)
            let template = try Template(decoding: workspace.bytes("out/A.out"))
            #expect(template.strings.contains { $0.text == text })
        }
    }

    @Test func sourceWithItsOldTimesIsCompiled() throws {
        let path = workspace.path("src/A.xml")
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
        usleep(60_000)
        _ = build()
        _ = build()
        try workspace.write("src/A.xml", "<NText text=\"Z\"/>\n")
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
        #expect(build().error == "2 unchanged, 1 compiled\n")
    }

    @Test(arguments: [-1e9, 1e9]) func clockThatJumpsChangesNothing(_ seconds: Double) throws {
        let path = workspace.path("src/A.xml")
        let time = Date().addingTimeInterval(seconds)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
        #expect(build().error == "3 compiled\n")
        #expect(build().error == "3 unchanged\n")
        try workspace.write("src/A.xml", "<NText text=\"Z\"/>\n")
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
        #expect(build().error == "2 unchanged, 1 compiled\n")
        #expect(build().error == "3 unchanged\n")
    }

    @Test func touchedSourceIsNotCompiled() throws {
        _ = build()
        try workspace.write("src/A.xml", workspace.bytes("src/A.xml"))
        #expect(build().error == "3 unchanged\n")
    }

    /// A change of anything that determines bytes.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let options: [String]
        let files: [String: String]

        init(_ description: String, _ options: [String] = [], _ files: [String: String] = [:]) {
            testDescription = description
            self.options = options
            self.files = files
        }
    }

    private static let changes = [
        Change("version", ["--template-version", "4"]), Change("record", ["--embed", "digest"]),
        Change("target", ["--target", "ios-1.2"]), Change("werror", ["--werror"]), Change("lenient", ["--lenient"]),
        Change("kinds of files", ["--emit", "out,md5"]),
        Change("size of an image", ["--asset", "a=1x1"]), Change("fragment", ["--arg", "a=@/a.asv"], ["a.asv": "1"]),
        Change("blocks", ["--blocks", "@/b.txt"], ["b.txt": "block open { this.text = 'x' }"]),
        Change("configuration", ["--config", "@/c.properties"], ["c.properties": "a=Int"]),
        Change("configuration in the folder", [], ["src/config.properties": "a=Int"]),
        Change("components", ["--components", "@/o.json"], ["o.json": #"{"version":1,"components":[]}"#]),
        Change("project file", [], ["vvc.json": "{}"]), Change("project file nearby", [], ["src/vvc.json": "{}"]),
    ]

    @Test(arguments: changes) func everythingThatDeterminesBytesCounts(_ change: Change) throws {
        _ = build()
        for (name, text) in change.files { try workspace.write(name, text) }
        let line = ["compile", "@/src", "-o", "@/out", "--incremental"] + change.options
        #expect(workspace.vvc(line).error == "3 compiled\n")
        #expect(workspace.vvc(line).error == "3 unchanged\n")
        for (name, text) in change.files {
            try workspace.write(name, text + "\n")
            #expect(workspace.vvc(line).error == "3 compiled\n", "\(name)")
            #expect(workspace.vvc(line).error == "3 unchanged\n")
        }
    }

    @Test func outputsThatWereTouchedAreMadeAgain() throws {
        _ = build()
        let bytes = try workspace.bytes("out/A.out")
        try FileManager.default.removeItem(atPath: workspace.path("out/B.out"))
        try workspace.write("out/A.out", bytes.map { $0 ^ 1 })
        #expect(build().error == "1 unchanged, 2 compiled\n")
        #expect(try workspace.bytes("out/A.out") == bytes && workspace.exists("out/B.out"))
    }

    @Test(arguments: ["", "{", "[]", "{\"format\": 2}", "null", "\u{0}"])
    func anotherRecordIsNone(_ text: String) throws {
        _ = build()
        try workspace.write(Self.record, text)
        #expect(build("--prune").error == "3 compiled\n")
        #expect(build("--prune").error == "3 unchanged\n")
    }

    /// A run of this program over some of the sources does not vouch for the others.
    @Test(arguments: [false, true]) func recordOfAnotherProgramIsNotTrusted(_ isFirstRunOfSome: Bool) throws {
        _ = build()
        let text = String(decoding: try workspace.bytes(Self.record), as: UTF8.self)
        try workspace.write(Self.record, text.replacingOccurrences(of: "\"program\": \"", with: "\"program\": \"x"))
        if isFirstRunOfSome { #expect(buildAlone("A") == "1 compiled\n") }
        #expect(build().error == (isFirstRunOfSome ? "1 unchanged, 2 compiled\n" : "3 compiled\n"))
        #expect(build().error == "3 unchanged\n")
    }

    @Test func recordNamesNoPlaceOfTheMachine() throws {
        _ = build()
        let text = String(decoding: try workspace.bytes(Self.record), as: UTF8.self)
        #expect(!text.contains(workspace.folder.lastPathComponent) && text.contains("\"../src/sub/C.xml\""))
        // Both folders together may go elsewhere.
        for name in ["src", "out"] {
            try workspace.makeFolder("moved")
            try FileManager.default.moveItem(atPath: workspace.path(name), toPath: workspace.path("moved/\(name)"))
        }
        let moved = workspace.vvc("compile", "@/moved/src", "-o", "@/moved/out", "--incremental", "--prune")
        #expect(moved.error == "3 unchanged\n")
    }

    /// Unicode calls both folders the same, but they are two, unless the file system does so too.
    @Test func recordKeepsTheBytesOfPaths() throws {
        let names = ["caf\u{E9}", "cafe\u{301}"]
        for name in names { try workspace.write("in/\(name)/A.xml", "<NText text=\"a\"/>\n") }
        guard workspace.files("in").count == 2 else { return }
        let result = workspace.vvc("compile", "@/in/\(names[1])/A.xml", "-o", "@/in/\(names[0])", "--incremental")
        #expect(result.error == "1 compiled\n")
        let record = try workspace.bytes("in/\(names[0])/.vvc-outputs.json")
        #expect(record.firstRange(of: Array("[\"../\(names[1])/A.xml\"".utf8)) != nil)
    }

    /// The folder is `DIR` of `DIR/A.out`, however it is written.
    @Test(
        .enabled(if: Tool.exists, "vvc was not built with the tests"),
        arguments: ["A.out", "./A.out", ".//A.out", "out/A.out", "out//A.out", "./out/./A.out", "out/../A.out"]
    )
    func outputIsKnownHoweverItIsWritten(_ output: String) throws {
        try workspace.makeFolder("out")
        let shell = Shell(folder: workspace.folder)
        for line in ["1 compiled\n", "1 unchanged\n"] {
            #expect(try shell.run("vvc compile src/A.xml -o \(output) --incremental").text == line)
        }
    }

    @Test func warningsAreRepeated() throws {
        try workspace.write("src/A.xml", "<NText text=\"${a.}\"/>\n")
        let first = build()
        #expect(first.error.contains("warning:") && first.errors.last == "3 compiled")
        let second = build()
        #expect(second.errors.dropLast() == first.errors.dropLast() && second.errors.last == "2 unchanged, 1 compiled")
    }

    @Test func stringsThatCollideWithThoseOfUnchangedTemplatesAreFound() throws {
        try workspace.write("src/B.xml", "<NText text=\"Aa\"/>\n")
        _ = build()
        try workspace.write("src/A.xml", "<NText text=\"BB\"/>\n")
        let result = build()
        // The later one is told of, though it is the earlier one that changed.
        #expect(result.firstError.hasPrefix("@/src/B.xml:1:"), "\(result.error)")
        #expect(result.error == workspace.vvc("compile", "@/src", "-o", "@/clean").error + "1 unchanged, 2 compiled\n")
        #expect(build().errors.last == "2 unchanged, 1 compiled")
    }

    /// Each was compiled without the other, or with it.
    @Test func unchangedTemplatesThatWereNeverComparedAreCompared() throws {
        try workspace.write("src/A.xml", "<NText text=\"BB\"/>\n")
        try workspace.write("src/B.xml", "<NText text=\"Aa\"/>\n")
        for name in ["A", "B"] { #expect(buildAlone(name) == "1 compiled\n") }
        #expect(build().firstError.hasPrefix("@/src/B.xml:1:"))
        try workspace.write("src/B.xml", "<NText text=\"b\"/>\n")
        for last in ["2 unchanged, 1 compiled", "3 unchanged"] { #expect(build().error == last + "\n") }
        usleep(60_000)
        _ = build()
        let record = try workspace.bytes(Self.record)
        #expect(buildAlone("B") == "1 unchanged\n")
        #expect(try workspace.bytes(Self.record) == record, "it was compared with the others before")
        #expect(build().error == "3 unchanged\n")
    }

    @Test func templateWithErrorsLeavesNothingBehind() throws {
        try workspace.write("src/A.xml", "<?vvc name=\"Other\"?><NText text=\"A\"/>\n")
        _ = build()
        #expect(workspace.exists("out/Other.out"))
        try workspace.write("src/A.xml", "<NText lines=\"x\"/>\n")
        let result = build()
        #expect(result.code == .inputErrors && result.errors.last == "2 unchanged, 1 failed")
        #expect(!workspace.exists("out/Other.out") && !workspace.exists("out/A.out"))
    }

    // MARK: - Prune

    @Test func outputsOfDeletedSourcesGo() throws {
        try workspace.write("src/D.asv", "{ ht [title (text:BB)] [(text:1)] }")
        #expect(build("--emit", "out,java").error == "4 compiled\n")
        #expect(workspace.exists("out/D.parts.json"))
        for name in ["D.asv", "sub/C.xml"] { try FileManager.default.removeItem(atPath: workspace.path("src/" + name)) }
        try workspace.write("out/Mine.out", "mine")
        #expect(build("--emit", "out,java").error == "2 unchanged\n")
        #expect(workspace.exists("out/D.out"), "only --prune removes")
        #expect(build("--emit", "out,java", "--prune").error == "2 unchanged, 2 removed\n")
        #expect(workspace.files("out") == [".vvc-outputs.json", "A.java", "A.out", "B.java", "B.out", "Mine.out"])
        #expect(!workspace.exists("out/sub"))
    }

    /// Neither is to be removed by a later run, which so would always have something to do.
    @Test func partsWithoutNamesLeaveNothingToRemove() throws {
        try workspace.write("src/D.asv", "{ ht [(text:a)] }")
        try workspace.write("src/E.asv", "{ ht [title (text:a)] }")
        _ = build()
        try workspace.write("src/E.asv", "{ ht [(text:b)] }")
        for summary in ["4 unchanged, 1 compiled\n", "5 unchanged\n"] {
            #expect(build().error == summary)
            let record = String(decoding: try workspace.bytes(Self.record), as: UTF8.self)
            #expect(record.contains("\"stale\": []"), "\(record)")
        }
    }

    @Test func foldersThatBecomeEmptyGoUpToTheFirstThatIsNot() throws {
        try workspace.write("src/a/b/c/D.xml", "<NText text=\"D\"/>\n")
        _ = build()
        #expect(workspace.exists("out/a/b/c/D.out"))
        try FileManager.default.removeItem(atPath: workspace.path("src/a/b/c/D.xml"))
        #expect(build("--prune").error == "3 unchanged, 1 removed\n")
        #expect(!workspace.exists("out/a") && workspace.exists("out/A.out"))
    }

    @Test func outputsOfSourcesThatAreNotInputsStay() throws {
        _ = build()
        #expect(workspace.vvc("compile", "@/src/A.xml", "-o", "@/out", "--prune").error == "1 compiled\n")
        #expect(workspace.exists("out/sub/C.out"))
        #expect(build("--prune").error == "2 unchanged, 1 compiled\n" || build("--prune").error == "3 unchanged\n")
    }

    @Test func folderThatIsNotThereRemovesNothing() throws {
        _ = build()
        try FileManager.default.moveItem(atPath: workspace.path("src"), toPath: workspace.path("away"))
        let result = build("--prune")
        #expect(result.code == .cannotRead && workspace.exists("out/A.out"), "\(result.error)")
    }

    /// The volume that it leads to may come back.
    @Test func linkThatLeadsNowhereRemovesNothing() throws {
        try FileManager.default.createSymbolicLink(atPath: workspace.path("link"), withDestinationPath: "src")
        let line = ["compile", "@/link", "-o", "@/out", "--prune"]
        #expect(workspace.vvc(line).error == "3 compiled\n")
        try FileManager.default.moveItem(atPath: workspace.path("src"), toPath: workspace.path("away"))
        let result = workspace.vvc(line)
        #expect(result.code == .cannotRead && workspace.exists("out/A.out"), "\(result.error)")
    }

    @Test func folderOfAListThatIsNotThereRemovesNothing() throws {
        try workspace.write("src/list.properties", "A=A,1\n")
        let line = ["compile", "--list", "@/src/list.properties", "-o", "@/out", "--prune"]
        #expect(workspace.vvc(line).error == "1 compiled\n")
        let files = workspace.files("out")
        try FileManager.default.moveItem(atPath: workspace.path("src"), toPath: workspace.path("away"))
        let result = workspace.vvc(line)
        #expect(result.code == .cannotRead && workspace.files("out") == files, "\(result.error)")
    }

    @Test func folderOfASourceWithErrorsGoesToo() throws {
        _ = build()
        try workspace.write("src/sub/C.xml", "<NText lines=\"x\"/>\n")
        let result = build("--prune")
        #expect(result.code == .inputErrors && result.errors.last == "2 unchanged, 1 failed", "\(result.error)")
        #expect(!workspace.exists("out/sub") && workspace.exists("out/A.out"))
    }

    @Test func aSourceThatIsGivenAndGoneKeepsNoOtherFromBeingPruned() throws {
        let inputs = ["compile", "@/src/sub", "@/src/A.xml", "-o", "@/out", "--prune"]
        try workspace.write("src/sub/D.xml", "<NText text=\"D\"/>\n")
        #expect(workspace.vvc(inputs).error == "3 compiled\n")
        for name in ["sub/C", "A"] {
            try FileManager.default.removeItem(atPath: workspace.path("src/\(name).xml"))
        }
        let result = workspace.vvc(inputs)
        #expect(result.code == .cannotRead && workspace.files("out") == [".vvc-outputs.json", "D.out"], "\(result)")
    }

    @Test func folderOfASourceThatIsNotThereRemovesNothing() throws {
        let inputs = ["compile", "@/src/sub/C.xml", "@/src/A.xml", "-o", "@/out", "--prune"]
        #expect(workspace.vvc(inputs).error == "2 compiled\n")
        try FileManager.default.moveItem(atPath: workspace.path("src/sub"), toPath: workspace.path("away"))
        try workspace.write("src/A.xml", "<?vvc name=\"Other\"?><NText text=\"A\"/>\n")
        #expect(workspace.vvc(inputs).code == .cannotRead && workspace.exists("out/A.out"))
    }

    @Test func lastTemplateOfAFolderGoesToo() throws {
        _ = build()
        try FileManager.default.removeItem(atPath: workspace.path("src"))
        try workspace.makeFolder("src")
        let result = build("--prune")
        #expect(result.code == .cannotRead && result.errors.last == "3 removed", "\(result.error)")
        #expect(workspace.files("out") == [".vvc-outputs.json"])
    }

    @Test func renamedTemplateLeavesItsOldOutputToPrune() throws {
        _ = build()
        try workspace.write("src/A.xml", "<?vvc name=\"Other\"?><NText text=\"A\"/>\n")
        #expect(build().error == "2 unchanged, 1 compiled\n")
        #expect(workspace.exists("out/A.out") && workspace.exists("out/Other.out"))
        #expect(build("--prune").error == "3 unchanged, 1 removed\n")
        #expect(!workspace.exists("out/A.out") && workspace.exists("out/Other.out"))
    }

    @Test(arguments: ["../src/A.xml", "/etc/passwd", "Main.swift/../../x.out", "notes.txt/", "a.json", ".out", "x"])
    func recordThatListsOtherFilesIsNone(_ path: String) throws {
        _ = build()
        try workspace.write("out/x", "x")
        try workspace.write("out/a.json", "{}")
        try workspace.write(
            Self.record,
            "{\n  \"format\": 1,\n  \"program\": \"\",\n  \"templates\": [],\n  \"stale\": [[\"\(path)\"]]\n}\n"
        )
        #expect(build("--prune").error == "3 compiled\n")
        #expect(workspace.exists("out/x") && workspace.exists("out/a.json") && workspace.exists("src/A.xml"))
    }

    // MARK: - Several at once, and folders that cannot be written

    @Test func twoRunsInOneFolderDoNotDisturbEachOther() throws {
        for number in 0..<40 { try workspace.write("src/T\(number).xml", "<NText text=\"\(number)\"/>\n") }
        let (source, output) = (workspace.path("src"), workspace.path("out"))
        DispatchQueue.concurrentPerform(iterations: 4) { index in
            let options = ["--incremental", "--template-version", "\(index)"]
            _ = VVC.run(["compile", source, "-o", output] + options, terminal: .silent)
        }
        let result = build("--template-version", "9", "--prune")
        #expect(result.errors.last == "43 compiled")
        #expect(build("--template-version", "9").error == "43 unchanged\n")
    }

    @Test func folderThatCannotBeWrittenIsNoErrorIfNothingIsToBeWritten() throws {
        try buildInFolderThatCannotBeWritten()
        defer { makeFolderWritable() }
        #expect(build().code == .success)
    }

    @Test(.enabled(if: getuid() != 0, "the superuser may write everywhere"))
    func folderThatCannotBeWrittenIsAnErrorIfSomethingIsToBeWritten() throws {
        try buildInFolderThatCannotBeWritten()
        defer { makeFolderWritable() }
        #expect(build().code == .success)
        try workspace.write("src/A.xml", "<NText text=\"Z\"/>\n")
        let result = build()
        #expect(result.code == .cannotWrite && result.errors.last == "2 unchanged, 1 failed")
    }

    /// Builds everything, and then takes the permission to write the folder of the results.
    private func buildInFolderThatCannotBeWritten() throws {
        _ = build()
        usleep(60_000)
        _ = build()
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: workspace.path("out"))
    }

    private func makeFolderWritable() {
        try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: workspace.path("out"))
    }

    @Test func whatCannotBeReadIsNotNothingToCompile() throws {
        let result = workspace.vvc("compile", "@/none", "-o", "@/out", "--incremental")
        #expect(result.error == "vvc: error: cannot read '@/none': no such file or folder\n", "\(result)")
    }

    @Test(.enabled(if: Tool.exists, "vvc was not built with the tests"))
    func whoWaitsForTheCurrentFolderNamesIt() throws {
        let folder = open(workspace.path("src"), O_RDONLY)
        defer { close(folder) }
        #expect(flock(folder, LOCK_EX) == 0)
        let line = ["compile", "A.xml", "-o", "A.out", "--incremental"]
        let tool = try ToolProcess(line, in: workspace.folder.appendingPathComponent("src"))
        #expect(tool.wait(for: "into '")?.hasSuffix("that writes into '.'\n") == true)
    }

    @Test func summaryIsForPeople() throws {
        #expect(workspace.vvc("compile", "@/src", "-o", "@/other").error.isEmpty)
        #expect(build("--diagnostics", "json").error.isEmpty && build("--quiet").error.isEmpty)
    }
}
