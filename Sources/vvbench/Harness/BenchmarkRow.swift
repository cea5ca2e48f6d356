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
        [
            loadRows, memoryRows, managerRows, nodeRows, layoutRows, listRows, cellRows, screenRows, modelRows,
            journalRows, deliveryRows, compileRows, testRows, serveRows, serverRows, pageRows,
        ].flatMap(\.self)
    }
}

/// What a row measured.
struct BenchmarkResult: Sendable {
    /// What counts as good.
    enum Goal: Sendable {
        /// The baseline takes at least so many times as long.
        case fasterThanBaseline(Double)
        /// It takes at most so many times as long as the baseline.
        case withinBaseline(Double)
        /// The value is at most this.
        case atMost(Double)
    }

    /// What was measured, in `unit`.
    let value: Double
    let unit: String
    /// What the baseline measured, in `unit`, and what it is.
    let baseline: (value: Double, name: String)?
    /// The median of the ratios of single rounds; it is steadier than the ratio of the medians.
    let ratio: Double?
    /// The goal; `nil` where the figure is for information.
    let goal: Goal?

    init(value: Double, unit: String, goal: Goal? = nil) {
        self.value = value
        self.unit = unit
        self.baseline = nil
        self.ratio = nil
        self.goal = goal
    }

    init(value: Double, unit: String, baseline: (value: Double, name: String), ratio: Double, goal: Goal?) {
        self.value = value
        self.unit = unit
        self.baseline = baseline
        self.ratio = ratio
        self.goal = goal
    }

    /// Whether the goal is met; `nil` when there is none.
    var isMet: Bool? {
        switch goal {
        case nil: nil
        case .fasterThanBaseline(let factor): ratio.map { $0 >= factor }
        case .withinBaseline(let factor): ratio.map { $0 <= factor }
        case .atMost(let limit): value <= limit
        }
    }
}

/// Something that keeps the program, or one row, from measuring.
struct BenchmarkError: Error {
    let message: String
    /// Whether the command line is to blame.
    let isUsage: Bool

    init(_ message: String, isUsage: Bool = false) {
        self.message = message
        self.isUsage = isUsage
    }
}

/// A row that cannot be measured here, which is no error.
struct BenchmarkSkipped: Error {
    let reason: String
}
