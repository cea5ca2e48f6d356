extension TemplateError {
    /// The kind of a problem, with a stable name that programs may compare and print.
    public struct Code: Hashable, Sendable {
        private enum Value: String, CaseIterable {
            case malformed, digestMismatch
            case fileMissing, fileUnreadable, fileIsDirectory, fileTooLarge
            case notFound, typeMismatch, aliasConflict
            case rejected, invalidManifest, manifestMismatch
            case superseded, cancelled, cyclicLoad
            case unknownComponent, nestingTooDeep, tooManyNodes
        }

        private let value: Value

        private init(_ value: Value) {
            self.value = value
        }

        /// The code's name, for example `typeMismatch`.
        public var name: String {
            value.rawValue
        }

        /// Every code, in the order of the documented table.
        public static let all: [Code] = Value.allCases.map(Code.init)
    }
}

extension TemplateError.Code {
    // MARK: - Bytes

    /// The bytes are not a template; the cause contains the place and the reason.
    public static let malformed = Self(.malformed)
    /// The digest in the file does not match its bytes.
    public static let digestMismatch = Self(.digestMismatch)

    // MARK: - Files

    /// There is no file at the path.
    public static let fileMissing = Self(.fileMissing)
    /// The file cannot be opened or read, or the URL is not a file URL.
    public static let fileUnreadable = Self(.fileUnreadable)
    /// The path is that of a folder.
    public static let fileIsDirectory = Self(.fileIsDirectory)
    /// The file is larger than the limit.
    public static let fileTooLarge = Self(.fileTooLarge)

    // MARK: - Names

    /// No template of that type is loaded or being loaded.
    public static let notFound = Self(.notFound)
    /// The file's template has another name than the requested one.
    public static let typeMismatch = Self(.typeMismatch)
    /// The requested alias is the name of a template from another source.
    public static let aliasConflict = Self(.aliasConflict)

    // MARK: - Trust

    /// The app's own check rejected the bytes.
    public static let rejected = Self(.rejected)
    /// The bytes are not a manifest.
    public static let invalidManifest = Self(.invalidManifest)
    /// The manifest does not list the template, or lists another one of that type.
    public static let manifestMismatch = Self(.manifestMismatch)

    // MARK: - Order

    /// A newer load of the same type replaced this one.
    public static let superseded = Self(.superseded)
    /// The load was cancelled, or its type was removed during the load.
    public static let cancelled = Self(.cancelled)
    /// A loader asked its own manager for the type that it is loading.
    public static let cyclicLoad = Self(.cyclicLoad)

    // MARK: - Instantiation

    /// The template uses a component that the registry does not know.
    public static let unknownComponent = Self(.unknownComponent)
    /// Nodes are nested deeper than the limit.
    public static let nestingTooDeep = Self(.nestingTooDeep)
    /// The template has more nodes than the limit.
    public static let tooManyNodes = Self(.tooManyNodes)
}

extension TemplateError.Code: CustomStringConvertible {
    /// The code's ``name``.
    public var description: String {
        name
    }
}
