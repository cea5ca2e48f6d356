import VirtualView
import VirtualViewCompiler
import VirtualViewFormat

/// The templates that the sample data of a folder may name; each is prepared when data names it for the first time.
final class RuntimeTemplates: TemplateSource {
    /// The templates of the run, by their names.
    private let templates: [String: [CompiledTemplate]]
    /// The sources beside them in the order of their names, and by their stems.
    private let paths: [String]
    private let pathsByStem: [String: [String]]
    private let compiler: TemplateCompiler
    private let registry: NodeRegistry
    /// The answers so far; `nil` for a name that no template has.
    private let answers = Locked<[String: PreparedTemplate?]>([:])
    /// All sources beside them, compiled, by their names; `nil` until they are needed.
    private let others = Locked<[String: [CompiledTemplate]]?>(nil)

    /// Takes the templates that data may name.
    ///
    /// - Parameters:
    ///   - templates: The templates by their names; the first one that can be shown counts.
    ///   - paths: Sources that are looked at for a name that none of them has.
    ///   - compiler: The compiler for these.
    ///   - registry: What the compiler's results are prepared with.
    init(
        _ templates: [String: [CompiledTemplate]],
        beside paths: [String],
        _ compiler: TemplateCompiler,
        _ registry: NodeRegistry
    ) {
        self.templates = templates
        self.paths = paths
        pathsByStem = Dictionary(grouping: paths, by: Path.stem)
        self.compiler = compiler
        self.registry = registry
    }

    var client: Client { compiler.options.client }

    func preparedTemplate(for type: String) throws(TemplateError) -> PreparedTemplate {
        guard let template = answer(for: type) else {
            throw TemplateError(.notFound, "there is no template of that name")
        }
        return template
    }

    /// Prepares a template; `nil` for one with errors.
    func prepare(_ template: CompiledTemplate) throws(TemplateError) -> PreparedTemplate? {
        guard let bytes = template.bytes, let decoded = try? Template(decoding: bytes) else { return nil }
        let prepared = try PreparedTemplate(decoded, registry: registry, client: client)
        // Only programs are told with their places.
        if decoded.expressions.count > 0 { prepared.use(template.sourceMap) }
        return prepared
    }

    private func answer(for type: String) -> PreparedTemplate? {
        if let known = answers.withLock({ $0[type] }) { return known }
        let found = find(type)
        return answers.withLock { answers -> PreparedTemplate? in
            // Everybody gets the same one.
            if let first = answers[type] { return first }
            answers[type] = .some(found)
            return found
        }
    }

    private func find(_ type: String) -> PreparedTemplate? {
        if let ofRun = firstShown(of: templates[type] ?? []) { return ofRun }
        let named = (pathsByStem[type] ?? []).compactMap(compile).filter { $0.type == type }
        // A file may be called otherwise than its template.
        return firstShown(of: named) ?? firstShown(of: allOthers()[type] ?? [])
    }

    private func firstShown(of templates: [CompiledTemplate]) -> PreparedTemplate? {
        for template in templates {
            if let prepared = try? prepare(template) { return prepared }
        }
        return nil
    }

    private func allOthers() -> [String: [CompiledTemplate]] {
        if let known = others.withLock({ $0 }) { return known }
        let compiled = Dictionary(grouping: paths.compactMap(compile)) { $0.type }
        others.withLock { $0 = compiled }
        return compiled
    }

    private func compile(_ path: String) -> CompiledTemplate? {
        guard FileSystem.kind(of: path) == .file, let bytes = try? FileSystem.read(path) else { return nil }
        return compiler.compile(SourceFile(path: path, bytes: bytes))
    }
}
