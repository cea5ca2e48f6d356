import Foundation
import Testing
import VirtualViewCommands
import VirtualViewTestSupport

/// What becomes of outputs when the system fails: in every case the old file is whole or the new one is, the message says
/// why, and the exit code is that of a file that cannot be written.
@Suite struct FaultTests {
    /// A command that writes: its arguments, the files it writes, and those about the whole run, which a run that fails
    /// removes; in the folder `@`.
    struct Writer: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let outputs: [String]
        var summaries: [String] = []

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let writers = [
        Writer(
            arguments: [
                "compile", "@/Card.xml", "-o", "@/out/", "--emit", "out,java", "--manifest",
                "@/out/all.json", "--depfile", "@/out/all.d", "--names", "@/out/Names.swift",
            ],
            outputs: ["CARD.java", "Card.out"],
            summaries: ["Names.swift", "all.d", "all.json"]
        ),
        Writer(arguments: ["convert", "@/Card.asv", "-o", "@/out/Card.xml"], outputs: ["Card.xml"]),
        Writer(arguments: ["decompile", "@/Card.out", "-o", "@/out/Card.xml"], outputs: ["Card.xml"]),
    ]

    /// The calls that can fail, and how often a command may make each before the test gives up.
    static let calls = ["open", "write", "close", "rename", "mkdir"]

    static let faults: ConditionTrait = .enabled(
        if: FaultyTool.library != nil,
        "needs Linux, and clang to build Tests/Fixtures/Faults"
    )

    // MARK: - Every call fails once

    @Test(faults, arguments: writers)
    func everyFailingCallLeavesOldOrNewFiles(_ writer: Writer) throws {
        let tool = FaultyTool()
        let old = try tool.contents(writer, version: 1)
        let new = try tool.contents(writer, version: 2)
        #expect(old.keys.sorted() == (writer.outputs + writer.summaries).sorted())
        #expect(old != new)
        var faults = 0
        for call in Self.calls {
            for number in 1... {
                // ENOSPC 28, EACCES 13, EIO 5, EROFS 30
                guard try check(tool, writer, "\(call):\(number):\([28, 13, 5, 30][number % 4])", old, new) else {
                    break
                }
                faults += 1
            }
        }
        #expect(faults >= 3 * writer.outputs.count)
    }

    /// Runs the command with a fault over the old files; gives whether the fault came to pass.
    private func check(
        _ tool: FaultyTool,
        _ writer: Writer,
        _ fault: String,
        _ old: [String: [UInt8]],
        _ new: [String: [UInt8]]
    ) throws -> Bool {
        if fault.hasPrefix("mkdir") {
            try tool.prepare(version: 2, outputs: [:])
        } else {
            try tool.prepare(version: 2, outputs: old)
        }
        let result = try tool.run(writer.arguments, fault: fault)
        let files = tool.outputs()
        guard result.status != 0 else {
            #expect(files == new, "\(fault)")
            return false
        }
        #expect(result.status == ExitCode.cannotWrite.rawValue, "\(fault): \(result.error)")
        #expect(result.error.contains("cannot write '@/out"), "\(fault): \(result.error)")
        for (name, bytes) in files {
            #expect(bytes == old[name] || bytes == new[name], "\(fault): \(name) is neither the old nor the new file")
        }
        let kept = files.keys.filter { !writer.summaries.contains($0) }.sorted()
        if !fault.hasPrefix("mkdir") { #expect(kept == writer.outputs, "\(fault)") }
        return true
    }

    // MARK: - Killed, vanished

    @Test(faults, arguments: writers)
    func killedAnywhereLeavesOldOrNewFiles(_ writer: Writer) throws {
        let tool = FaultyTool()
        let old = try tool.contents(writer, version: 1)
        let new = try tool.contents(writer, version: 2)
        var kills = 0
        var leftovers = 0
        for call in Self.calls {
            for number in stride(from: 1, to: .max, by: call == "write" ? 3 : 1) {
                try tool.prepare(version: 2, outputs: old)
                let result = try tool.run(writer.arguments, fault: "\(call):\(number):kill")
                guard result.isKilled else { break }
                kills += 1
                leftovers += tool.outputs().keys.count { $0.hasSuffix(".tmp") }
                for (name, bytes) in tool.outputs() where !name.hasSuffix(".tmp") {
                    #expect(bytes == old[name] || bytes == new[name], "\(call) \(number): \(name)")
                }
                // What was left aside is in nobody's way, and goes.
                #expect(try tool.run(writer.arguments, fault: nil).status == 0)
                #expect(tool.outputs() == new)
            }
        }
        #expect(kills >= 3 * writer.outputs.count && leftovers >= writer.outputs.count)
    }

    /// What it wrote is its own nevertheless, and goes with its source.
    @Test(faults) func killedAnywhereLeavesNothingThatIsNotPruned() throws {
        let tool = FaultyTool()
        let line = ["compile", "@/src", "-o", "@/out", "--incremental", "--prune", "--emit", "out,md5"]
        var kills = 0
        for number in 1... {
            try tool.prepare(version: 1, outputs: [:])
            for name in ["A.xml", "B.asv"] {
                let text = name == "A.xml" ? "<NText/>" : "{ ht [title (text:a)] }"
                try tool.workspace.write("src/\(name)", text)
            }
            guard try tool.run(line, fault: "rename:\(number):kill").isKilled else { break }
            kills += 1
            try FileManager.default.removeItem(atPath: tool.workspace.path("src/A.xml"))
            try tool.workspace.replace("src/B.asv", "{ ht [(text:a)] }")
            #expect(try tool.run(line, fault: nil).status == 0)
            #expect(tool.workspace.files("out") == [".vvc-outputs.json", "B.md5", "B.out"], "\(number)")
        }
        // The record, the five outputs, and the record again.
        #expect(kills == 7)
    }

    /// The template has an output, and gets another one.
    @Test(faults) func partsThatAKilledRunWroteGoWithTheirSource() throws {
        let tool = FaultyTool()
        let line = ["compile", "@/src", "-o", "@/out", "--incremental", "--prune"]
        var kills = 0
        for number in 1... {
            try tool.prepare(version: 1, outputs: [:])
            try tool.workspace.write("src/A.xml", "<NText/>")
            try tool.workspace.write("src/B.asv", "{ ht [(text:a)] }")
            #expect(try tool.run(line, fault: nil).status == 0)
            try tool.workspace.replace("src/B.asv", "{ ht [title (text:a)] }")
            guard try tool.run(line, fault: "rename:\(number):kill").isKilled else { break }
            kills += 1
            try FileManager.default.removeItem(atPath: tool.workspace.path("src/B.asv"))
            #expect(try tool.run(line, fault: nil).status == 0)
            #expect(tool.workspace.files("out") == [".vvc-outputs.json", "A.out"], "\(number)")
        }
        // The record, the two outputs, and the record again.
        #expect(kills == 4)
    }

    @Test(faults, arguments: writers)
    func folderThatVanishesIsAnErrorOrMadeAgain(_ writer: Writer) throws {
        let tool = FaultyTool()
        let new = try tool.contents(writer, version: 2)
        for call in ["open", "write", "close", "rename"] {
            for number in 1...3 {
                try tool.prepare(version: 2, outputs: [:])
                let result = try tool.run(writer.arguments, fault: "\(call):\(number):gone")
                let files = tool.outputs()
                for (name, bytes) in files { #expect(bytes == new[name], "\(call) \(number): \(name)") }
                if result.status == 0 { continue }
                #expect(result.status == ExitCode.cannotWrite.rawValue, "\(call) \(number): \(result.error)")
                #expect(result.error.contains("no such file or directory"), "\(call) \(number): \(result.error)")
            }
        }
    }

    /// Another process takes a file that was just made for a leftover: it has the lock, and removes the file.
    @Test(faults, arguments: writers)
    func fileThatAnotherProcessRemovesIsMadeAgain(_ writer: Writer) throws {
        let tool = FaultyTool()
        let new = try tool.contents(writer, version: 2)
        for number in 1...writer.outputs.count {
            try tool.prepare(version: 2, outputs: [:])
            let result = try tool.run(writer.arguments, fault: "flock:\(number):held")
            #expect(result.status == 0 && tool.outputs() == new, "\(number): \(result.error)")
        }
    }

    // MARK: - Without the library

    @Test(
        .enabled(if: FaultyTool.startsWithLimitedFiles, "needs a vvc that starts where no file may grow"),
        arguments: writers
    )
    func fileThatMayNotGrowIsToldAsAFullDiskIs(_ writer: Writer) throws {
        let tool = FaultyTool()
        let old = try tool.contents(writer, version: 1)
        try tool.prepare(version: 2, outputs: old)
        let result = try tool.run(writer.arguments, fault: nil, shell: "ulimit -f 0")
        #expect(result.status == ExitCode.cannotWrite.rawValue)
        #expect(result.error.contains("file too large"))
        #expect(tool.outputs() == old.filter { writer.outputs.contains($0.key) })
    }

    @Test(.enabled(if: Tool.exists, "needs the vvc that is built with the tests"))
    func resultsThatCannotBePrintedAreAnError() throws {
        let tool = FaultyTool()
        try tool.prepare(version: 1, outputs: [:])
        for arguments in [
            ["dump", "@/Card.out"], ["verify", "@/Card.out"], ["decompile", "@/Card.out"], ["--version"],
        ] {
            let result = try tool.run(arguments, fault: nil, suffix: ">/dev/full")
            #expect(result.status == ExitCode.cannotWrite.rawValue, "\(arguments)")
            #expect(result.error.contains("cannot write to standard output: no space left on device"), "\(arguments)")
        }
    }

    /// Files are written, and results that nobody wants are no error to tell.
    @Test(
        .enabled(if: Tool.exists, "needs the vvc that is built with the tests"),
        arguments: [
            ("compile T -o out 2>&1", ExitCode.inputErrors), ("test T --json --junit out/j.xml 2>&1", .cannotWrite),
            ("verify out/A.out", .cannotWrite), ("schema", .cannotWrite),
        ]
    )
    func aReaderThatIsGoneHoldsUpNoFile(_ line: String, _ code: ExitCode) throws {
        let workspace = try Workspace()
        try workspace.write("T/A.xml", "<NText layoutWidht=\"9\"/>")
        try workspace.write("T/B.xml", "<NText/>")
        #expect(workspace.vvc("compile", "@/T", "-o", "@/out").code == .success)
        try workspace.write("T/B.xml", "<NText")
        let wait = "while ! [ -e gone ]; do sleep 0.01; done"
        let script = "{ \(wait); vvc \(line); echo $? > code; } 2> error | { exec <&-; : > gone; }"
        _ = try Shell(folder: workspace.folder).run(script)
        #expect(String(decoding: try workspace.bytes("code"), as: UTF8.self) == "\(code.rawValue)\n")
        #expect(try workspace.bytes("error").isEmpty)
        if line.hasPrefix("compile") { #expect(workspace.files("out") == ["A.out"]) }
        if line.hasPrefix("test") { #expect(workspace.exists("out/j.xml")) }
    }

    @Test(
        .enabled(if: Tool.exists, "needs the vvc that is built with the tests"),
        .timeLimit(.minutes(1))
    )
    func whoWatchesEndsWithItsReader() throws {
        let workspace = try Workspace()
        try workspace.write("T/A.xml", "<NText/>")
        let script = """
            vvc compile T -o out --watch 2>&1 | { read a; read b; echo "$a, $b"; exec <&-; echo '<NText' > T/A.xml; }
            """
        let result = try Shell(folder: workspace.folder).run(script)
        #expect(result.text == "1 compiled, watching for changes; stop with Ctrl-C\n")
    }

    @Test(.enabled(if: getuid() != 0, "the superuser may write everywhere"))
    func folderThatMayNotBeWrittenIsAnError() throws {
        let workspace = try Workspace()
        try workspace.write("Card.xml", FaultyTool.source(version: 1))
        try workspace.makeFolder("out")
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: workspace.path("out"))
        let result = workspace.vvc("compile", "@/Card.xml", "-o", "@/out")
        #expect(result.code == .cannotWrite)
        #expect(result.firstError.hasSuffix("error: cannot write '@/out/Card.out': permission denied"))
        let below = workspace.vvc("compile", "@/Card.xml", "-o", "@/out/new")
        #expect(below.code == .cannotWrite)
        #expect(below.firstError.hasSuffix("error: cannot write '@/out/new': permission denied"))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: workspace.path("out"))
        #expect(workspace.files("out").isEmpty)
    }

    @Test(
        .enabled(if: getuid() != 0, "the superuser may read everywhere"),
        arguments: [
            ("compile @/T -o @/o", "A.out ok/B.out"), ("verify @/T", "@/T/A.out: ok\n@/T/ok/B.out: ok\n"),
            ("format @/T", "@/T/A.xml\n@/T/ok/B.xml\n"), ("test @/T", "2 templates"),
            ("unused @/T", "nothing names the template 'B'"),
        ]
    )
    func folderThatMayNotBeReadHoldsUpNoOther(_ line: String, _ expected: String) throws {
        let workspace = try Workspace()
        for name in ["A", "ok/B"] { try workspace.write("T/\(name).xml", "<NText  text=\"a\"/>\n") }
        #expect(workspace.vvc("compile", "@/T", "-o", "@/T").code == .success)
        try workspace.makeFolder("T/locked")
        let locked = workspace.path("T/locked")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: locked)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: locked) }
        let result = workspace.vvc(line.split(separator: " ").map(String.init))
        #expect(result.code == .cannotRead, "\(result)")
        let message = "vvc: error: cannot read '@/T/locked': permission denied"
        #expect(result.errors.count { $0 == message } == 1, "\(result)")
        let found = result.out + workspace.files("o").joined(separator: " ")
        #expect(found.contains(expected), "\(result)")
    }

    /// What a folder lists may still be out of reach, here because its path is longer than the system allows.
    @Test func folderOutOfReachIsTold() throws {
        let workspace = try Workspace()
        try workspace.write("T/A.xml", "<NText text=\"a\"/>\n")
        defer { _ = try? Program.run("rm", ["-rf", workspace.path("T")]) }
        let name = String(repeating: "d", count: 250)
        var folder = open(workspace.path("T"), O_RDONLY)
        for _ in 0..<20 {
            #expect(mkdirat(folder, name, 0o755) == 0)
            let next = openat(folder, name, O_RDONLY)
            close(folder)
            folder = next
        }
        close(folder)
        let result = workspace.vvc("compile", "@/T", "-o", "@/out")
        #expect(result.code == .cannotRead && workspace.files("out") == ["A.out"])
        #expect(result.errors.count == 1 && result.firstError.hasSuffix("\(name)': file name too long"))
    }

    @Test func linkInTheWayIsReplacedAndWhatItLedToStays() throws {
        let workspace = try Workspace()
        try workspace.write("Card.xml", FaultyTool.source(version: 1))
        try workspace.write("elsewhere.txt", "precious")
        try workspace.makeFolder("out")
        for target in ["elsewhere.txt", "nowhere", "out/Card.out"] {
            let link = workspace.path("out/Card.out")
            try? FileManager.default.removeItem(atPath: link)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: workspace.path(target))
            let result = workspace.vvc("compile", "@/Card.xml", "-o", "@/out")
            #expect(result.code == .success, "\(target): \(result.error)")
            #expect(try workspace.bytes("out/Card.out").starts(with: Array("ALIVV".utf8)), "\(target)")
            #expect(workspace.files("out") == ["Card.out"])
            #expect(try workspace.bytes("elsewhere.txt") == Array("precious".utf8))
        }
    }

    @Test func leftoverOfAKilledProcessIsNeverWrittenInto() throws {
        let workspace = try Workspace()
        try workspace.write("Card.xml", FaultyTool.source(version: 1))
        try workspace.write("elsewhere.txt", "precious")
        try workspace.makeFolder("out")
        let aside = "Card.out.\(getpid()).tmp"
        try workspace.write("out/\(aside)", "half")
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/out").code == .success)
        #expect(workspace.files("out") == ["Card.out"])
        try FileManager.default.removeItem(atPath: workspace.path("out/Card.out"))
        try FileManager.default.createSymbolicLink(
            atPath: workspace.path("out/\(aside)"),
            withDestinationPath: workspace.path("elsewhere.txt")
        )
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/out").code == .success)
        #expect(workspace.files("out") == ["Card.out", aside])
        #expect(try workspace.bytes("elsewhere.txt") == Array("precious".utf8))
    }

    @Test func leftoverOfARecordGoesToo() throws {
        let workspace = try Workspace()
        try workspace.write("Card.xml", FaultyTool.source(version: 1))
        try workspace.write("out/.vvc-outputs.json.1.tmp", "half")
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/out", "--incremental").code == .success)
        #expect(workspace.files("out") == [".vvc-outputs.json", "Card.out"])
    }

    /// As in two containers that share a folder.
    @Test func anotherProcessOfTheSameNumberKeepsItsFile() throws {
        let workspace = try Workspace()
        try workspace.write("Card.xml", FaultyTool.source(version: 1))
        let aside = "Card.out.\(getpid()).tmp"
        try workspace.write("out/\(aside)", "half")
        let descriptor = open(workspace.path("out/\(aside)"), O_WRONLY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/out").code == .success)
        #expect(workspace.files("out") == ["Card.out", aside])
        #expect(try workspace.bytes("out/\(aside)") == Array("half".utf8))
    }

    @Test func aNameMayBeAsLongAsTheSystemAllows() throws {
        let workspace = try Workspace()
        let name = String(repeating: "n", count: 250)
        try workspace.write("\(name).xml", FaultyTool.source(version: 1))
        let result = workspace.vvc("compile", "@/\(name).xml", "-o", "@/out")
        #expect(result.code == .success && workspace.files("out") == ["\(name).out"], "\(result)")
        #expect(workspace.vvc("format", "@/\(name).xml").code == .success)
        // What versions left that knew no other name.
        let old = String(name.prefix(235))
        try workspace.write("\(old).xml", FaultyTool.source(version: 1))
        try workspace.write("out/\(old).out.1.tmp", "half")
        #expect(workspace.vvc("compile", "@/\(old).xml", "-o", "@/out").code == .success)
        #expect(workspace.files("out") == ["\(old).out", "\(name).out"])
    }

    @Test func leftoverGoesUnlessItIsBeingWritten() throws {
        let workspace = try Workspace()
        try workspace.write("Card.xml", FaultyTool.source(version: 1))
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/out").code == .success)
        // A process of another number holds the first; nobody has the others any more.
        let mine = ["Card.out.1.tmp", "Card.out.22.tmp", "Card.out.4294967296000.tmp"]
        let others = [
            "Other.out.1.tmp", "Card.out.x.tmp", "Card.out..tmp", "Card.out.tmp", "Card.out.1.tmp.bak", "1.tmp",
        ]
        for name in mine + others { try workspace.write("out/\(name)", "half") }
        let descriptor = open(workspace.path("out/\(mine[0])"), O_WRONLY)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        // Also where the output stays as it is.
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/out").code == .success)
        #expect(workspace.files("out") == (["Card.out", mine[0]] + others).sorted())
        close(descriptor)
        try workspace.write("Card.xml", FaultyTool.source(version: 2))
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/out").code == .success)
        #expect(workspace.files("out") == (["Card.out"] + others).sorted())
    }
}
