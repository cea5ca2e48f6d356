import VirtualViewCompiler
import VirtualViewExpressions

/// Any event program gives code that the verifier accepts, or an error, never both.
///
/// Every report and every fix-it is inside the text. The same text is read as a block file too.
func fuzzEvents(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let text = "${" + String(decoding: bytes, as: UTF8.self) + "}"
    for isLenient in [false, true] {
        guard let result = EventProgramCompiler.compile(text, isLenient: isLenient) else {
            preconditionFailure("a program is recognised by its braces")
        }
        check(result, text)
    }
    var blocks = EventBlocks()
    var diagnostics = DiagnosticList()
    blocks.read(SourceFile(path: "fuzz.txt", bytes: bytes), isLenient: bytes.count & 1 != 0, into: &diagnostics)
    var formatter = DiagnosticFormatter(style: bytes.count & 2 != 0 ? .json : .text(color: false))
    precondition(formatter.format(diagnostics.ordered).isEmpty == diagnostics.isEmpty)
}

private func check(_ result: EventProgramCompiler.Result, _ text: String) {
    let size = text.utf8.count
    let hasErrors = result.problems.contains { $0.message.severity == .error }
    precondition(hasErrors == (result.code == nil), "code or an error, not both")
    for problem in result.problems {
        precondition(problem.range.lowerBound >= 0 && problem.range.upperBound <= size, "a report is inside the text")
        for edit in problem.edits {
            precondition(edit.range.lowerBound >= 0 && edit.range.upperBound <= size, "a fix-it is inside the text")
        }
    }
    guard let code = result.code else { return }
    do {
        try BytecodeVerifier.verify(code)
    } catch {
        preconditionFailure("compiled code is not verified: \(error)")
    }
}
