import VirtualViewExpressions

/// The observation of a value in a ``DataModel``; it ends when it is cancelled or released.
///
/// Use and release it where the model is used: neither may be at work in two places at once.
public final class DataObservation {
    private var model: DataModel?
    private let number: Int

    init(_ number: Int, of model: DataModel) {
        self.number = number
        self.model = model
    }

    deinit {
        cancel()
    }

    /// Ends the observation: nothing is told any more, not even by a delivery in progress.
    public func cancel() {
        guard let model else { return }
        self.model = nil
        model.end(number)
    }
}

/// A change of a ``DataModel`` that was not made, or not delivered.
public struct DataModelIssue: Hashable, Sendable {
    /// The kind of problem.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable {
        /// The data cannot have a value there: a step leads into a text, number or truth value, into an array by name or an
        /// object by number, or outside of an array and not just behind its end.
        case unreachable
        /// The data would be deeper than `JSONValue.maximumDepth`.
        case tooDeep = "too-deep"
        /// Deliveries lead to changes without end.
        case endless
    }

    /// The kind of problem.
    public let code: Code
    /// The place in the data.
    public let path: DataPath

    /// The number of issues that a model keeps.
    static let limit = 64
}

extension DataModelIssue: CustomStringConvertible {
    /// The place and the problem, in one line.
    public var description: String {
        let place = path.prepared.isEmpty ? "the data" : "'\(path)'"
        return switch code {
        case .unreachable: "\(place) is not a place in the data; nothing was changed"
        case .tooDeep: "\(place) would make the data too deep; nothing was changed"
        case .endless: "\(place): changes of data lead to changes of data without end"
        }
    }
}

extension DataModelIssue.Code {
    init(_ problem: DataPlaceProblem) {
        self =
            switch problem {
            case .unreachable: .unreachable
            case .tooDeep: .tooDeep
            }
    }
}

/// The observers of a model's values.
struct DataObservers {
    /// One observer.
    struct Observer {
        let path: DataPath
        /// The value that it was told.
        var value: JSONValue?
        let body: (JSONValue?) -> Void
    }

    private var observers: [Int: Observer] = [:]
    private var index = PathIndex()
    private var nextNumber = 0
    /// The observers that are gone and still in the index.
    private var goneCount = 0

    subscript(number: Int) -> Observer? { observers[number] }

    /// How much is kept, for tests.
    var sizes: String { "\(observers.count) observers, \(index.count) nodes" }

    mutating func add(_ path: DataPath, _ value: JSONValue?, _ body: @escaping (JSONValue?) -> Void) -> Int {
        let number = nextNumber
        nextNumber += 1
        observers[number] = Observer(path: path, value: value, body: body)
        index.insert(number, at: path)
        return number
    }

    mutating func note(_ value: JSONValue?, for number: Int) {
        observers[number]?.value = value
    }

    /// Removes an observer.
    ///
    /// - Returns: The observer, which is to be released when nobody changes the observers.
    mutating func remove(_ number: Int) -> Observer? {
        guard let removed = observers.removeValue(forKey: number) else { return nil }
        goneCount += 1
        guard goneCount > 16, goneCount > observers.count else { return removed }
        goneCount = 0
        index = PathIndex()
        for (number, observer) in observers.sorted(by: { $0.key < $1.key }) { index.insert(number, at: observer.path) }
        return removed
    }

    /// Returns the numbers of the observers of some values, in the order in which they were added.
    func readers(of paths: [DataPath]) -> [Int] {
        index.readers(of: paths)
    }
}
