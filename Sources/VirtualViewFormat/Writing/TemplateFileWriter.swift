/// Writes the header and the sections of a file.
struct TemplateFileWriter {
    let code: [UInt8]
    let strings: [UInt8]
    let expressions: [UInt8]
    var extra: [UInt8]
    let version: FormatVersion
    let pageID: UInt16
    let dependencies: [UInt16]
    var order: [FileSection]

    private func content(of section: FileSection) -> [UInt8] {
        switch section {
        case .header: []
        case .code: code
        case .strings: strings
        case .expressions: expressions
        case .extra: extra
        }
    }

    /// Returns the complete file.
    func bytes() throws(FormatError) -> [UInt8] {
        let headerSize = FileHeader.fixedSize + 2 * dependencies.count
        let size = headerSize + code.count + strings.count + expressions.count + extra.count
        guard size <= Int32.max else {
            throw FormatError(.fileTooLarge, in: .header, "the file has \(size) bytes, but 2147483647 is the most")
        }
        var starts: [FileSection: Int] = [:]
        var cursor = headerSize
        for section in order {
            starts[section] = cursor
            cursor += content(of: section).count
        }
        var file: [UInt8] = []
        file.reserveCapacity(size)
        file += FileHeader.magic
        file.appendBigEndian(version.major)
        file.appendBigEndian(version.minor)
        file.appendBigEndian(version.patch)
        // The stored length of a table leaves its own count out; that of the code section does not.
        for (section, countSize) in [(FileSection.code, 0), (.strings, 4), (.expressions, 4), (.extra, 0)] {
            file.appendBigEndian(UInt32(truncatingIfNeeded: starts[section] ?? headerSize))
            file.appendBigEndian(UInt32(truncatingIfNeeded: content(of: section).count - countSize))
        }
        file.appendBigEndian(pageID)
        file.appendBigEndian(UInt16(truncatingIfNeeded: dependencies.count))
        for dependency in dependencies { file.appendBigEndian(dependency) }
        for section in order { file += content(of: section) }
        return file
    }

    /// Returns the complete file with a digest of the bytes before the extra section, which is then the last section.
    func bytesWithDigest(after extra: ExtraSection) throws(FormatError) -> [UInt8] {
        let others = (extra.records ?? []).filter { $0.tag != ExtraSection.digestTag }
        func section(_ digest: [UInt8]) -> [UInt8] {
            ExtraSection(records: others + [.init(tag: ExtraSection.digestTag, payload: digest)]).bytes
        }
        var file = self
        file.order.removeAll { $0 == .extra }
        file.order.append(.extra)
        file.extra = section(Array(repeating: 0, count: 32))
        var bytes = try file.bytes()
        let start = bytes.count - file.extra.count
        bytes.replaceSubrange(start..., with: section(SHA256.digest(of: bytes[..<start])))
        return bytes
    }
}
