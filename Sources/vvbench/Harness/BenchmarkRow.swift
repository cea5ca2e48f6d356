/// One figure that the program takes.
struct BenchmarkRow: Sendable {
    /// The goal's number and what it is measured on: `L1/real`.
    let id: String
    /// What is measured, in a few words.
    let summary: String
    /// Takes the figure.
    let measure: @Sendable (BenchmarkContext) throws -> BenchmarkResult

    init(
        _ id: String,
        _ summary: String,
        measure: @escaping @Sendable (BenchmarkContext) throws -> BenchmarkResult
    ) {
        self.id = id
        self.summary = summary
        self.measure = measure
    }
}

/// What rows measure with and on.
struct BenchmarkContext: Sendable {
    let inputs: BenchmarkInputs
    let stopwatch: Stopwatch
    /// The path of a `vvc` program, if one was given.
    let vvc: String?
}

extension BenchmarkRow {
    /// Every row, in the order of the table.
    static var all: [BenchmarkRow] {
        loadRows + memoryRows + cycleRows + managerRows + nodeRows + bindingRows + eventRows + layoutRows + screenRows
            + compileRows + readerRows + serveRows + growthRows
    }
}
