import VirtualView
import VirtualViewCompiler
import VirtualViewPreview

/// What a project file gives tools that show templates without the app: results of its functions, and pictures of its
/// own views.
struct ProjectSamples: Sendable {
    /// The functions by their names.
    let functions: [String: SampleFunction]
    /// The files of the pictures, by the names of the components.
    private(set) var pictures: [String: String] = [:]
    /// The files of all pictures, also of those that cannot be shown.
    private(set) var paths: [String] = []

    /// The largest picture that is read, in bytes.
    static let pictureLimit = 8 << 20

    /// Takes what a project file has.
    ///
    /// - Parameters:
    ///   - project: The file; `nil` for none.
    ///   - compiler: Knows the own components.
    ///   - reporter: Receives warnings about pictures that cannot be shown.
    init(_ project: Project? = nil, for compiler: TemplateCompiler = TemplateCompiler(), _ reporter: DiagnosticReporter)
    {
        functions = project?.file?.functions ?? [:]
        guard let project, let slots = project.file?.slots, !slots.isEmpty else { return }
        let known = compiler.configuration.ownComponents.filter(\.isSlot).map(\.name)
        var problems: [Diagnostic] = []
        for slot in slots {
            let name = slot.component.text
            let path = project.path(of: slot.path.text)
            paths.append(path)
            if !known.contains(name) {
                let message = ProjectMessage.unknownSlot(name, suggestion: NearestWord.find(name, among: known))
                problems.append(Diagnostic(message, at: slot.component.range))
            } else if let problem = Self.problem(with: path) {
                let message = ProjectMessage.missingPicture(slot.path.text, of: name, problem)
                problems.append(Diagnostic(message, at: slot.path.range))
            } else {
                pictures[name] = path
            }
        }
        _ = reporter.report(problems)
    }

    private static func problem(with path: String) -> String? {
        guard FileSystem.kind(of: path) == .file else { return "is not a file" }
        guard let bytes = try? FileSystem.read(path, limit: pictureLimit) else { return "cannot be read" }
        return EncodedImage(bytes) == nil ? "is not an image that browsers show" : nil
    }
}

extension NodeRegistry {
    /// Creates a registry for the results of a compiler: plain nodes represent an app's own components, and samples its
    /// functions.
    init(for compiler: TemplateCompiler, _ functions: [String: SampleFunction]) {
        self = .standard
        unknownComponents = .placeholder
        for component in compiler.configuration.ownComponents
        where compiler.configuration.element(named: component.name)?.id == component.id {
            // One that collides with another was reported when its file was read.
            try? register(for: component)
        }
        for (name, function) in functions { register(BindingFunction(name) { function.result(for: $0) }) }
    }
}
