/// A source of the templates that the data of a node tree names.
///
/// A container with a `dataTag` makes a child for each entry of the data, from the template that the entry's `type`
/// names.
public protocol TemplateSource: AnyObject, Sendable {
    /// Returns a template, prepared for instantiation.
    ///
    /// - Parameter type: The template's name, as in the data.
    /// - Returns: The template.
    /// - Throws: ``TemplateError`` if it is not available.
    func preparedTemplate(for type: String) throws(TemplateError) -> PreparedTemplate
}
