import Foundation
import Testing
import VirtualViewCommands
import VirtualViewTestSupport

/// Command lines, help and completions.
@Suite struct CommandLineTests {
    private let workspace = Workspace.fresh()

    /// The commands that the help lists.
    private func commands() throws -> [String] {
        let help = workspace.vvc("--help").out.components(separatedBy: "commands:\n")
        let list = try #require(help.last?.components(separatedBy: "\n\n").first)
        return list.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    /// The options that a command's help lists.
    private func options(of command: String) throws -> [String] {
        let help = workspace.vvc(command, "--help").out.components(separatedBy: "options:\n")
        let list = try #require(help.last?.components(separatedBy: "\n\n").first)
        return list.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    // MARK: - Help

    @Test func helpIsPrintedAndWithoutArgumentsReported() {
        let help = workspace.vvc("--help")
        #expect(help.code == .success && help.error.isEmpty)
        #expect(workspace.vvc("-h").out == help.out && workspace.vvc("help").out == help.out)
        let nothing = workspace.vvc()
        #expect(nothing.code == .usage && nothing.out.isEmpty && nothing.error == help.out)
    }

    @Test func versionIsOneLine() {
        #expect(workspace.vvc("--version").out == "vvc \(VVC.version)\n")
        for arguments in [["--version", "x"], ["help", "compile", "x"], ["--help", "compile", "x"]] {
            let result = workspace.vvc(arguments)
            #expect(result.code == .usage && result.firstError == "vvc: error: unexpected argument 'x'")
        }
    }

    @Test func everyCommandHasHelpWithAnExample() throws {
        let commands = try commands()
        #expect(Set(commands).isSuperset(of: ["compile", "dump", "verify", "completions"]))
        for command in commands {
            let help = workspace.vvc(command, "--help")
            #expect(help.code == .success && help.error.isEmpty)
            #expect(help.out.contains("\nusage: vvc \(command) ") && help.out.contains("\nexample:\n  vvc \(command) "))
            #expect(help.out.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(command)")
            #expect(try options(of: command).last == "--help")
            // Help goes before everything else that the line says.
            #expect(workspace.vvc(command, "-h").out == help.out)
            #expect(workspace.vvc(command, "a", "b", "c", "--help").out == help.out)
            for word in ["help", "--help", "-h"] {
                let other = workspace.vvc(word, command)
                #expect(other.code == .success && other.error.isEmpty && other.out == help.out)
            }
        }
        #expect(workspace.vvc("help", "--help").out == workspace.vvc("--help").out)
    }

    // MARK: - Wrong command lines

    @Test(arguments: [
        (["compil", "x.xml"], "unknown command 'compil'; did you mean 'compile'?"),
        (["frobnicate"], "unknown command 'frobnicate'"),
        (["help", "lnit"], "unknown command 'lnit'; did you mean 'lint'?"),
        (["--help", "frobnicate"], "unknown command 'frobnicate'"),
        (["-h", "--verison"], "unknown option '--verison'; did you mean '--version'?"),
        (["--verison"], "unknown option '--verison'; did you mean '--version'?"),
        (["compile"], "'vvc compile' needs INPUT… or '--list FILE', or a vvc.json with \"templates\""),
        (["lint"], "'vvc lint' needs INPUT…, or a vvc.json with \"templates\""), (["dump"], "'vvc dump' needs FILE"),
        (["dump", "a", "b"], "unexpected argument 'b'"),
        (["compile", "a.xml", "--targt=swift"], "unknown option '--targt'; did you mean '--target'?"),
        (["compile", "a.xml", "-x"], "unknown option '-x'"),
        (
            ["compile", "a.xml", "--target", "ios"],
            "'ios' is not a value of '--target'; expected 'swift', 'ios-1.2', 'android-1.4' or 'tools-2021'"
        ),
        (["compile", "a.xml", "--config"], "option '--config' needs a value: --config FILE"),
        (["compile", "a.xml", "--lenient=yes"], "option '--lenient' takes no value"),
        (["compile", "a.xml", "-o", "x", "-o", "y"], "option '-o' is given twice"),
        (["compile", "a.xml", "-o", ""], "'-o' needs a folder or a file"),
        (["compile", "a.xml", "--name="], "the template's name is empty"),
        (
            ["compile", "a.asv", "--emit", "md5", "--parts"],
            "'--parts' writes files beside those of 'out', which '--emit' leaves out"
        ),
        (
            ["compile", "a.xml", "--template-version", "65536"],
            "'65536' is not a value of '--template-version'; expected a number from 0 to 65535"
        ),
        (["compile", "a.xml", "b.xml", "--name", "N"], "'--name' goes with one input"),
        (
            ["compile", "a.xml", "b.xml", "-o", "c.out"],
            "'-o c.out' names one file, but there are 2 inputs; give a folder"
        ),
        (["completions", "tcsh"], "unknown shell 'tcsh'; expected 'bash', 'zsh' or 'fish'"),
        (["verify"], "'vvc verify' needs INPUT…"),
        (["test"], "'vvc test' needs INPUT…, or a vvc.json with \"templates\""),
        (["contract"], "'vvc contract' needs INPUT…, or a vvc.json with \"templates\""),
    ])
    func wrongLineIsToldAndPointsToTheHelp(_ arguments: [String], _ message: String) throws {
        let result = workspace.vvc(arguments)
        #expect(result.code == .usage && result.out.isEmpty)
        #expect(result.errors.count == 2)
        #expect(result.firstError == "vvc: error: \(message)")
        #expect(result.errors.last?.hasPrefix("run 'vvc ") == true)
    }

    @Test func resultThatCannotBeWrittenIsAnError() {
        var error = ""
        let terminal = Terminal(out: { _ in false }, error: { error += String(decoding: $0, as: UTF8.self) })
        #expect(VVC.run(["--version"], terminal: terminal) == .cannotWrite)
        #expect(error.hasPrefix("vvc: error: cannot write to standard output: "))
        #expect(VVC.run(["compile", "--help"], terminal: terminal) == .cannotWrite)
        #expect(VVC.run(["completions", "zsh"], terminal: terminal) == .cannotWrite)
    }

    @Test(arguments: [["eval", "x", "--data", "@/none"], ["convert", "@/none"], ["compile", "@/none.xml"]])
    func fileThatCannotBeReadIsADiagnosticInJSON(_ arguments: [String]) throws {
        let result = workspace.vvc(arguments + ["--diagnostics", "json"])
        #expect(result.code == .cannotRead && result.errors.count == 1)
        let object = try JSONSerialization.jsonObject(with: Data(result.error.utf8)) as? [String: Any]
        #expect(object?["id"] as? String == "file.cannot-read" && object?["severity"] as? String == "error")
    }

    @Test(
        .enabled(if: Tool.exists, "vvc was not built with the tests"),
        arguments: [("xterm", "", true), ("xterm", "1", false), ("dumb", "", false)]
    )
    func coloursAreForTerminalsThatKnowThem(_ name: String, _ noColor: String, _ hasColours: Bool) throws {
        var (main, terminal): (Int32, Int32) = (-1, -1)
        try #require(openpty(&main, &terminal, nil, nil, nil) == 0)
        defer {
            close(terminal)
            close(main)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Tool.folder + "/vvc")
        process.arguments = ["nothing"]
        process.environment = ProcessInfo.processInfo.environment.merging(["TERM": name, "NO_COLOR": noColor]) { $1 }
        process.standardError = FileHandle(fileDescriptor: terminal)
        try process.run()
        process.waitUntilExit()
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(main, &bytes, bytes.count)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        #expect(text.contains("unknown command 'nothing'") && text.contains("\u{1B}") == hasColours, "\(text)")
    }

    // MARK: - Completions

    @Test(arguments: ["bash", "zsh", "fish"])
    func completionsKnowEveryCommandAndOption(_ shell: String) throws {
        let script = workspace.vvc("completions", shell).out
        for command in try commands() {
            #expect(script.contains(command))
            for option in try options(of: command) {
                let name = option.drop { $0 == "-" }
                #expect(
                    script.contains(shell == "fish" ? (option.hasPrefix("--") ? "-l \(name)" : "-s \(name)") : option)
                )
            }
        }
        for value in ["ios-1.2", "tools-2021"] { #expect(script.contains(value)) }
    }

    @Test(.enabled(if: Tool.isInstalled("bash"), "needs Bash"))
    func scriptsAreWellFormed() throws {
        let path = try workspace.write("vvc.bash", workspace.vvc("completions", "bash").out)
        let result = try Program.run("bash", ["-n", path])
        #expect(result.status == 0)
    }

    @Test(
        .enabled(if: Tool.isInstalled("bash"), "needs Bash"),
        arguments: [
            (["com"], "compile completions"), (["compile", "--tar"], "--target"),
            (["compile", "--target", "and"], "android-1.4"), (["layout", "--target", ""], "swift ios-1.2"),
            (["completions", "z"], "zsh"), (["compile", "Ca"], ""),
            (["dump", "--"], "--json --hex --help"), (["help", "decomp"], "decompile"),
            (["compile", "--target", "=", "and"], "android-1.4"),
        ]
    )
    func bashCompletes(_ words: [String], _ expected: String) throws {
        let script = workspace.vvc("completions", "bash").out
        let line = (["vvc"] + words).map { "'\($0)'" }.joined(separator: " ")
        let call = "COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); _vvc; echo \"${COMPREPLY[*]}\""
        let result = try Program.run("bash", ["-c", script + call])
        #expect(result.status == 0 && result.out == expected + "\n")
    }

    /// A name behind the command's may be that of a command too.
    @Test(
        .enabled(if: Tool.isInstalled("fish"), "needs fish"),
        arguments: [
            ("compile diff --bre", ""), ("compile diff --prune", "--prune"), ("compile completions zs", ""),
            ("completions z", "zsh"), ("help decomp", "decompile"), ("layout --target=io", "--target=ios-1.2"),
        ]
    )
    func fishCompletes(_ line: String, _ expected: String) throws {
        let path = try workspace.write("vvc.fish", workspace.vvc("completions", "fish").out)
        let result = try Program.run("fish", ["--no-config", "-c", "source '\(path)'; complete -C 'vvc \(line)'"])
        let found = result.out.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(result.status == 0 && found.joined(separator: " ") == expected, "\(result)")
    }

    @Test(arguments: [
        ("zsh", "'--target=["), ("zsh", "'*--components=["), ("zsh", "'--lenient["), ("zsh", "'--version:Shows"),
        ("zsh", "help) _describe command commands"), ("fish", "-n '__vvc_is help' -f -a 'compile convert "),
        ("fish", "-n '__vvc_is lint' -l fix "),
    ])
    func scriptsKnowTheFormsOfALine(_ shell: String, _ text: String) {
        #expect(workspace.vvc("completions", shell).out.contains(text))
    }

    @Test(
        .enabled(if: Workspace.takesNamelessFiles, "the file system has no names but text"),
        arguments: [
            ("xml", ["compile", "@/in", "-o", "@/build"]), ("xml", ["lint", "@/in"]), ("out", ["verify", "@/in"]),
        ]
    )
    func filesWithoutANameInTextAreTold(_ ending: String, _ line: [String]) throws {
        let space = try Workspace()
        try space.makeFolder("in")
        let name = [0x43, 0xFF] + Array(".\(ending)".utf8)
        #expect(space.writeNameless("in", name) && space.writeNameless("in", [0xFF] + Array(".txt".utf8)))
        let expected = "vvc: error: cannot read '@/in': the name 'C\u{FFFD}.\(ending)' in the folder is not UTF-8"
        let alone = space.vvc(line)
        #expect(alone.code == .cannotRead && alone.errors == [expected], "\(alone)")
        // The others are looked at.
        try space.write("in/Card.xml", #"<NText layoutWidth="1" layoutHeight="1" text="a"/>"#)
        try space.write("in/Bad.out", "")
        let both = space.vvc(line)
        #expect(both.code == .cannotRead && both.errors.contains(expected), "\(both)")
        if line[0] == "compile" { #expect(space.exists("build/Card.out")) }
        if line[0] == "verify" { #expect(both.out.contains("@/in/Bad.out: error: ")) }
    }

    @Test(arguments: [
        ("xml", ["compile", "@/in", "-o", "@/build"]), ("asv", ["compile", "@/in", "-o", "@/build"]),
        ("xml", ["lint", "@/in"]), ("xml", ["format", "--check", "@/in"]), ("xml", ["test", "@/in"]),
        ("out", ["verify", "@/in"]), ("xml", ["contract", "@/in"]),
    ])
    func whatIsNoFileIsToldIfItsNameIsThatOfOne(_ ending: String, _ line: [String]) throws {
        let space = try Workspace()
        try space.write("in/Card.xml", "<NText layoutWidth=\"1\" layoutHeight=\"1\" text=\"a\"/>\n")
        try space.makeFolder("in/sub.\(ending)")
        for (name, target) in [("Bad.\(ending)", "nowhere"), ("Folder.\(ending)", "sub.\(ending)"), ("a.txt", "b")] {
            try FileManager.default.createSymbolicLink(atPath: space.path("in/\(name)"), withDestinationPath: target)
        }
        try space.write("build/Bad.out", "old")
        let link = space.vvc(line)
        let message = "cannot read '@/in/Bad.\(ending)': no such file or directory"
        #expect(link.code == .cannotRead && link.error.contains(message), "\(link)")
        #expect(!link.error.contains("Folder") && !link.error.contains("a.txt"), "\(link)")
        // The others are looked at, and what it became before goes.
        if line[0] == "compile" { #expect(space.files("build") == ["Card.out"]) }
        try FileManager.default.removeItem(atPath: space.path("in/Bad.\(ending)"))
        #expect(mkfifo(space.path("in/F.\(ending)"), 0o600) == 0)
        let pipe = space.vvc(line)
        #expect(
            pipe.code == .cannotRead && pipe.error.contains("'@/in/F.\(ending)': is not a regular file"),
            "\(pipe)"
        )
    }
}
