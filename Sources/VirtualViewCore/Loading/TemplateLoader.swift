/// A function from bytes to a template.
///
/// A loader does not depend on a manager, a thread or a cache, and keeps no state between calls that a caller could
/// notice: it may be called from several threads at once. A loader for another file format fills a `TemplateBuilder`
/// and decodes its bytes.
public protocol TemplateLoader: Sendable {
    /// Makes a template from the bytes of one file.
    ///
    /// - Parameter bytes: The complete file, which need not be trusted.
    /// - Returns: The template.
    /// - Throws: ``TemplateError`` if the bytes are not a template.
    func load(_ bytes: [UInt8]) throws(TemplateError) -> Template
}

/// Loads compiled templates: the files that `vvc compile` writes.
///
/// The loader is a value without state; it may be used from any thread, any number of times.
public struct TemplateBinaryLoader: TemplateLoader, Hashable {
    /// The limits that a file must not exceed.
    public var limits: DecodingLimits
    /// Whether a file with a wrong digest is rejected; a file without a digest is always accepted.
    public var checksDigest: Bool

    /// Makes a loader.
    public init(limits: DecodingLimits = DecodingLimits(), checksDigest: Bool = true) {
        self.limits = limits
        self.checksDigest = checksDigest
    }

    /// Makes a template from the bytes of one file.
    ///
    /// - Parameter bytes: The complete file, which need not be trusted.
    /// - Returns: The template.
    /// - Throws: ``TemplateError`` with the code ``TemplateError/Code/malformed`` or
    ///   ``TemplateError/Code/digestMismatch``.
    /// - Complexity: O(*n*) in the size of the file.
    public func load(_ bytes: [UInt8]) throws(TemplateError) -> Template {
        let template: Template
        do {
            template = try Template(decoding: bytes, limits: limits)
        } catch {
            throw TemplateError(error)
        }
        if checksDigest, !template.sections.extra.isEmpty, template.isDigestValid == false {
            throw TemplateError(.digestMismatch, "the digest in the file does not agree with the file's bytes")
        }
        return template
    }
}
