import Foundation
import VirtualView
import VirtualViewCommands
import VirtualViewCompiler

extension BenchmarkRow {
    /// From saving a template to its new picture at a client of `vvc serve` (U3).
    static let serveRows: [BenchmarkRow] = [
        BenchmarkRow("U3/p50", "save a template, get its new picture, median") { try saving($0, percentile: 0.5) },
        BenchmarkRow("U3/p99", "save a template, get its new picture, 99 of 100 are faster") {
            try saving($0, percentile: 0.99, goal: .atMost(200))
        },
    ]

    private static func saving(
        _ context: BenchmarkContext,
        percentile: Double,
        goal: BenchmarkResult.Goal? = nil
    ) throws -> BenchmarkResult {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let desk = try EditingDesk(folder, context.inputs)
        defer { desk.stop() }
        var times: [Double] = []
        for _ in 0..<max(100, 5 * context.stopwatch.rounds) {
            // At any moment between two looks of the server.
            usleep(UInt32.random(in: 0..<40_000))
            times.append(try desk.save())
        }
        return BenchmarkResult(value: Stopwatch.percentile(percentile, of: times) / 1e6, unit: "ms", goal: goal)
    }
}

/// A folder of templates, a server over it, and somebody who saves one of them again and again.
private final class EditingDesk {
    private let folder: ScratchFolder
    private let port: Int
    private let stopServer: @Sendable () -> Void
    private let events: LoopbackConnection
    private var count = 0

    init(_ folder: ScratchFolder, _ inputs: BenchmarkInputs) throws {
        self.folder = folder
        try folder.write(
            inputs.real.map { ($0.source.path.split(separator: "/").last.map(String.init) ?? "", $0.source.bytes) },
            to: "site"
        )
        let start = Locked<PreviewServer.Start?>(nil)
        let ready = DispatchSemaphore(value: 0)
        let path = folder.path("site")
        try Self.write(0, to: "\(path)/Edited.xml")
        let thread = Thread {
            try? PreviewServer.run([path, "--port", "0"], terminal: .silent) { started in
                start.withLock { $0 = started }
                ready.signal()
            }
            ready.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
        ready.wait()
        guard let server = start.withLock({ $0 }) else { throw BenchmarkError("the server does not start") }
        port = server.port
        stopServer = { server.stop.stop() }
        events = try LoopbackConnection(port: port)
        try events.ask("/Edited/.events")
        _ = try events.line(startingWith: "data: ")
        // The first picture loads what every later one uses.
        _ = try LoopbackConnection.get("/Edited/Edited.svg", port: port)
    }

    func stop() {
        stopServer()
    }

    /// Saves a change; gives the nanoseconds until the picture with it is here.
    func save() throws -> Double {
        count += 1
        let text = ">Version \(count)</text>"
        return try Stopwatch.time {
            try Self.write(count, to: folder.path("site/Edited.xml"))
            while true {
                _ = try events.line(startingWith: "data: ")
                if try LoopbackConnection.get("/Edited/Edited.svg", port: port).contains(text) { return true }
            }
        }
    }

    private static func write(_ count: Int, to path: String) throws {
        var text = "<VHLayout orientation=\"V\" layoutWidth=\"match_parent\" layoutHeight=\"wrap_content\">\n"
        let size = "layoutWidth=\"match_parent\" layoutHeight=\"wrap_content\""
        text += "  <NText text=\"Version \(count)\" textSize=\"20\" \(size)/>\n"
        for row in 0..<20 { text += "  <NText text=\"Row \(row)\" textSize=\"14\" \(size) layoutMarginTop=\"8rp\"/>\n" }
        // Written beside and renamed, as editors do.
        try Data((text + "</VHLayout>\n").utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
