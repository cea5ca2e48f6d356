import VirtualViewCompiler
import VirtualViewFormat

/// The files of `--components`.
enum ComponentFiles {
    /// Reads an app's own components; `nil` when one of the files is not right, which is reported.
    static func read(
        _ arguments: ParsedArguments,
        _ files: OptionFiles,
        _ options: TemplateCompiler.Options,
        _ reporter: DiagnosticReporter,
        _ result: inout ExitCode
    ) -> [ComponentSchema]? {
        var components: [ComponentSchema] = []
        var schema = Schema.standard
        var isRight = true
        for path in arguments.allValues("--components") {
            do throws(FileError) {
                let file = SourceFile(path: path, bytes: try files.read(path))
                let read = ComponentsReader.read(file, extending: schema)
                var diagnostics = DiagnosticList(warningsAreErrors: options.warningsAreErrors)
                for diagnostic in read.diagnostics { diagnostics.add(diagnostic) }
                reporter.report(diagnostics)
                if diagnostics.hasErrors { isRight = false }
                components += read.components
                schema = Schema(components: schema.components + read.components, properties: schema.properties)
            } catch {
                reporter.report(error)
                result = max(result, error.exitCode)
                isRight = false
            }
        }
        return isRight ? components : nil
    }
}
