import Testing

@testable import VirtualViewFormat

@Suite struct BinaryReaderTests {
    @Test(arguments: [-1, Int.min, 4, Int.max])
    func aCountThatIsNotThereMovesNothing(_ count: Int) throws {
        try [UInt8](repeating: 7, count: 9).withUnsafeBytes { bytes in
            var reader = BinaryReader(bytes, 3..<6, section: .extra)
            #expect(throws: FormatError.self) { try reader.skip(count, "bytes") }
            #expect(throws: FormatError.self) { try reader.readRange(count, "bytes") }
            #expect(reader.offset == 3)
            try reader.skip(3, "bytes")
            #expect(reader.remaining == 0)
        }
    }
}
