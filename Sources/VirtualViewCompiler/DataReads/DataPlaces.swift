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

    /// Returns the numbers of the places on a way, as far as there are any.
    private func places(along steps: some Sequence<BindingPath.Step>) -> [Int] {
        var places: [Int] = []
        for step in steps {
            guard let next = numbers[Part(place: places.last ?? 0, step: step)] else { break }
            places.append(next)
        }
        return places
    }

    /// Returns the need of a place, or the first of a part of it; `nil` if there is none.
    func need(in steps: [BindingPath.Step]) -> DataNeeds.Need? {
        let places = places(along: steps)
        return places.count == steps.count ? places.last.map { found[$0 - 1] } : nil
    }

    /// Removes the places that a place is a part of and that are needed themselves.
    ///
    /// - Returns: Their needs, the outermost first.
    mutating func removeWholes(of steps: [BindingPath.Step]) -> [DataNeeds.Need] {
        var removed: [DataNeeds.Need] = []
        for place in places(along: steps.dropLast()) where ends.remove(place) != nil {
            removed.append(found[place - 1])
        }
        return removed
    }

    /// Returns whether a place is a part of one that is needed itself.
    func hasWhole(of steps: [BindingPath.Step]) -> Bool {
        places(along: steps.dropLast()).contains { ends.contains($0) }
    }
}
