/// Writes a file byte by byte, without the code that is under test.
struct FileImage {
    var major: UInt16 = 1
    var minor: UInt16 = 0
    var patch: UInt16 = 1
    var pageID: UInt16 = 1
    var dependencies: [UInt16] = []
    var templateCount: Int32 = 1
    var name: [UInt8] = [0x54]
    /// A root without properties.
    var nodes: [UInt8] = [0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 1]
    var nodeLength: UInt16?
    var strings: [(id: Int32, text: [UInt8])] = []
    var stringCount: Int32?
    var expressions: [(id: Int32, code: [UInt8])] = []
    var extra: [UInt8] = []

    var bytes: [UInt8] {
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
func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
}
