extension TemplateManager: TemplateSource {
    /// Returns a template, prepared for instantiation; its load is promoted if it is still queued.
    ///
    /// The template is prepared on the calling thread at the first call, and the result is kept with it.
    ///
    /// - Parameter type: The template's name, an alias, or the stem of its file.
    /// - Returns: The prepared template.
    /// - Throws: ``TemplateError``: the errors of ``template(for:)``, and ``TemplateError/Code/unknownComponent``,
    ///   ``TemplateError/Code/nestingTooDeep`` or ``TemplateError/Code/tooManyNodes``.
    public func preparedTemplate(for type: String) throws(TemplateError) -> PreparedTemplate {
        let template = try template(for: type)
        if let ready = state.withLock({ $0.preparedTemplate(type) }), ready.template == template { return ready }
        let prepared = try PreparedTemplate(
            template,
            registry: configuration.registry,
            target: configuration.target,
            limits: configuration.treeLimits
        )
        state.withLock { $0.keep(prepared, for: type) }
        return prepared
    }

    /// Makes a tree of live nodes; the load of its template is promoted if it is still queued.
    ///
    /// The templates that its data names come from this manager too.
    ///
    /// - Parameters:
    ///   - type: The template's name, an alias, or the stem of its file.
    ///   - environment: The screen and the user's settings.
    /// - Returns: The tree, which may be handed to another thread.
    /// - Throws: ``TemplateError``; see ``preparedTemplate(for:)``.
    public func makeNodeTree(
        of type: String,
        environment: ScreenEnvironment = ScreenEnvironment()
    ) throws(TemplateError) -> sending NodeTree {
        try preparedTemplate(for: type).makeTree(
            environment: environment,
            source: self,
            limits: configuration.treeLimits
        )
    }
}
