import VirtualView
import VirtualViewCompiler

/// Templates named on the command line, compiled where they are sources, for commands that show them.
struct TemplateInput: TemplateSource {
    private let target: Target
    private var templates: [String: PreparedTemplate] = [:]

    init(target: Target) {
        self.target = target
    }

    /// Reads a template; data may name it from now on.
    ///
    /// - Parameters:
    ///   - path: A compiled file or a source.
    ///   - reporter: Is told what the compiler finds.
    ///   - terminal: Is told what is wrong with a compiled file.
    /// - Returns: The template; `nil` when it has errors, which were reported.
    /// - Throws: ``FileError`` when the file cannot be read.
    mutating func load(
        _ path: String,
        _ reporter: DiagnosticReporter,
        _ terminal: Terminal
    ) throws(FileError) -> PreparedTemplate? {
        var bytes = try FileSystem.read(path)
        if CompileInput.extensions.contains(Path.fileExtension(of: path)) {
            let compiled = TemplateCompiler().compile(SourceFile(path: path, bytes: bytes))
            reporter.report(compiled.diagnostics)
            guard let output = compiled.bytes else { return nil }
            bytes = output
        }
        do {
            var registry = NodeRegistry.standard
            registry.unknownComponents = .placeholder
            let template = try Template(decoding: bytes)
            let prepared = try PreparedTemplate(template, registry: registry, target: target)
            templates[template.type] = prepared
            return prepared
        } catch let error as FormatError {
            terminal.report("\(path): error: \(error.code) \(error)\n")
        } catch {
            terminal.report("\(path): error: \(error)\n")
        }
        return nil
    }

    func preparedTemplate(for type: String) throws(TemplateError) -> PreparedTemplate {
        guard let template = templates[type] else {
            throw TemplateError(.notFound, "no template of that name was given; add it with '--with'")
        }
        return template
    }
}
