/// Writes a file byte by byte, without the code that is under test.
package struct FileImage {
    package var major: UInt16 = 1
    package var minor: UInt16 = 0
    package var patch: UInt16 = 1
    package var pageID: UInt16 = 1
    package var dependencies: [UInt16] = []
    package var templateCount: Int32 = 1
    package var name: [UInt8] = [0x54]
    /// A root without properties.
    package var nodes: [UInt8] = [0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 1]
    package var nodeLength: UInt16?
    package var strings: [(id: Int32, text: [UInt8])] = []
    package var stringCount: Int32?
    package var expressions: [(id: Int32, code: [UInt8])] = []
    package var extra: [UInt8] = []

    /// Starts with the smallest file.
    package init() {}

    /// The file.
    package var bytes: [UInt8] {
        let code =
            bigEndian(templateCount) + bigEndian(UInt16(name.count)) + name
            + bigEndian(nodeLength ?? UInt16(nodes.count)) + nodes
        let stringTable = table(strings.map { ($0.id, $0.text) }, count: stringCount)
        let expressionTable = table(expressions.map { ($0.id, $0.code) }, count: nil)
        let start = 47 + 2 * dependencies.count
        var file: [UInt8] = Array("ALIVV".utf8) + bigEndian(major) + bigEndian(minor) + bigEndian(patch)
        file += bigEndian(Int32(start)) + bigEndian(Int32(code.count))
        file += bigEndian(Int32(start + code.count)) + bigEndian(Int32(stringTable.count - 4))
        file += bigEndian(Int32(start + code.count + stringTable.count)) + bigEndian(Int32(expressionTable.count - 4))
        file += bigEndian(Int32(start + code.count + stringTable.count + expressionTable.count))
        file += bigEndian(Int32(extra.count)) + bigEndian(pageID) + bigEndian(UInt16(dependencies.count))
        for page in dependencies { file += bigEndian(page) }
        return file + code + stringTable + expressionTable + extra
    }

    private func table(_ entries: [(Int32, [UInt8])], count: Int32?) -> [UInt8] {
        entries.reduce(into: bigEndian(count ?? Int32(entries.count))) { bytes, entry in
            bytes += bigEndian(entry.0) + bigEndian(UInt16(entry.1.count)) + entry.1
        }
    }
}

/// The bytes of a number, the most significant first.
package func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
}
