import VirtualViewCompiler
import VirtualViewFormat

/// The project file (`vvc.json`) of a folder.
struct Project {
    let path: String
    /// The content; `nil` if it has errors, which were reported.
    let file: ProjectFile?

    /// Reads a project file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - files: Reads it.
    ///   - reporter: Receives everything that is wrong with it.
    ///   - result: The exit code of the command, which is raised to that of the file.
    init(_ path: String, _ files: OptionFiles, _ reporter: DiagnosticReporter, _ result: inout ExitCode) {
        self.path = path
        do throws(FileError) {
            let (project, problems) = ProjectFile.read(try files.source(path))
            file = reporter.report(problems) ? nil : project
            if file == nil { result = max(result, .inputErrors) }
        } catch {
            reporter.report(error, &result)
            file = nil
        }
    }

    /// Whether it has errors, so that nothing is compiled.
    var isBroken: Bool { file == nil }

    /// Returns the client that templates are for.
    ///
    /// - Parameter isSimulated: Whether a command behaves as that client, as it can as some alone.
    /// - Returns: `nil` also for one as which the command cannot behave.
    func client(isSimulated: Bool) -> Client? {
        file?.client.flatMap { $0.isSimulated || !isSimulated ? $0 : nil }
    }

    /// Returns the path of a file that the project file names.
    func path(of name: String) -> String {
        Self.place(of: name, beside: path)
    }

    /// Returns a file that the project file names, with the place where it does.
    func named(_ name: DecodedText) -> NamedFile {
        NamedFile(path: path(of: name.text), place: name.range)
    }

    /// The files of fragments, each with the name that a source uses.
    var fragments: [(name: String, file: NamedFile)] {
        file?.fragments.map { ($0.name.text, named($0.path)) } ?? []
    }

    /// Returns what to say about the files and folders that a project file names and that are not there.
    ///
    /// Commands tell this as they read a file that they need; an editor tells it before.
    static func missingFiles(of file: ProjectFile, at path: String) -> [Diagnostic] {
        func missing(_ names: [DecodedText], _ reason: String) -> [Diagnostic] {
            names.filter { FileSystem.kind(of: place(of: $0.text, beside: path)) == nil }.map { name in
                Diagnostic(FileMessage.cannotRead(name.text, reason), at: name.range)
            }
        }
        let files = [file.config].compactMap { $0 } + file.components + file.blocks + file.fragments.map(\.path)
        return missing(file.templates, "no such file or folder") + missing(files, "no such file or directory")
    }

    private static func place(of name: String, beside path: String) -> String {
        name.hasPrefix("/") ? name : Path.join(Path.folder(of: path), name)
    }

    /// The file itself and those that it names, also where options name others in their place.
    var paths: [String] {
        guard let file else { return [path] }
        let names = file.templates + [file.config].compactMap { $0 } + file.components + file.blocks
        return [path] + (names + (file.fragments + file.slots).map(\.path)).map { self.path(of: $0.text) }
    }
}

// MARK: - Finding it

extension Project {
    /// Returns the nearest project file, in a folder or in one above it.
    static func path(above folder: String) -> String? {
        var known: [ExactText: String?] = [:]
        return path(above: folder, &known)
    }

    /// Returns the nearest project file, in a folder or in one above it.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - known: The project files of folders so far, `nil` for none; those of the folders on the way are added.
    /// - Returns: The path; relative for a relative folder.
    static func path(above folder: String, _ known: inout [ExactText: String?]) -> String? {
        var passed: [ExactText] = []
        var found: String?
        var next = Optional(folder)
        while let folder = next {
            let key = ExactText(folder)
            if let path = known[key] {
                found = path
                break
            }
            passed.append(key)
            let path = Path.join(folder, ProjectFile.name)
            if FileSystem.isFileOrDeadLink(path) {
                found = path
                break
            }
            next = self.folder(above: folder)
        }
        for key in passed { known[key] = .some(found) }
        return found
    }

    /// Reads the nearest project file, in a folder or in one above it; `nil` if there is none.
    static func above(
        _ folder: String,
        _ files: OptionFiles,
        _ reporter: DiagnosticReporter,
        _ result: inout ExitCode
    ) -> Project? {
        path(above: folder).map { Project($0, files, reporter, &result) }
    }

    /// Reads the project file of a command that has no input: the one above the current folder.
    static func ofCurrentFolder(_ reporter: DiagnosticReporter, _ result: inout ExitCode) -> Project? {
        above("", OptionFiles(), reporter, &result)
    }

    /// Returns the inputs of a run: those of the command line or, if there are none, those that the project file above
    /// the current folder names.
    ///
    /// - Parameters:
    ///   - given: The files and folders of the command line.
    ///   - need: What the command needs, for the message about a command line without it.
    ///   - reporter: Receives what is wrong with the project file.
    ///   - result: The exit code of the command, which is raised to that of the file.
    /// - Returns: The files and folders; none if the project file has errors.
    /// - Throws: `UsageError` when nothing names an input.
    static func inputs(
        _ given: [String],
        orElse need: String,
        _ reporter: DiagnosticReporter,
        _ result: inout ExitCode
    ) throws(UsageError) -> [String] {
        guard given.isEmpty else { return given }
        guard let project = ofCurrentFolder(reporter, &result) else {
            throw UsageError("\(need), or a \(ProjectFile.name) with \"templates\"")
        }
        guard let file = project.file else { return [] }
        guard !file.templates.isEmpty else {
            throw UsageError("\(need), and '\(project.path)' has no \"templates\"")
        }
        return file.templates.map { project.path(of: $0.text) }
    }

    /// Returns the possible paths of a folder's project file: in it and above it, up to the root of the repository or
    /// of the file system.
    ///
    /// - Parameter folder: The folder; empty for the current one.
    /// - Returns: The paths, the nearest first; relative ones for a relative folder.
    static func places(above folder: String) -> [String] {
        var places: [String] = []
        var next = Optional(folder)
        while let folder = next {
            places.append(Path.join(folder, ProjectFile.name))
            next = self.folder(above: folder)
        }
        return places
    }

    /// Returns the folder above, where a project file is looked for next; `nil` at the root of the repository or of the
    /// file system.
    private static func folder(above folder: String) -> String? {
        FileSystem.kind(of: Path.join(folder, ".git")) == nil ? parent(of: folder) : nil
    }

    /// Returns the folder above; `nil` for the root of the file system.
    private static func parent(of folder: String) -> String? {
        var parts = folder.split(separator: "/").filter { $0 != "." }
        let root = folder.hasPrefix("/") ? "/" : ""
        if let last = parts.last, last != ".." {
            parts.removeLast()
            return root + parts.joined(separator: "/")
        }
        guard root.isEmpty || !parts.isEmpty else { return nil }
        // Only the system knows what is above a folder that is reached by going up.
        parts.append("..")
        let parent = root + parts.joined(separator: "/")
        let own = FileSystem.identities(of: folder.isEmpty ? "." : folder)
        return own.isEmpty || own == FileSystem.identities(of: parent) ? nil : parent
    }
}

/// The ids of problems with files as such; only JSON shows them.
enum FileMessageID: String, MessageID {
    case cannotLoad = "file.cannot-load"
    case cannotRead = "file.cannot-read"
    case cannotWrite = "file.cannot-write"
    case manifestConflict = "file.manifest-conflict"
    case sameOutput = "file.same-output"
    case sameType = "file.same-type"

    var severity: MessageSeverity { .error }
}

/// A message about a file as such.
typealias FileMessage = Message<FileMessageID>

extension FileMessage {
    static func cannotRead(_ path: String, _ reason: String) -> Self {
        Self(.cannotRead, "cannot read '\(path)': \(reason)")
    }
    static func cannotWrite(_ path: String, _ reason: String) -> Self {
        Self(.cannotWrite, "cannot write '\(path)': \(reason)")
    }
    static func manifestConflict(_ path: String, _ reason: String) -> Self {
        Self(.manifestConflict, "'\(path)' is not written: \(reason)")
    }
    static func sameOutput(_ inputs: [String], _ output: String) -> Self {
        if let repetition = repetition(inputs) { return Self(.sameOutput, "\(repetition); nothing is written for it") }
        let names = inputs.map { "'\($0)'" }.joined(separator: " and ")
        return Self(.sameOutput, "\(names) have one output, '\(output)'; nothing is written for them")
    }
    static func sameType(_ inputs: [String], _ type: String) -> Self {
        if let repetition = repetition(inputs) { return Self(.sameType, repetition) }
        let names = inputs.map { "'\($0)'" }.joined(separator: " and ")
        // Unicode calls such names the same.
        let note = Set(inputs).count == 1 ? "; the names differ in the normal form only" : ""
        return Self(.sameType, "\(names) are both the template '\(type)'\(note)")
    }

    /// Says that inputs are one file, if they are.
    private static func repetition(_ inputs: [String]) -> String? {
        guard inputs.count > 1, let first = inputs.first else { return nil }
        let identities = Set(FileSystem.identities(of: first))
        let rest = Set(inputs.map(ExactText.init)).subtracting([ExactText(first)])
        let paths = rest.map(\.text).sorted(by: String.inByteOrder)
        guard paths.allSatisfy({ !identities.isDisjoint(with: FileSystem.identities(of: $0)) }) else { return nil }
        let others = paths.map { "'\($0)'" }
        let names = others.isEmpty ? "" : ", also as \(others.joined(separator: " and "))"
        return "'\(first)' is given \(inputs.count == 2 ? "twice" : "\(inputs.count) times")\(names)"
    }
}
