/// A source of prepared templates by name, for hosts that load everything in advance.
package final class PreparedTemplates: TemplateSource {
    /// The templates by the names in the data.
    package let templates: [String: PreparedTemplate]
    private let fallback: PreparedTemplate?
    private let absence: String

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - templates: The templates by the names in the data.
    ///   - fallback: The template for every other name.
    ///   - absence: The message for other names if there is no fallback.
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
