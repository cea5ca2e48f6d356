import Foundation
import Testing
import VirtualViewExpressions
import VirtualViewTestSupport

/// A real browser whose page a test drives while time passes, over the pipes of the DevTools protocol.
final class LiveBrowser {
    /// What went wrong.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var received: [UInt8] = []
    private var lastID = 0
    private var session = ""
    private let site: String

    /// Starts the browser with a page of a server.
    init(_ server: RunningServer, _ path: String) throws {
        site = "http://127.0.0.1:\(server.port)"
        let profile = server.workspace.path("profile")
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // The browser reads commands from descriptor 3 and writes to 4.
        process.arguments =
            ["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", "browser", InstalledBrowser.path ?? ""]
            + InstalledBrowser.arguments
            + ["--remote-debugging-pipe", "--user-data-dir=\(profile)", "--window-size=1200,900", "about:blank"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let target = try call("Target.createTarget", ["url": "about:blank"])["targetId"]
        let attached = try call("Target.attachToTarget", ["targetId": target ?? .null, "flatten": true])
        guard case .string(let id)? = attached["sessionId"] else { throw Failure(description: attached.json) }
        session = id
        try open(path)
    }

    deinit {
        session = ""
        _ = try? call("Browser.close", [:], mayFail: true)
        try? input.fileHandleForWriting.close()
        InstalledBrowser.waitForEnd(of: process, patience: 60)
    }

    /// Opens a page of the server.
    func open(_ path: String) throws {
        let result = try call("Page.navigate", ["url": .string(site + path)])
        if let problem = result["errorText"] { throw Failure(description: problem.json) }
    }

    /// Waits until an expression is true, also when the page loads again meanwhile; for two minutes at most.
    func wait(for condition: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let end = Date().addingTimeInterval(120)
        let expression = """
            new Promise(done => setTimeout(() => { try { done(!!(\(condition))) } catch { done(false) } }, 20))
            """
        while Date() < end {
            if try value(of: expression, mayFail: true) == true { return }
        }
        let page = try value(of: "document.body.innerText", mayFail: true)
        Issue.record("never true: \(condition); the page is: \(page.json)", sourceLocation: sourceLocation)
    }

    /// The value of an expression; that of a promise when it is kept.
    func value(of expression: String, mayFail: Bool = false) throws -> JSONValue {
        let result = try call(
            "Runtime.evaluate",
            ["expression": .string(expression), "awaitPromise": true, "returnByValue": true],
            mayFail: mayFail
        )
        return result["result"]?["value"] ?? .null
    }

    /// Presses and releases the mouse at a place of the window.
    func click(x: Double, y: Double) throws {
        for kind in ["mousePressed", "mouseReleased"] {
            _ = try call(
                "Input.dispatchMouseEvent",
                ["type": .string(kind), "x": .double(x), "y": .double(y), "button": "left", "clickCount": 1]
            )
        }
    }

    /// Calls a method of the protocol and waits for its result.
    private func call(_ method: String, _ parameters: JSONValue, mayFail: Bool = false) throws -> JSONValue {
        lastID += 1
        let target = session.isEmpty ? "" : ",\"sessionId\":\"\(session)\""
        let message = "{\"id\":\(lastID),\"method\":\"\(method)\",\"params\":\(parameters.json)\(target)}\u{0}"
        try input.fileHandleForWriting.write(contentsOf: Data(message.utf8))
        while true {
            let answer = try JSONValue(json: try nextMessage())
            guard answer["id"] == .int(Int64(lastID)) else { continue }
            // A page that is left takes what it was asked along.
            if let problem = answer["error"], !mayFail { throw Failure(description: "\(method): \(problem.json)") }
            return answer["result"] ?? .null
        }
    }

    private func nextMessage() throws -> [UInt8] {
        while true {
            if let end = received.firstIndex(of: 0) {
                defer { received.removeFirst(end + 1) }
                return Array(received[..<end])
            }
            var waiting = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 120_000) > 0 else { throw Failure(description: "the browser does not answer") }
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Failure(description: "the browser is gone") }
            received += [UInt8](data)
        }
    }
}
