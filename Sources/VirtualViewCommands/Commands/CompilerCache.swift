import VirtualViewCompiler
import VirtualViewFormat

/// Makes the compiler of each input: folders may bring their own configuration.
struct CompilerCache {
    private let options: TemplateCompiler.Options
    private let base: Configuration
    private let files: OptionFiles
    private let configPath: String?
    /// The compilers by the path of their configuration; `nil` for one with errors.
    private var compilers: [String: TemplateCompiler?] = [:]

    private static let configName = "config.properties"

    init(options: TemplateCompiler.Options, base: Configuration, files: OptionFiles, configPath: String?) {
        self.options = options
        self.base = base
        self.files = files
        self.configPath = configPath
    }

    /// The compiler for an input; `nil` when its configuration has errors, which are reported once.
    mutating func compiler(
        for input: CompileInput,
        _ reporter: DiagnosticReporter
    ) throws(FileError) -> TemplateCompiler? {
        let path = configPath ?? Self.config(for: input)
        if let known = compilers[path ?? ""] { return known }
        // Recorded first, so that a file that cannot be read is reported once.
        compilers[path ?? ""] = .some(nil)
        let compiler = try makeCompiler(path, reporter)
        compilers[path ?? ""] = .some(compiler)
        return compiler
    }

    /// The compiler of each input; `nil` where its configuration cannot be used, which is reported.
    mutating func compilers(
        for inputs: [CompileInput],
        _ reporter: DiagnosticReporter,
        _ result: inout ExitCode
    ) -> [TemplateCompiler?] {
        inputs.map { input in
            do throws(FileError) {
                return try compiler(for: input, reporter)
            } catch {
                reporter.report(error)
                result = max(result, error.exitCode)
                return nil
            }
        }
    }

    /// The configuration that the folder of an input brings along.
    static func config(for input: CompileInput) -> String? {
        guard let path = input.root.map({ Path.join($0, configName) }) else { return nil }
        return FileSystem.kind(of: path) == .file ? path : nil
    }

    private func makeCompiler(_ path: String?, _ reporter: DiagnosticReporter) throws(FileError) -> TemplateCompiler? {
        guard let path else { return TemplateCompiler(configuration: base, options: options) }
        let (configuration, problems) = base.applying(SourceFile(path: path, bytes: try files.read(path)))
        var diagnostics = DiagnosticList(warningsAreErrors: options.warningsAreErrors)
        for problem in problems { diagnostics.add(problem) }
        reporter.report(diagnostics)
        return diagnostics.hasErrors ? nil : TemplateCompiler(configuration: configuration, options: options)
    }
}
