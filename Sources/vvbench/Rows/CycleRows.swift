import VirtualView

extension BenchmarkRow {
    /// What stays on the heap when templates come and go (M1).
    ///
    /// The queue is suspended, so that every load is promoted and no other thread has part in it: the system keeps memory
    /// at hand for each thread, which is more than what is looked for.
    static let cycleRows: [BenchmarkRow] = [
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
        }
    ]

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
