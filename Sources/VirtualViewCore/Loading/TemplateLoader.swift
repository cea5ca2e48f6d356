/// A function from bytes to a template.
///
/// A loader does not depend on a manager, a thread or a cache, and keeps no state between calls that a caller could
/// notice: it may be called from several threads at once. A loader for another file format fills a ``TemplateBuilder``
/// and decodes its bytes.
public protocol TemplateLoader: Sendable {
    /// Makes a template from the bytes of one file.
    ///
    /// - Parameter bytes: The complete file, which need not be trusted.
    /// - Returns: The template.
    /// - Throws: ``TemplateError`` if the bytes are not a template.
    func load(_ bytes: [UInt8]) throws(TemplateError) -> Template
}
