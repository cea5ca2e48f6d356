import Foundation
import VirtualViewExpressions
import VirtualViewFormat

/// A list of the templates that may be loaded, each with its version, size and hash.
///
/// `vvc compile --manifest FILE` writes a manifest; a manager with a manifest loads only the templates listed in it.
///
/// ### JSON
/// An array with one object for each template. The hash is SHA-256 over the whole file, in lower-case hexadecimal
/// digits; other members are ignored.
///
/// ```json
/// [
///   {"type":"Card","version":"1.0.3","size":355,"sha256":"…64 digits…"}
/// ]
/// ```
///
/// A manifest is as trustworthy as its source: ship it with the app, or check its signature before you use it.
public struct TemplateManifest: Hashable, Sendable {
    /// The entry of one template.
    public struct Entry: Hashable, Sendable {
        /// The template's name.
        public let type: String
        /// The version of the format, and the template's own version.
        public let version: FormatVersion
        /// The size of the file, in bytes.
        public let size: Int
        /// The SHA-256 of the file: 64 lower-case hexadecimal digits.
        public let sha256: String

        /// Makes the entry of a template.
        ///
        /// - Parameter template: The template.
        /// - Complexity: O(*n*) in the size of the file.
        package init(describing template: Template) {
            type = template.type
            version = template.version
            size = template.bytes.count
            sha256 = ContentHash.of(template.bytes)
        }

        fileprivate init(type: String, version: FormatVersion, size: Int, sha256: String) {
            self.type = type
            self.version = version
            self.size = size
            self.sha256 = sha256
        }
    }

    /// The templates, in the order of the list.
    public let entries: [Entry]
    private let places: [String: Int]
    /// The indices of the entries with the same loose spelling.
    private let looseNames: [String: [Int]]

    /// Makes a manifest.
    ///
    /// - Parameter entries: The templates.
    /// - Throws: ``TemplateError`` with the code ``TemplateError/Code/invalidManifest`` if a type is listed twice.
    package init(_ entries: [Entry]) throws(TemplateError) {
        var places: [String: Int] = [:]
        var looseNames: [String: [Int]] = [:]
        for (index, entry) in entries.enumerated() {
            guard places.updateValue(index, forKey: entry.type) == nil else {
                throw TemplateError(.invalidManifest, "the manifest lists '\(VisibleText.short(entry.type))' twice")
            }
            looseNames[entry.type.looseSpelling, default: []].append(index)
        }
        self.entries = entries
        self.places = places
        self.looseNames = looseNames
    }

    /// Returns the entry of a type.
    ///
    /// - Parameter type: The template's name, as it is spelled in the file.
    /// - Returns: The entry; `nil` if the type is not listed.
    public subscript(type: String) -> Entry? {
        places[type].map { entries[$0] }
    }
}

// MARK: - JSON

extension TemplateManifest {
    /// Reads a manifest.
    ///
    /// - Parameter json: The JSON, in UTF-8.
    /// - Throws: ``TemplateError`` with the code ``TemplateError/Code/invalidManifest``.
    public init(decoding json: Data) throws(TemplateError) {
        let list: JSONValue
        do {
            list = try JSONValue(json: Array(json))
        } catch {
            throw TemplateError(.invalidManifest, "the manifest is not JSON: \(error)", cause: error)
        }
        try self.init(list)
    }

    /// Reads a manifest that stands in other data.
    ///
    /// - Parameter list: The list.
    /// - Throws: ``TemplateError`` with the code ``TemplateError/Code/invalidManifest``.
    package init(_ list: JSONValue) throws(TemplateError) {
        guard case .array(let rows) = list else {
            throw TemplateError(.invalidManifest, "the manifest is not a list of templates")
        }
        var entries: [Entry] = []
        entries.reserveCapacity(rows.count)
        for row in rows { entries.append(try Self.entry(row)) }
        try self.init(entries)
    }

    private static func entry(_ row: JSONValue) throws(TemplateError) -> Entry {
        guard
            case .string(let type)? = row["type"], case .string(let version)? = row["version"],
            case .int(let size)? = row["size"], let size = Int(exactly: size), case .string(let sha256)? = row["sha256"]
        else {
            let members = "'type', 'version', 'size' and 'sha256'"
            throw TemplateError(.invalidManifest, "an element of the manifest does not have \(members)")
        }
        guard let number = Self.version(version) else {
            let (type, version) = (VisibleText.short(type), VisibleText.short(version))
            let message = "the version of '\(type)' is '\(version)', expected three numbers like '1.0.3'"
            throw TemplateError(.invalidManifest, message)
        }
        guard ContentHash.isHash(sha256) else {
            let message = "the hash of '\(VisibleText.short(type))' is not 64 lower-case hexadecimal digits"
            throw TemplateError(.invalidManifest, message)
        }
        return Entry(type: type, version: number, size: size, sha256: sha256)
    }

    /// Reads a manifest from a file.
    ///
    /// - Parameter url: The file's URL.
    /// - Throws: ``TemplateError`` if the file cannot be read or is not a manifest.
    public init(contentsOf url: URL) throws(TemplateError) {
        let bytes = try TemplateFile.read(url, maximumSize: 64 << 20)
        do {
            try self.init(decoding: Data(bytes))
        } catch {
            throw error.inFile(url.path)
        }
    }

    /// Returns the manifest's JSON: one template per line, in the order of the list.
    ///
    /// - Returns: The JSON, in UTF-8; the same entries always give the same bytes.
    package func encoded() -> [UInt8] {
        let rows = entries.map { entry in
            "  {\"type\":\(JSONText.quoted(entry.type)),\"version\":\"\(entry.version)\","
                + "\"size\":\(entry.size),\"sha256\":\"\(entry.sha256)\"}"
        }
        let text = rows.isEmpty ? "[]\n" : "[\n\(rows.joined(separator: ",\n"))\n]\n"
        return Array(text.utf8)
    }

    private static func version(_ text: String) -> FormatVersion? {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt16($0) }
        guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2] else {
            return nil
        }
        let version = FormatVersion(major: major, minor: minor, patch: patch)
        return version.description == text ? version : nil
    }
}

// MARK: - Enforcing

extension TemplateManifest {
    /// Compares bytes with the list before they are decoded.
    ///
    /// A request for an alias need not be listed under that alias: its name is known only after decoding.
    ///
    /// - Returns: The hash of the bytes, if it was needed.
    func check(_ bytes: [UInt8], for request: TemplateRequest) throws(TemplateError) -> String? {
        let type = request.type
        let candidates = request.isTypeLoose ? looseNames[request.looseType] ?? [] : places[type].map { [$0] } ?? []
        guard !candidates.isEmpty else {
            if request.allowsAlias { return nil }
            throw TemplateError(.manifestMismatch, "the manifest does not list '\(VisibleText.short(type))'")
        }
        let sizes = candidates.filter { entries[$0].size == bytes.count }
        guard let first = sizes.first else {
            let expected = entries[candidates[0]].size
            let message = "'\(VisibleText.short(type))' has \(bytes.count) bytes, but the manifest says \(expected)"
            throw TemplateError(.manifestMismatch, message)
        }
        let hash = ContentHash.of(bytes)
        guard sizes.contains(where: { entries[$0].sha256 == hash }) else {
            let (name, expected) = (VisibleText.short(type), entries[first].sha256)
            let message = "'\(name)' has the SHA-256 \(hash), but the manifest says \(expected)"
            throw TemplateError(.manifestMismatch, message)
        }
        return hash
    }

    /// Compares a template with the list before it is published.
    func check(_ template: Template, of bytes: [UInt8], hash: String?) throws(TemplateError) {
        let type = template.type
        guard let entry = self[type] else {
            throw TemplateError(.manifestMismatch, "the manifest does not list '\(VisibleText.short(type))'")
        }
        guard entry.version == template.version else {
            let name = VisibleText.short(type)
            let message = "'\(name)' has version \(template.version), but the manifest says \(entry.version)"
            throw TemplateError(.manifestMismatch, message)
        }
        guard entry.size == bytes.count, entry.sha256 == hash ?? ContentHash.of(bytes) else {
            let message = "the bytes of '\(VisibleText.short(type))' are not those of the manifest"
            throw TemplateError(.manifestMismatch, message)
        }
    }
}
