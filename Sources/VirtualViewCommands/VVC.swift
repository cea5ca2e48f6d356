import VirtualViewCompiler

/// The `vvc` program: finds the command and runs it.
package enum VVC {
    /// The program's version (`vvc --version`).
    package static let version = "0.1.0"

    /// Every command, in the order of the help.
    static var commands: [any Command.Type] {
        [
            CompileCommand.self, ConvertCommand.self, DumpCommand.self, DecompileCommand.self, VerifyCommand.self,
            FormatCommand.self, LintCommand.self, TestCommand.self, DiffCommand.self, ContractCommand.self,
            UnusedCommand.self, NamesCommand.self, SchemaCommand.self, EvalCommand.self, LayoutCommand.self,
            PreviewCommand.self, ServeCommand.self, LanguageServerCommand.self, ReleaseCommand.self,
            CompletionsCommand.self,
        ]
    }

    /// Runs one command line.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's name.
    ///   - terminal: The destination of results and messages.
    /// - Returns: The exit code.
    package static func run(_ arguments: [String], terminal: Terminal = .process) -> ExitCode {
        guard let name = arguments.first else {
            terminal.report(helpText)
            return .usage
        }
        switch name {
        case _ where helpWords.contains(name):
            if let extra = arguments.dropFirst(2).first { return refuse("unexpected argument '\(extra)'", terminal) }
            return help(on: arguments.dropFirst().first, terminal)
        case "--version":
            if let extra = arguments.dropFirst().first { return refuse("unexpected argument '\(extra)'", terminal) }
            return terminal.print("vvc \(version)\n") ? .success : .cannotWrite
        default: break
        }
        guard let command = command(named: name, terminal) else { return .usage }
        return run(command, Array(arguments.dropFirst()), terminal)
    }

    /// Runs the process's own command line and ends the process.
    ///
    /// A file that may not grow any more (`ulimit -f`) is reported as an error, as a full disk is, and does not end the
    /// process in the middle of its work. Neither does a reader that closes its pipe: files are written nevertheless.
    package static func main() -> Never {
        occupyClosedStreams()
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        // Where a supervisor ignores it, and lets its children inherit that, nobody learns how a command ended.
        signal(SIGCHLD, SIG_DFL)
        var terminal = Terminal.process
        terminal.findsPlayer = true
        exit(with: run(Array(CommandLine.arguments.dropFirst()), terminal: terminal))
    }

    /// Occupies the numbers of standard streams that are closed.
    ///
    /// A file or a connection would get the number, and with it what is meant for the stream. What is there instead cannot
    /// be read or written either.
    private static func occupyClosedStreams() {
        for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Ends the process.
    ///
    /// - Parameter code: The exit code.
    package static func exit(with code: ExitCode) -> Never {
        endProcess(code.rawValue)
    }

    /// The words that ask for help in the place of a command.
    private static let helpWords = ["--help", "-h", "help"]

    /// Returns the command with a name; `nil` if there is none, which is reported.
    private static func command(named name: String, _ terminal: Terminal) -> (any Command.Type)? {
        if let command = commands.first(where: { $0.specification.name == name }) { return command }
        let kind = name.hasPrefix("-") ? "option" : "command"
        let known = commands.map { $0.specification.name } + ["--help", "--version"]
        let hint = MessageText.question(NearestWord.find(name, among: known))
        _ = refuse("unknown \(kind) '\(name)'\(hint)", terminal)
        return nil
    }

    private static func refuse(_ message: String, _ terminal: Terminal) -> ExitCode {
        terminal.reportError(message)
        terminal.report("run 'vvc --help' to see what there is\n")
        return .usage
    }

    /// Prints the help of a command, or that of the program.
    private static func help(on name: String?, _ terminal: Terminal) -> ExitCode {
        var text = helpText
        if let name, !helpWords.contains(name) {
            guard let command = command(named: name, terminal) else { return .usage }
            text = command.helpText
        }
        return terminal.print(text) ? .success : .cannotWrite
    }

    private static func run(_ command: any Command.Type, _ arguments: [String], _ terminal: Terminal) -> ExitCode {
        var reporter = DiagnosticReporter(terminal, isJSON: false)
        do {
            var line = try ArgumentReader(arguments, of: command)
            guard !line.asksForHelp else { return terminal.print(command.helpText) ? .success : .cannotWrite }
            let command = try command.init(&line)
            reporter = DiagnosticReporter(terminal, isJSON: command.diagnosticsAreJSON)
            return try command.run(terminal)
        } catch let error as UsageError {
            terminal.reportError(error.message)
            terminal.report("run 'vvc \(command.specification.name) --help' to see what it takes\n")
            return .usage
        } catch let error as FileError {
            reporter.report(error)
            return error.exitCode
        } catch {
            // The command has already reported the problem.
            return .inputErrors
        }
    }

    private static var helpText: String {
        let rows = commands.map { ($0.specification.name, $0.specification.summary) }
        return """
            vvc compiles VirtualView templates and looks into the files they become.

            usage: vvc COMMAND [arguments]

            commands:
            \(HelpTable.text(rows))

            options:
              --help     Shows this help, or before or behind a command that command's
              --version  Shows the version

            example:
              vvc compile ProductCard.xml -o build
              writes build/ProductCard.out

            """
    }
}

/// A subcommand of `vvc`, with the options that it was given.
protocol Command {
    static var specification: CommandSpecification { get }

    /// Reads the options: all of them, whatever their values are, in the order of the help.
    ///
    /// - Throws: `UsageError` for a value that is not valid; for what does not go together, after the last option.
    init(_ line: inout ArgumentReader) throws(UsageError)

    /// Whether problems are written as JSON.
    var diagnosticsAreJSON: Bool { get }

    /// Does the work.
    ///
    /// - Throws: `UsageError` for a wrong command line and `FileError` for a file that ends the command.
    func run(_ terminal: Terminal) throws -> ExitCode
}

extension Command {
    /// Most commands write only text.
    var diagnosticsAreJSON: Bool { false }
}

extension Command {
    /// The options: what the command reads from a line without arguments, and the one that every command has.
    static var options: [Option] {
        var line = ArgumentReader()
        // An empty line lacks required values, which is an error, but only after the last option was read.
        _ = try? Self(&line)
        return line.options + [.help]
    }

    /// The text of `vvc NAME --help`.
    static var helpText: String {
        let rows = options.map { option in (option.name + (option.value.map { " \($0)" } ?? ""), option.help) }
        let operands = specification.operands.isEmpty ? "" : " \(specification.operands)"
        return """
            \(specification.summary).

            usage: vvc \(specification.name)\(operands) [options]

            options:
            \(HelpTable.text(rows))

            example:
              \(specification.example.call)
              \(specification.example.effect)

            """
    }
}

/// The description of a command, apart from its options.
struct CommandSpecification: Sendable {
    let name: String
    /// The effect, on one line.
    let summary: String
    /// The positional arguments as the help shows them; empty if there are none.
    let operands: String
    /// The number of positional arguments.
    let operandCount: ClosedRange<Int>
    /// A complete call, and what it does.
    let example: (call: String, effect: String)
}

/// Formats two columns, the first as wide as needed.
enum HelpTable {
    static func text(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { row in
            "  \(row.0)\(String(repeating: " ", count: width - row.0.count))  \(row.1)"
        }.joined(separator: "\n")
    }
}

/// The exit code of a command; with several inputs the largest wins.
package enum ExitCode: Int32, Comparable, Sendable {
    /// The command succeeded.
    case success = 0
    /// The input has errors, which were printed.
    case inputErrors = 1
    /// The command line is wrong.
    case usage = 64
    /// A file cannot be read.
    case cannotRead = 66
    /// A file cannot be written.
    case cannotWrite = 73

    /// Orders by the number.
    package static func < (lhs: ExitCode, rhs: ExitCode) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

// The system's call, whose name is taken inside the type.
private func endProcess(_ code: Int32) -> Never {
    exit(code)
}
