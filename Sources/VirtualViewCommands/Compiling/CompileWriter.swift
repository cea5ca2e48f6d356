import VirtualView
import VirtualViewCompiler
import VirtualViewFormat

/// The output paths of `vvc compile`.
struct CompileOutputs {
    /// A file that a template becomes.
    struct File {
        let artefact: Artefact
        let path: String
    }

    /// The folder that everything goes to.
    let folder: String
    /// The one output that `-o FILE.out` names.
    let file: String?
    private let artefacts: [Artefact]
    /// Whether the files go into the tree of folders that lists are compiled to.
    private let isTree: Bool

    /// Decides where files go.
    ///
    /// - Parameters:
    ///   - option: The value of `-o`.
    ///   - inputCount: The number of sources.
    ///   - artefacts: The files that are made of each of them.
    ///   - isTree: Whether the files go into the tree of folders that lists are compiled to.
    /// - Throws: `UsageError` when `-o` does not fit the sources.
    init(_ option: String?, inputCount: Int, artefacts: [Artefact], isTree: Bool) throws(UsageError) {
        self.artefacts = artefacts
        self.isTree = isTree
        guard let option else {
            folder = "."
            file = nil
            return
        }
        guard !option.isEmpty else { throw UsageError("'\(CompileCommand.output)' needs a folder or a file") }
        let namesFile =
            Path.fileExtension(of: option) == "out" && !option.hasSuffix("/") && FileSystem.kind(of: option) != .folder
        if !namesFile, let kind = FileSystem.kind(of: option), kind != .folder {
            throw UsageError("'\(CompileCommand.output) \(option)' is no folder; a file's name ends with .out")
        }
        let file = "'\(CompileCommand.output) \(option)'"
        if namesFile, isTree { throw UsageError("\(file) names a file, but '\(CompileCommand.list)' needs a folder") }
        if namesFile, inputCount > 1 {
            throw UsageError("\(file) names one file, but there are \(inputCount) inputs; give a folder")
        }
        folder = namesFile ? Path.folder(of: option) : option
        self.file = namesFile ? option : nil
    }

    /// Returns the files that an input becomes whose template has a name.
    ///
    /// A name with `/` would leave the folder, and one with NUL would end there; both become underscores.
    func files(for type: String, _ input: CompileInput) -> [File] {
        let name = type.asFileName
        let stem = name == ".." || name == "." ? "_" : name
        return artefacts.map { artefact in
            let place = Path.join(folder, input.subfolder)
            if isTree {
                return File(artefact: artefact, path: Path.join(place, artefact.treePath(for: stem.underscored)))
            }
            guard let file else {
                return File(artefact: artefact, path: Path.join(place, artefact.fileName(for: stem)))
            }
            if artefact == .out { return File(artefact: artefact, path: file) }
            // The class has the template's name, whatever the binary is called.
            let beside = artefact == .java ? stem : Path.stem(of: file)
            return File(artefact: artefact, path: Path.join(Path.folder(of: file), artefact.fileName(for: beside)))
        }
    }
}

extension [CompileOutputs.File] {
    /// The path of the file with an assemble source's named parts; `nil` if no binary is written.
    var partsPath: String? {
        guard let output = first(where: { $0.artefact == .out })?.path else { return nil }
        return Path.join(Path.folder(of: output), Path.stem(of: output) + ".parts.json")
    }
}

extension String {
    fileprivate var asFileName: String {
        guard utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) else { return self }
        var name = ""
        for scalar in unicodeScalars { name.unicodeScalars.append(scalar == "/" || scalar == "\0" ? "_" : scalar) }
        return name
    }
}

/// Writes what `vvc compile` made, and removes what an earlier run left of an input that now has errors.
struct CompileWriter {
    private let command: CompileCommand
    private let reporter: DiagnosticReporter
    private let leftovers = Leftovers()

    init(_ command: CompileCommand, _ reporter: DiagnosticReporter) {
        self.command = command
        self.reporter = reporter
    }

    /// Writes what compiled, and nothing for inputs that share an output.
    ///
    /// What describes the whole run is written only when every input compiled.
    ///
    /// - Parameters:
    ///   - jobs: The result of compiling the inputs.
    ///   - earlier: The result of the run so far.
    /// - Returns: The result of the whole run, and what became of each job.
    func write(_ jobs: [CompileJob], after earlier: ExitCode) -> (code: ExitCode, fates: [CompileJob.Fate]) {
        var result = earlier
        var fates = jobs.map { _ in CompileJob.Fate.failed }
        // A source with errors may not even tell its name, so it keeps no other from an output.
        let able = jobs.indices.filter { jobs[$0].mayBeWritten }
        let others = jobs.indices.filter { !jobs[$0].mayBeWritten }
        let claims = others.isEmpty ? [] : able.flatMap { jobs[$0].paths.map(FileSystem.place(ofFile:)) }
        for (indices, spared) in [(able, Set<ExactText>()), (others, Set(claims.map(ExactText.init)))] {
            for group in indices.map({ jobs[$0] }).groupedByOutput() {
                let isShared = group.jobs.count > 1
                let members = group.jobs.map { indices[$0] }
                if isShared, !members.allSatisfy({ jobs[$0].input.entry?.isWrong == true }) {
                    // The first of several jobs gets all paths, so that there is one message.
                    let paths = members.map { jobs[$0].input.path }
                    reporter.report(.sameOutput(paths, group.sharedPath ?? ""), path: paths[1])
                }
                for index in members {
                    fates[index] = write(jobs[index], isAllowed: !isShared, sparing: spared, &result)
                }
            }
        }
        takeBackOverwritten(jobs, &fates, &result)
        let isComplete = result == .success && others.isEmpty
        let templates = isComplete && command.listsTemplates ? decoded(jobs) : nil
        result = max(result, write(command.names, templates.map { Array(SwiftSource.names(of: $0).utf8) }))
        result = max(result, writeManifest(templates))
        let depfile = isComplete && command.depfile != nil ? depfile(jobs) : nil
        result = max(result, write(command.depfile, depfile.map { Array($0.text.utf8) }))
        return (result, fates)
    }

    /// Writes a template and what goes with it, or removes what an earlier run left of it, but for what is another's now.
    private func write(
        _ job: CompileJob,
        isAllowed: Bool,
        sparing spared: Set<ExactText>,
        _ result: inout ExitCode
    ) -> CompileJob.Fate {
        if isAllowed, job.earlier != nil { return .unchanged }
        do throws(FileError) {
            guard isAllowed, let template = job.template, let bytes = template.bytes,
                let decoded = try? Template(decoding: bytes)
            else {
                for path in job.paths where !spared.contains(ExactText(FileSystem.place(ofFile: path))) {
                    try FileSystem.removeFile(path)
                }
                result = max(result, .inputErrors)
                return .failed
            }
            var written: [(path: String, content: [UInt8])] = []
            for file in job.files { written.append((file.path, file.artefact.content(of: decoded))) }
            if let parts = job.files.partsPath, let json = job.partsJSON(command) {
                written.append((parts, Array(json.utf8)))
            } else if job.isAssemble, let parts = job.files.partsPath {
                try FileSystem.removeFile(parts)
            }
            for file in written { try OutputFile.write(file.content, to: file.path, leftovers) }
            return .written(written)
        } catch {
            reporter.report(error, &result)
            return .notWritten
        }
    }

    /// Takes back what one template has written over the file of another.
    ///
    /// Two paths lead to one file where a folder is a link to another, or where names that differ in case are the same.
    private func takeBackOverwritten(_ jobs: [CompileJob], _ fates: inout [CompileJob.Fate], _ result: inout ExitCode) {
        guard jobs.count > 1, fates.contains(where: \.isWritten) else { return }
        var owners: [FileSystem.Identity: [(job: Int, file: Int)]] = [:]
        for job in jobs.indices {
            for (number, file) in jobs[job].files.enumerated() {
                // A device or pipe may be written more than once.
                guard FileSystem.kind(of: file.path) == .file, let identity = FileSystem.identities(of: file.path).last
                else { continue }
                owners[identity, default: []].append((job, number))
            }
        }
        let shared = owners.values.filter { $0.count > 1 }.sorted { ($0[0].job, $0[0].file) < ($1[0].job, $1[0].file) }
        for files in shared {
            // Links that somebody made to files with the same bytes lose nothing.
            let contents = files.compactMap { fates[$0.job].content(ofFile: $0.file, jobs[$0.job]) }
            guard Set(contents).count > 1 else { continue }
            let paths = files.map { jobs[$0.job].input.path }
            reporter.report(.sameOutput(paths, jobs[files[0].job].files[files[0].file].path), path: paths[1])
            result = max(result, .inputErrors)
            for (job, _) in files {
                for path in jobs[job].paths { try? FileSystem.removeFile(path) }
                fates[job] = .failed
            }
        }
    }

    /// Writes a file about the whole run, or removes it when the run failed.
    private func write(_ path: String?, _ bytes: [UInt8]?) -> ExitCode {
        guard let path else { return .success }
        do throws(FileError) {
            guard let bytes else {
                try FileSystem.removeFile(path)
                return .success
            }
            try OutputFile.write(bytes, to: path, leftovers)
            return .success
        } catch {
            reporter.report(error)
            return error.exitCode
        }
    }
}

extension CompileJob.Fate {
    fileprivate var isWritten: Bool {
        if case .written = self { true } else { false }
    }

    /// Returns the SHA-256 of what is in an output; `nil` if it is not there.
    fileprivate func content(ofFile number: Int, _ job: CompileJob) -> String? {
        switch self {
        case .unchanged: job.earlier?.outputs[number].content
        case .written(let files): ContentHash.of(files[number].content)
        case .failed, .notWritten: nil
        }
    }
}

// MARK: - About the whole run

extension CompileWriter {
    /// Returns the templates in the order of their names, so that the order of inputs does not matter.
    private func decoded(_ jobs: [CompileJob]) -> [Template] {
        jobs.compactMap { job in (job.template?.bytes ?? job.earlierBytes).flatMap { try? Template(decoding: $0) } }
            .sorted { lhs, rhs in
                lhs.type.hasSameBytes(as: rhs.type)
                    ? lhs.bytes.lexicographicallyPrecedes(rhs.bytes)
                    : String.inByteOrder(lhs.type, rhs.type)
            }
    }

    /// Lists each template once; a name with two different contents cannot be listed.
    private func writeManifest(_ templates: [Template]?) -> ExitCode {
        guard let manifest = command.manifest else { return .success }
        var distinct: [Template] = []
        for template in templates ?? [] where template != distinct.last { distinct.append(template) }
        var bytes: [UInt8]?
        var result = ExitCode.success
        if templates != nil {
            do throws(TemplateError) {
                bytes = try TemplateManifest(distinct.map(TemplateManifest.Entry.init)).encoded()
            } catch {
                reporter.report(.manifestConflict(manifest, error.message), path: manifest)
                result = .inputErrors
            }
        }
        return max(result, write(manifest, bytes))
    }

    private func depfile(_ jobs: [CompileJob]) -> Depfile {
        var depfile = Depfile()
        for job in jobs {
            var all = job.sources + (job.template?.source.tree?.files.map(\.path) ?? [])
            // It is no file that somebody makes or changes.
            if job.input.isStandardInput { all.removeAll { $0 == job.input.path } }
            for file in job.files { depfile.add(file.path, from: all) }
            if let parts = job.files.partsPath, job.hasEarlierParts || job.partsJSON(command) != nil {
                depfile.add(parts, from: all)
            }
            for path in [command.manifest, command.names] { if let path { depfile.add(path, from: all) } }
        }
        return depfile
    }
}
