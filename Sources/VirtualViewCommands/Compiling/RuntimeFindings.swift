import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// What the runtime finds when it binds a template to its sample data, at the places in the source.
struct RuntimeFindings {
    /// The templates that data may name, by their names.
    private var templates: [String: PreparedTemplate] = [:]
    private let samples: ProjectSamples
    private let compiler: TemplateCompiler

    /// Prepares to show templates.
    ///
    /// - Parameters:
    ///   - compiler: The compiler of the templates, as whose client they behave.
    ///   - samples: What the project file gives those who show templates without the app.
    init(_ compiler: TemplateCompiler, _ samples: ProjectSamples) {
        self.compiler = compiler
        self.samples = samples
    }

    /// Adds a template, which data may name from now on.
    mutating func add(_ template: CompiledTemplate) {
        guard templates[template.type] == nil, let prepared = prepare(template) else { return }
        templates[template.type] = prepared
    }

    private func prepare(_ template: CompiledTemplate) -> PreparedTemplate? {
        guard let bytes = template.bytes, let decoded = try? Template(decoding: bytes) else { return nil }
        let registry = NodeRegistry(for: compiler, samples.functions)
        return try? PreparedTemplate(decoded, registry: registry, target: compiler.options.client)
    }

    /// Shows a template.
    ///
    /// - Parameters:
    ///   - template: The template.
    ///   - sample: Its sample data.
    /// - Returns: What the rules of the linter say of the problems.
    func find(in template: CompiledTemplate, showing sample: SourceFile) -> [Diagnostic] {
        guard compiler.options.client.isSimulated, let tree = template.source.tree, let prepared = prepare(template),
            let data = try? JSONValue(json: sample.bytes)
        else { return [] }
        let source = PreparedTemplates(templates, absence: "there is no template of that name")
        let container = Container(prepared.makeTree(environment: ScreenEnvironment(width: 375), source: source))
        container.listWindow = nil
        container.update(data: data)
        container.layout(in: LayoutSize(width: 375, height: container.sizeThatFits(width: 375).height))
        return container.tree.issues.compactMap { issue in
            // The items of a list are of templates with sample data of their own.
            guard issue.templateType == template.type, tree.elements.indices.contains(issue.nodeIndex),
                let message = Self.message(issue, sample)
            else { return nil }
            let element = tree.elements[issue.nodeIndex]
            let attribute = tree.attributes(of: element).first { $0.name == issue.property }
            return Diagnostic(message, at: tree.range(attribute?.valueSpan ?? element.nameSpan))
        }
    }

    /// Returns what a rule says of an issue; `nil` if the source alone shows it.
    private static func message(_ issue: NodeIssue, _ sample: SourceFile) -> LintMessage? {
        switch issue.code {
        case .unknownProperty, .unknownComponent, .ignoredChildren, .malformedBinding: nil
        case .unknownColor: .unknownColor(issue.message, sample.path)
        case .unknownTemplate: .unknownItemType(issue.message, sample.path)
        default: .runtimeIssue(issue.message, sample.path)
        }
    }
}
