/// Loads compiled templates: the files that `vvc compile` writes.
///
/// The loader is a value without state; one may be used from any thread, any number of times.
public struct TemplateBinaryLoader: TemplateLoader, Hashable {
    /// Bounds that a file must keep to be read at all.
    public var limits: DecodingLimits
    /// Whether a file that carries a digest is refused when the digest does not agree; a file without one always
    /// passes.
    public var checksDigest: Bool

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - limits: Bounds that a file must keep to be read at all.
    ///   - checksDigest: Whether a file that carries a digest is refused when the digest does not agree.
    public init(limits: DecodingLimits = DecodingLimits(), checksDigest: Bool = true) {
        self.limits = limits
        self.checksDigest = checksDigest
    }

    /// Makes a template of the bytes of one file.
    ///
    /// - Parameter bytes: The complete file; it need not be trusted.
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
