/// Where a tree of nodes gets the templates that its data names.
///
/// A container with a `dataTag` makes a child for each entry of the data, of the template that the entry's `type` names.
public protocol TemplateSource: AnyObject, Sendable {
    /// Gives a template, made ready for instantiation.
    ///
    /// - Parameter type: The template's name, as the data has it.
    /// - Returns: The template.
    /// - Throws: ``TemplateError`` when it cannot be had.
    func preparedTemplate(for type: String) throws(TemplateError) -> PreparedTemplate
}
