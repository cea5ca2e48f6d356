import VirtualViewFormat

/// Which images a host is loading, and which it has.
///
/// The host says what it shows; the answer is what to load and what to stop loading. An image that arrives for something
/// that is not shown any more is not wanted: a view that shows another entry never gets the image of the last one.
package struct ImageRequests {
    /// A request for an image.
    package struct Request: Hashable, Sendable {
        /// The number of the request, which no other one has.
        package let number: Int
        /// The image.
        package let source: String
    }

    /// What to do after the shown images changed.
    package struct Change: Hashable, Sendable {
        /// The requests to begin, in the order of the images.
        package var started: [ImageRequests.Request] = []
        /// The numbers of the requests to cancel.
        package var cancelled: [Int] = []
    }

    private enum State: Hashable {
        case loading(Int)
        case here
        /// It is not asked for again as long as it is shown.
        case missing
    }

    private var states: [ExactText: State] = [:]
    private var sources: [Int: String] = [:]
    private var nextNumber = 0

    /// Makes the book of a host that shows no image.
    package init() {}

    /// The number of requests that have no answer.
    package var pendingCount: Int { sources.count }

    /// Takes note of the images that are shown now.
    ///
    /// - Parameter wanted: The images; some may be there several times.
    /// - Returns: What to do.
    package mutating func show(_ wanted: [String]) -> ImageRequests.Change {
        var change = Change()
        let kept = Set(wanted.map(ExactText.init))
        for (source, state) in states where !kept.contains(source) {
            if case .loading(let number) = state {
                change.cancelled.append(number)
                sources[number] = nil
            }
            states[source] = nil
        }
        change.cancelled.sort()
        for source in wanted where states[ExactText(source)] == nil {
            let request = Request(number: nextNumber, source: source)
            nextNumber += 1
            states[ExactText(source)] = .loading(request.number)
            sources[request.number] = source
            change.started.append(request)
        }
        return change
    }

    /// Takes note of an answer.
    ///
    /// - Parameters:
    ///   - number: The number of the request.
    ///   - isHere: Whether the image arrived; otherwise it could not be loaded.
    /// - Returns: The image; `nil` if it is not wanted any more.
    package mutating func finish(_ number: Int, isHere: Bool) -> String? {
        guard let source = sources.removeValue(forKey: number) else { return nil }
        states[ExactText(source)] = isHere ? .here : .missing
        return source
    }

    /// Forgets what could not be loaded, and what is loading, so that it is asked for again.
    ///
    /// - Parameter isAll: Whether what is here is asked for again, too.
    /// - Returns: The numbers of the requests to cancel.
    package mutating func reset(all isAll: Bool = false) -> [Int] {
        let cancelled = sources.keys.sorted()
        sources = [:]
        for (source, state) in states where isAll || state != .here { states[source] = nil }
        return cancelled
    }
}

extension DisplayList {
    /// The images that are drawn, each once, from back to front.
    package var imageSources: [String] {
        var seen: Set<ExactText> = []
        var sources: [String] = []
        for item in items {
            guard let source = item.content.imageSource, !source.isEmpty else { continue }
            if seen.insert(ExactText(source)).inserted { sources.append(source) }
        }
        return sources
    }
}

extension DisplayList.Item.Content {
    /// The image that is drawn, also as the background of a box.
    package var imageSource: String? {
        switch self {
        case .image(let image): image.source
        case .box(let box): box.backgroundImage
        default: nil
        }
    }
}
