import VirtualViewCommands

/// Requests are read or refused, and it does not matter in which pieces the bytes come.
func fuzzRequest(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let whole = outcomes(of: bytes, pieceLength: bytes.count)
    precondition(whole == outcomes(of: bytes, pieceLength: 1), "byte by byte")
    precondition(whole == outcomes(of: bytes, pieceLength: 1 + bytes.count % 7), "in small pieces")
    for case .request(let request) in whole {
        precondition(request.headers.count <= HTTPLimits().headerCount && request.body.count <= HTTPLimits().body)
        for segment in request.target.segments {
            precondition(segment != "." && segment != ".." && !segment.contains("/") && !segment.contains("\\"))
            precondition(segment.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
            precondition(PercentEncoding.decode(Array(PercentEncoding.encode(segment).utf8)[...]) == segment)
        }
    }
}

/// The requests, and the failure that ends them; a go-ahead depends on the pieces, and is left out.
private func outcomes(of bytes: [UInt8], pieceLength: Int) -> [HTTPRequestParser.Outcome] {
    var parser = HTTPRequestParser()
    var outcomes: [HTTPRequestParser.Outcome] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        parser.append(rest.prefix(pieceLength))
        rest = rest.dropFirst(pieceLength)
        reading: while true {
            let outcome = parser.next()
            switch outcome {
            case .incomplete: break reading
            case .awaitsGoAhead: continue
            case .request: outcomes.append(outcome)
            case .failure: return outcomes + [outcome]
            }
        }
    }
    return outcomes
}
