import VirtualViewFormat

/// A template prepared for instantiation: components looked up, keys resolved to properties, bindings parsed.
///
/// Preparing costs about as much as making a few trees, so it is done once for a template and a registry, at the first
/// instantiation, and kept with the template. Lengths in `rp` are resolved for the two widths that were requested last, so
/// that a device can be turned.
///
/// It may be used from any thread.
public final class PreparedTemplate: Sendable {
    /// The template.
    public let template: Template
    /// The client whose behaviour its trees follow.
    public let client: Client
    /// The problems in the template, each reported once.
    public let issues: [NodeIssue]
    /// The depth of its nodes; the root alone is 1.
    public let depth: Int
    let registry: NodeRegistry
    /// What the recorder of phases knows the template by; `nil` if there is none.
    let recorded: RecordedTemplate?
    /// The components of the app that prepared it.
    package var ownComponents: [ComponentSchema] {
        registry.schema.components.filter { LanguageSchema.standard.component(named: $0.name) == nil }
    }
    let origin: TemplateOrigin
    let resolver: SetterResolver
    /// The prototypes in pre-order, with unresolved lengths in `rp`.
    let prototypes: [NodePrototype]
    let boundCount: Int
    /// Whether a node has a handler that runs when data changes.
    let handlesData: Bool
    /// Whether a node makes its children from data.
    let makesItems: Bool
    private let resolved = Locked(ResolvedPrototypes())

    /// Prepares a template.
    ///
    /// - Parameters:
    ///   - template: The template.
    ///   - registry: The components and their classes.
    ///   - client: The client whose behaviour its trees follow.
    ///   - limits: The largest depth and number of nodes.
    /// - Throws: ``TemplateError`` for an unknown component, unless the registry allows placeholders, and for a
    ///   template beyond the limits.
    /// - Complexity: O(*n*) in the size of the template.
    public convenience init(
        _ template: Template,
        registry: NodeRegistry = .standard,
        client: Client = .swift,
        limits: NodeTree.Limits = NodeTree.Limits()
    ) throws(TemplateError) {
        try self.init(template, registry: registry, client: client, limits: limits, recorded: nil)
    }

    /// Prepares a template whose phases are recorded.
    ///
    /// - Parameters:
    ///   - template: The template.
    ///   - registry: The components and their classes.
    ///   - client: The client whose behaviour its trees follow.
    ///   - limits: The largest depth and number of nodes.
    ///   - recorded: What the recorder knows the template by; `nil` if there is no recorder.
    /// - Throws: ``TemplateError``, as the other initializer does.
    /// - Complexity: O(*n*) in the size of the template.
    package init(
        _ template: Template,
        registry: NodeRegistry,
        client: Client,
        limits: NodeTree.Limits,
        recorded: RecordedTemplate?
    ) throws(TemplateError) {
        var preparation = Preparation(template, registry: registry, client: client, limits: limits)
        try preparation.run()
        self.template = template
        self.client = client
        self.registry = registry
        self.recorded = recorded
        origin = preparation.origin
        resolver = preparation.resolver
        issues = preparation.issues
        depth = preparation.depth
        prototypes = preparation.prototypes
        boundCount = preparation.prototypes.count { !$0.bindings.isEmpty }
        handlesData = preparation.prototypes.contains { $0.handlesData }
        makesItems = preparation.prototypes.contains { $0.bindings.contains { $0.place == .items } }
    }

    /// The number of nodes in one tree, without those made from data.
    public var nodeCount: Int {
        prototypes.count
    }

    /// Takes the places of a file that was compiled without them, so that errors of programs say where they are.
    ///
    /// - Parameter map: The source map; with `nil` nothing changes.
    package func use(_ map: SourceMap?) {
        origin.programs.keep(map)
    }

    /// What the bindings read, found when it is asked for.
    var reads: TemplateReads {
        if let known = resolved.withLock({ $0.reads }) { return known }
        let reads = TemplateReads(prototypes)
        resolved.withLock { $0.reads = reads }
        return reads
    }

    /// Returns the prototypes with every length in points.
    func prototypes(pointsPerRP: Double) -> [NodePrototype] {
        if let ready = resolved.withLock({ $0.prototypes(pointsPerRP: pointsPerRP) }) { return ready }
        let prototypes = prototypes.map { prototype in
            prototype.relativeSetters.isEmpty ? prototype : NodePrototype(prototype, pointsPerRP: pointsPerRP)
        }
        return resolved.withLock { $0.keep(prototypes, pointsPerRP: pointsPerRP) }
    }

    /// Resolves lengths in `rp` in advance, so that the first tree for a screen does not have to.
    ///
    /// - Parameter width: The screen's width in points.
    package func resolveLengths(width: Double) {
        _ = prototypes(pointsPerRP: ScreenEnvironment(width: width).pointsPerRP)
    }
}

/// What is derived from the prototypes when it is asked for: those for the two screens that were requested last, and
/// what they read.
private struct ResolvedPrototypes: Sendable {
    private struct Entry: Sendable {
        let pointsPerRP: Double
        let prototypes: [NodePrototype]
    }

    private var latest: Entry?
    private var other: Entry?
    /// What the bindings read; `nil` until somebody asks.
    var reads: TemplateReads?

    /// Returns the prototypes for a screen, if they are kept.
    mutating func prototypes(pointsPerRP: Double) -> [NodePrototype]? {
        if let latest, latest.pointsPerRP == pointsPerRP { return latest.prototypes }
        guard let found = other, found.pointsPerRP == pointsPerRP else { return nil }
        swap(&latest, &other)
        return found.prototypes
    }

    /// Keeps the prototypes for a screen, unless another thread was faster.
    ///
    /// - Returns: The prototypes that are kept.
    mutating func keep(_ prototypes: [NodePrototype], pointsPerRP: Double) -> [NodePrototype] {
        if let first = self.prototypes(pointsPerRP: pointsPerRP) { return first }
        other = latest
        latest = Entry(pointsPerRP: pointsPerRP, prototypes: prototypes)
        return prototypes
    }
}

/// A source of the templates that the data of a node tree names.
///
/// A container with a `dataTag` makes a child for each entry of the data, from the template that the entry's `type`
/// names. A tree asks its source while it shows data and in layout, and an ``ItemRenderer`` asks from several threads.
public protocol TemplateSource: AnyObject, Sendable {
    /// Returns a template, prepared for instantiation.
    ///
    /// - Parameter type: The template's name, as in the data.
    /// - Returns: The template.
    /// - Throws: ``TemplateError`` if it is not available.
    func preparedTemplate(for type: String) throws(TemplateError) -> PreparedTemplate
}
