import VirtualViewCommands
import VirtualViewExpressions

extension BenchmarkRow {
    /// Testing templates (T1): compiling, showing and comparing them, with the files.
    static let testRows: [BenchmarkRow] = [
        BenchmarkRow("T1/snapshots", "vvc test: compare 1000 snapshots of 200 templates of 30 nodes") { context in
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let files = (0..<200).flatMap { number in
                [
                    (name: "Card\(number).xml", bytes: Array(CardTemplate.source.utf8)),
                    (name: "Card\(number).json", bytes: Array(CardTemplate.data(number).json.utf8)),
                ]
            }
            try folder.write(files, to: "cards")
            let path = folder.path("cards")
            guard VVC.run(["test", path, "--update"], terminal: .silent) == .success else {
                throw BenchmarkError("the snapshots cannot be written")
            }
            let times = try (0..<5).map { _ in
                try Stopwatch.time {
                    guard VVC.run(["test", path], terminal: .silent) == .success else {
                        throw BenchmarkError("the snapshots are not as they were written")
                    }
                }
            }
            return BenchmarkResult(
                value: Stopwatch.percentile(0.5, of: times) / 1e6,
                unit: "ms",
                goal: .atMost(500)
            )
        }
    ]
}
