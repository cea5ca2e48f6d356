import Testing
import VirtualView
import VirtualViewTestSupport

@testable import VirtualViewCore

/// Where the entries of a list are, beside sums over all of them.
@Suite struct ListEntriesTests {
    /// An item's length; `nil` for one that is gone.
    private typealias Model = [Double?]

    private static let gap = 3.0

    private func entry(_ length: Double?) -> ListEntries.Entry {
        var entry = ListEntries.Entry(.null, type: ListTypes.first, isAcross: false)
        entry.measure.length = length ?? 0
        entry.measure.isGone = length == nil
        return entry
    }

    private func start(of index: Int, in model: Model) -> Double {
        model[..<index].reduce(0) { $0 + ($1.map { $0 + Self.gap } ?? 0) }
    }

    /// The first entry that ends behind a distance, else the last one.
    private func entry(at distance: Double, in model: Model) -> Int {
        model.indices.first { start(of: $0 + 1, in: model) - Self.gap > distance } ?? model.count - 1
    }

    @Test func placesAreThoseOfSumsOverAllEntries() {
        let seed = RandomTests.seed
        var random = SeededGenerator(seed: seed)
        for _ in 0..<RandomTests.count(20) {
            var (entries, model) = (ListEntries(), Model())
            entries.gap = Self.gap
            for step in 0..<300 {
                // Sums of whole numbers are exact in any order.
                let number = Double(Int.random(in: 0...40, using: &random))
                let length = Int.random(in: 0..<5, using: &random) == 0 ? nil : number
                let index = Int.random(in: 0...model.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0 where index < model.count:
                    _ = entries.remove(at: index)
                    model.remove(at: index)
                case 1 where index < model.count:
                    entries.update(index) { $0.measure = entry(length).measure }
                    model[index] = length
                default:
                    entries.insert(entry(length), at: index)
                    model.insert(length, at: index)
                }
                guard step % 10 == 0, !model.isEmpty else { continue }
                let end = start(of: model.count, in: model)
                for distance in [-9, 0, end, end + 50, Double.random(in: -5...end + 5, using: &random)] {
                    let (index, place) = entries.entry(at: distance)
                    let expected = entry(at: distance, in: model)
                    #expect(index == expected, "VV_SEED=\(seed), \(distance) of \(model)")
                    #expect(place == start(of: expected, in: model), "VV_SEED=\(seed), \(distance)")
                    #expect(entries.start(of: index) == place, "VV_SEED=\(seed), \(index)")
                }
                #expect(entries.length == max(0, end - Self.gap), "VV_SEED=\(seed)")
            }
        }
    }

    /// In two columns, too, an entry that is gone has no place of its own, unless nothing follows it.
    @Test func anEntryThatIsGoneIsNotAtAPlace() {
        var entries = ListEntries()
        (entries.gap, entries.isStaggered) = (Self.gap, true)
        for length in [100, 100, nil, 50, nil] as [Double?] { entries.append(entry(length)) }
        let places = [(0.0, 0, 0.0), (99, 0, 0), (100, 3, 103), (152, 3, 103), (153, 4, 103), (900, 4, 103)]
        for (distance, index, start) in places {
            let found = entries.entry(at: distance)
            #expect(found == (index, start), "\(distance): \(found)")
        }
    }
}
