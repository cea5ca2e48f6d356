import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualViewCompiler

@Suite struct SixDecimalsTests {
    @Test(arguments: [
        (1.5, "1.500000"), (0, "0.000000"), (-0.0, "-0.000000"), (-2.25, "-2.250000"), (0.1, "0.100000"),
        (1.234567, "1.234567"), (0.000001, "0.000001"),
        (0.0078125, "0.007813"), (0.0000005, "0.000001"), (0.00000049, "0.000000"), (0.9999995, "1.000000"),
        (9.9999996, "10.000000"), (123456789.125, "123456789.125000"), (1e-40, "0.000000"), (1e7, "10000000.000000"),
        (1.0000000200408773e20, "100000002004087730000.000000"), (.infinity, "Infinity"), (-.infinity, "-Infinity"),
        (.nan, "NaN"), (3.4028234663852886e38, "340282346638528860000000000000000000000.000000"),
    ])
    func printsAsJavaDoes(_ value: Double, _ text: String) {
        #expect(SixDecimals.text(value) == text)
    }

    /// Away from halves and large numbers, C's `%f` gives the same.
    @Test func agreesWithCOnShortNumbers() {
        var random = SeededGenerator(seed: RandomTests.seed)
        for _ in 0..<RandomTests.count(2000) {
            let value = Double(Int.random(in: -99_999_999...99_999_999, using: &random)) / 10_000
            #expect(SixDecimals.text(value) == String(format: "%f", value), "seed \(RandomTests.seed)")
        }
    }
}
