import Dispatch
import VirtualView
import VirtualViewCompiler

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads and compiles the sources of a run, several at a time.
///
/// Sources are independent of each other, so the results do not depend on how many are compiled at a time.
struct CompileBatch: Sendable {
    /// The result of compiling a source.
    enum Outcome: Sendable {
        case compiled(CompiledTemplate)
        case unreadable(FileError)
        /// No compiler could be made for it.
        case skipped

        var template: CompiledTemplate? {
            guard case .compiled(let template) = self else { return nil }
            return template
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
    private let jobCount: Int

    /// Prepares a batch.
    ///
    /// - Parameters:
    ///   - name: The template's name, if the command line has one.
    ///   - version: The template's version, if the command line has one.
    ///   - jobCount: The number of sources that are compiled at a time; one for each processor by default.
    init(name: String?, version: UInt16?, jobCount: Int?) {
        self.name = name
        self.version = version
        self.jobCount = jobCount ?? max(1, min(64, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
    }

    /// Compiles every source.
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
            outcomes += compile(start..<min(start + Self.portion, inputs.count), inputs, compilers)
        }
        progress(inputs.count, inputs.count)
        return outcomes
    }

    private func compile(_ range: Range<Int>, _ inputs: [CompileInput], _ compilers: [TemplateCompiler?]) -> [Outcome] {
        let workers = min(jobCount, range.count)
        guard workers > 1 else { return range.map { compile(inputs[$0], compilers[$0]) } }
        let next = Locked(range.lowerBound)
        let outcomes = Locked([Outcome](repeating: .skipped, count: range.count))
        DispatchQueue.concurrentPerform(iterations: workers) { _ in
            while true {
                let index = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard index < range.upperBound else { return }
                let outcome = compile(inputs[index], compilers[index])
                outcomes.withLock { $0[index - range.lowerBound] = outcome }
            }
        }
        return outcomes.withLock { $0 }
    }

    private func compile(_ input: CompileInput, _ compiler: TemplateCompiler?) -> Outcome {
        guard let compiler, input.entry?.isWrong != true else { return .skipped }
        do throws(FileError) {
            let source = SourceFile(path: input.path, bytes: try FileSystem.read(input.path))
            return .compiled(
                compiler.compile(source, name: input.entry?.type ?? name, version: input.entry?.version ?? version)
            )
        } catch {
            return .unreadable(error)
        }
    }
}
