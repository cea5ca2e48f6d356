import Foundation
import VirtualViewExpressions

extension BenchmarkRow {
    /// Data bindings: parsing, evaluating, and reading the data.
    static let bindingRows: [BenchmarkRow] = [
        BenchmarkRow("bind/parse", "parse one binding of three steps") { context in
            let texts = (0..<8).map { "${user.address.city\($0)}" }
            let times = try context.stopwatch.time([
                { texts.reduce(0) { $0 &+ (BindingExpression($1).readsData ? 1 : 0) } }
            ])
            return BenchmarkResult(value: times[0].median / Double(texts.count), unit: "ns")
        },
        BenchmarkRow("bind/path", "evaluate a path of three steps") { context in
            let data = try JSONValue(json: BindingInputs.object(7))
            let walk = try DictionaryWalk(BindingInputs.object(7))
            let path = BindingExpression("${user.address.city}")
            return try context.stopwatch.compare(
                units: 1,
                in: .nanoseconds,
                { size(of: path.evaluate(on: data)) },
                with: ("JSONSerialization dictionaries, by hand", { walk.city?.utf8.count ?? 0 }),
                goal: nil
            )
        },
        BenchmarkRow("bind/count", "allocations of evaluating a path of three steps") { _ in
            let data = try JSONValue(json: BindingInputs.object(7))
            let path = BindingExpression("${user.address.city}")
            let count = try AllocationCounter.count { _ = size(of: path.evaluate(on: data)) }
            return BenchmarkResult(value: Double(count), unit: "", goal: .atMost(0))
        },
        BenchmarkRow("bind/100", "evaluate 100 bindings on one object") { context in
            let data = try JSONValue(json: BindingInputs.object(8))
            let walk = try DictionaryWalk(BindingInputs.object(8))
            let bindings = (0..<100).map { BindingExpression(BindingInputs.texts[$0 % BindingInputs.texts.count]) }
            func sum() -> Int { bindings.reduce(0) { $0 &+ size(of: $1.evaluate(on: data)) } }
            func sumByHand() -> Int { (0..<10).reduce(0) { sum, _ in sum &+ walk.sum } }
            guard sum() == sumByHand() else { throw BenchmarkError("the two ways read other values") }
            return try context.stopwatch.compare(
                units: 1,
                in: .microseconds,
                sum,
                with: ("JSONSerialization dictionaries, by hand", sumByHand),
                goal: nil
            )
        },
        BenchmarkRow("bind/json", "read a megabyte of JSON") { context in
            let document = BindingInputs.document()
            let data = Data(document)
            func read() throws -> Int {
                guard case .array(let items) = try JSONValue(json: document) else { return 0 }
                return items.count
            }
            return try context.stopwatch.compare(
                units: 1,
                in: .milliseconds,
                read,
                with: ("JSONSerialization", { (try JSONSerialization.jsonObject(with: data) as? [Any])?.count ?? 0 }),
                goal: nil
            )
        },
    ]

    /// A number that depends on the value, as ``DictionaryWalk/sum`` counts.
    private static func size(of value: JSONValue?) -> Int {
        switch value {
        case .string(let text)?: text.utf8.count
        case .int(let number)?: Int(truncatingIfNeeded: number)
        case .double(let number)?: Int(number)
        case .bool(let flag)?: flag ? 1 : 0
        default: 0
        }
    }
}
