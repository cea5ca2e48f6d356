import VirtualView
import VirtualViewCommands
import VirtualViewCompiler
import VirtualViewPreview
import VirtualViewTestSupport

/// The lines of `Docs/Limits.md` about commands, pictures and the preview's server.
enum CommandLimitCases {
    static let all = [
        LimitCase("damaged event programs of a file with 5,900 nodes", 50_000, "badProgram") { count in
            try verify(programs: count, nodes: 5_900)
        },
        LimitCase("texts in a picture", 1_500, "drawn") { count in
            let texts = String(repeating: #"<NText text="a b" layoutWidth="9" layoutHeight="9"/>"#, count: count)
            let source = SourceFile(path: "Card.xml", text: "<VHLayout>\(texts)</VHLayout>")
            let template = try Template(decoding: TemplateCompiler().compile(source).bytes ?? [])
            let card = Container(try PreparedTemplate(template).makeTree())
            card.layout(in: LayoutSize(width: 300, height: 300))
            let picture = SVGRenderer(title: "Card").render(card.displayList(culling: false))
            return picture.utf8.count > count * 40 && picture.hasSuffix("</svg>\n") ? "drawn" : "is cut"
        },
        LimitCase("segments of a JPEG image before its size", 100_000, "reads") { count in
            let segments = repeatElement([0xFF, 0xFE, 0, 2] as [UInt8], count: count).joined()
            let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8, 0, 10, 0, 20]
            return EncodedImage([0xFF, 0xD8] + segments + frame)?.size?.width == 20 ? "reads" : "differs"
        },
        LimitCase("entries of a camera's notes in a JPEG image", 5_000, "reads") { count in
            let head = Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8] + [UInt8(count >> 8), UInt8(count & 255)]
            let notes = head + [UInt8](repeating: 0, count: 12 * count)
            let length = notes.count + 2
            let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)]
            return EncodedImage(start + notes + [0xFF, 0xC0, 0, 17, 8, 0, 10, 0, 20])?.size?.width == 20
                ? "reads" : "differs"
        },
        LimitCase("bytes of a request line", 8_193, "414") { count in
            request("GET /" + String(repeating: "a", count: count) + " HTTP/1.1\r\n\r\n")
        },
        LimitCase("bytes of headers", 16_385, "431") { count in
            request("GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: count) + "\r\n\r\n")
        },
        LimitCase("headers", 101, "431") { count in
            request("GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: a\r\n", count: count) + "\r\n")
        },
        LimitCase("parts of an address, one more than 16", 17, "400") { count in
            request("GET " + String(repeating: "/a", count: count) + " HTTP/1.1\r\nHost: a\r\n\r\n")
        },
        LimitCase("parameters of an address, one more than 32", 33, "400") { count in
            request("GET /?" + String(repeating: "a=b&", count: count) + " HTTP/1.1\r\nHost: a\r\n\r\n")
        },
        LimitCase("bytes of a body", 65_537, "413") { count in
            request("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n")
        },
        LimitCase("requests behind each other, byte by byte", 2_000, "read") { count in
            request(String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: count), pieceLength: 1)
        },
        LimitCase("bytes without a line end", 1_000_000, "414") { count in
            request(String(repeating: "a", count: count), pieceLength: 1)
        },
    ]

    /// Verifies a file whose programs have one byte each, which is no opcode.
    private static func verify(programs count: Int, nodes: Int) throws -> String {
        var image = FileImage()
        let leaf = image.nodes
        image.nodes = leaf.dropLast() + Array(repeatElement(leaf, count: nodes).joined()) + [1]
        image.expressions = (0..<count).map { (Int32($0), [0xFF]) }
        let workspace = try Workspace()
        try workspace.write("Card.out", image.bytes)
        let lines = workspace.vvc("verify", "@/Card.out").out.split(separator: "\n")
        guard lines.count == count + 1, lines.last == "@/Card.out: ok" else { return "\(lines.last ?? "")" }
        return lines.dropLast().allSatisfy { $0.contains(": badProgram at byte ") } ? "badProgram" : "has other lines"
    }

    private static func request(_ text: String, pieceLength: Int = 4_096) -> String {
        var parser = HTTPRequestParser()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            parser.append(rest.prefix(pieceLength))
            rest = rest.dropFirst(pieceLength)
            reading: while true {
                switch parser.next() {
                case .incomplete: break reading
                case .failure(let status): return "\(status.rawValue)"
                case .request, .awaitsGoAhead: continue
                }
            }
        }
        return "read"
    }
}
