import VirtualViewExpressions

/// Places of data, with those that they are parts of.
struct DataPlaces {
    private struct Part: Hashable {
        let place: Int
        let step: BindingPath.Step
    }

    /// The numbers of the places, each by that of the one it is a part of; the data themselves are 0.
    private var numbers: [Part: Int] = [:]

    /// Collects the places of needs.
    ///
    /// - Complexity: O(*n*) in the steps of all of them.
    init(_ needs: [DataNeeds.Need]) {
        for need in needs {
            var place = 0
            for step in need.steps {
                let part = Part(place: place, step: step)
                place = numbers[part] ?? numbers.count + 1
                numbers[part] = place
            }
        }
    }

    /// Returns whether a place, or a part of it, is among the needs.
    func contains(_ steps: [BindingPath.Step]) -> Bool {
        var place: Int? = 0
        for step in steps { place = place.flatMap { numbers[Part(place: $0, step: step)] } }
        return place != nil
    }
}
