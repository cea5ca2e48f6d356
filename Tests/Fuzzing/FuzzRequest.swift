import VirtualView
import VirtualViewCommands
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewPreview

/// Requests are read or refused, and it does not matter in which pieces the bytes come.
///
/// What a page of `vvc serve` asks for is within its limits, and what it says that the user did is done.
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
        for widths in [[320.0, 375], [375]] {
            let wishes = PictureRequest(request.target, widths: widths, allowsEveryData: widths.count > 1)
            if let wishes { check(wishes) }
        }
        if let click = PreviewClick(request.body) {
            check(click.wishes)
            precondition((1...64).contains(click.session.utf8.count) && (0...1000).contains(click.view))
            let screen = makeScreen()
            click.send(to: screen)
            screen.layout(in: LayoutSize(width: click.width, height: click.wishes.height ?? 1000))
        }
    }
}

private func check(_ wishes: PictureRequest) {
    precondition(wishes.widths.allSatisfy(PictureRequest.widthLimits.contains) && (1...6).contains(wishes.widths.count))
    precondition(wishes.height.map(PictureRequest.heightLimits.contains) ?? true)
    precondition(PictureRequest.scaleLimits.contains(wishes.setting.textScale))
}

/// A screen with a list, pages and a button.
private func makeScreen() -> Container {
    let source = """
        <VHLayout orientation="V" layoutWidth="-1" layoutHeight="-1">
            <Scroller dataTag="${rows}" layoutWidth="-1" layoutHeight="50"/>
            <Page dataTag="${rows}" layoutWidth="-1" layoutHeight="50"/>
            <NText text="${n}" flag="flag_clickable" onClick="${this.text = 'b'}" layoutWidth="50" layoutHeight="50"/>
        </VHLayout>
        """
    let row = "<NText text=\"${n}\" layoutWidth=\"80\" layoutHeight=\"40\"/>"
    do {
        let prepared = try [source, row].map { text in
            let bytes = TemplateCompiler().compile(SourceFile(path: "Row.xml", text: text)).bytes ?? []
            return try PreparedTemplate(TemplateBinaryLoader().load(bytes))
        }
        let tree = prepared[0].makeTree(source: PreparedTemplates(["Row": prepared[1]]))
        let container = Container(tree, textMeasuring: FixedTextMetrics())
        let rows = (0..<5).map { JSONValue.object(["type": "Row", "n": .int($0)]) }
        container.update(data: ["n": "a", "rows": .array(rows)])
        container.layout(in: LayoutSize(width: 320, height: 480))
        return container
    } catch {
        preconditionFailure("\(error)")
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
