import VirtualViewCompiler
import VirtualViewFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a run of `vvc compile` knows from earlier runs into the same folder, and leaves for later ones.
///
/// A template is unchanged if its source, everything else that determines its outputs, `vvc` itself, and the outputs are
/// as an earlier run left them. What cannot be told from the system's data about a file is told from its content.
final class IncrementalBuild {
    /// The folder that outputs go to.
    private let folder: String
    /// The folder without links, with a slash at the end.
    private let root: String
    /// Whether unchanged templates are left alone.
    private let reuses: Bool
    private let command: CompileCommand
    private let files: OptionFiles
    /// The templates of earlier runs, by the places of their sources and outputs.
    private var known: [Place: [OutputRecord.Template]] = [:]
    /// The outputs that no source becomes any more, and those of sources with errors; together those of one template.
    private var stale: [[String]] = []
    private var leftovers: [[String]] = []
    private let recorded: OutputRecord?
    private let program: String
    /// The digests of what determines outputs apart from sources, by the files.
    private var digests: [[ExactText]: String] = [:]
    /// The paths of folders of sources, counted from the folder of the outputs.
    private var folders: [ExactText: String] = [:]
    /// The stamps of the sources before they were read; `nil` where a change from then on may give the same one.
    private var stamps: [Place: FileStamp?] = [:]
    /// Whether a file has the recorded content and another stamp.
    private var hasNewStamps = false

    /// Where templates come from and go to: a list may make several of one source, and one source may go to two folders.
    private struct Place: Hashable {
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
    private func options(for input: CompileInput, _ paths: [String]) -> String {
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
    private func relativePath(of output: String) -> String? {
        let prefix = Path.join(folder, "")
        guard output.utf8.starts(with: prefix.utf8) else { return nil }
        // `./A.out` and `DIR//A.out` are in the folder too.
        let rest = output.utf8.dropFirst(prefix.utf8.count).drop { $0 == UInt8(ascii: "/") }
        return Path.normalized(String(Substring(rest)))
    }

    /// Returns the path of a source, counted from the folder of the outputs without links; `nil` for one that has none.
    private func relativePath(of input: CompileInput) -> String? {
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

// MARK: - What becomes of it

extension IncrementalBuild {
    /// What a run did with what earlier runs had left.
    struct Result {
        /// The number of templates whose outputs were removed.
        var removedCount = 0
        var code = ExitCode.success
    }

    /// Removes outputs that no source becomes any more, and writes the record.
    ///
    /// - Parameters:
    ///   - jobs: The templates of the run.
    ///   - fates: What became of each.
    ///   - prunes: Whether outputs are removed; those of a source with errors are in any case.
    ///   - reporter: Receives what cannot be removed or written.
    /// - Returns: What was removed.
    func finish(
        _ jobs: [CompileJob],
        _ fates: [CompileJob.Fate],
        prunes: Bool,
        _ reporter: DiagnosticReporter
    ) -> Result {
        var result = Result()
        var record = OutputRecord(program: program)
        var paths: [String] = []
        var haveErrors: [Place: Bool] = [:]
        let wereCompared = Self.wereCompared(jobs.map(\.outcome))
        for (job, fate) in zip(jobs, fates) {
            if case .written(let written) = fate {
                paths += written.compactMap { relativePath(of: $0.path) }
            }
            guard let source = relativePath(of: job.input) else { continue }
            let output = job.files.first.flatMap { relativePath(of: $0.path) } ?? ""
            let place = Place(source, output: output)
            let index = known[place]?.firstIndex { $0.outputs[0].path.hasSameBytes(as: output) }
            let old = index.flatMap { known[place]?.remove(at: $0) }
            if known[place]?.isEmpty == true { known[place] = nil }
            var new: OutputRecord.Template?
            var hasErrors = false
            switch fate {
            case .unchanged: new = job.earlier
            case .written(let written): new = entry(for: job, place, written)
            case .notWritten:
                new = old
                new?.options = ""
            case .failed: hasErrors = true
            }
            haveErrors[place] = haveErrors[place] != false && hasErrors
            // No other template has this number; it gets one of the file when that is written.
            if !wereCompared || job.earlier == nil { new?.group = -1 }
            if let new { record.templates.append(new) }
            paths += new?.outputs.map(\.path) ?? []
            guard let old, old.outputs != new?.outputs else { continue }
            let rest = old.outputs.map(\.path).filter { path in
                new?.outputs.contains { $0.path.hasSameBytes(as: path) } != true
            }
            if rest.isEmpty { continue }
            if hasErrors { leftovers.append(rest) } else { stale.append(rest) }
        }
        guard !known.isEmpty || !stale.isEmpty || !leftovers.isEmpty else {
            write(record, &result, reporter)
            return result
        }
        let made = Set(paths.map(ExactText.init))
        keepOthers(in: &record, made, haveErrors, prunes: prunes)
        let kept = made.union(record.templates.flatMap { $0.outputs.map { ExactText($0.path) } })
        record.stale = rest(of: stale, without: kept)
        if prunes {
            let removed = remove(record.stale, sparing: kept, reporter, &result.code)
            record.stale = removed.left
            result.removedCount = removed.count
        }
        // What stays of a source with errors is removed by a later run.
        record.stale += remove(rest(of: leftovers, without: kept), sparing: kept, reporter, &result.code).left
        write(record, &result, reporter)
        return result
    }

    /// Records again what the run has not made, as far as its source may still become it.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - made: What the run has made.
    ///   - haveErrors: The places of the run, and whether all of their sources have errors.
    ///   - prunes: Whether the outputs of deleted sources are removed.
    private func keepOthers(
        in record: inout OutputRecord,
        _ made: Set<ExactText>,
        _ haveErrors: [Place: Bool],
        prunes: Bool
    ) {
        for (place, templates) in known {
            for template in templates {
                var template = template
                let count = template.outputs.count
                template.outputs.removeAll { made.contains(ExactText($0.path)) }
                guard !template.outputs.isEmpty else { continue }
                // The record is from now on one of this program, which has not compiled it.
                if template.outputs.count < count || recorded?.program != program { template.options = "" }
                let outputs = template.outputs.map(\.path)
                let path = template.source.path
                if let hasErrors = haveErrors[place] {
                    // The run has made something else of its source, or nothing.
                    if hasErrors { leftovers.append(outputs) } else { stale.append(outputs) }
                } else if prunes, FileSystem.isGone(path.hasPrefix("/") ? path : root + path) {
                    stale.append(outputs)
                } else {
                    record.templates.append(template)
                }
            }
        }
    }

    private func rest(of groups: [[String]], without kept: Set<ExactText>) -> [[String]] {
        groups.map { paths in paths.filter { !kept.contains(ExactText($0)) } }.filter { !$0.isEmpty }
    }

    private func entry(
        for job: CompileJob,
        _ place: Place,
        _ written: [(path: String, content: [UInt8])]
    ) -> OutputRecord.Template? {
        guard let template = job.template else { return nil }
        let outputs = written.compactMap { file in
            relativePath(of: file.path).map { OutputRecord.File(path: $0, content: ContentHash.of(file.content)) }
        }
        guard !outputs.isEmpty, outputs.count == written.count, outputs.allSatisfy({ OutputRecord.isOutput($0.path) })
        else { return nil }
        // A template with warnings is compiled in every run, so that they are not forgotten.
        let options = template.diagnostics.ordered.isEmpty ? options(for: job.input, job.optionPaths) : ""
        return OutputRecord.Template(
            source: OutputRecord.File(
                path: place.source.text,
                content: ContentHash.of(template.source.file.bytes),
                stamp: stamps[place]??.text ?? ""
            ),
            name: template.type,
            options: options,
            outputs: outputs
        )
    }

    /// Removes files, and the folders that become empty.
    ///
    /// - Returns: The number of groups of which something was removed, and the files that could not be removed.
    private func remove(
        _ groups: [[String]],
        sparing kept: Set<ExactText>,
        _ reporter: DiagnosticReporter,
        _ code: inout ExitCode
    ) -> (count: Int, left: [[String]]) {
        guard !groups.isEmpty else { return (0, []) }
        // Where names that differ in case are one file, an output may have got another name.
        let spared = Set(kept.flatMap { FileSystem.identities(of: Path.join(folder, $0.text)) })
        var left: [[String]] = []
        var count = 0
        for group in groups {
            var rest: [String] = []
            var isRemoved = false
            for name in group {
                let path = Path.join(folder, name)
                let identities = FileSystem.identities(of: path)
                guard !identities.isEmpty, spared.isDisjoint(with: identities) else { continue }
                do throws(FileError) {
                    try FileSystem.removeFile(path)
                    isRemoved = true
                    removeEmptyFolders(above: name)
                } catch {
                    reporter.report(error, &code)
                    rest.append(name)
                }
            }
            if isRemoved { count += 1 }
            if !rest.isEmpty { left.append(rest) }
        }
        return (count, left)
    }

    private func removeEmptyFolders(above name: String) {
        var name = Path.folder(of: name)
        while !name.isEmpty, rmdir(Path.join(folder, name)) == 0 { name = Path.folder(of: name) }
    }

    private func write(_ record: OutputRecord, _ result: inout Result, _ reporter: DiagnosticReporter) {
        var record = record
        record.templates.sort { lhs, rhs in
            let (left, right) = (lhs.source.path, rhs.source.path)
            return left.hasSameBytes(as: right)
                ? String.inByteOrder(lhs.outputs[0].path, rhs.outputs[0].path)
                : String.inByteOrder(left, right)
        }
        record.stale.sort { String.inByteOrder($0[0], $1[0]) }
        // In file order, so that they do not depend on the number of runs.
        var groups = [0: 0]
        for index in record.templates.indices {
            let group = groups[record.templates[index].group] ?? groups.count
            groups[record.templates[index].group] = group
            record.templates[index].group = group
        }
        do throws(FileError) {
            try OutputFile.write(Array(record.text.utf8), to: Path.join(folder, OutputRecord.name))
        } catch {
            reporter.report(error, &result.code)
        }
    }
}
