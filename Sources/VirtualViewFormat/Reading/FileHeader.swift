/// The fixed fields at the start of a file, and the sections they point to.
struct FileHeader: Hashable, Sendable {
    /// The first bytes of a file: `ALIVV`.
    static let magic: [UInt8] = [0x41, 0x4C, 0x49, 0x56, 0x56]
    /// The number of bytes before the page ids of dependencies.
    static let fixedSize = 47

    var version: FormatVersion
    var pageID: UInt16
    var dependencyCount: Int
    var sections: SectionLayout

    /// Reads the header and checks that the sections cover the rest of the file exactly.
    init(reading bytes: UnsafeRawBufferPointer) throws(FormatError) {
        if let header = FileHeader(readingUsual: bytes) {
            self = header
        } else {
            self = try FileHeader(checking: bytes)
        }
    }

    /// Reads the header of a file that is what nearly every file is: version 1, with its sections in the usual order.
    @inline(__always)
    private init?(readingUsual bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.fixedSize,
            // The magic, and the major version.
            bytes.uncheckedLoad(UInt64.self, at: 0) >> 8 == 0x41_4C49_5656_0001
        else { return nil }
        let dependencies = Int(bytes.uncheckedLoad(UInt16.self, at: 45))
        var end = Self.fixedSize &+ 2 &* dependencies
        func next(_ section: FileSection, countSize: Int) -> Range<Int>? {
            let field = Self.field(of: section)
            let start = Int(bytes.uncheckedLoad(Int32.self, at: field))
            let length = Int(bytes.uncheckedLoad(Int32.self, at: field &+ 4)) &+ countSize
            guard start == end, length >= 0, length <= bytes.count &- start else { return nil }
            end = start &+ length
            return start..<end
        }
        guard let code = next(.code, countSize: 0), let strings = next(.strings, countSize: 4),
            let expressions = next(.expressions, countSize: 4), let extra = next(.extra, countSize: 0),
            end == bytes.count
        else { return nil }
        version = FormatVersion(
            major: 1,
            minor: bytes.uncheckedLoad(UInt16.self, at: 7),
            patch: bytes.uncheckedLoad(UInt16.self, at: 9)
        )
        pageID = bytes.uncheckedLoad(UInt16.self, at: 43)
        dependencyCount = dependencies
        sections = SectionLayout(code: code, strings: strings, expressions: expressions, extra: extra)
    }

    /// Reads the header of any file, or finds what is wrong with it.
    @inline(never)
    private init(checking bytes: UnsafeRawBufferPointer) throws(FormatError) {
        var reader = BinaryReader(bytes, 0..<bytes.count, section: .header)
        for byte in Self.magic {
            let offset = reader.offset
            guard try reader.readUInt8("magic") == byte else {
                throw FormatError(.badMagic, at: offset, in: .header, "the file does not start with 'ALIVV'")
            }
        }
        version = FormatVersion(
            major: try reader.readUInt16("major version"),
            minor: try reader.readUInt16("minor version"),
            patch: try reader.readUInt16("patch version")
        )
        guard version.major == 1 else {
            throw FormatError(
                .unsupportedVersion,
                at: Self.magic.count,
                in: .header,
                "the major version is \(version.major), but only 1 is known"
            )
        }
        let code = try SectionField(&reader, .code, countSize: 0)
        let strings = try SectionField(&reader, .strings, countSize: 4)
        let expressions = try SectionField(&reader, .expressions, countSize: 4)
        let extra = try SectionField(&reader, .extra, countSize: 0)
        pageID = try reader.readUInt16("page id")
        dependencyCount = Int(try reader.readUInt16("dependency count"))
        _ = try reader.readRange(dependencyCount * 2, "dependency page ids")
        sections = try Self.layOut((code, strings, expressions, extra), from: reader.offset, to: bytes.count)
    }

    /// Reads the header of a file that was checked.
    init(rereading bytes: [UInt8]) {
        func number(_ offset: Int) -> UInt16 { bytes.uncheckedLoad(UInt16.self, at: offset) }
        func range(_ section: FileSection, countSize: Int) -> Range<Int> {
            let field = Self.field(of: section)
            let start = Int(bytes.uncheckedLoad(Int32.self, at: field))
            return start..<start + Int(bytes.uncheckedLoad(Int32.self, at: field + 4)) + countSize
        }
        version = FormatVersion(major: number(5), minor: number(7), patch: number(9))
        pageID = number(43)
        dependencyCount = Int(number(45))
        sections = SectionLayout(
            code: range(.code, countSize: 0),
            strings: range(.strings, countSize: 4),
            expressions: range(.expressions, countSize: 4),
            extra: range(.extra, countSize: 0)
        )
    }

    /// Returns the offset of the field with a section's start; the section's length follows it.
    private static func field(of section: FileSection) -> Int {
        switch section {
        case .header, .code: 11
        case .strings: 19
        case .expressions: 27
        case .extra: 35
        }
    }

    /// Returns the start of a section in a file that was checked.
    @inline(__always)
    static func offset(of section: FileSection, in bytes: [UInt8]) -> Int {
        Int(bytes.uncheckedLoad(Int32.self, at: field(of: section)))
    }

    /// Checks bounds, then goes through the sections in file order and refuses the first gap or overlap.
    private static func layOut(
        _ fields: (code: SectionField, strings: SectionField, expressions: SectionField, extra: SectionField),
        from headerEnd: Int,
        to fileEnd: Int
    ) throws(FormatError) -> SectionLayout {
        let layout = SectionLayout(
            code: try fields.code.range(from: headerEnd, to: fileEnd),
            strings: try fields.strings.range(from: headerEnd, to: fileEnd),
            expressions: try fields.expressions.range(from: headerEnd, to: fileEnd),
            extra: try fields.extra.range(from: headerEnd, to: fileEnd)
        )
        var cursor = headerEnd
        for section in layout.order {
            let range = layout.range(of: section)
            if range.lowerBound < cursor {
                throw FormatError(
                    .sectionOverlap,
                    at: range.lowerBound,
                    in: section,
                    "the section starts before the one in front of it ends, at byte \(cursor)"
                )
            }
            guard range.lowerBound == cursor else { throw gap(at: cursor, to: range.lowerBound, section) }
            cursor = range.upperBound
        }
        guard cursor == fileEnd else { throw gap(at: cursor, to: fileEnd, .extra) }
        return layout
    }

    private static func gap(at start: Int, to end: Int, _ section: FileSection) -> FormatError {
        FormatError(.sectionGap, at: start, in: section, "\(end - start) bytes belong to no section")
    }
}

/// The offset and length that the header gives for a section.
private struct SectionField {
    private let section: FileSection
    private let fieldOffset: Int
    private let start: Int
    /// The length, wider than its field because a table's count is added.
    private let length: Int64

    /// Reads an offset and a length; `countSize` is added because stored lengths exclude the tables' count
    /// (`Docs/Format.md §2`).
    init(_ reader: inout BinaryReader, _ section: FileSection, countSize: Int64) throws(FormatError) {
        self.section = section
        fieldOffset = reader.offset
        start = Int(try reader.readInt32("section offset"))
        length = Int64(try reader.readInt32("section length")) + countSize
    }

    func range(from headerEnd: Int, to fileEnd: Int) throws(FormatError) -> Range<Int> {
        guard start >= headerEnd, length >= 0, start <= fileEnd, length <= fileEnd - start else {
            throw FormatError(
                .sectionOutOfBounds,
                at: fieldOffset,
                in: section,
                "the section covers \(length) bytes from byte \(start), but only bytes \(headerEnd) to \(fileEnd) are there"
            )
        }
        return start..<start + Int(length)
    }
}
