import Foundation
import Testing
import VirtualView

@testable import VirtualViewCommands

/// A server on a thread of its own, by default at a free port, over the files of a workspace.
final class RunningServer {
    let workspace: Workspace
    let port: Int
    /// What the server said of sources.
    let messages: Locked<String>
    private let stopper: ServerStop
    private let ended = DispatchSemaphore(value: 0)

    /// How the server came up.
    private struct Outcome: Sendable {
        var start: PreviewServer.Start?
        var error: String?
    }

    init(
        _ files: [String: String] = [:],
        workspace: Workspace? = nil,
        port: Int = 0,
        arguments: [String] = [],
        limits: ServerLimits = ServerLimits()
    ) throws {
        let workspace = try workspace ?? Workspace()
        self.workspace = workspace
        try workspace.makeFolder("site")
        for (name, text) in files { try workspace.write("site/\(name)", text) }
        let messages = Locked("")
        self.messages = messages
        let outcome = Locked(Outcome())
        let started = DispatchSemaphore(value: 0)
        let ended = ended
        let line = [workspace.path("site"), "--port", "\(port)"] + arguments
        let thread = Thread {
            let terminal = Terminal(
                out: { _ in true },
                error: { bytes in messages.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
            )
            do {
                try PreviewServer.run(line, terminal: terminal, limits: limits) { start in
                    outcome.withLock { $0.start = start }
                    started.signal()
                }
            } catch {
                outcome.withLock { $0.error = "\(error)" }
                started.signal()
            }
            ended.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
        started.wait()
        guard let start = outcome.withLock({ $0.start }) else {
            throw ServerDidNotStart(reason: outcome.withLock { $0.error } ?? "")
        }
        self.port = start.port
        stopper = start.stop
    }

    struct ServerDidNotStart: Error {
        let reason: String
    }

    deinit {
        stopper.stop()
    }

    /// Stops the server and waits for its end; gives whether it came.
    func stop() -> Bool {
        stopper.stop()
        return ended.wait(timeout: .now() + 90) == .success
    }

    /// Opens a connection.
    func connect() throws -> LoopbackClient {
        try LoopbackClient(port: port)
    }

    /// Sends a request on a connection of its own, and reads the answer.
    func request(
        _ method: String,
        _ target: String,
        headers: [String] = [],
        body: String = ""
    ) throws -> LoopbackClient.Response {
        let client = try connect()
        var head = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        for header in headers { head += header + "\r\n" }
        if !body.isEmpty { head += "Content-Length: \(body.utf8.count)\r\n" }
        client.send(head + "\r\n" + body)
        return try #require(client.response(isHead: method == "HEAD"))
    }

    func get(_ target: String) throws -> LoopbackClient.Response {
        try request("GET", target)
    }

    /// Waits for events of a template.
    func events(of name: String) throws -> LoopbackClient {
        let client = try connect()
        let path = name.isEmpty ? "/.events" : "/\(name)/.events"
        client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return client
    }
}

extension Workspace {
    /// What compiles the templates of the folder for a server.
    func servedCompiler() throws -> ServedCompiler {
        var line = try ArgumentReader([folder.path], of: ServeCommand.self)
        return try ServedCompiler(try ServeCommand(&line).compiler, folder: folder.path, valuesPath: nil)
    }
}
