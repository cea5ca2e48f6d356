import Foundation
import Testing
import VirtualViewCommands
import VirtualViewExpressions
import VirtualViewTestSupport

/// `vvc language-server`: what it keeps of a document while it is edited.
@Suite struct LanguageServerEditTests {
    /// A text as the protocol describes it, found anew for every question.
    private struct Model {
        var scalars: [Unicode.Scalar]

        var text: String {
            var text = ""
            text.unicodeScalars.append(contentsOf: scalars)
            return text
        }

        /// The index of the first scalar of each line, and that of its end.
        var lines: [Range<Int>] {
            var lines: [Range<Int>] = []
            var start = 0
            var index = 0
            while index < scalars.count {
                let end = index
                index += 1
                switch scalars[end] {
                case "\n": break
                case "\r": if index < scalars.count, scalars[index] == "\n" { index += 1 }
                default: continue
                }
                lines.append(start..<end)
                start = index
            }
            return lines + [start..<scalars.count]
        }

        func index(_ line: Int, _ character: Int, _ encoding: PositionEncoding) -> Int {
            guard line < lines.count else { return scalars.count }
            var left = character
            for index in lines[line] {
                let width =
                    switch encoding {
                    case .utf8: UTF8.width(scalars[index])
                    case .utf16: UTF16.width(scalars[index])
                    case .utf32: 1
                    }
                if left < width { return index }
                left -= width
            }
            return lines[line].upperBound
        }
    }

    private static let pieces = [
        "a", "\n", "\r\n", "\r", "\u{FEFF}", "é", "e\u{301}", "😀", "文", "\"", "<", ">", "/>", "<NText ", "text=\"",
        "${a.b}", "@{${a} ? b : c}", "layoutWidth=\"1\" ", "<!-- ", " -->", "{", "}", "[", "]", "(text:a)", "def x = ",
        "&amp;", "vl", "  ", "color:FF0000, ",
    ]

    private static let sources = [
        ("A.xml", "<VHLayout layoutWidth=\"1\" layoutHeight=\"1\">\r\n  <NText text=\"😀${a}\"/>\r</VHLayout>\n"),
        ("A.asv", "def q = [(font:9)]\n{ vl [q(text:<a>)]\r\n  [(text:\"é😀\")] }\n"),
    ]

    /// After any edits, the text, its lines and its diagnostics are those of a text that was opened as it is.
    @Test func editsLeaveWhatReadingAnewFinds() throws {
        let seed = RandomTests.seed
        var random = SeededGenerator(seed: seed)
        let count = RandomTests.count(400)
        var done = 0
        while done < count {
            let encoding = PositionEncoding.allCases[Int.random(in: 0..<3, using: &random)]
            let (name, source) = Self.sources[Int.random(in: 0..<Self.sources.count, using: &random)]
            let session = try EditorSession("/nowhere-\(name)")
            session.start([
                "general": ["positionEncodings": [.string(encoding.rawValue)]],
                "textDocument": ["documentSymbol": ["hierarchicalDocumentSymbolSupport": true]],
            ])
            session.open(name, source)
            session.open("B\(name)", source)
            var model = Model(scalars: Array(source.unicodeScalars))
            var document = TextDocument(Array(source.utf8))
            for version in 0..<min(50, count - done) {
                done += 1
                let change = edit(&model, &document, encoding, &random)
                session.notify(
                    "textDocument/didChange",
                    [
                        "textDocument": ["uri": .string("@/\(name)"), "version": .int(Int64(version))],
                        "contentChanges": [change],
                    ]
                )
                let full: JSONValue = [["text": .string(model.text)]]
                session.notify(
                    "textDocument/didChange",
                    [
                        "textDocument": ["uri": .string("@/B\(name)"), "version": .int(Int64(version))],
                        "contentChanges": full,
                    ]
                )
                let bytes = Array(model.text.utf8)
                #expect(
                    document == TextDocument(bytes),
                    "seed \(seed): \(change.json) in \(model.text.debugDescription)"
                )
                let own = session.diagnostics(name)
                let anew = session.diagnostics("B\(name)")
                guard own == anew else {
                    Issue.record(
                        "seed \(seed): \(change.json) gives \(String(describing: own)), not \(String(describing: anew))"
                    )
                    return
                }
                // While there is a mistake of form, the document that was edited shows what it had before.
                let isWhole = !session.codes(name).contains { $0.hasPrefix("xml.") }
                for method in isWhole ? ["textDocument/documentSymbol", "textDocument/documentColor"] : [] {
                    func shown(_ name: String) -> JSONValue? {
                        session.ask(method, ["textDocument": ["uri": .string("@/\(name)")]])
                    }
                    #expect(shown(name)?.json == shown("B\(name)")?.json, "seed \(seed): \(change.json), \(method)")
                }
                session.forget()
            }
        }
    }

    /// Makes a change of a random part of the text, in the model and in the document.
    private func edit(
        _ model: inout Model,
        _ document: inout TextDocument,
        _ encoding: PositionEncoding,
        _ random: inout SeededGenerator
    ) -> JSONValue {
        func position() -> (line: Int, character: Int) {
            let lines = model.lines
            let line = Int.random(in: 0...lines.count, using: &random)
            let length = line < lines.count ? lines[line].count : 1
            return (line, Int.random(in: 0...length * 2 + 1, using: &random))
        }
        let first = position()
        // Most edits are short.
        let second = Bool.random(using: &random) ? first : position()
        let (start, end) =
            (first.line, first.character) <= (second.line, second.character) ? (first, second) : (second, first)
        let new = (0..<Int.random(in: 0...2, using: &random)).map { _ in
            Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
        }.joined()
        let lower = model.index(start.line, start.character, encoding)
        let upper = max(lower, model.index(end.line, end.character, encoding))
        let offsets =
            document.offset(
                of: TextPosition(line: start.line, character: start.character),
                encoding
            )..<max(
                document.offset(of: TextPosition(line: start.line, character: start.character), encoding),
                document.offset(of: TextPosition(line: end.line, character: end.character), encoding)
            )
        document.replace(offsets, with: Array(new.utf8))
        model.scalars.replaceSubrange(lower..<upper, with: new.unicodeScalars)
        func json(_ place: (line: Int, character: Int)) -> JSONValue {
            ["line": .int(Int64(place.line)), "character": .int(Int64(place.character))]
        }
        return ["range": ["start": json(start), "end": json(end)], "text": .string(new)]
    }

    /// A client may send several changes at once, also the whole text among them.
    @Test func allChangesOfAMessageCount() throws {
        let session = try Self.session("/nowhere-changes")
        session.open("A.xml", Self.longSource(lines: 3))
        let start: JSONValue = ["line": 0, "character": 0]
        session.notify(
            "textDocument/didChange",
            [
                "textDocument": ["uri": "@/A.xml", "version": 2],
                "contentChanges": [
                    ["text": "NText text=\"a\""], ["range": ["start": start, "end": start], "text": "<"],
                ],
            ]
        )
        #expect(session.codes("A.xml").contains("xml.unterminated-tag"))
    }

    /// What is in an element that was removed since is in the one around it, and not in the one before it.
    @Test func partsOfARemovedElementStayWhereTheyAre() throws {
        let session = try Self.session("/nowhere-parts")
        let frame = "<FrameLayout>\n<NText/>\n</FrameLayout>\n"
        session.open("A.xml", "<VHLayout>\n\(frame)\(frame)</VHLayout>")
        let range: JSONValue = ["start": ["line": 4, "character": 0], "end": ["line": 4, "character": 12]]
        session.notify(
            "textDocument/didChange",
            [
                "textDocument": ["uri": "@/A.xml", "version": 2],
                "contentChanges": [["range": range, "text": ""]],
            ]
        )
        func outline(_ symbols: JSONValue?) -> [String] {
            guard case .array(let symbols)? = symbols else { return [] }
            return symbols.flatMap { symbol in
                guard case .string(let name)? = symbol["name"] else { return ["?"] }
                return [name] + outline(symbol["children"]).map { "  \($0)" }
            }
        }
        let symbols = session.ask("textDocument/documentSymbol", ["textDocument": ["uri": "@/A.xml"]])
        #expect(outline(symbols) == ["VHLayout", "  FrameLayout", "    NText", "  NText"])
    }

    // MARK: - Half-written data

    /// While data have a mistake of form, places in them are those of the last text without one, and move along.
    @Test(
        arguments: [
            ([("{\n", "{\n    \"subtitle\": \"a b\"\n")], 3), ([("\"4.50\"", "")], 2),
            ([("\"Tea\"\n", "")], 2),
            ([("{\n", "{\n    \"a\": 1\n"), ("Tea", "Te"), ("1\n", "12\n\n")], 4),
            ([("    \"title\": \"Tea\"\n", "")], nil),
            ([("", "{\n}}")], nil),
        ] as [([(String, String)], Int64?)]
    )
    func placesInHalfWrittenDataMoveWithTheText(_ edits: [(String, String)], _ line: Int64?) throws {
        let space = try Workspace()
        var data = "{\n    \"price\": \"4.50\",\n    \"title\": \"Tea\"\n}\n"
        let card = "<VHLayout>\n<NText text=\"${title}\"/>\n<NText text=\"${price}\"/>\n</VHLayout>"
        try space.write("Card.json", data)
        try space.write("Card.xml", card)
        let session = try Self.session(space.folder.path)
        session.open("Card.xml", card)
        session.open("Card.json", data)
        func lines(_ method: String, _ name: String, _ text: String, _ mark: String) -> [String] {
            let marked = text.replacingOccurrences(of: mark.replacingOccurrences(of: "‸", with: ""), with: mark)
            let context: JSONValue = ["includeDeclaration": true]
            guard case .array(let found)? = session.ask(method, name, marked, ["context": context]) else { return [] }
            return found.compactMap { place in
                guard case .string(let uri)? = place["uri"] else { return nil }
                return "\(uri.split(separator: "/").last ?? "") \(place["range"]?["start"]?["line"]?.json ?? "")"
            }
        }
        #expect(lines("textDocument/definition", "Card.xml", card, "${ti‸tle") == ["Card.json 2"])
        for (old, new) in edits {
            var change: JSONValue = ["text": .string(new)]
            if let range = data.range(of: old) {
                func position(_ index: String.Index) -> JSONValue {
                    let lines = data[..<index].split(separator: "\n", omittingEmptySubsequences: false)
                    return ["line": .int(Int64(lines.count - 1)), "character": .int(Int64(lines.last?.count ?? 0))]
                }
                let (start, end) = (position(range.lowerBound), position(range.upperBound))
                change = ["range": ["start": start, "end": end], "text": .string(new)]
                data.replaceSubrange(range, with: new)
            } else {
                data = new
            }
            let document: JSONValue = ["uri": "@/Card.json", "version": 2]
            session.notify("textDocument/didChange", ["textDocument": document, "contentChanges": [change]])
        }
        let place = line.map { ["Card.json \($0)"] } ?? []
        #expect(lines("textDocument/definition", "Card.xml", card, "${ti‸tle") == place)
        #expect(lines("textDocument/references", "Card.xml", card, "${ti‸tle") == place + ["Card.xml 1"])
        if line != nil {
            #expect(lines("textDocument/definition", "Card.json", data, "\"ti‸tle\"") == ["Card.xml 1"])
            #expect(lines("textDocument/definition", "Card.json", data, "\"pr‸ice\"") == ["Card.xml 2"])
        }
        #expect(lines("textDocument/definition", "Card.json", data, "sub‸title").isEmpty)
    }

    /// Positions lead to offsets and back, whatever is asked first.
    @Test(arguments: PositionEncoding.allCases)
    func positionsOfCharactersComeBack(_ encoding: PositionEncoding) {
        let document = TextDocument(Array("é\r\n😀a\r\u{FEFF}\n\n文".utf8))
        var counter = PositionCounter(document, encoding)
        for offset in (0...document.bytes.count).reversed() + Array(0...document.bytes.count) {
            let position = counter.position(of: offset)
            let back = document.offset(of: position, encoding)
            let isStart = offset == document.bytes.count || document.bytes[offset] & 0xC0 != 0x80
            let isInLineEnd =
                offset > 0 && offset < document.bytes.count && document.bytes[offset - 1] == 0x0D
                && document.bytes[offset] == 0x0A
            if isStart, !isInLineEnd {
                #expect(back == offset, "\(offset): \(position)")
            } else {
                #expect(back < offset)
            }
        }
    }

    /// On a long line too, whatever the order in which it is asked.
    @Test(arguments: PositionEncoding.allCases)
    func positionsOfALongLineAreCounted(_ encoding: PositionEncoding) {
        let text = String(repeating: "aé文😀", count: 150)
        var expected: [Int] = []
        var units = 0
        for scalar in text.unicodeScalars {
            expected += Array(repeating: units, count: UTF8.width(scalar))
            switch encoding {
            case .utf8: units += UTF8.width(scalar)
            case .utf16: units += UTF16.width(scalar)
            case .utf32: units += 1
            }
        }
        expected.append(units)
        var counter = PositionCounter(TextDocument(Array("a\n\(text)\n".utf8)), encoding)
        let offsets = expected.indices
        for offset in offsets.reversed() + offsets.map({ $0 * 7 % offsets.count }) + Array(offsets) {
            #expect(counter.position(of: offset + 2) == TextPosition(line: 1, character: expected[offset]))
        }
    }

    // MARK: - Work

    private static func session(_ folder: String) throws -> EditorSession {
        let session = try EditorSession(folder)
        session.start()
        return session
    }

    private static func longSource(lines: Int) -> String {
        "<VHLayout layoutWidth=\"1\" layoutHeight=\"1\">\n"
            + String(repeating: "  <NText layoutWidth=\"1\" layoutHeight=\"1\" text=\"${a}\"/>\n", count: lines - 2)
            + "</VHLayout>\n"
    }

    /// A letter in a long file is looked at, and the file is compiled once; nothing is read.
    @Test func letterCostsOneCompilation() throws {
        let space = try Workspace()
        try space.write("Card.json", #"{"a": 1}"#)
        let session = try Self.session(space.folder.path)
        session.open("Card.xml", Self.longSource(lines: 2000))
        let before = session.server.work
        #expect(before.analyses == 1)
        type(session, "x", column: 50, rests: true)
        let after = session.server.work
        #expect(after.analyses == 2 && after.filesRead == before.filesRead)
        #expect(after.indexedBytes - before.indexedBytes == 2)
        for letter in 0..<50 { type(session, "x", column: 50 + letter, rests: false) }
        #expect(session.server.work.analyses == 2, "nobody asked")
        session.server.rest()
        #expect(session.server.work.analyses == 3 && session.server.work.filesRead == before.filesRead)
        #expect(session.server.work.indexedBytes - after.indexedBytes == 100)
        // What needs no tree needs no compilation.
        type(session, "<", column: 0, rests: false)
        session.send(
            #"{"id":99,"method":"textDocument/completion","params":{"textDocument":{"uri":"@/Card.xml"},"position":{"line":1000,"character":1}}}"#,
            rests: false
        )
        #expect(session.server.work.analyses == 3)
    }

    /// Editors close a document before they open it as something else; one that does not must not keep old messages.
    @Test func whatIsOpenedAsAnotherLanguageIsNotWrongAnyMore() throws {
        let session = try Self.session("/nowhere")
        func open(as language: String) -> [String] {
            let item: JSONValue = [
                "uri": "@/Card", "languageId": .string(language), "version": 1, "text": "<NImge/>",
            ]
            session.notify("textDocument/didOpen", ["textDocument": item])
            return session.codes("Card")
        }
        #expect(open(as: "xml").contains("template.unknown-component"))
        #expect(open(as: "swift") == [])
    }

    /// What a project is made from is read for its first template, and again when it is another.
    @Test func aProjectIsReadWhenItChanges() throws {
        let space = try Workspace()
        let session = try Self.session(space.folder.path)
        session.open("Card.xml", Self.longSource(lines: 3))
        let first = session.server.work.filesRead
        session.open("Row.xml", Self.longSource(lines: 3))
        #expect(first > 0 && session.server.work.filesRead == first)
        try space.write("vvc.json", "{}")
        session.open("Tag.xml", Self.longSource(lines: 3))
        #expect(session.server.work.filesRead > first)
    }

    /// Sample data are one file more.
    @Test func sampleDataAreReadOnce() throws {
        let space = try Workspace()
        try space.write("Row.json", #"{"a": 1}"#)
        let session = try Self.session(space.folder.path)
        session.open("Card.xml", Self.longSource(lines: 3))
        let first = session.server.work.filesRead
        for lines in [3, 4] {
            session.open("Row.xml", Self.longSource(lines: lines))
            #expect(session.server.work.filesRead == first + 1)
        }
    }

    /// A text of data is read once, whatever is asked about it; also one that is half-written.
    @Test(arguments: [#"{"a": 1}"#, #"{"a": "#])
    func openDataAreReadWhenTheyChange(_ data: String) throws {
        let space = try Workspace()
        let session = try Self.session(space.folder.path)
        session.open("Card.json", data)
        let text = "<NText text=\"${‸a}\"/>"
        session.open("Card.xml", text.replacingOccurrences(of: "‸", with: ""))
        for method in ["hover", "completion", "definition", "hover"] {
            session.ask("textDocument/\(method)", "Card.xml", text)
        }
        #expect(session.server.work.jsonRead == 1)
        session.notify(
            "textDocument/didChange",
            ["textDocument": ["uri": "@/Card.json", "version": 2], "contentChanges": [["text": #"{"a": 2}"#]]]
        )
        let hover = session.ask("textDocument/hover", "Card.xml", text)?["contents"]?["value"]?.json ?? ""
        #expect(session.server.work.jsonRead == 2 && hover.contains("2"), "\(hover)")
    }

    private func type(_ session: EditorSession, _ text: String, column: Int, rests: Bool) {
        let place: JSONValue = ["line": 1000, "character": .int(Int64(column))]
        session.notify(
            "textDocument/didChange",
            [
                "textDocument": ["uri": "@/Card.xml", "version": 2],
                "contentChanges": [["range": ["start": place, "end": place], "text": .string(text)]],
            ],
            rests: rests
        )
    }

    // MARK: - Frames

    /// It does not matter in which pieces bytes come.
    @Test(arguments: [1, 2, 7, 4096])
    func framesAreReadWhateverTheirPieces(_ length: Int) {
        let bytes = Array(
            "junk\r\n\r\nContent-Type: x\r\nCONTENT-LENGTH:  2\r\n\r\n{}Content-Length: 70000000\r\n\r\n".utf8
        )
        let all = bytes + Array(repeating: 0x20, count: 70_000_000 / 1000) + [0x20]
        var stream = MessageStream()
        var outcomes: [MessageStream.Outcome] = []
        for start in stride(from: 0, to: all.count, by: length) {
            stream.append(all[start..<min(all.count, start + length)])
            while true {
                let outcome = stream.next()
                if outcome == .incomplete { break }
                outcomes.append(outcome)
            }
        }
        #expect(outcomes.count == 3)
        #expect(outcomes.dropFirst().first == .message(Array("{}".utf8)))
    }

    /// The message behind bytes that are none is read, though they stand before its head on the same line.
    @Test func framesAreFoundBehindLeftovers() {
        var stream = MessageStream()
        let leftovers = "\0x{\"a\":1}content-length: 7, Content-Length: 2\r\n\r\n{}"
        stream.append(Array(leftovers.utf8) + MessageStream.frame("[]"))
        #expect(stream.next() == .message(Array("{}".utf8)))
        #expect(stream.next() == .message(Array("[]".utf8)))
        stream.append(Array("Content-Length: 2, 3\r\n\r\n{}".utf8) + MessageStream.frame("7"))
        #expect(stream.next() == .failure("a head without 'Content-Length: N' was left out"))
        #expect(stream.next() == .message(Array("7".utf8)))
        #expect(stream.next() == .incomplete)
    }

    @Test func anEmptyHeadIsOne() {
        var stream = MessageStream()
        stream.append(Array("\r\n\r\n".utf8) + MessageStream.frame("7"))
        #expect(stream.next() == .failure("a head without 'Content-Length: N' was left out"))
        #expect(stream.next() == .message(Array("7".utf8)))
    }

    /// Passing over so many bytes would be to pass over everything that follows.
    @Test(arguments: ["9223372036854775807", "99999999999999999999999"])
    func aLengthThatNobodySendsIsNone(_ length: String) {
        var stream = MessageStream()
        stream.append(Array("Content-Length: \(length)\r\n\r\n".utf8) + MessageStream.frame("7"))
        #expect(stream.next() == .failure("a head without 'Content-Length: N' was left out"))
        #expect(stream.next() == .message(Array("7".utf8)))
    }

    @Test func bytesWithoutFramesAreDropped() {
        var stream = MessageStream()
        var failures = 0
        for _ in 0..<100 {
            stream.append(Array(repeating: 0x41, count: 10_000))
            if case .failure = stream.next() { failures += 1 }
            #expect(stream.next() == .incomplete)
        }
        #expect(failures == 1)
        stream.append(Array("\r\n\r\n".utf8) + MessageStream.frame("{}"))
        #expect(stream.next() == .message(Array("{}".utf8)))
    }
}
