import VirtualView

/// What `vvc layout` was asked for, apart from files.
struct LayoutRequest {
    let width: Double
    /// `nil` for the height that fits.
    let height: Double?
    let screenWidth: Double
    let hits: [LayoutPoint]
    let target: Client
    let metrics: TextMetricsName

    init(_ arguments: ParsedArguments) throws(UsageError) {
        width = try Self.length(arguments, "--width") ?? 375
        height = try Self.length(arguments, "--height")
        screenWidth = try Self.length(arguments, "--screen-width") ?? 375
        var hits: [LayoutPoint] = []
        for text in arguments.allValues("--hit") {
            hits.append(try Self.point(text))
        }
        self.hits = hits
        target = try Self.target(arguments.value("--target"))
        metrics = arguments.value("--metrics").flatMap(TextMetricsName.init) ?? .builtin
    }

    /// A length in points; `nil` when the option is not given.
    static func length(_ arguments: ParsedArguments, _ name: String) throws(UsageError) -> Double? {
        guard let text = arguments.value(name) else { return nil }
        guard let number = DecimalText.number(text), number >= 0 else {
            throw UsageError("'\(text)' is not a value of '\(name)': expected a length in points, 0 or more")
        }
        return number
    }

    private static func point(_ text: String) throws(UsageError) -> LayoutPoint {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { DecimalText.number($0) }
        guard parts.count == 2, let x = parts[0], let y = parts[1] else {
            throw UsageError("'\(text)' is not a value of '--hit': expected a point as X,Y")
        }
        return LayoutPoint(x: x, y: y)
    }

    /// The client with a name; only some can be laid out as.
    static func target(_ name: String?) throws(UsageError) -> Client {
        guard let name, let target = Client(rawValue: name) else { return .swift }
        guard target.isSimulated else {
            let simulated = Client.allCases.filter(\.isSimulated).map { "'\($0.name)'" }.joined(separator: " or ")
            throw UsageError("nothing can be laid out as '\(name)' does; expected \(simulated)")
        }
        return target
    }
}
