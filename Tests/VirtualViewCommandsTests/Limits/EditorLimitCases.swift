import Foundation
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// The lines of `Docs/Limits.md` about the language server, snapshots and what builds keep.
enum EditorLimitCases {
    static let all = messages + documents + records

    // MARK: - Messages

    private static let messages = [
        LimitCase("messages for the language server in one piece", 20_000, "answered") { count in
            let message = MessageStream.frame(#"{"jsonrpc":"2.0","id":1,"method":"nothing"}"#)
            let answers = try answers { $0.receive(Array(repeatElement(message, count: count).joined())) }
            return answers == count ? "answered" : "\(answers) answers"
        },
        LimitCase("requests that are cancelled at once", 10_000, "answered") { count in
            let messages =
                (0..<count).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"nothing"}"# }
                + (0..<count).map { #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#($0)}}"# }
            let answers = try answers { $0.receive(messages.flatMap(MessageStream.frame)) }
            return answers == count ? "answered" : "\(answers) answers"
        },
        LimitCase("bytes of a message, one more than 64 MiB", 67_108_865, "left out") { count in
            try received(head: "Content-Length: \(count)\r\n\r\n", count)
        },
        LimitCase("bytes of a message without a head", 10_000_000, "left out") { count in
            try received(head: "", count)
        },
        LimitCase("bytes of a message, one at a time", 200_000, "answered") { count in
            let text = #"{"jsonrpc":"2.0","id":1,"method":"\#(String(repeating: "a", count: count))"}"#
            let answers = try answers { server in for byte in MessageStream.frame(text) { server.receive([byte]) } }
            return answers == 1 ? "answered" : "\(answers) answers"
        },
    ]

    /// What a server sends, by its number of messages.
    private static func answers(_ run: (LanguageServer) -> Void) throws -> Int {
        var answers = 0
        run(try LanguageServer { _ in answers += 1 })
        return answers
    }

    /// Sends bytes that are too many, and then a message that has to be answered.
    private static func received(head: String, _ count: Int) throws -> String {
        let piece = [UInt8](repeating: 0x61, count: 1 << 16)
        let answers = try answers { server in
            server.receive(Array(head.utf8))
            var rest = count
            while rest > 0 {
                server.receive(piece.prefix(rest))
                rest -= piece.count
            }
            server.receive(MessageStream.frame(#"{"jsonrpc":"2.0","id":1,"method":"nothing"}"#))
        }
        return answers == 2 ? "left out" : "\(answers) answers"
    }

    // MARK: - Documents

    private static let documents = [
        LimitCase("edits of an open document that has as many lines", 2_000, "followed") { count in
            let editor = try EditorSession()
            editor.start()
            let lines = String(repeating: "<NText text=\"a\"/>\n", count: count)
            editor.open("Card.xml", "<FrameLayout>\n\(lines)</FrameLayout>\n")
            for number in 1...count {
                func place(_ character: Int64) -> JSONValue {
                    ["line": .int(Int64(number)), "character": .int(character)]
                }
                let change: JSONValue = ["range": ["start": place(13), "end": place(14)], "text": "b"]
                let document: JSONValue = ["uri": "@/Card.xml", "version": .int(Int64(number + 1))]
                editor.notify(
                    "textDocument/didChange",
                    ["textDocument": document, "contentChanges": [change]],
                    rests: false
                )
            }
            let server = editor.server
            server.rest()
            let text = server.workspace.documents.values.first.map { String(decoding: $0.text.bytes, as: UTF8.self) }
            return text?.contains("\"a\"") == false ? "followed" : "is another text"
        },
        LimitCase("elements of a document whose outline is asked for", 3_000, "answered") { count in
            let editor = try EditorSession()
            editor.start()
            let lines = String(repeating: "<NText text=\"a\"/>\n", count: count)
            editor.open("Card.xml", "<FrameLayout>\n\(lines)</FrameLayout>\n")
            let symbols = editor.ask("textDocument/documentSymbol", ["textDocument": ["uri": "@/Card.xml"]])
            guard case .array(let roots)? = symbols, case .array(let children)? = roots.first?["children"] else {
                return "no outline"
            }
            return children.count == count ? "answered" : "\(children.count) elements"
        },
        LimitCase("elements inside each other on one line, whose outline is asked for", 3_000, "answered") { count in
            let editor = try EditorSession()
            editor.start()
            let starts = String(repeating: "<VHLayout>", count: count)
            editor.open("Card.xml", starts + String(repeating: "</VHLayout>", count: count))
            let symbols = editor.ask("textDocument/documentSymbol", ["textDocument": ["uri": "@/Card.xml"]])
            return symbols?[0]?["children"] == nil ? "no outline" : "answered"
        },
        LimitCase("definitions of an assemble source whose outline is asked for", 20_000, "answered") { count in
            let editor = try EditorSession()
            editor.start()
            let definitions = (0..<count).map { "def a\($0) = [(text:a)]\n" }.joined()
            editor.open("Card.asv", definitions + "{hc [a0]}\n")
            let symbols = editor.ask("textDocument/documentSymbol", ["textDocument": ["uri": "@/Card.asv"]])
            guard case .array(let roots)? = symbols else { return "no outline" }
            return roots.count == count + 1 ? "answered" : "\(roots.count) entries"
        },
        LimitCase("documents that are open", 200, "200 analyses") { count in
            let editor = try EditorSession()
            editor.start()
            let documents = (0..<count).map { number -> JSONValue in
                [
                    "uri": .string("@/Card\(number).xml"), "languageId": "xml", "version": 1,
                    "text": "<NText text=\"a\"/>",
                ]
            }
            for document in documents {
                editor.notify("textDocument/didOpen", ["textDocument": document], rests: false)
            }
            editor.server.rest()
            let analyses = editor.server.work.analyses
            for document in documents {
                editor.notify(
                    "textDocument/didClose",
                    ["textDocument": ["uri": document["uri"] ?? .null]],
                    rests: false
                )
            }
            editor.server.rest()
            return editor.server.workspace.documents.isEmpty ? "\(analyses) analyses" : "are still open"
        },
        LimitCase("problems of a file that 20 open documents are compiled with", 1_000, "told once") { count in
            let text = (0..<count).map { "bad\($0)=Strin\n" }.joined()
            let space = try Workspace()
            try space.write("vvc.json", #"{"config": "config.properties"}"#)
            try space.write("config.properties", text)
            let editor = try EditorSession(space.folder.path)
            editor.start()
            for number in 0..<20 { editor.open("Card\(number).xml", "<NText text=\"a\"/>") }
            let told = editor.codes("config.properties").count
            return told == count ? "told once" : "\(told) problems"
        },
        LimitCase("end tags before a cursor that are those of no element", 50_000, "50000 open") { count in
            let text = String(repeating: "<a>", count: count) + String(repeating: "</b>", count: count)
            return "\(XMLCursor(Array(text.utf8), at: text.utf8.count).open.count) open"
        },
    ]

    // MARK: - What is kept

    private static let records = [
        LimitCase("nodes of snapshots compared, one of which is new", 2_000, "1 change") { count in
            compare((0..<count).map { node($0) }, [node(-1)] + (0..<count).map { node($0) })
        },
        LimitCase("nodes of snapshots compared, all of which are alike", 5_000, "1 change") { count in
            compare((0..<count).map { _ in node(0) }, (0...count).map { _ in node(0) })
        },
        LimitCase("nodes of snapshots compared, all of which moved", 2_000, "1 change") { count in
            compare((0..<count).map { node($0) }, (0..<count).map { node($0, y: 5) })
        },
        LimitCase("nodes of snapshots compared, all of which are new", 2_000, "2000 changes") { count in
            compare([], (0..<count).map { node($0) })
        },
        LimitCase("problems of snapshots compared", 2_000, "2000 changes") { count in
            compare((0..<count / 2).map { "! a\($0)" }, (0..<(count + 1) / 2).map { "! b\($0)" })
        },
        LimitCase("lines of a text in snapshots compared", 10_000, "1 change") { count in
            func text(_ word: String) -> String {
                node(0) + "\n      text  " + repeatElement("\"\(word)\"", count: count).joined(separator: ",")
            }
            return compare([text("a")], [text("b")])
        },
        LimitCase("snapshots of a file, half of which are as the last of the others", 20_000, "reads") { count in
            let own = (0..<count / 2).map { "## A\($0)\n300x\($0)\n" }.joined()
            let others = (count / 2..<count).map { "## A\($0)\nas in A\(count / 2 - 1)\n" }.joined()
            let snapshots = SnapshotFile(own + others).snapshots
            return snapshots.count == count && snapshots.last?.size == "300x\(count / 2 - 1)" ? "reads" : "differs"
        },
        LimitCase("templates in a record of outputs", 10_000, "reads") { count in
            var record = OutputRecord(program: "vvc")
            record.templates = (0..<count).map { number in
                let file = OutputRecord.File(path: "T\(number).xml", content: "c", stamp: "1")
                let output = OutputRecord.File(path: "T\(number).out", content: "c", stamp: "1")
                return OutputRecord.Template(source: file, name: "T\(number)", options: "", outputs: [output])
            }
            let read = OutputRecord(Array(record.text.utf8))
            return read == record ? "reads" : "differs"
        },
        LimitCase("slots of a project file, none of which is one of as many components", 5_000, "project.unknown-slot")
        {
            count in
            let workspace = try Workspace()
            let slots = (0..<count).map { "\"Kamp\($0)\":\"a.png\"" }.joined(separator: ",")
            try workspace.write("vvc.json", "{\"slots\":{\(slots)}}")
            var result = ExitCode.success
            var id: String?
            let reporter = DiagnosticReporter { id = id ?? $0.first?.id }
            let project = Project(workspace.path("vvc.json"), OptionFiles(), reporter, &result)
            let compiler = TemplateCompiler(configuration: Configuration(components: components(count, isSlot: true)))
            _ = ProjectSamples(project, for: compiler, reporter)
            return id ?? "are known"
        },
        LimitCase("components that none of half as many templates has", 4_000, "4000 left") { count in
            let own = components(count)
            let compiler = TemplateCompiler(configuration: Configuration(components: own))
            let template = UnusedSearch.Template(
                input: CompileInput(path: "T.xml", subfolder: "", root: nil),
                compiler: compiler,
                compiled: compiler.compile(SourceFile(path: "T.xml", text: "<NText/>")),
                optionPaths: ["c.json"]
            )
            var search = UnusedSearch()
            search.templates = Array(repeating: template, count: count / 2)
            search.components = ["c.json": Set(own.map(\.name))]
            return "\(search.findings().count { $0.kind == .component && $0.path == "c.json" }) left"
        },
        LimitCase("components of a registry, the last of which disagrees with the first", 2_000, "1999 known") {
            count in
            let own = (0..<count).map { number in
                ComponentSchema(
                    id: UInt16(1_011 + number),
                    name: "Camp\(number)",
                    properties: [PropertySchema("tone\(number % (count - 1))", number == count - 1 ? .color : .string)]
                )
            }
            let compiler = TemplateCompiler(configuration: Configuration(components: own))
            let registry = NodeRegistry(for: compiler, [:])
            return "\(own.count { registry.knowsComponent(named: $0.name) }) known"
        },
        LimitCase("literals of a Swift source", 20_000, "reads") { count in
            var names = SwiftNames()
            names.add(Array((0..<count).map { "let a\($0) = \"Name\($0)\"\n" }.joined().utf8))
            return names.literals.count == count ? "reads" : "\(names.literals.count) literals"
        },
        LimitCase("names looked for in ten times as many literals of a Swift source", 1_000, "1 found") { count in
            let literals = (0..<10 * count).map { "\"the text p.q\($0)x, \($0)\"\n" }.joined() + "\"a p.q7, b\""
            return found("p.q", count, in: literals)
        },
        LimitCase("names looked for in ten times as many texts with expressions", 1_000, "1 found") { count in
            let texts = (0..<10 * count).map { "\"a\\(x)b\\(y)c\($0)\"\n" }.joined() + "\"a\\(x)7b7\""
            return found("a7b", count, in: texts)
        },
        LimitCase("comments inside each other in a Swift source", 100_000, "reads") { count in
            var names = SwiftNames()
            names.add(Array((String(repeating: "/*", count: count) + "\"a\"").utf8))
            return names.literals.isEmpty ? "reads" : "has a literal"
        },
        LimitCase("texts inside each other in a Swift source", 20_000, "reads") { count in
            var names = SwiftNames()
            names.add(Array(String(repeating: "\"\\(", count: count).utf8))
            return names.literals.isEmpty ? "reads" : "has a literal"
        },
        LimitCase("constants of a file of names", 20_000, "reads") { count in
            let lines = (0..<count).map { "    public static let a\($0) = \"Name\($0)\"\n" }.joined()
            return SwiftNames.constants(in: lines).count == count ? "reads" : "differs"
        },
        LimitCase("pages whose containers live, of which 32 stay", 5_000, "32 left") { count in
            let template = try Template(decoding: FileImage().bytes)
            let prepared = try PreparedTemplate(template)
            var sessions = PreviewSessions()
            for number in 0..<count {
                let key = PreviewSessions.Key(session: "\(number)", template: "T", pictureNumber: 1, request: "")
                _ = sessions.container(for: key) { Container(prepared.makeTree()) }
            }
            return "\(sessions.count) left"
        },
        LimitCase("connections that wait for changes, one more than 64", 65, "503") { count in
            let server = try RunningServer(["Card.xml": "<NText/>"])
            let clients = try (0..<count).map { _ in try server.connect() }
            let statuses = clients.map { client in
                client.send("GET /.events HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return client.response(isHead: true)?.status
            }
            _ = server.stop()
            return statuses.last.flatMap { $0 }.map(String.init) ?? "no answer"
        },
    ]

    private static func components(_ count: Int, isSlot: Bool = false) -> [ComponentSchema] {
        let all = (0..<count).map { "{\"id\":\(1_011 + $0),\"name\":\"Camp\($0)\",\"slot\":\(isSlot)}" }
        let text = "{\"version\":1,\"components\":[\(all.joined(separator: ","))]}"
        return ComponentsReader.read(SourceFile(path: "c.json", text: text)).components
    }

    /// Looks for names that differ in the numbers at their ends.
    private static func found(_ name: String, _ count: Int, in source: String) -> String {
        var names = SwiftNames()
        names.add(Array(source.utf8))
        return "\(names.mayMention((0..<count).map { (text: "\(name)\($0)", constants: []) }).count { $0 }) found"
    }

    private static func node(_ number: Int, y: Int = 0) -> String {
        "  - NText\(number > 0 ? "#\(number)" : "")  x 0  y \(20 * number + y)  width 100  height 20"
    }

    private static func compare(_ old: [String], _ new: [String]) -> String {
        let files = [old, new].map { nodes in
            SnapshotFile("## Card\n300x\(20 * nodes.count)\n- VHLayout  x 0  y 0\n" + nodes.joined(separator: "\n"))
        }
        let count = SnapshotDifference(files[0].snapshots[0], files[1].snapshots[0]).changes.count
        return "\(count) change\(count == 1 ? "" : "s")"
    }
}
