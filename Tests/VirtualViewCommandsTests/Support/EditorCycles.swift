import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// Cycles of documents in the language server, and of pages of the preview server.
@MainActor
enum EditorCycles {
    static func all() throws -> [ObjectCycle] {
        let kept = try server()
        let template = try PreparedTemplate(Template(decoding: FileImage().bytes))
        var sessions = PreviewSessions(limit: 4)
        let preview = try RunningServer(["Card.xml": "<NText text=\"${t}\" id=\"1\" flag=\"flag_clickable\"/>"])
        return [
            ObjectCycle("a language server") { number in use(try server(), number) },
            ObjectCycle("documents of a language server that stays") { use(kept, $0) },
            ObjectCycle("live containers of pages") { number in
                let key = PreviewSessions.Key(session: "\(number)", template: "T", pictureNumber: 1, request: "")
                _ = sessions.container(for: key) { Container(template.makeTree()) }
            },
            ObjectCycle("connections and pages of the preview server") { number in
                let events = try preview.connect()
                events.send("GET /.events HTTP/1.1\r\nHost: localhost\r\n\r\n")
                _ = events.response(isHead: true)
                for path in ["/", "/Card/", "/Card/Card.svg?width=\(300 + number % 3)"] {
                    _ = try preview.request("GET", path)
                }
            },
        ]
    }

    private static func server() throws -> LanguageServer {
        let server = try LanguageServer { _ in }
        send(server, "initialize", ["capabilities": [:]], isRequest: true)
        send(server, "initialized", [:])
        return server
    }

    private static func send(_ server: LanguageServer, _ method: String, _ params: JSONValue, isRequest: Bool = false) {
        let message: JSONValue =
            isRequest
            ? ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
            : ["jsonrpc": "2.0", "method": .string(method), "params": params]
        server.receive(MessageStream.frame(message.json))
    }

    /// Opens a document, edits it, asks about it and closes it.
    private static func use(_ server: LanguageServer, _ number: Int) {
        let uri: JSONValue = .string("untitled:Card\(number).xml")
        let text = "<FrameLayout>\n<NText text=\"\(number)\" layoutWidht=\"1\"/>\n</FrameLayout>\n"
        let item: JSONValue = ["uri": uri, "languageId": "xml", "version": 1, "text": .string(text)]
        send(server, "textDocument/didOpen", ["textDocument": item])
        server.rest()
        let place: JSONValue = ["line": 1, "character": 3]
        let change: JSONValue = ["range": ["start": place, "end": place], "text": "x"]
        let document: JSONValue = ["uri": uri, "version": 2]
        send(server, "textDocument/didChange", ["textDocument": document, "contentChanges": [change]])
        server.rest()
        for method in ["hover", "completion", "documentSymbol", "formatting"] {
            let params: JSONValue = ["textDocument": ["uri": uri], "position": place, "options": [:]]
            send(server, "textDocument/\(method)", params, isRequest: true)
        }
        send(server, "textDocument/didClose", ["textDocument": ["uri": uri]])
        server.rest()
    }
}
