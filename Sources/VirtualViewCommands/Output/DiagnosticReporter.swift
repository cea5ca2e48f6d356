import VirtualViewCompiler

/// Writes diagnostics to standard error in the form that was asked for.
struct DiagnosticReporter {
    private let terminal: Terminal
    private let style: DiagnosticFormatter.Style

    init(_ terminal: Terminal, isJSON: Bool) {
        self.terminal = terminal
        style = isJSON ? .json : .text(color: terminal.usesColor)
    }

    /// Writes a list in its order.
    func report(_ diagnostics: DiagnosticList) {
        let ordered = diagnostics.ordered
        guard !ordered.isEmpty else { return }
        var formatter = DiagnosticFormatter(style: style)
        terminal.report(formatter.format(ordered))
    }
}
