import VirtualViewExpressions

/// The programs of one template that have run, or that may not.
///
/// Verifying happens at the first use, outside the lock; two threads may verify the same program at once, and get the
/// same answer.
final class ProgramCache: Sendable {
    private let known = Locked<[StringID: Result<ProgramCode, BytecodeError>]>([:])
    /// Where the programs stand in their sources: read when the first one fails, for a handler may fail in every frame.
    private let sourceMap = Locked<KeptMap?>(nil)

    private struct KeptMap: Sendable {
        let map: SourceMap?
    }

    /// Gives a program ready to run, or why it may not run; `nil` when the template does not have it.
    func code(of program: EventProgram) -> Result<ProgramCode, BytecodeError>? {
        if let ready = known.withLock({ $0[program.id] }) { return ready }
        guard let made = Self.make(program) else { return nil }
        known.withLock { $0[program.id] = made }
        return made
    }

    /// The place in the source that a byte of a program was compiled from; `nil` when the file does not tell.
    func sourcePosition(in program: EventProgram, at offset: Int) -> SourceMap.Position? {
        let kept = sourceMap.withLock { $0 } ?? KeptMap(map: program.template.sourceMap)
        sourceMap.withLock { $0 = $0 ?? kept }
        return kept.map?.position(inProgram: program.id, at: offset)
    }

    /// Verifies a program without keeping the answer.
    static func make(_ program: EventProgram) -> Result<ProgramCode, BytecodeError>? {
        guard let code = program.code else { return nil }
        do throws(BytecodeError) {
            return .success(try ProgramCode(code, of: program.template))
        } catch {
            return .failure(error)
        }
    }
}
