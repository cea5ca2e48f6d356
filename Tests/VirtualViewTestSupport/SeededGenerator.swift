import Foundation

/// A random number generator (SplitMix64) whose seed a failing test prints.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Starts at a seed.
    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// What the environment asks of random tests.
package enum RandomTests {
    /// `VV_SEED`, or a seed of the day's run.
    package static let seed: UInt64 =
        ProcessInfo.processInfo.environment["VV_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)

    /// `VV_COUNT`, or what the test suggests.
    package static func count(_ suggestion: Int) -> Int {
        ProcessInfo.processInfo.environment["VV_COUNT"].flatMap { Int($0) } ?? suggestion
    }
    /// As many seeds as ``count(_:)`` says, from ``seed`` on.
    package static func seeds(_ suggestion: Int) -> some Sequence<UInt64> {
        (0..<count(suggestion)).lazy.map { seed &+ UInt64($0) }
    }
}
