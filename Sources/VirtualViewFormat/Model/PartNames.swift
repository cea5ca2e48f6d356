/// The names that an assemble source gives its parts, by their nodes.
///
/// `vvc compile --embed parts` writes them into a file (`Docs/Format.md §8`); in XML the property `name` says the same.
package struct PartNames: Hashable, Sendable {
    /// A node with a name.
    package struct Entry: Hashable, Sendable {
        /// The node's number in pre-order; the root is 0.
        package let node: Int
        /// The name, which is not empty.
        package let name: String
    }

    /// The nodes with names, in pre-order.
    package let entries: [Entry]

    /// Makes a list of names.
    ///
    /// - Parameter names: The names with their nodes. A name that cannot be stored, because it is empty or has more than
    ///   65,535 bytes, is left out, and so is a further one of the same node.
    package init(_ names: [(node: Int, name: String)]) {
        var entries: [Entry] = []
        for (node, name) in names.sorted(by: { $0.node < $1.node }) {
            guard UInt32(exactly: node) != nil, !name.isEmpty, name.utf8.count <= Int(UInt16.max),
                entries.last?.node != node
            else { continue }
            entries.append(Entry(node: node, name: name))
        }
        self.entries = entries
    }

    /// Returns the name of a node; `nil` if it has none here.
    ///
    /// - Complexity: O(log *n*) in the number of names.
    package func name(ofNode node: Int) -> String? {
        let place = entries.partitioningIndex { $0.node >= node }
        return place < entries.count && entries[place].node == node ? entries[place].name : nil
    }
}

// MARK: - Bytes

extension PartNames {
    /// Reads the payload of a record.
    ///
    /// The result is `nil` if there are too few or too many bytes, if a name is empty, or if nodes are out of order.
    ///
    /// - Parameter payload: The bytes, which need not be trusted.
    /// - Complexity: O(*n*) in the number of bytes.
    package init?(payload: [UInt8]) {
        let read = payload.withUnsafeBytes { bytes -> [Entry]? in
            var reader = BinaryReader(bytes, 0..<bytes.count, section: .extra)
            return try? Self.read(bytes, &reader)
        }
        guard let read else { return nil }
        entries = read
    }

    private static func read(
        _ bytes: UnsafeRawBufferPointer,
        _ reader: inout BinaryReader
    ) throws(FormatError) -> [Entry]? {
        var entries: [Entry] = []
        for _ in 0..<(try reader.readCount(minimumSize: 6, "a name count")) {
            guard let node = Int(exactly: try reader.readUInt32("a node's number")) else { return nil }
            let name = String(decoding: bytes[try reader.readText("a part's name")], as: UTF8.self)
            if name.isEmpty { return nil }
            if let last = entries.last, last.node >= node { return nil }
            entries.append(Entry(node: node, name: name))
        }
        return reader.remaining == 0 ? entries : nil
    }

    /// The payload of the record.
    ///
    /// - Complexity: O(*n*) in its size.
    package var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(UInt32(truncatingIfNeeded: entries.count))
        for entry in entries {
            bytes.appendBigEndian(UInt32(truncatingIfNeeded: entry.node))
            bytes.appendBigEndian(UInt16(truncatingIfNeeded: entry.name.utf8.count))
            bytes.append(contentsOf: entry.name.utf8)
        }
        return bytes
    }
}

extension Template {
    /// The names in the file's record of parts; `nil` if it has none, or one that cannot be read or names a node that the
    /// template does not have.
    ///
    /// - Complexity: O(*n*) in the size of the extra section at each call.
    package var partNames: PartNames? {
        guard let record = extra.records?.last(where: { $0.tag == ExtraSection.partsTag }),
            let names = PartNames(payload: record.payload), (names.entries.last?.node ?? 0) < nodes.count
        else { return nil }
        return names
    }
}
