/// A compiled template: an immutable view over the checked bytes of a file.
///
/// A `Template` that exists is well formed. Making one checks every section range, count and tag balance, and that all
/// text is UTF-8, so later code need not check them again. Making one does *not* check that a string id has a
/// string (a missing one is data), that a component or property is known, that an event program is valid, and how deep
/// nodes are nested.
///
/// ### Memory
/// A template keeps the file's bytes and one index of four bytes for each node, string and event program. A `String`
/// is only made on request.
///
/// Values may be used from any thread.
public struct Template: Sendable {
    @usableFromInline let storage: TemplateStorage

    /// Reads a template file from bytes that need not be trusted.
    ///
    /// - Parameters:
    ///   - bytes: The complete file. Bytes that belong to no section are an error.
    ///   - limits: Bounds on the size; the defaults suit files from the network.
    /// - Throws: ``FormatError``, with the offset of the first wrong byte.
    /// - Complexity: O(*n*) in the size of `bytes`, and O(*s* log *s*) in the number of strings; one allocation is kept.
    public init(decoding bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(FormatError) {
        storage = try TemplateDecoder.decode(bytes, limits: limits)
    }
}

extension Template {
    /// The complete file.
    public var bytes: [UInt8] {
        storage.bytes
    }

    /// The template's name.
    ///
    /// - Complexity: O(*n*) in the length of the name; a string is made at each call.
    public var type: String {
        storage.text(in: storage.typeRange)
    }

    /// The version of the format and the template's own version.
    public var version: FormatVersion {
        storage.header.version
    }

    /// The page id of the header; compilers write 1.
    public var pageID: UInt16 {
        storage.header.pageID
    }

    /// The page ids of the templates that this one depends on; empty in files of the reference compiler.
    public var dependencies: [UInt16] {
        (0..<storage.header.dependencyCount).map { storage.uint16(at: FileHeader.fixedSize + 2 * $0) }
    }

    /// The positions of the sections.
    public var sections: SectionLayout {
        storage.header.sections
    }

    /// The strings of the file.
    public var strings: StringTable {
        StringTable(storage: storage)
    }

    /// The event programs of the file.
    public var expressions: ExpressionTable {
        ExpressionTable(storage: storage)
    }

    /// The extra section.
    public var extra: ExtraSection {
        ExtraSection(bytes: Array(storage.bytes[storage.header.sections.extra]))
    }

    /// The root of the node tree.
    @inlinable
    public var root: NodeCreater {
        NodeCreater(storage: storage, index: 0)
    }

    /// Every node in pre-order: each before its children, children in file order.
    @inlinable
    public var nodes: NodeList {
        NodeList(storage: storage)
    }

    /// Returns the text of a key: a system string, or a string of the file.
    ///
    /// - Parameter id: A key of this template.
    /// - Returns: The text, or `nil` if neither list has it.
    /// - Complexity: O(log *n*) in the number of strings, and O(*m*) in the length of the text.
    public func string(for id: StringID) -> String? {
        storage.string(for: id)
    }
}

extension Template: Hashable {
    /// Whether two templates have the same bytes.
    public static func == (lhs: Template, rhs: Template) -> Bool {
        lhs.bytes == rhs.bytes
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }
}

/// The three numbers of a file's header.
///
/// Files of major version 1 load for ever, whatever their minor version (`Docs/Format.md §2`).
public struct FormatVersion: Hashable, Sendable {
    /// The version of the format; only 1 is known.
    public var major: UInt16
    /// The compatible revision of the format.
    public var minor: UInt16
    /// The template's own version, which its author increases.
    public var patch: UInt16

    /// Makes a version.
    public init(major: UInt16 = 1, minor: UInt16 = 0, patch: UInt16 = 1) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }
}

extension FormatVersion: CustomStringConvertible {
    /// The three numbers with points between them.
    public var description: String {
        "\(major).\(minor).\(patch)"
    }
}
