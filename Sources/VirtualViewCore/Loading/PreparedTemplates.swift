/// Templates that are ready, by name: a source for hosts that load everything beforehand.
package final class PreparedTemplates: TemplateSource {
    private let templates: [String: PreparedTemplate]
    private let fallback: PreparedTemplate?
    private let absence: String

    /// Takes the templates.
    ///
    /// - Parameters:
    ///   - templates: The templates by the names that data uses.
    ///   - fallback: The template for every other name.
    ///   - absence: What to say of other names when there is none.
    package init(
        _ templates: [String: PreparedTemplate] = [:],
        otherwise fallback: PreparedTemplate? = nil,
        absence: String = "there is no template of that name"
    ) {
        self.templates = templates
        self.fallback = fallback
        self.absence = absence
    }

    package func preparedTemplate(for type: String) throws(TemplateError) -> PreparedTemplate {
        guard let template = templates[type] ?? fallback else {
            throw TemplateError(.notFound, absence)
        }
        return template
    }
}
