import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@Suite struct UTF8SequenceTests {
    @Test func agreesWithTheStandardLibrary() {
        print("seed \(RandomTests.seed)")
        var random = SeededGenerator(seed: RandomTests.seed)
        let pieces: [[UInt8]] = [
            Array("a".utf8), Array("plain text".utf8), Array("é".utf8), Array("标".utf8), Array("😀".utf8),
            [0x80], [0xC3], [0xE6, 0xA0], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF5], [0xFF],
        ]
        for _ in 0..<RandomTests.count(3000) {
            // Mostly well formed, so that faults are found at every place of a word.
            let known = Bool.random(using: &random) ? 5 : pieces.count
            let bytes = (0..<Int.random(in: 0...6, using: &random)).flatMap { _ in
                pieces[Int.random(in: 0..<known, using: &random)]
            }
            let front = Int.random(in: 0...min(9, bytes.count), using: &random)
            let range = front..<bytes.count
            let found = bytes.withUnsafeBytes { UTF8Sequence.firstInvalidByte(in: $0, range) }
            #expect((found == nil) == Self.isValid(bytes[range]), "\(bytes) from \(front)")
            if let found { #expect(Self.isValid(bytes[front..<found]), "\(bytes) from \(front)") }
        }
    }

    private static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
    }
}
