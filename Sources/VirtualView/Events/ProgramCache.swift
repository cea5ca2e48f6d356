import VirtualViewExpressions

/// The programs of one template that have run, or that may not.
///
/// Verifying happens at the first use, outside the lock; two threads may verify the same program at once, and get the
/// same answer.
final class ProgramCache: Sendable {
    private let known = Locked<[StringID: Result<ProgramCode, BytecodeError>]>([:])

    /// Gives a program ready to run, or why it may not run; `nil` when the template does not have it.
    func code(of program: EventProgram) -> Result<ProgramCode, BytecodeError>? {
        if let ready = known.withLock({ $0[program.id] }) { return ready }
        guard let made = Self.make(program) else { return nil }
        known.withLock { $0[program.id] = made }
        return made
    }

    /// The same without keeping the answer.
    static func make(_ program: EventProgram) -> Result<ProgramCode, BytecodeError>? {
        guard let code = program.code else { return nil }
        do throws(BytecodeError) {
            return .success(try ProgramCode(code, of: program.template))
        } catch {
            return .failure(error)
        }
    }
}
