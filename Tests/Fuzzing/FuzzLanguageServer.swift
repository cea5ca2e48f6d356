import VirtualViewCommands
import VirtualViewExpressions

/// Whatever an editor sends, the server answers with messages, and its text is the one that edits leave.
///
/// Input that begins with `{` is a message a line; the server then knows where each begins. Other input is bytes.
func fuzzLanguageServer(_ bytes: [UInt8]) {
    if bytes.first == UInt8(ascii: "{") {
        let texts = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        check(answers { $0.receive(texts.flatMap(MessageStream.frame)) })
        let messages = texts.filter { !differsInBursts($0) }.map(MessageStream.frame)
        let apart = answers { server in
            for message in messages {
                server.receive(message)
                server.rest()
            }
        }
        let together = answers { server in
            server.receive(messages.flatMap { $0 })
            server.rest()
        }
        check(apart)
        check(together)
        precondition(lastDiagnostics(apart) == lastDiagnostics(together), "all messages at once")
    } else {
        let whole = outcomes(of: bytes, pieceLength: max(1, bytes.count))
        precondition(whole == outcomes(of: bytes, pieceLength: 1), "byte by byte")
        precondition(whole == outcomes(of: bytes, pieceLength: 1 + bytes.count % 7), "in small pieces")
        check(
            answers { server in
                server.receive(bytes)
                server.rest()
            }
        )
    }
    checkEdit(bytes)
}

/// Runs a server, and returns what it sent.
private func answers(_ run: (LanguageServer) -> Void) -> [[UInt8]] {
    final class Inbox {
        var frames: [[UInt8]] = []
    }
    let inbox = Inbox()
    guard let server = try? LanguageServer([], send: { inbox.frames.append($0) }) else { return [] }
    run(server)
    return inbox.frames
}

/// Whether a message has another effect if others come with it: nothing is told after the end, and what was answered is
/// not cancelled.
private func differsInBursts(_ text: String) -> Bool {
    let method = (try? JSONValue(json: text))?["method"]
    return method == "shutdown" || method == "exit" || method == "$/cancelRequest"
}

/// Returns what was last told of each document that has something wrong.
private func lastDiagnostics(_ frames: [[UInt8]]) -> [JSONValue: JSONValue] {
    var last: [JSONValue: JSONValue] = [:]
    for frame in frames {
        var stream = MessageStream()
        stream.append(frame)
        guard case .message(let bytes) = stream.next(), let message = try? JSONValue(json: bytes),
            message["method"] == "textDocument/publishDiagnostics", let uri = message["params"]?["uri"]
        else { continue }
        let diagnostics = message["params"]?["diagnostics"]
        last[uri] = diagnostics == [] ? nil : diagnostics
    }
    return last
}

/// Every answer is one frame with a message of the protocol.
private func check(_ frames: [[UInt8]]) {
    for frame in frames {
        var stream = MessageStream()
        stream.append(frame)
        guard case .message(let bytes) = stream.next(), stream.next() == .incomplete else {
            preconditionFailure("not one frame")
        }
        let message = try? JSONValue(json: bytes)
        precondition(message?["jsonrpc"] == "2.0", "not a message")
        precondition(message?["method"] != nil || message?["result"] != nil || message?["error"] != nil)
    }
}

private func outcomes(of bytes: [UInt8], pieceLength: Int) -> [MessageStream.Outcome] {
    var stream = MessageStream()
    var outcomes: [MessageStream.Outcome] = []
    for start in stride(from: 0, to: bytes.count, by: pieceLength) {
        stream.append(bytes[start..<min(bytes.count, start + pieceLength)])
        while true {
            let outcome = stream.next()
            if outcome == .incomplete { break }
            outcomes.append(outcome)
        }
    }
    return outcomes
}

/// An edit of a text leaves the lines that reading the new text finds, and positions lead to offsets and back.
private func checkEdit(_ bytes: [UInt8]) {
    guard bytes.count >= 4 else { return }
    let text = Array(String(decoding: bytes.dropFirst(3), as: UTF8.self).utf8)
    var document = TextDocument(text)
    let first = Int(bytes[0]) % (text.count + 1)
    let second = min(text.count, first + Int(bytes[1] % 16))
    let end = min(text.count, Int(bytes[2]))
    document.replace(first..<second, with: Array(text[..<end]))
    precondition(document == TextDocument(document.bytes), "the lines after an edit")
    for encoding in PositionEncoding.allCases {
        var counter = PositionCounter(document, encoding)
        for offset in 0...min(64, document.bytes.count) {
            precondition(document.offset(of: counter.position(of: offset), encoding) <= offset)
        }
    }
}
