/// An error that says why a template cannot be loaded or used; an app gets only this error type.
///
/// Compare ``code``; print ``description``. If the bytes themselves are wrong, ``cause`` is the ``FormatError`` and
/// ``offset`` the position of the first wrong byte.
public struct TemplateError: Error {
    /// The kind of problem; `Docs/Embedding.md` has a table of all codes.
    public let code: Code
    /// The message, in one line, without the file's path.
    public let message: String
    /// The path of the file, if the template came from one.
    public let path: String?
    /// The error that led to this one: a ``FormatError``, or an error of an app's own loader.
    public let cause: Cause?
    #if hasFeature(Embedded)
        /// The type of the error that led to this one; Embedded Swift cannot store any error.
        public typealias Cause = FormatError
    #else
        /// The type of the error that led to this one.
        public typealias Cause = any Error
    #endif

    /// Makes an error.
    public init(_ code: Code, _ message: String, path: String? = nil, cause: Cause? = nil) {
        self.code = code
        self.message = message
        self.path = path
        self.cause = cause
    }

    /// Wraps an error of the format module, as ``Code/malformed``.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - path: The path of the file, if the bytes came from one.
    public init(_ error: FormatError, path: String? = nil) {
        self.init(.malformed, error.description, path: path, cause: error)
    }

    /// The offset of the first wrong byte, if the bytes are wrong.
    public var offset: Int? {
        #if hasFeature(Embedded)
            cause?.offset
        #else
            (cause as? FormatError)?.offset
        #endif
    }

    /// Returns the same error with the path of a file, unless it already has one.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: This error, or a copy that names the file.
    package func inFile(_ path: String?) -> TemplateError {
        guard self.path == nil, let path else { return self }
        return TemplateError(code, message, path: path, cause: cause)
    }
}

extension TemplateError: CustomStringConvertible {
    /// The message in one line, after the file's path if there is one.
    public var description: String {
        guard let path else { return message }
        return "\(path): \(message)"
    }
}
