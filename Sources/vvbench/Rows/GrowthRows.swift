import Foundation
import VirtualView
import VirtualViewCommands
import VirtualViewCompiler

extension BenchmarkRow {
    /// How cost grows (G): for each of 100, 1,000 and 10,000, against the same for each of 10.
    static let growthRows: [BenchmarkRow] =
        grown("G1", "queue %d loads and wait for them, a load", loading)
        + grown("G2", "look a template up among %d loaded ones", lookingUp)
        + grown("G3", "heap held by a manager with %d templates loaded, a template", holding)
        + grown("G4", "compile %d templates in memory, a template", compiling)
        + grown("G5", "'vvc compile' of a folder of %d templates, a template", compilingFolder)
        + grown("G6", "load templates with %d nodes, a node") { try withNodes($0, $1, 1) { try $0.load() } }
        + grown("G7", "make a live tree of %d nodes with its first data, a node") {
            try withNodes($0, $1, 1) { $0.create() }
        }
        + grown("G8", "new data for a tree of %d nodes, a node") { try withNodes($0, $1, 2) { $0.bind() } }
        + grown("G9", "lay out all of %d nodes, a node") { try withNodes($0, $1, 2) { $0.layOut() } }
        + grown("G10", "list what to draw of %d nodes, a node") { try withNodes($0, $1, 1) { $0.drawn() } }

    private static let smallest = 10

    private static func grown(
        _ id: String,
        _ summary: String,
        _ measure: @escaping @Sendable (Int, BenchmarkContext) throws -> BenchmarkResult
    ) -> [BenchmarkRow] {
        [100, 1_000, 10_000].map { size in
            BenchmarkRow("\(id)/\(size)", String(format: summary, size)) { try measure(size, $0) }
        }
    }

    /// Compares a pass with that for the smallest size; the ratio is how many times as much one of many costs.
    private static func compare(
        _ unit: TimeUnit,
        _ context: BenchmarkContext,
        units: (own: Int, smallest: Int),
        own: @escaping Stopwatch.Pass,
        smallest: @escaping Stopwatch.Pass,
        rounds: Int? = nil,
        prepare: (() throws -> Void)? = nil
    ) throws -> BenchmarkResult {
        let stopwatch = Stopwatch(rounds: rounds.map { min($0, context.stopwatch.rounds) } ?? context.stopwatch.rounds)
        let times = try stopwatch.time([own, smallest], prepare: prepare).map(\.rounds)
        let each = times[0].map { $0 / Double(units.own) / unit.nanoseconds }
        let other = times[1].map { $0 / Double(units.smallest) / unit.nanoseconds }
        return BenchmarkResult(
            value: Stopwatch.median(each),
            unit: unit.rawValue,
            baseline: (Stopwatch.median(other), "the same for 10"),
            ratio: Stopwatch.median(zip(each, other).map { $0 / $1 }),
            goal: nil
        )
    }
}

// MARK: - Templates

extension BenchmarkRow {
    /// Goes through all templates in groups; so what is loaded is the same, and as far from the caches, for every size.
    private static func inGroups<Element>(
        of size: Int,
        _ elements: [Element],
        _ body: (ArraySlice<Element>) throws -> Int
    ) rethrows -> Int {
        var sum = 0
        for start in stride(from: 0, to: elements.count, by: size) {
            sum &+= try body(elements[start..<min(start + size, elements.count)])
        }
        return sum
    }

    private static func loading(_ size: Int, _ context: BenchmarkContext) throws -> BenchmarkResult {
        let requests = try GrowthTemplates.requests(context.inputs.compiler)
        func pass(_ size: Int) -> Stopwatch.Pass {
            {
                inGroups(of: size, requests) { group in
                    let manager = TemplateManager()
                    for request in group { manager.enqueue(request) }
                    manager.waitUntilQueueIsIdle()
                    return group.last.flatMap { manager.cachedTemplate(for: $0.type) }?.nodes.count ?? 0
                }
            }
        }
        let count = requests.count
        return try compare(.microseconds, context, units: (count, count), own: pass(size), smallest: pass(smallest))
    }

    private static func lookingUp(_ size: Int, _ context: BenchmarkContext) throws -> BenchmarkResult {
        let requests = try GrowthTemplates.requests(context.inputs.compiler)
        func pass(_ size: Int) throws -> Stopwatch.Pass {
            let managers = try stride(from: 0, to: requests.count, by: size).map { start in
                let manager = TemplateManager()
                for request in requests[start..<start + size] { try manager.load(request) }
                return manager
            }
            return {
                var sum = 0
                for (index, request) in requests.enumerated() {
                    sum &+= try managers[index / size].template(for: request.type).bytes.count
                }
                return sum
            }
        }
        let (own, other) = (try pass(size), try pass(smallest))
        let count = requests.count
        return try compare(.nanoseconds, context, units: (count, count), own: own, smallest: other)
    }

    /// What is held beside the files' own bytes, which the requests hold.
    private static func holding(_ size: Int, _ context: BenchmarkContext) throws -> BenchmarkResult {
        let requests = try GrowthTemplates.requests(context.inputs.compiler)
        func held(_ size: Int) throws -> Double {
            var start = 0
            let bytes = try HeapUse.growth(of: requests.count / size) {
                let manager = TemplateManager()
                let first = start % requests.count
                for request in requests[first..<first + size] { try manager.load(request) }
                start += size
                return manager
            }
            return bytes / Double(requests.count)
        }
        let (own, other) = (try held(size), try held(smallest))
        return BenchmarkResult(
            value: own,
            unit: "bytes",
            baseline: (other, "the same for 10"),
            ratio: own / other,
            goal: nil
        )
    }

    private static func compiling(_ size: Int, _ context: BenchmarkContext) throws -> BenchmarkResult {
        let sources = GrowthTemplates.sources()
        let compiler = context.inputs.compiler
        func pass(_ size: Int) -> Stopwatch.Pass {
            {
                inGroups(of: size, sources) { group in
                    let results = group.map { compiler.compile($0) }
                    return results.reduce(0) { $0 &+ ($1.bytes?.count ?? 0) }
                }
            }
        }
        let count = sources.count
        return try compare(
            .microseconds,
            context,
            units: (count, count),
            own: pass(size),
            smallest: pass(smallest),
            rounds: 5
        )
    }

    private static func compilingFolder(_ size: Int, _ context: BenchmarkContext) throws -> BenchmarkResult {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let sources = GrowthTemplates.sources()
        func pass(_ size: Int, _ groups: Int) throws -> Stopwatch.Pass {
            for group in 0..<groups {
                let files = sources[group * size..<(group + 1) * size].map { ($0.path, $0.bytes) }
                try folder.write(files, to: "in\(size)/\(group)")
            }
            return {
                var sum = 0
                for group in 0..<groups {
                    let arguments = [
                        "compile", folder.path("in\(size)/\(group)"), "-o", folder.path("out/\(size)/\(group)"),
                    ]
                    let code = VVC.run(arguments, terminal: .silent)
                    guard code == .success else { throw BenchmarkError("'vvc compile' failed") }
                    sum &+= group
                }
                return sum
            }
        }
        // As many templates on both sides, but not ten thousand folders.
        let groups = max(1, 1_000 / size)
        let (own, other) = (try pass(size, groups), try pass(smallest, 100))
        return try compare(
            .microseconds,
            context,
            units: (size * groups, smallest * 100),
            own: own,
            smallest: other,
            rounds: 5,
            prepare: { try folder.empty("out") }
        )
    }
}

// MARK: - Nodes

extension BenchmarkRow {
    /// Compares trees of some number of nodes with those of ten.
    private static func withNodes(
        _ size: Int,
        _ context: BenchmarkContext,
        _ times: Int,
        _ body: @escaping (GrowthSubject) throws -> Int
    ) throws -> BenchmarkResult {
        let (own, other) = (try GrowthSubject(nodes: size, context), try GrowthSubject(nodes: smallest, context))
        return try compare(
            .nanoseconds,
            context,
            units: (times * own.nodeCount, times * other.nodeCount),
            own: { try body(own) },
            smallest: { try body(other) }
        )
    }
}
