import VirtualViewCompiler
import VirtualViewFormat

/// What a run of `vvc compile` knows from earlier runs into the same folder, and leaves for later ones.
///
/// A template is unchanged if its source, everything else that determines its outputs, `vvc` itself, and the outputs are
/// as an earlier run left them. What cannot be told from the system's data about a file is told from its content.
final class IncrementalBuild {
    /// The folder that outputs go to.
    let folder: String
    /// The folder without links, with a slash at the end.
    let root: String
    /// Whether unchanged templates are left alone.
    private let reuses: Bool
    let command: CompileCommand
    private let files: OptionFiles
    /// The templates of earlier runs, by the places of their sources and outputs.
    var known: [Place: [OutputRecord.Template]] = [:]
    /// The outputs that no source becomes any more, and those of sources with errors; together those of one template.
    var stale: [[String]] = []
    var leftovers: [[String]] = []
    let recorded: OutputRecord?
    let program: String
    /// The digests of what determines outputs apart from sources, by the files.
    private var digests: [[ExactText]: String] = [:]
    /// The paths of folders of sources, counted from the folder of the outputs.
    private var folders: [ExactText: String] = [:]
    /// The stamps of the sources before they were read; `nil` where a change from then on may give the same one.
    var stamps: [Place: FileStamp?] = [:]
    /// Whether a file has the recorded content and another stamp.
    private var hasNewStamps = false

    /// Where templates come from and go to: a list may make several of one source, and one source may go to two folders.
    struct Place: Hashable {
        let source: ExactText
        let folder: ExactText

        init(_ source: String, output: String) {
            self.source = ExactText(source)
            folder = ExactText(Path.folder(of: output))
        }
    }

    /// Reads the record of a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder that outputs go to; it is there.
    ///   - command: The command line.
    ///   - files: What reads the files that options name, each once in a run.
    init(_ folder: String, _ command: CompileCommand, _ files: OptionFiles) {
        self.folder = folder
        self.command = command
        self.files = files
        reuses = command.reusesOutputs && command.artefacts.contains(.out)
        root = FileSystem.resolved(folder).map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? "/"
        program = Self.program
        let path = Path.join(folder, OutputRecord.name)
        let bytes = try? FileSystem.read(path, limit: OutputRecord.limit, isRegular: true)
        recorded = bytes.flatMap { OutputRecord($0) }
        for template in recorded?.templates ?? [] {
            known[Place(template.source.path, output: template.outputs[0].path), default: []].append(template)
        }
        stale = recorded?.stale ?? []
    }

    /// The version of the program and the stamp of its file.
    private static let program: String = {
        let stamp = PagePlayer.program.flatMap { FileSystem.stamp(of: $0) }
        return "vvc \(VVC.version) \(stamp?.text ?? "?")"
    }()
}

// MARK: - What is unchanged

extension IncrementalBuild {
    /// Returns the record of a source whose outputs are as they would become.
    ///
    /// - Parameters:
    ///   - input: The source.
    ///   - outputs: Where its outputs go.
    ///   - paths: The files that its compiler is made from.
    /// - Returns: `nil` if it has to be compiled.
    func unchanged(_ input: CompileInput, _ outputs: CompileOutputs, _ paths: [String]) -> OutputRecord.Template? {
        guard let source = relativePath(of: input) else { return nil }
        // The name decides where outputs go, so it is that of the record or none.
        let place = Place(source, output: relativePath(of: outputs.files(for: "", input).first?.path ?? "") ?? "")
        let stamp = Self.settledStamp(of: input.path)
        stamps[place] = .some(stamp)
        guard reuses, recorded?.program == program else { return nil }
        let options = options(for: input, paths)
        guard !options.isEmpty, var template = known[place]?.first(where: { $0.options.hasSameBytes(as: options) })
        else {
            return nil
        }
        let expected = outputs.files(for: template.name, input)
        let count = template.outputs.count
        guard count == expected.count || count == expected.count + 1 else { return nil }
        for (file, output) in zip(expected, template.outputs) {
            guard relativePath(of: file.path)?.hasSameBytes(as: output.path) == true else { return nil }
        }
        if count > expected.count {
            let parts = relativePath(of: expected.partsPath ?? "")
            guard parts?.hasSameBytes(as: template.outputs[count - 1].path) == true else { return nil }
        }
        guard isSame(&template.source, at: input.path, stamp) else { return nil }
        for index in template.outputs.indices {
            let path = Path.join(folder, template.outputs[index].path)
            guard isSame(&template.outputs[index], at: path, Self.settledStamp(of: path)) else { return nil }
        }
        return template
    }

    /// Returns the stamp of a file, if every change from now on gives another one.
    private static func settledStamp(of path: String) -> FileStamp? {
        let clock = FileStamp.clock
        return FileSystem.stamp(of: path).flatMap { $0.isSettled(at: clock) ? $0 : nil }
    }

    /// Returns whether a file has the recorded content, and brings its stamp up to date.
    private func isSame(_ file: inout OutputRecord.File, at path: String, _ stamp: FileStamp?) -> Bool {
        guard !file.content.isEmpty else { return false }
        if let stamp, stamp.isWritten(as: file.stamp) { return true }
        guard let bytes = try? FileSystem.read(path, isRegular: true) else { return false }
        guard ContentHash.of(bytes) == file.content else { return false }
        file.stamp = stamp?.text ?? ""
        hasNewStamps = true
        return true
    }

    /// Returns whether a run has nothing to write, to remove and to remember: its sources are those of the record, and
    /// each is unchanged.
    func leavesEverything(_ outcomes: [CompileBatch.Outcome]) -> Bool {
        guard let recorded, recorded.stale.isEmpty, !hasNewStamps else { return false }
        let outputs = Set(outcomes.compactMap { $0.earlier.map { ExactText($0.outputs[0].path) } })
        return [recorded.templates.count, outputs.count].allSatisfy { $0 == outcomes.count }
            && Self.wereCompared(outcomes)
    }

    /// Returns whether an earlier run has compared all of some unchanged templates for ids that collide.
    static func wereCompared(_ outcomes: [CompileBatch.Outcome]) -> Bool {
        let groups = Set(outcomes.map { $0.earlier?.group ?? 0 })
        return outcomes.count <= 1 || (groups.count == 1 && !groups.contains(0))
    }

    /// Reads the binary of an unchanged template.
    func bytes(of template: OutputRecord.Template) -> [UInt8]? {
        guard let output = template.outputs.first(where: { Path.fileExtension(of: $0.path) == "out" }) else {
            return nil
        }
        return try? FileSystem.read(Path.join(folder, output.path), isRegular: true)
    }

    /// Returns the digest of what determines the outputs of a source beside itself; empty if a file cannot be read.
    func options(for input: CompileInput, _ paths: [String]) -> String {
        let key = paths.map(ExactText.init)
        var digest = digests[key] ?? ""
        if digests[key] == nil {
            var text = command.determiningOptions
            var isComplete = true
            for path in paths {
                if let bytes = try? files.read(path) {
                    text += "\n\(JSONText.quoted(path)) \(ContentHash.of(bytes))"
                } else {
                    isComplete = false
                }
            }
            digest = isComplete ? ContentHash.of(Array(text.utf8)) : ""
            digests[key] = digest
        }
        guard let entry = input.entry, !digest.isEmpty else { return digest }
        return "\(digest) \(entry.type) \(entry.version.map { "\($0)" } ?? "")"
    }

    // MARK: Paths

    /// Returns the path of an output, counted from the folder.
    func relativePath(of output: String) -> String? {
        let prefix = Path.join(folder, "")
        guard output.utf8.starts(with: prefix.utf8) else { return nil }
        // `./A.out` and `DIR//A.out` are in the folder too.
        let rest = output.utf8.dropFirst(prefix.utf8.count).drop { $0 == UInt8(ascii: "/") }
        return Path.normalized(String(Substring(rest)))
    }

    /// Returns the path of a source, counted from the folder of the outputs without links; `nil` for one that has none.
    func relativePath(of input: CompileInput) -> String? {
        guard !input.isStandardInput else { return nil }
        let folder = Path.folder(of: input.path)
        let key = ExactText(folder)
        if folders[key] == nil {
            guard let resolved = FileSystem.resolved(folder) else { return nil }
            folders[key] = Path.way(from: root, to: resolved)
        }
        return folders[key].map { Path.join($0, Path.name(of: input.path)) }
    }
}
