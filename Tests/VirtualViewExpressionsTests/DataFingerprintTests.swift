import Testing
import VirtualViewTestSupport

@testable import VirtualViewExpressions

/// What tells data apart quickly.
@Suite struct DataFingerprintTests {
    private func fingerprint(_ data: JSONValue) -> UInt64 {
        var fingerprint = DataFingerprint()
        fingerprint.combine(data)
        return fingerprint.value
    }

    @Test func differentValuesHaveDifferentFingerprints() {
        let values: [JSONValue] = [
            .null, false, true, 0, 1, -1, .int(.max), .int(.min), 0.5, 1.0, "", "0", "1", "a", [], [.null], [[]],
            [1, 2], [2, 1], [[1], 2], [[1, 2]], [:], ["a": .null], ["a": 1], ["b": 1], ["a": "1"], ["a": 1, "b": 2],
            ["a": 2, "b": 1], ["a": ["b": 1]],
        ]
        #expect(Set(values.map(fingerprint)).count == values.count)
    }

    @Test(arguments: [1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100]) func everyByteOfATextCounts(_ length: Int) {
        let bytes = (0..<length).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        let others = bytes.indices.map { index in
            var other = bytes
            other[index] = UInt8(ascii: "-")
            return other
        }
        let found = ([bytes, bytes + bytes] + others).map { fingerprint(.string(String(decoding: $0, as: UTF8.self))) }
        #expect(Set(found).count == length + 2)
    }

    @Test func theOrderOfEntriesHasNoMeaning() throws {
        var random = SeededGenerator(seed: RandomTests.seed)
        for count in 0..<20 {
            let members = (0..<count).map { "\"name \($0)\": [\"the value of \($0), which is a text\"]" }
            func data(_ members: [String]) throws -> JSONValue {
                try JSONValue(json: Array("[{\(members.joined(separator: ","))}]".utf8))
            }
            let shuffled = members.shuffled(using: &random)
            #expect(fingerprint(try data(members)) == fingerprint(try data(shuffled)), "VV_SEED=\(RandomTests.seed)")
        }
    }
}
