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
