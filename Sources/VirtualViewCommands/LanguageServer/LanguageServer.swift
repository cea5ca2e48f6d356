import VirtualViewExpressions

/// A server of the language server protocol, 3.17: answers the messages of one editor.
///
/// It reads no input and writes no output itself: bytes come by ``receive(_:)``, and messages leave through a closure.
/// Messages are answered in their order. What an edit changes is looked at when somebody asks, or when nothing else is
/// waiting (``rest()``), so a burst of edits is compiled once.
package final class LanguageServer {
    /// The part of its life that it is in.
    private enum Phase {
        case new, running, shutDown, ended
    }

    /// What the client is able to do.
    struct ClientAbilities {
        var encoding = PositionEncoding.utf16
        var hasSnippets = false
        var hasMarkdown = false
        var hasMarkdownInLists = false
        var hasRelatedInformation = false
        var registersWatchers = false
        var hasSymbolTree = false
    }

    /// What was done so far, for tests that count work.
    package struct Work: Hashable, Sendable {
        /// The sources that were compiled and checked.
        package var analyses = 0
        /// The bytes that were looked at for line ends after edits.
        package var indexedBytes = 0
        /// The files that were read.
        package var filesRead = 0
        /// The texts that were read as JSON, to find places in them.
        package var jsonRead = 0
    }

    private let send: ([UInt8]) -> Void
    private var stream = MessageStream()
    private var queue: [RPCMessage] = []
    private var cancelled: Set<RPCMessage.ID> = []
    private var phase = Phase.new
    private(set) var abilities = ClientAbilities()
    /// The process that started the server, if the client told it.
    private(set) var clientProcess: ClientProcess?
    let workspace: ServerWorkspace
    /// What was done so far.
    package var work: Work { workspace.work }

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after `vvc language-server`.
    ///   - send: Takes the bytes of each message.
    /// - Throws: `UsageError` for a wrong command line.
    package convenience init(_ arguments: [String] = [], send: @escaping ([UInt8]) -> Void) throws {
        var line = try ArgumentReader(arguments, of: LanguageServerCommand.self)
        self.init(try LanguageServerCommand(&line).compiler, send: send)
    }

    init(_ options: CompilerOptions, send: @escaping ([UInt8]) -> Void) {
        workspace = ServerWorkspace(options)
        self.send = send
    }

    /// The exit code, once the client has ended the server.
    package var exitCode: ExitCode? { isEnded ? (wasShutDown ? .success : .inputErrors) : nil }

    private var isEnded: Bool { phase == .ended }
    private var wasShutDown = false

    // MARK: - Messages

    /// Takes bytes of the input, and answers the messages that are complete.
    package func receive(_ bytes: some Sequence<UInt8>) {
        stream.append(bytes)
        reading: while true {
            switch stream.next() {
            case .incomplete: break reading
            case .failure(let reason): send(RPCMessage.failure(of: nil, RPCError(.parseError, reason)))
            case .message(let message): enqueue(message)
            }
        }
        for message in queue where !isEnded { handle(message) }
        queue = []
        cancelled = []
    }

    /// Does what waits for a pause: compiles what was edited, and tells what is wrong with it.
    package func rest() {
        guard phase == .running else { return }
        publish()
    }

    private func enqueue(_ bytes: [UInt8]) {
        do throws(RPCError) {
            let message = try RPCMessage(bytes)
            if case .notification("$/cancelRequest") = message.kind {
                // What was answered already cannot be cancelled any more.
                if let id = RPCMessage.ID(message.params["id"]) { cancelled.insert(id) }
            } else {
                queue.append(message)
            }
        } catch {
            send(RPCMessage.failure(of: error.id, error))
        }
    }

    private func handle(_ message: RPCMessage) {
        switch message.kind {
        case .response: break
        case .notification(let method):
            if method == "exit" {
                wasShutDown = phase == .shutDown
                phase = .ended
            } else if phase == .running {
                // A notification has no answer, so a wrong one is passed over.
                try? handle(notification: method, message.params)
            }
        case .request(let id, let method):
            do throws(RPCError) {
                if cancelled.contains(id) { throw RPCError(.requestCancelled, "the request was cancelled") }
                send(RPCMessage.response(to: id, try answer(method, message.params)))
            } catch {
                send(RPCMessage.failure(of: id, error))
            }
        }
    }

    func send(_ message: JSONValue) {
        send(MessageStream.frame(message.json))
    }

    // MARK: - Life

    private func answer(_ method: String, _ params: JSONValue) throws(RPCError) -> JSONValue {
        switch (phase, method) {
        case (.new, "initialize"):
            guard case .object = params else { throw .parameter("params") }
            phase = .running
            return initialize(params)
        case (.new, _): throw RPCError(.serverNotInitialized, "the server is not initialized")
        case (.running, "initialize"): throw RPCError(.invalidRequest, "the server is initialized already")
        case (.running, "shutdown"):
            phase = .shutDown
            return .null
        case (.running, _): return try answer(request: method, params)
        case (.shutDown, _), (.ended, _): throw RPCError(.invalidRequest, "the server is shut down")
        }
    }

    private func initialize(_ params: JSONValue) -> JSONValue {
        let client = params["capabilities"] ?? .null
        let document = client["textDocument"] ?? .null
        clientProcess = ClientProcess(params["processId"]?.numberValue)
        abilities.encoding = PositionEncoding(
            offered: client.at("general", "positionEncodings")?.elements.compactMap { $0.textValue } ?? []
        )
        abilities.hasSnippets = document.at("completion", "completionItem", "snippetSupport")?.isTrue ?? false
        abilities.hasMarkdown =
            document.at("hover", "contentFormat")?.elements.contains { $0.textValue == "markdown" } ?? false
        abilities.hasMarkdownInLists =
            document.at("completion", "completionItem", "documentationFormat")?.elements.contains {
                $0.textValue == "markdown"
            } ?? false
        abilities.hasRelatedInformation =
            document.at("publishDiagnostics", "relatedInformation")?.isTrue ?? false
        abilities.hasSymbolTree =
            document.at("documentSymbol", "hierarchicalDocumentSymbolSupport")?.isTrue ?? false
        abilities.registersWatchers =
            client.at("workspace", "didChangeWatchedFiles", "dynamicRegistration")?.isTrue ?? false
        var folders = params["workspaceFolders"]?.elements.compactMap { $0["uri"]?.textValue } ?? []
        if folders.isEmpty, let root = params["rootUri"]?.textValue { folders = [root] }
        workspace.folders = folders.compactMap(DocumentURI.folder)
        return [
            "serverInfo": ["name": "vvc", "version": .string(VVC.version)],
            "capabilities": .object(capabilities),
        ]
    }

    private var capabilities: BindingObject {
        [
            "positionEncoding": .string(abilities.encoding.rawValue),
            "textDocumentSync": ["openClose": true, "change": 2, "save": true],
            "completionProvider": [
                "triggerCharacters": ["<", "\"", "|", "{", ".", "[", "(", ":", "/", "#"]
            ],
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentSymbolProvider": true,
            "documentFormattingProvider": true,
            "codeActionProvider": ["codeActionKinds": ["quickfix"]],
            "colorProvider": true,
            "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
        ]
    }
}

// MARK: - Notifications

extension LanguageServer {
    private func handle(notification method: String, _ params: JSONValue) throws(RPCError) {
        switch method {
        case "initialized": if abilities.registersWatchers { registerWatchers() }
        case "textDocument/didOpen": try open(params)
        case "textDocument/didChange": try change(params)
        case "textDocument/didSave": workspace.forgetFiles()
        case "textDocument/didClose": close(try uri(params))
        case "workspace/didChangeWatchedFiles": workspace.forgetFiles()
        case "workspace/didChangeWorkspaceFolders":
            let removed = params.at("event", "removed")?.elements.compactMap { $0["uri"]?.textValue } ?? []
            let added = params.at("event", "added")?.elements.compactMap { $0["uri"]?.textValue } ?? []
            let gone = Set(removed.compactMap(DocumentURI.folder))
            workspace.folders.removeAll { gone.contains($0) }
            workspace.folders += added.compactMap(DocumentURI.folder)
            workspace.forgetFiles()
        default: break
        }
    }

    func uri(_ params: JSONValue) throws(RPCError) -> String {
        guard let uri = params.at("textDocument", "uri")?.textValue else { throw .parameter("textDocument.uri") }
        return uri
    }

    private func open(_ params: JSONValue) throws(RPCError) {
        let uri = try uri(params)
        guard let text = params.at("textDocument", "text")?.textValue else { throw .parameter("textDocument.text") }
        workspace.open(
            OpenDocument(
                uri,
                text: text,
                version: params.at("textDocument", "version")?.numberValue,
                language: params.at("textDocument", "languageId")?.textValue
            )
        )
    }

    private func change(_ params: JSONValue) throws(RPCError) {
        let document = try document(params)
        // Whatever was changed before a change that is wrong has been changed.
        defer { workspace.noteChange(of: document) }
        for change in params["contentChanges"]?.elements ?? [] {
            guard let text = change["text"]?.textValue else { throw .parameter("contentChanges.text") }
            guard let range = change["range"], range != .null else {
                workspace.work.indexedBytes += document.setText(text)
                continue
            }
            let offsets = try document.text.offsets(range, abilities.encoding)
            workspace.work.indexedBytes += document.replace(offsets, with: text)
        }
        document.version = params.at("textDocument", "version")?.numberValue
    }

    private func close(_ uri: String) {
        guard let document = workspace.documents[uri] else { return }
        workspace.close(document)
    }

    private func registerWatchers() {
        let globs: [JSONValue] = ["**/*.{xml,asv,json,properties,txt}"].map { ["globPattern": .string($0)] }
        let options: JSONValue = ["watchers": .array(globs)]
        let registration: JSONValue = [
            "id": "files", "method": "workspace/didChangeWatchedFiles", "registerOptions": options,
        ]
        send(RPCMessage.request("vvc-1", "client/registerCapability", ["registrations": [registration]]))
    }

    /// Returns the open document that a request is about.
    func document(_ params: JSONValue) throws(RPCError) -> OpenDocument {
        let uri = try uri(params)
        guard let document = workspace.documents[uri] else {
            throw RPCError(.invalidParams, "the document '\(uri)' is not open")
        }
        return document
    }
}

// MARK: - Requests

extension LanguageServer {
    private func answer(request method: String, _ params: JSONValue) throws(RPCError) -> JSONValue {
        switch method {
        case "textDocument/completion": return completion(try place(params))
        case "textDocument/hover": return hover(try place(params))
        case "textDocument/definition": return definition(try place(params))
        case "textDocument/references":
            return references(
                try place(params),
                isDeclarationIncluded: params.at("context", "includeDeclaration")?.isTrue ?? true
            )
        case "textDocument/documentSymbol": return symbols(try document(params))
        case "textDocument/formatting": return formatting(try document(params))
        case "textDocument/codeAction": return try codeActions(params)
        case "textDocument/documentColor": return colors(try document(params))
        case "textDocument/colorPresentation": return try colorPresentations(params)
        default: throw RPCError(.methodNotFound, "there is no '\(method)'")
        }
    }

    /// A place in an open document.
    struct Place {
        let document: OpenDocument
        let offset: Int
    }

    private func place(_ params: JSONValue) throws(RPCError) -> Place {
        let document = try document(params)
        let position = try TextPosition(params["position"])
        return Place(document: document, offset: document.text.offset(of: position, abilities.encoding))
    }

    /// Returns a counter for a document.
    func counter(_ document: TextDocument) -> PositionCounter { PositionCounter(document, abilities.encoding) }
}
