import Foundation
import VirtualViewFormat

/// A request to load a template: the source of its bytes, and its name.
///
/// Every request names its type in advance, so that a queued load can be found before its file has been read. Without a
/// name, the file's stem is the type; in a stem "-" and "_" count as equal, because build systems replace one with the
/// other. A file whose template has another name is an error unless the request allows an alias.
public struct TemplateRequest: Sendable {
    enum Source {
        case file(URL)
        case bytes([UInt8])
    }

    let source: Source
    /// The expected type of the template, or the alias under which it is published too.
    public let type: String
    /// Whether the type is a file's stem, in which "-" and "_" count as equal.
    let isTypeLoose: Bool
    /// The type in its loose spelling.
    let looseType: String
    /// Whether a template with another name is published under both names instead of being an error.
    ///
    /// An alias never replaces a template from another source: if ``type`` is the name of one, the load fails with
    /// ``TemplateError/Code/aliasConflict``; if the template's own name is, that template stays as it is.
    public var allowsAlias: Bool
    /// The loader for this request; the manager's own if `nil`.
    public var loader: (any TemplateLoader)?
    /// Called, on the thread of the load, when there is a file that cannot be read.
    package var onUnreadable: (@Sendable () -> Void)?

    /// Makes a request for a file.
    ///
    /// - Parameters:
    ///   - url: The file's URL.
    ///   - type: The template's type; the file's stem if `nil`.
    ///   - allowsAlias: Whether a template with another name is published under both names.
    ///   - loader: The loader for this request; the manager's own if `nil`.
    public init(
        contentsOf url: URL,
        as type: String? = nil,
        allowsAlias: Bool = false,
        loader: (any TemplateLoader)? = nil
    ) {
        self.init(.file(url), type ?? Self.stem(of: url), isTypeLoose: type == nil, allowsAlias, loader)
    }

    /// Makes a request for a template from bytes.
    ///
    /// - Parameters:
    ///   - bytes: The complete file.
    ///   - type: The template's type.
    ///   - allowsAlias: Whether a template with another name is published under both names.
    ///   - loader: The loader for this request; the manager's own if `nil`.
    public init(
        _ bytes: [UInt8],
        as type: String,
        allowsAlias: Bool = false,
        loader: (any TemplateLoader)? = nil
    ) {
        self.init(.bytes(bytes), type, isTypeLoose: false, allowsAlias, loader)
    }

    /// Makes a request for a template from data.
    ///
    /// - Parameters:
    ///   - data: The complete file; it is copied once.
    ///   - type: The template's type.
    ///   - allowsAlias: Whether a template with another name is published under both names.
    ///   - loader: The loader for this request; the manager's own if `nil`.
    public init(
        _ data: Data,
        as type: String,
        allowsAlias: Bool = false,
        loader: (any TemplateLoader)? = nil
    ) {
        self.init([UInt8](data), as: type, allowsAlias: allowsAlias, loader: loader)
    }

    private init(
        _ source: Source,
        _ type: String,
        isTypeLoose: Bool,
        _ allowsAlias: Bool,
        _ loader: (any TemplateLoader)?
    ) {
        self.source = source
        self.type = type
        self.isTypeLoose = isTypeLoose
        self.looseType = type.looseSpelling
        self.allowsAlias = allowsAlias
        self.loader = loader
    }

    /// Returns the last path component without its last extension.
    private static func stem(of url: URL) -> String {
        let name = url.lastPathComponent
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return name }
        return String(name[..<point])
    }
}

extension TemplateRequest {
    /// The path of the file; `nil` for bytes.
    var path: String? {
        guard case .file(let url) = source else { return nil }
        return url.path
    }

    /// Returns whether a template of that name satisfies the request.
    func names(_ type: String) -> Bool {
        self.type == type || isTypeLoose && looseType == type.looseSpelling
    }
}

extension String {
    /// The type name with every "-" replaced by "_": equal for names that a file's stem cannot distinguish.
    var looseSpelling: String { underscored }

    /// Whether the name has another spelling at all.
    var hasLooseSpellings: Bool {
        utf8.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }
}
