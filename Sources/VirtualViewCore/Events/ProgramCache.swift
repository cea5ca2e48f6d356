import VirtualViewExpressions
import VirtualViewFormat

/// The verified programs of one template, and the errors of those that are not valid.
///
/// Programs are verified at their first use, outside the lock; two threads may verify the same program at once, with
/// the same result.
final class ProgramCache: Sendable {
    private let known = Locked<[StringID: Result<ProgramCode, BytecodeError>]>([:])
    /// The source map: read when the first program fails, and kept because a handler may fail in every frame.
    private let sourceMap = Locked<KeptMap?>(nil)

    private struct KeptMap: Sendable {
        let map: SourceMap?
    }

    /// Returns a verified program or its error; `nil` if the template does not contain it.
    func code(of program: EventProgram) -> Result<ProgramCode, BytecodeError>? {
        if let ready = known.withLock({ $0[program.id] }) { return ready }
        guard let made = Self.make(program) else { return nil }
        known.withLock { $0[program.id] = made }
        return made
    }

    /// Returns the position in the source of a byte of a program; `nil` if the file has no source map.
    func sourcePosition(in program: EventProgram, at offset: Int) -> SourceMap.Position? {
        let kept = sourceMap.withLock { $0 } ?? KeptMap(map: program.template.sourceMap)
        sourceMap.withLock { $0 = $0 ?? kept }
        return kept.map?.position(inProgram: program.id, at: offset)
    }

    /// Verifies a program without keeping the result.
    static func make(_ program: EventProgram) -> Result<ProgramCode, BytecodeError>? {
        guard let code = program.code else { return nil }
        do throws(BytecodeError) {
            return .success(try ProgramCode(code, of: program.template))
        } catch {
            return .failure(error)
        }
    }
}
