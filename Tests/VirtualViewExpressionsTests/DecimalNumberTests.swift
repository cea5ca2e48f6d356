import Testing
import VirtualViewTestSupport

@testable import VirtualViewExpressions

/// Numbers in texts; the standard library's are the oracle.
@Suite struct DecimalNumberTests {
    private func expectSame(_ text: String) throws {
        let bytes = Array(text.utf8)
        let number = try #require(DecimalNumber(bytes, at: 0, limit: bytes.count))
        #expect(number.double(in: bytes) == Double(text), "\(text)")
        #expect(number.integer == Int64(text), "\(text)")
        #expect(number.end == bytes.count)
    }

    @Test(arguments: [
        "0", "-0", "7", "1234567890123456789", "12345678901234567890", "123456789012345678901", "10000000000000000000",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "0.1", "1.5e3",
        "123456789012345678901.5", "0.00000000000000000000012345678901234567890123", "1e22", "1E-5", "9007199254740993",
        "99999999999999999999999999999999", "-12345678901234567890123e-7",
    ])
    func aTextIsTheNumberOfTheStandardLibrary(_ text: String) throws { try expectSame(text) }

    @Test(arguments: [(1_000_009, "1e10"), (999_999, "1"), (1_000_400, "inf")])
    func anExponentMayMakeUpForAMillionDigits(_ exponent: Int, _ expected: String) throws {
        let bytes = Array("0.\(String(repeating: "0", count: 999_998))1e\(exponent)".utf8)
        let number = try #require(DecimalNumber(bytes, at: 0, limit: bytes.count))
        #expect(number.double(in: bytes) == Double(expected))
    }

    @Test func randomDigitsAreTheNumberOfTheStandardLibrary() throws {
        var random = SeededGenerator(seed: RandomTests.seed)
        func digits(_ most: Int) -> String {
            let count = Int.random(in: 1...most, using: &random)
            return (0..<count).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
        }
        for _ in 0..<RandomTests.count(2_000) {
            var text = "1" + digits(30)
            if Bool.random(using: &random) { text += "." + digits(30) }
            if Bool.random(using: &random) { text += "e\(Int.random(in: -40...40, using: &random))" }
            try expectSame(text)
        }
    }
}
