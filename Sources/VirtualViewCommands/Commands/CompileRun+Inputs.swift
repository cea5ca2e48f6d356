import VirtualViewCompiler

extension CompileRun {
    /// Finds the sources that the command line names, or those of a list.
    func findInputs(_ result: inout ExitCode) throws(UsageError) -> [CompileInput] {
        func report(_ error: FileError) {
            reporter.report(error)
            result = max(result, error.exitCode)
        }
        guard let list = arguments.value("--list") else {
            guard !arguments.operands.isEmpty else { throw UsageError("'vvc compile' needs INPUT… or '--list FILE'") }
            return CompileInput.find(arguments.operands, report: report)
        }
        if let operand = arguments.operands.first {
            throw UsageError("'--list' names the inputs, so '\(operand)' cannot be one")
        }
        for option in ["--name", "--template-version"] where arguments.isSet(option) {
            throw UsageError("'\(option)' does not go with '--list'")
        }
        do throws(FileError) {
            let found = try CompileInput.find(inList: list, isLenient: options.isLenient)
            var diagnostics = DiagnosticList(warningsAreErrors: options.warningsAreErrors)
            for diagnostic in found.diagnostics { diagnostics.add(diagnostic) }
            reporter.report(diagnostics)
            if diagnostics.hasErrors { result = max(result, .inputErrors) }
            return found.inputs
        } catch {
            report(error)
            return []
        }
    }
}
