import Foundation
import VirtualViewCompiler

extension BenchmarkRow {
    /// Reading XML (C2).
    static let readerRows: [BenchmarkRow] = [
        BenchmarkRow("C2/real", "read XML, positions included") {
            try reading($0.inputs.real, $0, goal: .fasterThanBaseline(6))
        },
        BenchmarkRow("C2/large", "read XML, positions included") { try reading($0.inputs.large, $0) },
    ]

    private static func reading(
        _ inputs: [BenchmarkTemplate],
        _ context: BenchmarkContext,
        goal: BenchmarkResult.Goal? = nil
    ) throws -> BenchmarkResult {
        let documents = inputs.map { Data($0.source.bytes) }
        let reader = XMLReader()
        return try context.stopwatch.compare(
            units: inputs.count,
            in: .microseconds,
            {
                var sum = 0
                for input in inputs {
                    var diagnostics = DiagnosticList()
                    sum &+= reader.read(input.source, into: &diagnostics).elements.count
                }
                return sum
            },
            with: ("XMLParser", { try documents.reduce(0) { $0 &+ (try XMLTreeReader.read($1)) } }),
            goal: goal
        )
    }
}
