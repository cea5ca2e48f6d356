import Foundation
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewWebPlayer

extension BenchmarkRow {
    /// What somebody waits for in a page (W1); the modules are those that `make web` built.
    static let pageRows: [BenchmarkRow] = [
        BenchmarkRow("W1/card", "a cold card in the player: file to display list as JSON, median") { context in
            try shown(context, "card") { times, native in
                BenchmarkResult(
                    value: times,
                    unit: "ms",
                    baseline: (native, "the same code, native"),
                    ratio: times / native,
                    goal: .withinBaseline(3)
                )
            }
        },
        BenchmarkRow("W1/start", "a page with a card: navigation to picture in Chromium, median") { context in
            try shown(context, "start") { time, _ in BenchmarkResult(value: time, unit: "ms", goal: .atMost(150)) }
        },
        BenchmarkRow("W1/key", "a keystroke in the playground to the picture, 100 lines, median") { context in
            try shown(context, "key") { time, _ in BenchmarkResult(value: time, unit: "ms", goal: .atMost(30)) }
        },
    ]

    /// Lets a script in node show cards, and shows the same ones here.
    private static func shown(
        _ context: BenchmarkContext,
        _ what: String,
        _ result: (_ time: Double, _ native: Double) -> BenchmarkResult
    ) throws -> BenchmarkResult {
        let modules = URL(fileURLWithPath: context.inputs.root).appendingPathComponent(".build/web")
        guard FileManager.default.fileExists(atPath: modules.appendingPathComponent("player.wasm").path) else {
            throw BenchmarkSkipped(reason: "run 'make web' before")
        }
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let cards = try (0..<12).map { index in
            (try CardTemplate.bytes(context.inputs.compiler, named: "Card\(index)"), CardTemplate.data(index))
        }
        let files = cards.enumerated().flatMap { index, card in
            [("\(index).out", card.0), ("\(index).json", Array(card.1.json.utf8))]
        }
        try folder.write(files, to: "cards")
        let script = URL(fileURLWithPath: context.inputs.root).appendingPathComponent("Tests/Web/times.mjs").path
        let output = try Self.output(of: ["node", script, what, folder.path("cards")])
        guard let time = Double(output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw BenchmarkSkipped(reason: output.isEmpty ? "there is no node" : output)
        }
        let player = Player()
        var times: [Double] = []
        for _ in 0..<max(100, 10 * context.stopwatch.rounds) {
            for (index, card) in cards.enumerated() {
                let start = Stopwatch.Clock.processor.now
                _ = player.add(card.0)
                let options = #"{"template":"Card\#(index)","metrics":"built-in","width":375}"#
                guard
                    case .int(let number)? = try JSONValue(json: Array(player.open(Array(options.utf8)).utf8))["view"],
                    let view = player.view(Int32(number))
                else { throw BenchmarkError("the player does not open a card") }
                _ = view.update(Array(card.1.json.utf8))
                _ = view.layout(width: 375, height: .nan)
                let list = view.displayList(culling: false)
                times.append(Stopwatch.Clock.processor.now - start)
                guard list.utf8.count > 1_000 else { throw BenchmarkError("the player draws nothing") }
                player.close(Int32(number))
            }
        }
        return result(time, Stopwatch.percentile(0.5, of: times) / 1e6)
    }

    /// Runs a program, and returns what it prints; nothing if it fails.
    static func output(of command: [String]) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = pipe
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: bytes, as: UTF8.self) : ""
    }
}
