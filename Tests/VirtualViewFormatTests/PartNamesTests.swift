import Testing
import VirtualViewFormat

/// Names of parts as values, as bytes, and in files.
@Suite struct PartNamesTests {
    private static let names = PartNames([(2, "b"), (0, "título"), (7, "b")])

    private func file(with extra: ExtraSection, nodes: Int = 8) throws -> [UInt8] {
        var builder = TemplateBuilder(type: "T")
        for _ in 0..<nodes { try builder.openNode(component: 1) }
        for _ in 0..<nodes { try builder.closeNode() }
        builder.extra = extra
        return try builder.encoded()
    }

    private func record(_ payload: [UInt8]) -> ExtraSection {
        ExtraSection(records: [.init(tag: ExtraSection.partsTag, payload: payload)])
    }

    @Test func nodesHaveNames() {
        #expect(
            (-1...8).map { Self.names.name(ofNode: $0) } == [nil, "título", nil, "b", nil, nil, nil, nil, "b", nil]
        )
        #expect(Self.names.entries.map(\.node) == [0, 2, 7])
    }

    @Test func bytesGiveTheSameNames() {
        #expect(PartNames(payload: Self.names.payload) == Self.names)
        #expect(PartNames(payload: PartNames([]).payload) == PartNames([]))
    }

    @Test func whatCannotBeStoredIsLeftOut() {
        let long = String(repeating: "x", count: 65_536)
        #expect(PartNames([(0, ""), (1, long), (-1, "a"), (2, "b"), (2, "c")]).entries.map(\.name) == ["b"])
    }

    @Test func damagedBytesAreNoNamesOrOthers() {
        let payload = Self.names.payload
        for length in 0..<payload.count { #expect(PartNames(payload: Array(payload[..<length])) == nil) }
        #expect(PartNames(payload: payload + [0]) == nil)
        for offset in payload.indices {
            for value in 0...UInt8.max {
                var changed = payload
                changed[offset] = value
                guard let names = PartNames(payload: changed) else { continue }
                #expect(names.payload == changed)
            }
        }
        // An empty name, two of one node, and a count beyond the bytes.
        #expect(PartNames(payload: [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]) == nil)
        #expect(PartNames(payload: [0, 0, 0, 2, 0, 0, 0, 1, 0, 1, 65, 0, 0, 0, 1, 0, 1, 66]) == nil)
        #expect(PartNames(payload: [255, 255, 255, 255]) == nil)
    }

    @Test func ofSeveralRecordsInAFileTheLastCounts() throws {
        let other = PartNames([(1, "a")])
        for (names, last) in [([other, Self.names], Self.names), ([Self.names, other], other)] {
            let records = names.map { ExtraSection.Record(tag: ExtraSection.partsTag, payload: $0.payload) }
            #expect(try Template(decoding: file(with: ExtraSection(records: records))).partNames == last)
        }
    }

    @Test func filesKeepThemAndIgnoreWhatIsWrong() throws {
        let bytes = try file(with: record(Self.names.payload))
        let template = try Template(decoding: bytes)
        #expect(template.partNames == Self.names)
        #expect(try TemplateBuilder(template).encoded() == bytes)
        #expect(try Template(decoding: file(with: ExtraSection())).partNames == nil)
        #expect(try Template(decoding: file(with: record([1, 2, 3]))).partNames == nil)
        // The last name is of a node that is not there.
        #expect(try Template(decoding: file(with: record(Self.names.payload), nodes: 7)).partNames == nil)
    }
}
