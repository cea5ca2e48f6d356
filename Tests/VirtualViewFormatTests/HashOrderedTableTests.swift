import Testing
import VirtualViewTestSupport

@testable import VirtualViewFormat

@Suite struct HashOrderedTableTests {
    @Test func keepsTheOrderOfATableWithBuckets() {
        print("seed \(RandomTests.seed)")
        var generator = SeededGenerator(seed: RandomTests.seed)
        for _ in 0..<RandomTests.count(300) {
            var table = HashOrderedTable()
            var capacity = 16
            for _ in 0..<3 {
                var buckets = BucketTable(capacity: capacity)
                // Keys that differ in few bits fill few buckets.
                let masks: [Int32] = [0x7, 0xFF, 0xFF00, 0x3F_0000, 0x7FC0_0000, -1]
                let mask = masks.randomElement(using: &generator) ?? 0
                for _ in 0..<Int.random(in: 0...200, using: &generator) {
                    let key = Int32.random(in: .min ... .max, using: &generator) & mask
                    let value = Int32.random(in: 0...9, using: &generator)
                    table.set(value, for: key)
                    buckets.set(value, for: key)
                }
                #expect(table.entries == buckets.entries)
                table.removeAll()
                #expect(table.entries.isEmpty)
                capacity = buckets.capacity
            }
        }
    }

    @Test func keepsTheOrderOfATree() {
        var table = HashOrderedTable()
        var buckets = BucketTable(capacity: 16)
        for number in 0..<40 {
            // Keys whose halves are equal all land in bucket 0, whatever the capacity.
            let key = Int32(truncatingIfNeeded: number * 0x1_0001)
            table.set(1, for: key)
            buckets.set(1, for: key)
            #expect(table.entries == buckets.entries)
        }
        // A key that is there needs no room.
        let capacity = buckets.capacity
        for entry in buckets.entries { for value in Int32(2)...9 { buckets.set(value, for: entry.key) } }
        #expect(buckets.capacity == capacity && buckets.entries.allSatisfy { $0.value == 9 })
    }
}
