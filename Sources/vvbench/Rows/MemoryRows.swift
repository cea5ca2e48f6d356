import VirtualView
import VirtualViewFormat

extension BenchmarkRow {
    /// Memory: how many allocations a load makes, and what a template holds (L4); what stays when templates come and go (M1).
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
        // The queue is suspended, so that every load is promoted and no other thread has part in it: the system keeps memory
        // at hand for each thread, which is more than what is looked for.
        BenchmarkRow("M1/cycles", "heap held after 10,000 cycles of load, show and remove, beyond that after 5,000") {
            context in
            let manager = TemplateManager()
            manager.isSuspended = true
            let files = context.inputs.real.map(\.binary) + [try CardTemplate.bytes(context.inputs.compiler)]
            for number in 0..<5_000 { try cycle(number, files[number % files.count], manager) }
            let early = try HeapUse.bytesInUse()
            for number in 5_000..<15_000 { try cycle(number, files[number % files.count], manager) }
            let growth = try HeapUse.bytesInUse() - early
            guard manager.loadedTypes.isEmpty else { throw BenchmarkError("the manager has not forgotten everything") }
            return BenchmarkResult(value: Double(growth), unit: "bytes", goal: .atMost(4_096))
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

    /// Queues a template and promotes it; makes nodes, shows data, lays out, lists what to draw, sends a click; removes it.
    private static func cycle(_ number: Int, _ file: [UInt8], _ manager: TemplateManager) throws {
        let type = "Template\(number)"
        manager.enqueue(TemplateRequest(file, as: type, allowsAlias: true))
        let card = Container(try manager.makeNodeTree(of: type, environment: ScreenEnvironment(width: 375)))
        card.update(data: CardTemplate.data(number))
        card.layout(in: card.sizeThatFits(width: 375, height: 2_000))
        guard card.displayList().items.count < 1_000 else { throw BenchmarkError("'\(type)' draws too much") }
        card.send(.click, to: card.tree.root)
        manager.removeAll()
    }
}

/// Files whose index is as large as a file of their size can make it.
enum WorstCases {
    /// As many nodes as a file holds, none with a property.
    static func nodes() throws -> [UInt8] {
        var builder = TemplateBuilder(type: "N")
        let count = 5900
        for _ in 0..<count { try builder.openNode(component: 1) }
        for _ in 0..<count { try builder.closeNode() }
        return try builder.encoded()
    }

    /// Many strings without a character; only a foreign compiler writes such a table.
    static func strings() throws -> [UInt8] {
        try file(stringCount: 8000, expressionCount: 0)
    }

    /// Many event programs without code.
    static func expressions() throws -> [UInt8] {
        try file(stringCount: 0, expressionCount: 8000)
    }

    /// The smallest file there is: one node, no name.
    static func smallest() throws -> [UInt8] {
        try file(stringCount: 0, expressionCount: 0)
    }

    private static func file(stringCount: Int, expressionCount: Int) throws -> [UInt8] {
        var builder = TemplateBuilder(type: "")
        try builder.openNode(component: 1)
        try builder.closeNode()
        var bytes = try builder.encoded()
        // The three last sections of such a file are two empty tables and nothing.
        bytes.removeLast(8)
        let start = bytes.count
        append(stringCount, to: &bytes)
        let middle = bytes.count
        append(expressionCount, to: &bytes)
        let fields = [start, middle - start - 4, middle, bytes.count - middle - 4, bytes.count, 0]
        for (index, field) in fields.enumerated() {
            let place = 19 + 4 * index
            bytes.replaceSubrange(place..<place + 4, with: bigEndian(field))
        }
        return bytes
    }

    private static func append(_ count: Int, to bytes: inout [UInt8]) {
        bytes += bigEndian(count)
        // The ids descend, so that sorting has something to do.
        for index in 0..<count { bytes += bigEndian(0x4000_0000 - index) + [0, 0] }
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
