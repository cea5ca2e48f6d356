import VirtualViewExpressions

/// Places of data, with those that they are parts of.
struct DataPlaces {
    private struct Part: Hashable {
        let place: Int
        let step: BindingPath.Step
    }

    /// The numbers of the places, each by that of the one it is a part of; the data themselves are 0.
    private var numbers: [Part: Int] = [:]
    /// The need of each place, or the first of a part of it; the data themselves are left out.
    private var found: [DataNeeds.Need] = []
    /// The places that are needed themselves.
    private var ends: Set<Int> = []

    /// Collects the places of needs.
    ///
    /// - Complexity: O(*n*) in the steps of all of them.
    init(_ needs: [DataNeeds.Need]) {
        for need in needs {
            var place = 0
            for step in need.steps {
                let part = Part(place: place, step: step)
                place = numbers[part] ?? numbers.count + 1
                if numbers.updateValue(place, forKey: part) == nil { found.append(need) }
            }
            guard place > 0 else { continue }
            ends.insert(place)
            found[place - 1] = need
        }
    }

    /// Returns the need of a place, or the first of a part of it; `nil` if there is none.
    func need(in steps: [BindingPath.Step]) -> DataNeeds.Need? {
        var place = 0
        for step in steps {
            guard let next = numbers[Part(place: place, step: step)] else { return nil }
            place = next
        }
        return place == 0 ? nil : found[place - 1]
    }

    /// Removes the places that a place is a part of and that are needed themselves.
    ///
    /// - Returns: Their needs, the outermost first.
    mutating func removeWholes(of steps: [BindingPath.Step]) -> [DataNeeds.Need] {
        var removed: [DataNeeds.Need] = []
        var place = 0
        for step in steps.dropLast() {
            guard let next = numbers[Part(place: place, step: step)] else { break }
            if ends.remove(next) != nil { removed.append(found[next - 1]) }
            place = next
        }
        return removed
    }

    /// Returns whether a place is a part of one that is needed itself.
    func hasWhole(of steps: [BindingPath.Step]) -> Bool {
        var place = 0
        for step in steps.dropLast() {
            guard let next = numbers[Part(place: place, step: step)] else { return false }
            if ends.contains(next) { return true }
            place = next
        }
        return false
    }
}
