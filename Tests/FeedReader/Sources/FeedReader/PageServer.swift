import Foundation
import LoopbackServer
import VirtualView

/// The page of the reader, on 127.0.0.1: the player shows the templates, a stream of events brings what changes, and
/// requests bring back what the user does.
struct PageServer: Sendable {
    let templates: TemplateManager
    let announcements: Announcements
    /// The folder with the player, as `make web` builds it.
    let player: URL
    /// Does what the user wants.
    let perform: @Sendable (_ action: String, _ parameter: String) -> Void

    /// Nothing of another origin, no images, and no markup that a script makes.
    private static let headers = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; base-uri 'none'; "
                + "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ]
    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css", "js": "text/javascript", "wasm": "application/wasm",
    ]

    /// Begins to serve.
    func start(port: UInt16) throws -> LoopbackServer {
        try LoopbackServer(port: port) { request, connection in answer(request, connection) }
    }

    private func answer(_ request: Request, _ connection: Connection) {
        // A page of another origin can lead the browser here under a name of its own.
        let host = request.headers["host"] ?? ""
        guard let name = host.split(separator: ":").first, ["127.0.0.1", "localhost"].contains(name) else {
            return connection.respond(403)
        }
        let path = request.path.split(separator: "/").map(String.init)
        switch (request.method, path.first, path.count) {
        case ("GET", nil, _): send("index.html", in: Self.page, connection)
        case ("GET", "events", 1): sendEvents(connection)
        case ("GET", "templates", 2): send(template: path[1], connection)
        case ("GET", "player", 2): send(path[1], in: player, connection)
        case ("GET", _, 1): send(path[0], in: Self.page, connection)
        case ("POST", "do", 1):
            // No form of another origin sends JSON without asking first.
            guard request.headers["content-type"] == "application/json",
                request.headers["origin"] ?? "" == "http://\(host)",
                let body = try? JSONValue(json: request.body), case .string(let action) = body["action"]
            else { return connection.respond(400) }
            let parameter = if case .string(let text)? = body["parameter"] { text } else { "" }
            perform(action, parameter)
            connection.respond(204)
        default: connection.respond(404)
        }
    }

    private static let page = Bundle.module.bundleURL.appendingPathComponent("Page")

    private func send(_ name: String, in folder: URL, _ connection: Connection) {
        guard let type = Self.types[(name as NSString).pathExtension], !name.hasPrefix("."),
            let data = try? Data(contentsOf: folder.appendingPathComponent(name))
        else { return connection.respond(404) }
        connection.respond(200, Self.headers + [("Content-Type", type)], data)
    }

    private func send(template type: String, _ connection: Connection) {
        guard let template = try? templates.template(for: type) else { return connection.respond(404) }
        connection.respond(200, Self.headers + [("Content-Type", "application/octet-stream")], template.bytes)
    }

    private func sendEvents(_ connection: Connection) {
        let box = announcements.open()
        defer { announcements.close(box) }
        let head = Self.headers + [("Content-Type", "text/event-stream"), ("Connection", "close")]
        guard connection.send("HTTP/1.1 200 OK\r\n" + head.map { "\($0): \($1)\r\n" }.joined() + "\r\n") else { return }
        while true {
            let news = box.take(within: 5)
            // An empty comment finds out whether the page is still there.
            let text = news.isEmpty ? ":\n\n" : news.map { "event: \($0)\ndata: \($1)\n\n" }.joined()
            guard connection.send(text) else { return }
        }
    }
}
