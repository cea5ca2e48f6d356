/// What is wrong with an instruction, without its place.
struct ProgramProblem: Error {
    let code: EventError.Code
    let message: String

    init(_ code: EventError.Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
