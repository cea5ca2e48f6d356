/// A function from bytes to a template.
///
/// A loader knows no manager, no thread and no cache, and keeps nothing between two calls that a caller could notice:
/// it may be called from several threads at once. A loader for another file format fills a ``TemplateBuilder`` and
/// decodes its bytes.
public protocol TemplateLoader: Sendable {
    /// Makes a template of the bytes of one file.
    ///
    /// - Parameter bytes: The complete file; it need not be trusted.
    /// - Returns: The template.
    /// - Throws: ``TemplateError`` when the bytes are not a template.
    func load(_ bytes: [UInt8]) throws(TemplateError) -> Template
}
