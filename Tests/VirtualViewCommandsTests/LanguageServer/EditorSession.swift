import Foundation
import VirtualViewCommands
import VirtualViewExpressions

/// An editor that talks to a server in this process.
///
/// In addresses `@` stands for that of a folder.
final class EditorSession {
    /// Every message, as it was: `-->` from the editor, `<--` from the server.
    private(set) var transcript = ""
    private(set) var server: LanguageServer
    private var received: [JSONValue] = []
    private let inbox = Inbox()
    private var lastID: Int64 = 0
    private let folder: String

    /// What the editor is able to do, unless a test says otherwise.
    static let abilities: JSONValue = [
        "textDocument": [
            "completion": ["completionItem": ["snippetSupport": true, "documentationFormat": ["markdown"]]],
            "hover": ["contentFormat": ["markdown", "plaintext"]],
            "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
            "publishDiagnostics": ["relatedInformation": true],
        ]
    ]

    init(_ folder: String = "", _ arguments: [String] = []) throws {
        self.folder =
            "file://"
            + folder.split(separator: "/", omittingEmptySubsequences: false)
            .map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
        let inbox = inbox
        server = try LanguageServer(arguments) { inbox.frames.append($0) }
    }

    /// What the server sent.
    private final class Inbox {
        var frames: [[UInt8]] = []
    }

    private func takeAll() {
        for frame in inbox.frames { take(frame) }
        inbox.frames = []
    }

    private func take(_ frame: [UInt8]) {
        let text = String(decoding: frame, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else {
            transcript += "<-- no frame\n"
            return
        }
        let message = text[end.upperBound...]
        let head = "Content-Length: \(message.utf8.count)"
        if text[..<end.lowerBound] != head { transcript += "<-- wrong head: \(text[..<end.lowerBound])\n" }
        transcript += "<-- \(message.replacingOccurrences(of: folder, with: "@"))\n"
        if let json = try? JSONValue(json: String(message)) { received.append(json) }
    }

    // MARK: - Sending

    /// Sends the text of a message; the server may rest behind it.
    func send(_ text: String, rests: Bool = true) {
        transcript += "--> \(text)\n"
        let real = text.replacingOccurrences(of: "\"uri\":\"@", with: "\"uri\":\"\(folder)")
        server.receive(MessageStream.frame(real))
        if rests { server.rest() }
        takeAll()
    }

    /// Sends bytes that are no message.
    func send(raw text: String) {
        transcript += "--> (bytes) \(text.debugDescription)\n"
        server.receive(Array(text.utf8))
        server.rest()
        takeAll()
    }

    func notify(_ method: String, _ params: JSONValue, rests: Bool = true) {
        send((["jsonrpc": "2.0", "method": .string(method), "params": params] as JSONValue).json, rests: rests)
    }

    /// Asks for something, and returns the result; `nil` for an error.
    @discardableResult
    func ask(_ method: String, _ params: JSONValue) -> JSONValue? {
        lastID += 1
        let request: JSONValue = ["jsonrpc": "2.0", "id": .int(lastID), "method": .string(method), "params": params]
        send(request.json)
        return received.last { $0["id"] == .int(lastID) && $0["method"] == nil }?["result"]
    }

    @discardableResult
    func start(_ abilities: JSONValue = abilities) -> JSONValue? {
        let result = ask(
            "initialize",
            ["capabilities": abilities, "workspaceFolders": [["uri": "@", "name": "templates"]]]
        )
        notify("initialized", [:])
        return result
    }

    func open(_ name: String, _ text: String) {
        let item: JSONValue = ["uri": .string("@/\(name)"), "languageId": "xml", "version": 1, "text": .string(text)]
        notify("textDocument/didOpen", ["textDocument": item])
    }

    /// Asks about the place in a text that is marked with `‸`.
    ///
    /// The document has the text without the mark.
    @discardableResult
    func ask(_ method: String, _ name: String, _ marked: String, _ more: [String: JSONValue] = [:]) -> JSONValue? {
        let before = marked.prefix { $0 != "‸" }
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        let position: JSONValue = [
            "line": .int(Int64(lines.count - 1)), "character": .int(Int64(lines.last?.utf16.count ?? 0)),
        ]
        var params: [(String, JSONValue)] = [("textDocument", ["uri": .string("@/\(name)")]), ("position", position)]
        params += more.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return ask(method, .object(BindingObject(params)))
    }

    // MARK: - What came

    /// The last diagnostics of a document.
    func diagnostics(_ name: String) -> JSONValue? {
        let uri = "\(folder)/\(name)"
        return received.last {
            $0["method"] == "textDocument/publishDiagnostics" && $0["params"]?["uri"] == .string(uri)
        }?["params"]?["diagnostics"]
    }

    /// The codes of the last diagnostics of a document.
    func codes(_ name: String) -> [String] {
        guard case .array(let all)? = diagnostics(name) else { return ["none told"] }
        return all.compactMap { if case .string(let code)? = $0["code"] { code } else { nil } }
    }

    /// Forgets the messages so far.
    func forget() {
        received = []
        transcript = ""
    }
}

extension JSONValue {
    /// The items of a completion; `nil` if it is none.
    var items: [JSONValue]? {
        if case .array(let items)? = self["items"] { Array(items) } else { nil }
    }

    /// The labels of the items of a completion.
    var labels: [String] {
        (items ?? []).compactMap { if case .string(let label)? = $0["label"] { label } else { nil } }
    }
}
