import Dispatch
import VirtualViewCompiler
import VirtualViewFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// `vvc compile --watch`: compiles again whenever something changes, until it is stopped.
struct CompileWatch {
    private let command: CompileCommand
    private let terminal: Terminal
    private let compile: CompileRun

    init(_ command: CompileCommand, _ terminal: Terminal) {
        self.command = command
        self.terminal = terminal
        compile = CompileRun(command, terminal)
    }

    /// Runs until the process gets a signal that ends it, which is the regular end.
    func run() throws(UsageError) -> ExitCode {
        let stop = DispatchSemaphore(value: 0)
        let signals = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { stop.signal() }
            source.resume()
            return source
        }
        defer {
            for source in signals { source.cancel() }
        }
        return try run { stop.wait(timeout: .now() + .milliseconds($0)) == .success }
    }

    /// Runs until it is stopped.
    ///
    /// - Parameter pause: Waits for some milliseconds; returns whether that is all.
    /// - Returns: The exit code.
    /// - Throws: `UsageError` if the options of the first run do not go together.
    func run(pause: (Int) -> Bool) throws(UsageError) -> ExitCode {
        var folders: [WatchedFolder] = []
        do throws(FileError) {
            for path in command.watchedFolders { folders.append(try WatchedFolder(path.path, isInput: path.isInput)) }
        } catch {
            DiagnosticReporter(terminal, isJSON: command.diagnosticsAreJSON).report(error)
            return error.exitCode
        }
        // What changes while the first run reads is seen afterwards.
        for index in folders.indices { folders[index].lookFirst(command.watchedFiles([])) }
        let files = OptionFiles()
        var start = FileStamp.clock
        var report = try compile.run(files)
        var others = report.optionPaths + command.sourcesElsewhere(report.inputs)
        say(report.summary.text)
        say("watching for changes; stop with Ctrl-C")
        while true {
            for index in folders.indices {
                folders[index].watch(command.watchedFiles(others), readSince: start)
            }
            guard !pause(max(1, folders.map(\.pause).min() ?? 100)) else { return .success }
            var changed: Set<String> = []
            for index in folders.indices { changed.formUnion(folders[index].changes()) }
            guard !changed.isEmpty else { continue }
            say(Self.line(changed))
            start = FileStamp.clock
            do throws(UsageError) {
                report = try compile.run(files)
                others = report.optionPaths + command.sourcesElsewhere(report.inputs)
                say(report.summary.text)
            } catch {
                terminal.reportError(error.message)
            }
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
    /// The folders to look into; those that are inputs count with everything below them.
    fileprivate var watchedFolders: [(path: String, isInput: Bool)] {
        if let list { return [(Self.orCurrent(Path.folder(of: list)), true)] }
        let folders = operands.filter { FileSystem.kind(of: $0) == .folder }
        guard folders.isEmpty else { return folders.map { ($0, true) } }
        return operands.first.map { [(Self.orCurrent(Path.folder(of: $0)), false)] } ?? []
    }

    private static func orCurrent(_ folder: String) -> String { folder.isEmpty ? "." : folder }

    /// The single files that count, wherever they are, also where they may come to be.
    ///
    /// - Parameter others: Those that only a run knows.
    /// - Returns: Their paths.
    fileprivate func watchedFiles(_ others: [String]) -> [String] {
        let inputs = list.map { [$0] } ?? operands
        let folders = inputs.map { FileSystem.kind(of: $0) == .folder ? $0 : Path.folder(of: $0) }
        let files =
            inputs.filter { CompileInput.extensions.contains(Path.fileExtension(of: $0)) } + (list.map { [$0] } ?? [])
        return Array(Set(files + others + compiler.paths + folders.flatMap(Project.places))).sorted()
    }

    /// Returns the sources that are not in the folders: a list may name them, or a link lead to them.
    ///
    /// - Parameter inputs: All sources of a run.
    /// - Returns: Those elsewhere; each is looked up, so ask once a run.
    fileprivate func sourcesElsewhere(_ inputs: [String]) -> [String] {
        let roots = watchedFolders.compactMap { FileSystem.resolved($0.path) }.map { $0 == "/" ? $0 : $0 + "/" }
        return inputs.filter { input in
            guard let place = FileSystem.resolved(input) else { return false }
            return !roots.contains { place.utf8.starts(with: $0.utf8) }
        }
    }
}

/// A folder that is looked at again and again.
private struct WatchedFolder {
    private let path: String
    /// Whether sources in it count that nobody names.
    private let isInput: Bool
    private var watcher: FolderWatcher
    /// The single files by the paths that the watcher gives them.
    private var files: [String: String] = [:]

    init(_ path: String, isInput: Bool) throws(FileError) {
        self.path = path
        self.isInput = isInput
        watcher = FolderWatcher(try ServedFolder(path))
    }

    /// The milliseconds until the next look.
    var pause: Int { watcher.nextLook - .now }

    mutating func lookFirst(_ files: [String]) {
        watch(files)
        _ = watcher.lookFirst()
    }

    mutating func watch(_ files: [String], readSince time: timespec? = nil) {
        watcher.watch(files, readSince: time)
        let absolute = files.map { $0.hasPrefix("/") ? $0 : Path.join(FileSystem.resolved(".") ?? "/", $0) }
        self.files = Dictionary(zip(absolute, files)) { first, _ in first }
    }

    /// Returns what changed of what determines outputs, if it is time to look.
    mutating func changes() -> [String] {
        guard watcher.nextLook <= .now else { return [] }
        return watcher.look().compactMap { name in
            if let file = files[name] { return file }
            // A file elsewhere that counted before.
            if name.hasPrefix("/") { return name }
            guard isInput, Self.determinesOutputs(name) else { return nil }
            return path == "." ? name : Path.join(path, name)
        }
    }

    /// Whether a file in a folder of sources can change what becomes of them, without an option that names it.
    private static func determinesOutputs(_ name: String) -> Bool {
        CompileInput.extensions.contains(Path.fileExtension(of: name))
            || ["config.properties", ProjectFile.name].contains(Path.name(of: name))
    }
}
