// MARK: - Settings

extension TemplateManager {
    /// How far the queue takes a template that it loads.
    ///
    /// The queue publishes a template as soon as it is decoded, so preparing it never delays anyone who asks for it.
    @nonexhaustive
    public enum Readiness: Hashable, Sendable {
        /// The template is decoded; the thread that makes its first tree prepares it.
        case decoded
        /// The template is also prepared for instantiation.
        case prepared
        /// Lengths in `rp` are also resolved for the width of a screen, in points.
        case resolved(width: Double)
    }

    /// The choice between the template that is published and a newer one whose load has not ended.
    @nonexhaustive
    public enum Freshness: Hashable, Sendable {
        /// The newest template: its load is run immediately if it has not ended.
        case newest
        /// The published template; a load is run only if there is none.
        case published
    }
}

// MARK: - Trees

extension TemplateManager: TemplateSource {
    /// Returns a template, prepared for instantiation; its load is run immediately if
    /// ``TemplateManager/Configuration/freshness`` demands it.
    ///
    /// If the queue has not prepared the template, the calling thread does. The first result is kept with the template.
    ///
    /// - Parameter type: The template's name, an alias, or the stem of its file.
    /// - Returns: The prepared template.
    /// - Throws: ``TemplateError``: the errors of ``template(for:)``, and ``TemplateError/Code/unknownComponent``,
    ///   ``TemplateError/Code/nestingTooDeep`` or ``TemplateError/Code/tooManyNodes``.
    public func preparedTemplate(for type: String) throws(TemplateError) -> PreparedTemplate {
        try preparedTemplate(for: type, configuration.freshness)
    }

    /// Makes a tree of live nodes; the load of its template is run immediately if the freshness demands it.
    ///
    /// The templates that its data names come from this manager too, with the same freshness.
    ///
    /// - Parameters:
    ///   - type: The template's name, an alias, or the stem of its file.
    ///   - environment: The screen and the user's settings.
    ///   - freshness: The choice between a published template and a newer load;
    ///     ``TemplateManager/Configuration/freshness`` if `nil`.
    /// - Returns: The tree, which may be handed to another thread.
    /// - Throws: ``TemplateError``; see ``preparedTemplate(for:)``.
    public func makeNodeTree(
        of type: String,
        environment: ScreenEnvironment = ScreenEnvironment(),
        freshness: Freshness? = nil
    ) throws(TemplateError) -> sending NodeTree {
        let freshness = freshness ?? configuration.freshness
        return try preparedTemplate(for: type, freshness).makeTree(
            as: type,
            environment: environment,
            source: freshness == configuration.freshness ? self : ItemTemplates(manager: self, freshness: freshness),
            limits: configuration.treeLimits
        )
    }

    func preparedTemplate(for type: String, _ freshness: Freshness) throws(TemplateError) -> PreparedTemplate {
        let entry = try find(type, freshness)
        if let ready = entry.prepared { return ready }
        // A thread that joined a load does not know what became of the template since.
        if let ready = state.withLock({ $0.preparedTemplate(type, of: entry.template) }) { return ready }
        let prepared = try prepare(entry.template)
        return state.withLock { $0.keep(prepared, for: type) }
    }
}

/// The templates of the items in a tree whose freshness is not that of its manager.
private final class ItemTemplates: TemplateSource {
    private let manager: TemplateManager
    private let freshness: TemplateManager.Freshness

    init(manager: TemplateManager, freshness: TemplateManager.Freshness) {
        self.manager = manager
        self.freshness = freshness
    }

    func preparedTemplate(for type: String) throws(TemplateError) -> PreparedTemplate {
        try manager.preparedTemplate(for: type, freshness)
    }
}

// MARK: - Preparing

extension TemplateManager {
    /// Prepares a template that the queue has published, then tells of its load.
    ///
    /// An error is not kept: whoever makes a tree finds it again.
    func prepareInQueue(_ template: Template, _ run: TemplateRun) {
        let start = configuration.onLoad.map { _ in ContinuousClock.now }
        if let prepared = try? prepare(template) {
            let kept = state.withLock(givesWay: true) { $0.keep(prepared, for: run.request.type) }
            if case .resolved(let width) = configuration.queueReadiness { kept.resolveLengths(width: width) }
        }
        let duration = start.map { .now - $0 }
        change(givesWay: true) { $0.tellPrepared(run.sequence, duration) }
    }

    private func prepare(_ template: Template) throws(TemplateError) -> PreparedTemplate {
        let recorded = configuration.journal?.enter(
            .prepare,
            template.type,
            template.bytes,
            version: template.version
        )
        defer { recorded?.leave() }
        configuration.onPreparation?(template.type)
        return try PreparedTemplate(
            template,
            registry: configuration.registry,
            client: configuration.client,
            limits: configuration.treeLimits,
            recorded: recorded?.template
        )
    }
}
