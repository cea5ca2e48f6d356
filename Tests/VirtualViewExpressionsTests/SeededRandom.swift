import Foundation

/// Random numbers that a failing test can be repeated with: set `VV_SEED` to the seed that it printed.
struct SeededRandom: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    init() {
        let given = ProcessInfo.processInfo.environment["VV_SEED"].flatMap { UInt64($0) }
        seed = given ?? UInt64.random(in: 0...UInt64.max)
        state = seed
        print("seed: \(seed)")
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// How often a random test repeats itself: `VV_COUNT`, or its own number.
enum Repetitions {
    static func count(_ standard: Int) -> Int {
        ProcessInfo.processInfo.environment["VV_COUNT"].flatMap { Int($0) } ?? standard
    }
}
