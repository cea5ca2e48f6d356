/// A part of a template file.
public enum FileSection: String, Hashable, Sendable, CaseIterable {
    /// The magic, the version, the positions of the other sections, and the page ids.
    case header
    /// The template's name and its node tree.
    case code
    /// The strings that the node tree refers to.
    case strings
    /// Compiled event programs.
    case expressions
    /// Records that the format does not define.
    case extra
}

/// The positions of the sections of a file.
public struct SectionLayout: Hashable, Sendable {
    /// The template's name and its node tree, from the template count on.
    public let code: Range<Int>
    /// The string table, from its count on.
    public let strings: Range<Int>
    /// The expression table, from its count on.
    public let expressions: Range<Int>
    /// The extra section; empty in most files.
    public let extra: Range<Int>

    /// The sections after the header, in file order.
    ///
    /// An empty extra section that starts where another section starts comes before it.
    public var order: [FileSection] {
        let starts: [(FileSection, Range<Int>)] = [
            (.code, code), (.strings, strings), (.expressions, expressions), (.extra, extra),
        ]
        return starts.sorted { ($0.1.lowerBound, $0.1.count) < ($1.1.lowerBound, $1.1.count) }.map { $0.0 }
    }

    /// Returns the byte offsets of one section in the file.
    ///
    /// - Parameter section: The section.
    /// - Returns: Its range, including the count before a table.
    public func range(of section: FileSection) -> Range<Int> {
        switch section {
        case .header: 0..<min(code.lowerBound, strings.lowerBound, expressions.lowerBound, extra.lowerBound)
        case .code: code
        case .strings: strings
        case .expressions: expressions
        case .extra: extra
        }
    }
}

/// The section whose content the format does not define; empty in most files.
///
/// This package can write records into it: `VVX1`, then for each record a tag of four ASCII characters, a
/// 32-bit length and the payload (`Docs/Format.md §8`). Other content is kept unchanged.
public struct ExtraSection: Hashable, Sendable {
    /// One record.
    public struct Record: Hashable, Sendable {
        /// Four ASCII characters.
        public let tag: String
        /// The content.
        public let payload: [UInt8]

        /// Makes a record.
        public init(tag: String, payload: [UInt8]) {
            precondition(tag.utf8.count == 4 && tag.utf8.allSatisfy { $0 < 0x80 }, "a tag is four ASCII characters")
            self.tag = tag
            self.payload = payload
        }

        /// Makes the record of a source map.
        package init(_ map: SourceMap) {
            self.init(tag: ExtraSection.sourceMapTag, payload: map.payload)
        }
    }

    /// The tag of the record with the SHA-256 of the file up to this section.
    public static let digestTag = "DGST"
    /// The tag of the record with a ``SourceMap``.
    public static let sourceMapTag = "SMAP"
    /// The tag of the record with the names of parts.
    public static let partsTag = "PART"
    private static let magic: [UInt8] = Array("VVX1".utf8)

    /// The bytes of the section in the file.
    public let bytes: [UInt8]

    /// Makes a section of its bytes in a file.
    public init(bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    /// Makes a section with records.
    ///
    /// - Parameter records: The records in the order in which to write them; without any the section is empty.
    public init(records: [Record]) {
        var bytes: [UInt8] = records.isEmpty ? [] : Self.magic
        for record in records {
            bytes += Array(record.tag.utf8)
            bytes.appendBigEndian(UInt32(truncatingIfNeeded: record.payload.count))
            bytes += record.payload
        }
        self.bytes = bytes
    }

    /// The records; `nil` if the section is not empty and does not have their form.
    ///
    /// - Complexity: O(*n*) in the size of the section.
    public var records: [Record]? {
        guard !bytes.isEmpty else { return [] }
        guard bytes.starts(with: Self.magic) else { return nil }
        var records: [Record] = []
        var offset = Self.magic.count
        while offset < bytes.count {
            guard bytes.count - offset >= 8 else { return nil }
            let tag = bytes[offset..<offset + 4]
            guard tag.allSatisfy({ $0 < 0x80 }),
                let length = Int(exactly: bytes.uncheckedLoad(UInt32.self, at: offset + 4)),
                length <= bytes.count - offset - 8
            else { return nil }
            let payload = offset + 8..<offset + 8 + length
            records.append(Record(tag: String(decoding: tag, as: UTF8.self), payload: Array(bytes[payload])))
            offset = payload.upperBound
        }
        return records
    }
}

extension ExtraSection {
    /// Replaces the source map, if there is one; content that does not have the form of records is lost.
    ///
    /// - Parameter map: The map.
    /// - Returns: A section with the other records in their order, followed by the map.
    public func embedding(_ map: SourceMap) -> ExtraSection {
        embedding(Record(map))
    }

    /// Replaces the record with a tag, if there is one; content that does not have the form of records is lost.
    package func embedding(_ record: Record) -> ExtraSection {
        let others = (records ?? []).filter { $0.tag != record.tag }
        return ExtraSection(records: others + [record])
    }
}

extension Template {
    /// Whether the file's own digest matches its bytes; `nil` if it has none.
    ///
    /// One before other sections would say nothing of them, and does not match.
    ///
    /// - Complexity: O(*n*) in the size of the file.
    public var isDigestValid: Bool? {
        guard let digest = extra.records?.last(where: { $0.tag == ExtraSection.digestTag }) else { return nil }
        return sections.extra.upperBound == bytes.count
            && digest.payload == SHA256.digest(of: bytes[..<sections.extra.lowerBound])
    }
}
