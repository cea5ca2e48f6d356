import Foundation
import VirtualViewCommands
import VirtualViewCompiler
import VirtualViewExpressions

extension BenchmarkRow {
    /// The language server (T1): what follows a letter that is typed into a template of 2,000 lines.
    static let serverRows: [BenchmarkRow] = [
        BenchmarkRow("T1/server", "type a letter into a template of 2,000 lines, get all diagnostics, median") {
            try typing($0, asksForCompletion: false)
        },
        BenchmarkRow("T1/completion", "type a letter into it, get what may follow, median") {
            try typing($0, asksForCompletion: true)
        },
    ]

    private static func typing(_ context: BenchmarkContext, asksForCompletion: Bool) throws -> BenchmarkResult {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        try folder.empty("templates")
        let text = Self.longTemplate
        let uri: JSONValue = .string("file://" + folder.path("templates/Long.xml"))
        var sent = 0
        let server = try LanguageServer { sent += $0.count }
        func send(_ message: JSONValue) { server.receive(MessageStream.frame(message.json)) }
        send(["jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ["capabilities": [:]]])
        let item: JSONValue = ["uri": uri, "version": 0, "languageId": "xml", "text": .string(text)]
        send(["jsonrpc": "2.0", "method": "textDocument/didOpen", "params": ["textDocument": item]])
        server.rest()
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let line = lines.indices.first(where: { $0 > lines.count / 2 && lines[$0].contains("text=\"") }),
            let value = lines[line].range(of: "text=\"")
        else { throw BenchmarkError("the source has no text") }
        let column = lines[line].utf16.distance(from: lines[line].startIndex, to: value.upperBound)
        let place: JSONValue = ["line": .int(Int64(line)), "character": .int(Int64(column))]
        var times: [Double] = []
        for number in 0..<max(200, 10 * context.stopwatch.rounds) {
            let change: JSONValue = ["range": ["start": place, "end": place], "text": "x"]
            let document: JSONValue = ["uri": uri, "version": .int(Int64(number + 1))]
            let params: JSONValue = ["textDocument": document, "contentChanges": [change]]
            func frame(_ message: JSONValue) -> [UInt8] { MessageStream.frame(message.json) }
            let edit = frame(["jsonrpc": "2.0", "method": "textDocument/didChange", "params": params])
            let question = frame(
                [
                    "jsonrpc": "2.0", "id": .int(Int64(number + 2)), "method": "textDocument/completion",
                    "params": ["textDocument": ["uri": uri], "position": place],
                ]
            )
            let before = sent
            let start = Stopwatch.Clock.processor.now
            server.receive(asksForCompletion ? edit + question : edit)
            if !asksForCompletion { server.rest() }
            times.append(Stopwatch.Clock.processor.now - start)
            guard sent > before else { throw BenchmarkError("the server says nothing") }
            // What a pause is for.
            server.rest()
        }
        return BenchmarkResult(value: Stopwatch.median(times) / 1e6, unit: "ms", goal: .atMost(5))
    }

    /// A template of 2,000 lines, an attribute on each, as `Templates` have two or three.
    private static var longTemplate: String {
        var nodes = 200
        while true {
            var generator = SourceGenerator(seed: 7)
            let source = generator.source(named: "Long", nodes: nodes)
            let text = String(decoding: source.bytes, as: UTF8.self).replacing("\" ", with: "\"\n      ")
            if text.utf8.count(where: { $0 == 0x0A }) >= 2000 { return text }
            nodes += 10
        }
    }
}
