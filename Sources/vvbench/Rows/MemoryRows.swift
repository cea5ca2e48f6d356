import VirtualViewFormat

extension BenchmarkRow {
    /// Memory (L4): how many allocations a load makes, and what a template holds.
    static let memoryRows: [BenchmarkRow] = [
        BenchmarkRow("L4/count", "most allocations of one load, any input") { context in
            let counts = try allInputs(context).map { bytes in
                try AllocationCounter.count { _ = try Template(decoding: bytes) }
            }
            return BenchmarkResult(value: Double(counts.max() ?? 0), unit: "", goal: .atMost(2))
        },
        BenchmarkRow("L4/real", "memory held, worst real template, times the file") { context in
            try held(context.inputs.real.map(\.binary), goal: .atMost(1.5))
        },
        BenchmarkRow("L4/nodes", "memory held, file of empty nodes") { _ in
            try held([WorstCases.nodes()], goal: .atMost(2.5))
        },
        BenchmarkRow("L4/strings", "memory held, file of empty strings") { _ in
            try held([WorstCases.strings()], goal: .atMost(2.5))
        },
        BenchmarkRow("L4/events", "memory held, file of empty event programs") { _ in
            try held([WorstCases.expressions()], goal: .atMost(2.5))
        },
        BenchmarkRow("L4/tiny", "memory held, the smallest file there is") { _ in
            try held([WorstCases.smallest()], goal: .atMost(2.5))
        },
    ]

    private static func allInputs(_ context: BenchmarkContext) throws -> [[UInt8]] {
        let inputs = context.inputs
        return try (inputs.real + inputs.small + inputs.large).map(\.binary)
            + [WorstCases.nodes(), WorstCases.strings(), WorstCases.expressions(), WorstCases.smallest()]
    }

    /// The largest ratio of what the heap grows by to the file's size; the file's own bytes count.
    private static func held(_ files: [[UInt8]], goal: BenchmarkResult.Goal) throws -> BenchmarkResult {
        let ratios = try files.map { file in
            let copies = max(16, 1 << 20 / file.count)
            let bytes = try HeapUse.growth(of: copies) {
                try Template(
                    decoding: [UInt8](unsafeUninitializedCapacity: file.count) { buffer, count in
                        count = buffer.initialize(fromContentsOf: file)
                    }
                )
            }
            return bytes / Double(copies * file.count)
        }
        return BenchmarkResult(value: ratios.max() ?? 0, unit: "x", goal: goal)
    }
}
