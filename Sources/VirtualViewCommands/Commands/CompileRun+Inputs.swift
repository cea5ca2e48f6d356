import VirtualViewCompiler

extension CompileRun {
    /// Finds the sources that the command line names, or those of a list.
    func findInputs(_ result: inout ExitCode) -> [CompileInput] {
        func report(_ error: FileError) {
            reporter.report(error)
            result = max(result, error.exitCode)
        }
        guard let list = command.list else { return CompileInput.find(command.operands, report: report) }
        do throws(FileError) {
            let options = command.compiler.others
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
