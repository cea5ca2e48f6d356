import VirtualViewCompiler

/// Writes diagnostics to standard error in the requested form, or hands them to somebody else.
struct DiagnosticReporter {
    private let terminal: Terminal
    /// Takes the diagnostics instead of the terminal.
    private let collect: (([Diagnostic]) -> Void)?
    /// Whether each line is a JSON object.
    let isJSON: Bool

    init(_ terminal: Terminal, isJSON: Bool) {
        self.terminal = terminal
        self.isJSON = isJSON
        collect = nil
    }

    /// Makes a reporter that writes nothing.
    init(collect: @escaping ([Diagnostic]) -> Void) {
        terminal = .silent
        isJSON = false
        self.collect = collect
    }

    /// Makes a reporter that hands over the text that it would write.
    static func text(_ take: @escaping (String) -> Void) -> DiagnosticReporter {
        let terminal = Terminal(out: { _ in true }, error: { take(String(decoding: $0, as: UTF8.self)) })
        return DiagnosticReporter(terminal, isJSON: false)
    }

    /// Writes a list in its order.
    func report(_ diagnostics: DiagnosticList) {
        let ordered = diagnostics.ordered
        guard !ordered.isEmpty else { return }
        if let collect { return collect(ordered) }
        var formatter = DiagnosticFormatter(style: isJSON ? .json : .text(color: terminal.usesColor))
        terminal.report(styled: formatter.format(ordered))
    }

    /// Writes what was found in a file.
    ///
    /// - Returns: Whether any of it is an error.
    func report(_ found: [Diagnostic], warningsAreErrors: Bool = false) -> Bool {
        var diagnostics = DiagnosticList(warningsAreErrors: warningsAreErrors)
        for diagnostic in found { diagnostics.add(diagnostic) }
        report(diagnostics)
        return diagnostics.hasErrors
    }

    /// Writes that a file cannot be read or written.
    func report(_ error: FileError) {
        report(error.message, path: error.path)
    }

    /// Writes that a file cannot be read or written, which counts for how the command ends.
    func report(_ error: FileError, _ result: inout ExitCode) {
        report(error)
        result = max(result, error.exitCode)
    }

    /// Writes a problem with a file as such; in JSON its place is the start of the file.
    func report(_ message: FileMessage, path: String) {
        if let collect {
            let place = SourceRange(SourceFile(path: path, bytes: []), 0..<0)
            return collect([Diagnostic(message, at: place)])
        }
        guard isJSON else { return terminal.reportError(message.text) }
        report(message.severity, id: message.id.rawValue, message.text, path: path)
    }

    /// Writes a problem with a file without a more precise place: `PATH: error: …` and in JSON the start of the file.
    func report(_ severity: Diagnostic.Severity, id: String, _ message: String, path: String) {
        guard isJSON else { return terminal.report(line: "\(path): \(severity.rawValue): \(message)") }
        let place = SourceRange(SourceFile(path: path, bytes: []), 0..<0)
        var formatter = DiagnosticFormatter(style: .json)
        terminal.report(styled: formatter.format(Diagnostic(severity, id: id, message, at: place)))
    }
}
