import VirtualViewCompiler
import VirtualViewFormat

/// Reads and compiles the sources of a run, several at a time.
///
/// Sources are independent of each other, so the results do not depend on how many are compiled at a time.
struct CompileBatch: Sendable {
    /// The result of compiling a source.
    enum Outcome: Sendable {
        case compiled(CompiledTemplate)
        /// An earlier run wrote the outputs; with the binary if it was needed.
        case unchanged(OutputRecord.Template, [UInt8]?)
        case unreadable(FileError)
        /// No compiler could be made for it.
        case skipped

        var template: CompiledTemplate? {
            guard case .compiled(let template) = self else { return nil }
            return template
        }

        var earlier: OutputRecord.Template? {
            guard case .unchanged(let template, _) = self else { return nil }
            return template
        }

        var earlierBytes: [UInt8]? {
            guard case .unchanged(_, let bytes) = self else { return nil }
            return bytes
        }

        var problem: FileError? {
            guard case .unreadable(let error) = self else { return nil }
            return error
        }
    }

    /// The number of sources that are handed out before progress is shown again.
    private static let portion = 64

    private let name: String?
    private let version: UInt16?
    private let workers: Workers

    /// Prepares a batch.
    ///
    /// - Parameters:
    ///   - name: The template's name, if the command line has one.
    ///   - version: The template's version, if the command line has one.
    ///   - jobCount: The number of sources that are compiled at a time; one for each processor by default.
    init(name: String?, version: UInt16?, jobCount: Int?) {
        self.name = name
        self.version = version
        workers = Workers(jobCount)
    }

    /// Compiles every source with the compiler of its folder, and finds strings of different templates that collide.
    ///
    /// - Parameters:
    ///   - inputs: The sources.
    ///   - cache: Makes the compilers, and reports what is wrong with the files that they are made from.
    ///   - earlier: What earlier runs left, where outputs go, and whether the binaries of unchanged templates are needed
    ///     in any case; `nil` to compile everything.
    ///   - progress: Called with the number of sources that are done and the number of all.
    /// - Returns: The results, in the order of the inputs.
    /// - Throws: `UsageError` when options do not go together.
    func compile(
        _ inputs: [CompileInput],
        _ cache: inout CompilersByFolder,
        _ earlier: (build: IncrementalBuild, outputs: CompileOutputs, needsBinaries: Bool)? = nil,
        progress: (Int, Int) -> Void
    ) throws(UsageError) -> [Outcome] {
        let parts = try inputs.map { input throws(UsageError) in try cache.compilerAndPaths(for: input) }
        let compilers = parts.map(\.compiler)
        var outcomes = [Outcome](repeating: .skipped, count: inputs.count)
        var changed: [Int] = []
        for (index, input) in inputs.enumerated() {
            if compilers[index] != nil, input.entry?.isWrong != true, let earlier,
                let template = earlier.build.unchanged(input, earlier.outputs, parts[index].paths)
            {
                outcomes[index] = .unchanged(template, nil)
            } else {
                changed.append(index)
            }
        }
        if changed.isEmpty, earlier?.needsBinaries != true, IncrementalBuild.wereCompared(outcomes) { return outcomes }
        let results = compile(changed.map { inputs[$0] }, changed.map { compilers[$0] }, progress: progress)
        for (index, outcome) in zip(changed, results) { outcomes[index] = outcome }
        var collisions = RunCollisions()
        for index in outcomes.indices {
            if let template = outcomes[index].earlier {
                if let bytes = earlier?.build.bytes(of: template), collisions.add(bytes, path: inputs[index].path) {
                    outcomes[index] = .unchanged(template, bytes)
                    continue
                }
                // What is wrong with it now is reported at its place in the source.
                outcomes[index] = compile(inputs[index], compilers[index])
            }
            guard var template = outcomes[index].template, let client = compilers[index]?.options.client else {
                continue
            }
            collisions.check(&template, path: inputs[index].path, client: client)
            outcomes[index] = .compiled(template)
        }
        return outcomes
    }

    /// Compiles every source with a compiler of its own.
    ///
    /// - Parameters:
    ///   - inputs: The sources.
    ///   - compilers: The compiler of each.
    ///   - progress: Called with the number of sources that are done and the number of all.
    /// - Returns: The results, in the order of the inputs.
    func compile(
        _ inputs: [CompileInput],
        _ compilers: [TemplateCompiler?],
        progress: (Int, Int) -> Void
    ) -> [Outcome] {
        var outcomes: [Outcome] = []
        for start in stride(from: 0, to: inputs.count, by: Self.portion) {
            progress(start, inputs.count)
            outcomes += workers.map(start..<min(start + Self.portion, inputs.count)) {
                compile(inputs[$0], compilers[$0])
            }
        }
        progress(inputs.count, inputs.count)
        return outcomes
    }

    private func compile(_ input: CompileInput, _ compiler: TemplateCompiler?) -> Outcome {
        guard let compiler, input.entry?.isWrong != true else { return .skipped }
        do throws(FileError) {
            let source = try input.read()
            let (name, version) = (input.entry?.type ?? name, input.entry?.version ?? version)
            let compiled = compiler.compile(source, name: name, version: version)
            guard let fallback = input.standardInput?.templateName, compiled.type == StandardInput.unnamed else {
                return .compiled(compiled)
            }
            return .compiled(compiler.compile(source, name: fallback, version: version))
        } catch {
            return .unreadable(error)
        }
    }
}

/// Finds strings of different templates that share an id.
///
/// One file cannot hold two strings with one id, which the compiler reports. Two files can, but a client that keeps one
/// string table for all templates shows the wrong one (`Docs/Format.md §5`).
struct RunCollisions {
    private var seen: [StringID: (text: String, path: String)] = [:]

    /// Adds the strings of a template that an earlier run wrote.
    ///
    /// - Returns: Whether none of them collides; otherwise nothing is added. `false` also for bytes that are no template.
    mutating func add(_ bytes: [UInt8], path: String) -> Bool {
        guard let decoded = try? Template(decoding: bytes) else { return false }
        for entry in decoded.strings {
            guard let first = seen[entry.id] else { continue }
            if !first.text.hasSameBytes(as: entry.text) { return false }
        }
        for entry in decoded.strings where seen[entry.id] == nil { seen[entry.id] = (entry.text, path) }
        return true
    }

    /// Adds a template's strings, and what collides to its diagnostics.
    mutating func check(_ template: inout CompiledTemplate, path: String, client: Client) {
        guard let bytes = template.bytes, let decoded = try? Template(decoding: bytes) else { return }
        for entry in decoded.strings {
            guard let first = seen[entry.id] else {
                seen[entry.id] = (entry.text, path)
                continue
            }
            if !first.text.hasSameBytes(as: entry.text) {
                template.reportCollision(of: entry.text, with: first.text, in: first.path, client: client)
            }
        }
    }
}
