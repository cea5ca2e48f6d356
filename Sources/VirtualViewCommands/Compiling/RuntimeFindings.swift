import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// What the runtime finds when it binds a template to its sample data, at the places in the source.
struct RuntimeFindings {
    /// The templates that data may name.
    private let templates: RuntimeTemplates
    private let samples: ProjectSamples

    /// Prepares to show templates.
    ///
    /// - Parameters:
    ///   - samples: What the project file gives those who show templates without the app.
    ///   - templates: The templates that data may name, as whose client they behave.
    init(_ samples: ProjectSamples, _ templates: RuntimeTemplates) {
        self.samples = samples
        self.templates = templates
    }

    /// Shows a template.
    ///
    /// - Parameters:
    ///   - template: The template.
    ///   - sample: Its sample data.
    /// - Returns: What the rules of the linter say of the problems.
    func find(in template: CompiledTemplate, showing sample: SourceFile) -> [Diagnostic] {
        guard templates.client.isSimulated, let tree = template.source.tree, let root = tree.elements.first,
            let data = try? JSONValue(json: sample.bytes)
        else { return [] }
        let made: PreparedTemplate?
        do throws(TemplateError) {
            made = try templates.prepare(template)
        } catch {
            let message = LintMessage.ofData(.runtimeIssue, error.message, sample.path)
            return [Diagnostic(message, at: tree.range(root.nameSpan))]
        }
        guard let prepared = made else { return [] }
        let environment = ScreenEnvironment(width: 375, values: samples.values)
        let container = Container(prepared.makeTree(environment: environment, source: templates))
        container.listWindow = nil
        // The functions of modules are the app's.
        var calls: Set<String> = []
        container.tree.onEventError = { error in
            guard error.code == .unknownModule else { return }
            calls.insert("\(error.templateType) \(error.handlerName) \(error.issueMessage)")
        }
        container.update(data: data)
        container.layOut(width: 375)
        let untyped = Self.untypedEntries(tree, data, sample)
        let found = container.tree.issues.compactMap { issue -> Diagnostic? in
            // The items of a list are of templates with sample data of their own.
            guard issue.templateType == template.type, tree.elements.indices.contains(issue.nodeIndex),
                !calls.contains("\(issue.templateType) \(issue.property ?? "") \(issue.message)"),
                let message = Self.message(issue, sample)
            else { return nil }
            let element = tree.elements[issue.nodeIndex]
            let attribute = tree.attributes(of: element).first { $0.name == issue.property }
            return Diagnostic(message, at: tree.range(attribute?.valueSpan ?? element.nameSpan))
        }
        return untyped + found
    }

    /// Finds entries of lists that are left out because they do not name a template.
    private static func untypedEntries(_ tree: SyntaxTree, _ data: JSONValue, _ sample: SourceFile) -> [Diagnostic] {
        tree.attributes.filter { $0.name == PropertyName.dataTag.rawValue }.compactMap { attribute -> Diagnostic? in
            guard case .array(let entries)? = BindingExpression(attribute.value).evaluate(on: data) else { return nil }
            let index = entries.firstIndex { entry in
                if case .string? = entry["type"] { return false }
                return true
            }
            guard let index else { return nil }
            let problem = "entry \(index) has no 'type', which names its template, and is left out"
            let message = LintMessage.ofData(.unknownItemType, problem, sample.path)
            return Diagnostic(message, at: tree.range(attribute.valueSpan))
        }
    }

    /// Returns what a rule says of an issue; `nil` if the source alone shows it.
    private static func message(_ issue: NodeIssue, _ sample: SourceFile) -> LintMessage? {
        switch issue.code {
        case .unknownProperty, .unknownComponent, .ignoredChildren, .malformedBinding: nil
        case .unknownColor: .ofData(.unknownColor, issue.message, sample.path)
        case .unknownTemplate: .ofData(.unknownItemType, issue.message, sample.path)
        default: .ofData(.runtimeIssue, issue.message, sample.path)
        }
    }
}
