/// Collects the reports about one assemble source and the files that it includes.
///
/// A fragment is resolved for each of its uses, so the same problem may be found several times: it is reported once.
struct AssembleReports {
    /// The parts in which two equal reports agree.
    private struct Key: Hashable {
        let id: AssembleMessageID
        let span: SourceSpan
    }

    /// The files in the order of their numbers.
    let files: [SourceFile]
    /// All reports.
    private(set) var diagnostics: DiagnosticList
    /// Whether an error was reported.
    private(set) var hasErrors = false
    private var seen: Set<Key> = []

    init(files: [SourceFile], diagnostics: DiagnosticList) {
        self.files = files
        self.diagnostics = diagnostics
        for file in files { self.diagnostics.addFile(file) }
    }

    /// Reports a problem, unless it was reported before.
    mutating func add(
        _ message: AssembleMessage,
        at span: SourceSpan,
        noteAt second: SourceSpan? = nil,
        notes: [Diagnostic.Note] = [],
        fixIts: [Diagnostic.FixIt] = []
    ) {
        if message.severity == .error { hasErrors = true }
        guard !isFull(span) || message.severity == .error else { return }
        guard seen.count >= Self.rememberedReports || seen.insert(Key(id: message.id, span: span)).inserted else {
            return
        }
        let second = second.map { range($0) }
        diagnostics.add(Diagnostic(message, at: range(span), noteAt: second, notes: notes, fixIts: fixIts))
    }

    /// The number of reports after which the list drops further ones anyway.
    private static let rememberedReports = 100_000

    /// Returns whether further reports about a file would be dropped, so that guesses are not worth their time.
    func isFull(_ span: SourceSpan) -> Bool { diagnostics.isFull(files[Int(span.file)]) }

    func range(_ span: SourceSpan) -> SourceRange { SourceRange(files[Int(span.file)], span.offsets) }

    func note(_ text: String, at span: SourceSpan) -> Diagnostic.Note { Diagnostic.Note(text, at: range(span)) }

    func replacement(_ span: SourceSpan, with text: String) -> Diagnostic.FixIt {
        Diagnostic.FixIt("replace with '\(text)'", [edit(span, text)])
    }

    func insertion(_ text: String, at span: SourceSpan) -> Diagnostic.FixIt {
        Diagnostic.FixIt("insert '\(text)'", [edit(span, text)])
    }

    func edit(_ span: SourceSpan, _ text: String) -> Diagnostic.FixIt.Edit {
        Diagnostic.FixIt.Edit(range(span), with: text)
    }
}
