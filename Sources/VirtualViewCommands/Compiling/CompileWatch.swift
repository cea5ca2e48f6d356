import Dispatch
import VirtualViewCompiler
import VirtualViewFormat

/// `vvc compile --watch`: compiles again whenever something changes, until it is stopped.
struct CompileWatch {
    private let command: CompileCommand
    private let terminal: Terminal
    private let files = OptionFiles()
    private var watcher: FolderWatcher
    /// The files that only a run knows, of the last one.
    private var others: [String] = []

    init(_ command: CompileCommand, _ terminal: Terminal) {
        self.command = command
        self.terminal = terminal
        // Nobody waits for a picture, so a large project may take as little of the processor as a small one.
        watcher = FolderWatcher(CompileSources(command), others: command.projectFiles, longestInterval: 1000)
    }

    /// Runs until the process gets a signal that ends it, which is the regular end.
    ///
    /// - Returns: The exit code when nothing can be watched.
    /// - Throws: `UsageError` if the options of the first run do not go together.
    mutating func run() throws(UsageError) -> ExitCode {
        // A run may wait for another one or for a pipe, and as no output is ever there in part, it may end anywhere.
        let signals = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { _exit(ExitCode.success.rawValue) }
            source.resume()
            return source
        }
        defer {
            for source in signals { source.cancel() }
        }
        // It also ends when nobody reads what it says any more.
        signal(SIGPIPE, SIG_DFL)
        // A project file that changes after it was read for the inputs is seen too.
        _ = watcher.lookFirst()
        let result = try compile(isFirst: true)
        guard result == .success else { return result }
        say("watching for changes; stop with Ctrl-C")
        while true {
            say(Self.line(waitForChanges()))
            do throws(UsageError) {
                _ = try compile()
            } catch {
                terminal.reportError(error.message)
            }
        }
    }

    /// Compiles what changed, of what is an input now.
    ///
    /// - Returns: The exit code when it is not known what the inputs are, or when an input of the first run is none.
    /// - Throws: `UsageError` when the options do not go together.
    private mutating func compile(isFirst: Bool = false) throws(UsageError) -> ExitCode {
        let start = FileStamp.clock
        var result = ExitCode.success
        let command = try command.withInputs(terminal, &result)
        guard result == .success else { return result }
        if isFirst, let problem = command.inputProblem {
            DiagnosticReporter(terminal, isJSON: command.diagnosticsAreJSON).report(problem)
            return problem.exitCode
        }
        // What changes while the run reads is seen afterwards.
        watcher.watch(CompileSources(command), others: self.command.projectFiles + command.watchedFiles(others))
        let report = try CompileRun(command, terminal).run(files)
        // A list may name sources outside of its folder.
        others = report.optionPaths + (command.list == nil ? [] : report.inputs)
        watcher.watch(self.command.projectFiles + command.watchedFiles(others), readSince: start)
        report.lastLine.map(say)
        return .success
    }

    private mutating func waitForChanges() -> Set<String> {
        while true {
            poll(nil, 0, Int32(clamping: max(1, watcher.nextLook - .now)))
            let changed = watcher.look()
            guard changed.isEmpty else { return changed }
        }
    }

    private func say(_ line: String) {
        if !command.isQuiet, !command.diagnosticsAreJSON { terminal.report(line: line) }
    }

    /// The number of files that are named.
    private static let shownCount = 5

    private static func line(_ changed: Set<String>) -> String {
        let names = changed.sorted(by: String.inByteOrder)
        let words = names.prefix(shownCount).map { "\($0) \(FileSystem.isGone($0) ? "is gone" : "changed")" }
        let rest = names.count - words.count
        return words.joined(separator: ", ") + (rest > 0 ? ", and \(rest) more" : "")
    }
}

extension CompileCommand {
    /// The folders that are inputs, and those of inputs that are files; empty for the current one.
    private var inputFolders: [String] {
        (list.map { [$0] } ?? operands).map { FileSystem.kind(of: $0) == .folder ? $0 : Path.folder(of: $0) }
    }

    /// Why an input is none, or its folder cannot be watched; `nil` if all can.
    fileprivate var inputProblem: FileError? {
        do throws(FileError) {
            if list == nil {
                for operand in operands where FileSystem.kind(of: operand) != .folder {
                    _ = try CompileInput.file(operand)
                }
            }
            for folder in inputFolders { _ = try FileSystem.list(folder.isEmpty ? "." : folder) }
            return nil
        } catch {
            return error
        }
    }

    /// The folders that count with everything below them.
    fileprivate var sourceFolders: [String] {
        let folders = list == nil ? operands.filter { FileSystem.kind(of: $0) == .folder } : inputFolders
        return folders.map { $0.isEmpty ? "." : $0 }
    }

    /// The places of the project file that names the inputs; none if the command line does.
    fileprivate var projectFiles: [String] {
        list == nil && operands.isEmpty ? Project.places(above: "") : []
    }

    /// The single files that count, wherever they are, also where they may come to be.
    ///
    /// - Parameter others: Those that only a run knows.
    /// - Returns: Their paths.
    fileprivate func watchedFiles(_ others: [String]) -> [String] {
        let inputs = list.map { [$0] } ?? operands.filter(CompileInput.isSource)
        return inputs + others + compiler.paths + inputFolders.flatMap(Project.places)
    }
}

/// What `vvc compile` finds in folders now, and what else in them can change what becomes of that.
private struct CompileSources: WatchedPlace {
    private let command: CompileCommand

    init(_ command: CompileCommand) {
        self.command = command
    }

    /// The names of files beside sources that count.
    private static let names: Set<String> = [CompilersByFolder.configName, ProjectFile.name]
    private static let extensions = CompileInput.extensions.union(names.map(Path.fileExtension))

    func contents() -> WatchedContents {
        var contents = WatchedContents()
        for folder in command.sourceFolders {
            // The next run tells what is wrong with a folder, since nothing is found in it.
            let found = (try? FileSystem.search(folder, for: Self.extensions) { _ in }) ?? []
            for (path, _) in found where CompileInput.isSource(path) || Self.names.contains(Path.name(of: path)) {
                contents.files[path] = FileSystem.stamp(of: path)
            }
        }
        return contents
    }

    func path(of name: String) -> String? { name }
}
