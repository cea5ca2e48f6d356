import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// Decimal numbers are rounded once, to the nearest, ties to even.
@Suite struct FloatLiteralTests {
    private func bits(_ text: String) -> UInt32? {
        guard case .float(let value, .none)? = ValueParser(isLenient: true).parse(text, as: .float).value else {
            return nil
        }
        return value.bitPattern
    }

    @Test(arguments: [
        ("16777216", 0x4B80_0000 as UInt32), ("16777217", 0x4B80_0000), ("16777217.0000000001", 0x4B80_0001),
        ("16777219", 0x4B80_0002), ("3.4028235677973365e38", 0x7F7F_FFFF),
        ("340282356779733661637539395458142568447.9", 0x7F7F_FFFF),
        ("340282356779733661637539395458142568448", 0x7F80_0000),
        ("1.17549435E-38", 0x0080_0000), ("1.1754943e-38", 0x0080_0000), ("1.1754942e-38", 0x007F_FFFF),
        ("1.401298464324817e-45", 1), ("2.1e-45", 1), ("2.2e-45", 2),
        (
            "7.00649232162408535461864791644958065640130970938257885878534141944895541342930300743319094181060791015625e-46",
            0
        ),
        (
            "7.00649232162408535461864791644958065640130970938257885878534141944895541342930300743319094181060791015626e-46",
            1
        ),
        ("NaN", 0x7FC0_0000), ("-NaN", 0x7FC0_0000), ("Infinity", 0x7F80_0000), ("-Infinity", 0xFF80_0000),
        ("-0", 0x8000_0000), ("0x1p-149", 1), ("0x1p-150", 0), ("0x1.0000000000000000000000001p-150", 1),
        ("0x1p127", 0x7F00_0000), ("0x1.fffffep127", 0x7F7F_FFFF), ("0x1.ffffffp127", 0x7F80_0000),
        ("0x1.fffffeffffffffffffffp127", 0x7F7F_FFFF), ("0x1p128", 0x7F80_0000), ("0x1.000001p0", 0x3F80_0000),
        ("0x1.000003p0", 0x3F80_0002), ("0x1.00000100000000000000001p0", 0x3F80_0001),
        ("0x123456789ABCDEFp-20", 0x5191_A2B4), ("0x0.000000000000000000001p80", 0x3D80_0000),
        ("0x0p99999999999", 0), ("0x1p99999999999", 0x7F80_0000), ("-0x1p-99999999999", 0x8000_0000),
    ]) func roundsToTheNearest(_ text: String, _ expected: UInt32) {
        #expect(bits(text) == expected)
    }

    @Test func lengthDoesNotMatter() {
        let zeros = String(repeating: "0", count: 100_000)
        #expect(bits("0.\(zeros)1e100001") == Float(1).bitPattern)
        #expect(bits("1\(zeros)e-100000") == Float(1).bitPattern)
        #expect(bits("16777217.\(zeros)1") == 0x4B80_0001)
        #expect(bits("16777217.\(zeros)") == 0x4B80_0000)
        #expect(bits("\(zeros)1.5") == Float(1.5).bitPattern)
        #expect(bits("0x1.\(zeros)1p0") == Float(1).bitPattern)
    }

    @Test func agreesWithTheStandardLibraryOnRandomNumbers() {
        var random = SeededGenerator(seed: RandomTests.seed)
        for _ in 0..<RandomTests.count(20_000) {
            let digits = String(UInt64.random(in: 0...9_999_999_999, using: &random))
            let point = Int.random(in: 0...digits.count, using: &random)
            let exponent = Int.random(in: -52...44, using: &random)
            let text = digits.prefix(point) + "." + digits.dropFirst(point) + "e\(exponent)"
            #expect(bits(String(text)) == Float(text)?.bitPattern, "\(text), seed \(RandomTests.seed)")
        }
    }

    @Test func readsBackEveryNumberInBothBases() {
        var random = SeededGenerator(seed: RandomTests.seed)
        for _ in 0..<RandomTests.count(20_000) {
            let value = Float(bitPattern: UInt32.random(in: 0...0xFFFF_FFFF, using: &random))
            guard value.isFinite else { continue }
            #expect(bits(value.description) == value.bitPattern, "\(value), seed \(RandomTests.seed)")
            let sign = value.sign == .minus ? "-" : ""
            let significand = String(value.bitPattern & 0x7F_FFFF | (value.isNormal ? 0x80_0000 : 0), radix: 16)
            let exponent = max(Int(value.exponentBitPattern), 1) - 150
            #expect(
                bits("\(sign)0x\(significand)p\(exponent)") == value.bitPattern,
                "\(value), seed \(RandomTests.seed)"
            )
        }
    }
}
