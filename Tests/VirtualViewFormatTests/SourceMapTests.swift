import Testing
import VirtualViewFormat
import VirtualViewTestSupport

/// Source maps as values, as bytes, and in files.
@Suite struct SourceMapTests {
    private static let first = StringID(rawValue: -7)
    private static let second = StringID(rawValue: 9)
    private static let map = SourceMap(
        nodes: [place(1, 2), nil, place(4, 3, "b.asv")],
        programs: [
            (first, [statement(0, 1, 20), statement(20, 2, 1), statement(300, 9, 9, "blocks")]),
            (second, []),
        ]
    )

    private static func place(_ line: Int, _ column: Int, _ file: String = "a.xml") -> SourceMap.Position {
        SourceMap.Position(file: file, line: line, column: column)
    }

    private static func statement(
        _ offset: Int,
        _ line: Int,
        _ column: Int,
        _ file: String = "a.xml"
    ) -> SourceMap.Statement {
        SourceMap.Statement(offset: offset, position: place(line, column, file))
    }

    private func file(with extra: ExtraSection) throws -> [UInt8] {
        var builder = TemplateBuilder(type: "T")
        try builder.openNode(component: 1)
        try builder.closeNode()
        builder.extra = extra
        return try builder.encoded()
    }

    @Test func nodesAndStatementsAreFound() {
        let map = Self.map
        #expect(map.files == ["a.xml", "b.asv", "blocks"])
        #expect((-1...3).map { map.position(ofNode: $0)?.description } == [nil, "a.xml:1:2", nil, "b.asv:4:3", nil])
        #expect(map.programIDs == [Self.first, Self.second])
        #expect(map.statements(ofProgram: Self.first).map(\.offset) == [0, 20, 300])
        let lines = [-1, 0, 19, 20, 299, 300, .max].map { map.position(inProgram: Self.first, at: $0)?.line }
        #expect(lines == [nil, 1, 1, 2, 2, 9, 9])
        #expect(map.position(inProgram: Self.second, at: 0) == nil)
        #expect(map.position(inProgram: StringID(rawValue: 1), at: 0) == nil)
    }

    @Test func bytesGiveTheSameMap() {
        #expect(SourceMap(payload: Self.map.payload) == Self.map)
        let empty = SourceMap(nodes: [], programs: [])
        #expect(SourceMap(payload: empty.payload) == empty)
    }

    @Test func aNodeWithoutAPlaceIsWrittenAsZeros() {
        let bytes = [UInt8](repeating: 0, count: 5) + [1] + [UInt8](repeating: 0, count: 14)
        #expect(SourceMap(nodes: [nil], programs: []).payload == bytes)
        #expect(SourceMap(payload: bytes)?.nodeCount == 1)
    }

    @Test func whatDoesNotFitIsLeftOut() {
        let long = String(repeating: "x", count: 65_536)
        let map = SourceMap(
            nodes: [
                Self.place(0, 1), Self.place(-4, 1), Self.place(.max, 1), Self.place(1, 1, long), Self.place(7, 8),
            ],
            programs: [
                (Self.first, [Self.statement(5, 1, 1), Self.statement(5, 2, 2), Self.statement(70_000, 3, 3)]),
                (Self.first, [Self.statement(6, 1, 1)]),
            ]
        )
        #expect(map.files == ["a.xml"])
        #expect((0..<5).map { map.position(ofNode: $0)?.line } == [nil, nil, nil, nil, 7])
        #expect(map.programIDs == [Self.first])
        #expect(map.statements(ofProgram: Self.first) == [Self.statement(5, 1, 1)])
        #expect(SourceMap(payload: map.payload) == map)
    }

    @Test func filesWhoseNamesUnicodeCallsTheSameAreTwo() {
        let places = ["caf\u{E9}.xml", "cafe\u{301}.xml"].map { Self.place(1, 2, $0) }
        let map = SourceMap(nodes: places, programs: [])
        #expect(map.files.count == 2)
        #expect((0..<2).map { map.position(ofNode: $0)?.file.unicodeScalars.count } == [8, 9])
    }

    @Test func damagedBytesAreNoMapOrAnother() {
        let payload = Self.map.payload
        for length in 0..<payload.count { #expect(SourceMap(payload: Array(payload[..<length])) == nil) }
        #expect(SourceMap(payload: payload + [0]) == nil)
        for offset in payload.indices {
            for value in 0...UInt8.max {
                var changed = payload
                changed[offset] = value
                guard let map = SourceMap(payload: changed) else { continue }
                #expect(map.payload == changed)
                for id in map.programIDs {
                    for statement in map.statements(ofProgram: id) {
                        #expect(map.position(inProgram: id, at: statement.offset) == statement.position)
                    }
                }
            }
        }
    }

    @Test func countsThatCannotBeAreRefusedBeforeAnythingIsAllocated() {
        #expect(SourceMap(payload: [0, 0, 0x7F, 0xFF, 0xFF, 0xFF]) == nil)
        #expect(SourceMap(payload: [0, 0, 0xFF, 0xFF, 0xFF, 0xFF]) == nil)
        #expect(SourceMap(payload: [0, 0, 0, 0, 0, 0, 0x10, 0, 0, 0]) == nil)
        #expect(SourceMap(payload: [0xFF, 0xFF]) == nil)
        #expect(SourceMap(payload: [0, 1, 0, 1, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0]) == nil)
    }

    @Test func aFileKeepsItAndTheLawHolds() throws {
        let other = ExtraSection.Record(tag: "ABCD", payload: [1, 2])
        let old = ExtraSection.Record(tag: ExtraSection.sourceMapTag, payload: [9])
        let bytes = try file(with: ExtraSection(records: [old, other]).embedding(Self.map))
        let template = try Template(decoding: bytes)
        #expect(template.sourceMap == Self.map)
        #expect(template.extra.records?.map(\.tag) == ["ABCD", "SMAP"])
        #expect(try TemplateBuilder(template).encoded() == bytes)
        expectTotal(bytes)
    }

    @Test func ofSeveralInAFileTheLastCounts() throws {
        let other = SourceMap(nodes: [Self.place(7, 8)], programs: [])
        for (maps, last) in [([other, Self.map], Self.map), ([Self.map, other], other)] {
            let extra = ExtraSection(records: maps.map { ExtraSection.Record($0) })
            #expect(try Template(decoding: file(with: extra)).sourceMap == last)
        }
    }

    @Test func aFileWithoutOneOrWithABadOneHasNone() throws {
        #expect(try Template(decoding: file(with: ExtraSection())).sourceMap == nil)
        #expect(try Template(decoding: file(with: ExtraSection(bytes: [1, 2, 3]))).sourceMap == nil)
        let bad = ExtraSection(records: [.init(tag: ExtraSection.sourceMapTag, payload: [0])])
        #expect(try Template(decoding: file(with: bad)).sourceMap == nil)
    }

    @Test func theSampleFileIsReadAndKeepsTheLawWhenDamaged() throws {
        let bytes = try Fixtures.bytes("SourceMaps/Card.out")
        let template = try Template(decoding: bytes)
        let map = try #require(template.sourceMap)
        #expect((0..<3).map { map.position(ofNode: $0)?.line } == [1, 2, 5])
        expectTotal(bytes)
    }
}
