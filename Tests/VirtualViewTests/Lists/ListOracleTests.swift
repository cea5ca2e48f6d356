import Testing
import VirtualView
import VirtualViewTestSupport

/// A list with items for its window looks as if it had all of them, whatever happens to it.
@Suite struct ListOracleTests {
    @Test(arguments: ListOracle.lists.indices)
    func looksAsIfItHadAllItems(_ list: Int) {
        compare(list)
    }

    /// Programs and apps lay out, scroll and change the data and entries while data is being shown and items are made.
    @Test(arguments: ListOracle.lists.indices)
    func looksSoWhateverAnAppDoesMeanwhile(_ list: Int) {
        compare(list, isMeddled: true)
    }

    /// Most entries are gone or have no length, as many as a list makes items for.
    @Test(arguments: ListOracle.lists.indices)
    func looksSoBetweenEntriesThatTakeNoRoom(_ list: Int) {
        compare(list, hiddenCount: 1_500)
    }

    private func compare(_ list: Int, isMeddled: Bool = false, hiddenCount: Int = 0) {
        for seed in RandomTests.seeds(1) {
            do {
                try compare(list, seed: seed, isMeddled: isMeddled, hiddenCount: hiddenCount)
            } catch {
                Issue.record("VV_SEED=\(seed): \(error)")
                return
            }
        }
    }

    private func compare(_ list: Int, seed: UInt64, isMeddled: Bool, hiddenCount: Int) throws {
        var generator = SeededGenerator(seed: seed)
        let oracle = try ListOracle(list, isMeddled: isMeddled) { Int.random(in: $0, using: &generator) }
        let count = Int(seed % 60)
        if hiddenCount > 0 {
            try oracle.fill(count, hidden: hiddenCount)
        } else {
            try oracle.fill(count)
        }
        for _ in 0..<(hiddenCount > 0 ? 15 : 60) { try oracle.step() }
    }
}
