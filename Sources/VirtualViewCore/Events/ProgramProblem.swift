/// A problem with an instruction, without its position.
struct ProgramProblem: Error {
    let code: EventError.Code
    let message: String

    init(_ code: EventError.Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
