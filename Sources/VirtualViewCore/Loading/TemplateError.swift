/// Why a template cannot be loaded or used: the one error type that an app sees.
///
/// Compare ``code``; print ``description``. When the bytes themselves are at fault, ``cause`` is the ``FormatError``
/// and ``offset`` the place of the first byte that is wrong.
public struct TemplateError: Error {
    /// What kind of problem it is; the table of all codes is in `Docs/Embedding.md`.
    public let code: Code
    /// What went wrong, in one line, without the file's path.
    public let message: String
    /// The path of the file, when the template came from one.
    public let path: String?
    /// The error that led to this one: a ``FormatError``, or what an app's own loader reported.
    public let cause: Cause?
    #if hasFeature(Embedded)
        /// Embedded Swift has no values of any error.
        public typealias Cause = FormatError
    #else
        /// What may lead to an error.
        public typealias Cause = any Error
    #endif

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: What kind of problem it is.
    ///   - message: What went wrong, in one line.
    ///   - path: The path of the file, when the template came from one.
    ///   - cause: The error that led to this one.
    public init(_ code: Code, _ message: String, path: String? = nil, cause: Cause? = nil) {
        self.code = code
        self.message = message
        self.path = path
        self.cause = cause
    }

    /// Wraps what the format module found wrong with some bytes, as ``Code/malformed``.
    ///
    /// - Parameters:
    ///   - error: What is wrong with the bytes.
    ///   - path: The path of the file, when the bytes came from one.
    public init(_ error: FormatError, path: String? = nil) {
        self.init(.malformed, error.description, path: path, cause: error)
    }

    /// The offset of the first byte that is wrong, when the bytes are at fault.
    public var offset: Int? {
        #if hasFeature(Embedded)
            cause?.offset
        #else
            (cause as? FormatError)?.offset
        #endif
    }

    /// The same error with the path of a file, unless it names one already.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: This error, or a copy that names the file.
    package func inFile(_ path: String?) -> TemplateError {
        guard self.path == nil, let path else { return self }
        return TemplateError(code, message, path: path, cause: cause)
    }
}

extension TemplateError: CustomStringConvertible {
    /// The problem in one line, with the file's path in front when there is one.
    public var description: String {
        guard let path else { return message }
        return "\(path): \(message)"
    }
}
