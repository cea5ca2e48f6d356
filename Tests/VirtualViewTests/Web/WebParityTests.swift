import Foundation
import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewTestSupport

/// The WebAssembly modules that `make web` built give the same answers as the same code on this machine, to the bit.
@Suite(.enabled(if: WebSession.canRun, "runs in .ci/check-web, with the modules for pages"))
struct WebParityTests {
    // MARK: - Templates

    @Test func everyTemplateIsShownAndUsedTheSame() throws {
        var session = WebSession()
        let components = try Self.text("Templates/Forms/components.json")
        session.components(components)
        session.configureCompiler(components)
        for source in Self.files(below: "Templates", [".xml", ".asv"]) {
            let file = session.compile(source, try Self.text(source))
            try #require(!file.isEmpty, "\(source)")
            session.add(file)
            session.dump(file)
        }
        for source in Self.files(below: "Templates", [".xml", ".asv"]) {
            let name = String(source.split(separator: "/").last?.split(separator: ".").first ?? "")
            let data = (try? Self.text(source.replacing(/\.[a-z]+$/, with: ".json"))) ?? "{}"
            for (options, width) in [
                (["width": 375.0], 375.0), (["direction": "rtl", "width": 320], 320),
                (["appearance": "dark", "textScale": 1.5, "scale": 3, "locale": "de_AT"], 411.5),
            ] as [([String: Any], Double)] {
                let view = session.open(name, options)
                try #require(view > 0, "\(name)")
                session.update(view, data)
                session.layout(view, width: width)
                session.look(view)
                try Self.use(&session, view, width: width)
                session.configure(
                    view,
                    ##"{"width":300,"appearance":"light","direction":"ltr","values":{"accent":"#FF0000"}}"##
                )
                session.update(view, "{}")
                session.layout(view, width: 300, height: 500)
                session.look(view)
                session.close(view)
            }
        }
        try session.check()
    }

    /// Touches, scrolls, turns pages and lets time pass.
    private static func use(_ session: inout WebSession, _ view: Int32, width: Double) throws {
        for step in 0..<6 {
            let (x, y) = (Double(step * 61 % 300), Double(step * 37 % 200))
            session.touch(view, 0, x, y, at: Double(step))
            session.touch(view, 1, x + 2, y, at: Double(step) + 0.2)
            session.advance(view, to: Double(step) + (step % 2 == 0 ? 0.3 : 0.7))
            session.touch(view, step == 5 ? 3 : 2, x + 2, y, at: Double(step) + 0.8)
        }
        session.image(view, #"{"source":"icon_star","width":40,"height":30}"#)
        session.expose(view, width: width, height: 200)
        for number in 0..<8 as Range<Int32> {
            session.scroll(view, number, 33, 41)
            session.turn(view, number, 1)
            session.perform(view, number, number % 4)
        }
        session.advance(view, to: 30)
        session.layout(view, width: width)
        session.look(view)
    }

    // MARK: - Conformance

    @Test func anotherVersionIsFollowedTheSame() throws {
        var session = WebSession()
        let text = try Self.text("Templates/ChatBubble.xml")
        session.add(session.compile("ChatThread.xml", try Self.text("Templates/ChatThread.xml")))
        session.add(session.compile("ChatBubble.xml", text))
        let view = session.open("ChatThread", ["width": 375.0])
        session.update(view, try Self.text("Templates/ChatThread.json"))
        for (other, changed) in [(text, false), (text.replacing("30rp", with: "44rp"), true), ("<NText", false)] {
            session.layout(view, width: 375)
            session.look(view)
            session.add(session.compile("ChatBubble.xml", other))
            #expect(session.follow(view) == #"{"changed":\#(changed)}"#)
        }
        session.follow(view + 1)
        try session.check()
    }

    @Test func everyConformanceLayoutAndUpdateIsTheSame() throws {
        var session = WebSession()
        let runs = ["cases", "images", "updates"].flatMap { LayoutRun.all(in: $0) }
        #expect(runs.count > 250)
        for name in Set(runs.flatMap { [$0.template] + $0.companions }).sorted() {
            let text = String(decoding: try Fixtures.bytes("Layout/templates/\(name).xml"), as: UTF8.self)
            session.add(session.compile("\(name).xml", text))
        }
        for run in runs {
            let view = session.open(run.template)
            let steps = run.value.list("steps").map { $0.present("data") }
            for data in steps.isEmpty ? [run.value.present("data")] : steps {
                session.update(view, data?.json ?? "")
                session.layout(view, width: run.size.width, height: run.size.height)
                session.look(view)
            }
            session.close(view)
        }
        try session.check()
    }

    @Test(arguments: ["binding", "computed"]) func everyBindingHasTheSameValue(_ table: String) throws {
        var session = WebSession()
        let json = try JSONValue(json: try Fixtures.bytes("Expressions/\(table).json"))
        let rows = json["cases"] ?? json
        guard case .array(let cases) = rows else { throw WebParityError() }
        var shownCount = 0
        for row in cases {
            guard case .string(let text)? = row["expr"] else { continue }
            let source = #"<NText layoutWidth="-2" layoutHeight="-2" text="\#(Self.escaped(text))"/>"#
            let file = session.compile("Case.xml", source, isLenient: true)
            guard !file.isEmpty else { continue }
            session.add(file)
            let view = session.open("Case")
            session.update(view, (row["data"] ?? json["data"] ?? .null).json)
            session.layout(view, width: 500)
            session.look(view)
            session.close(view)
            shownCount += 1
        }
        #expect(shownCount > 100)
        try session.check()
    }

    @Test func everyEventProgramDoesTheSame() throws {
        var session = WebSession()
        var shownCount = 0
        for event in RecordedEvent.all {
            let source = """
                <VHLayout layoutWidth="200" layoutHeight="100" name="pager" flag="flag_clickable|flag_event" \
                onClick="\(Self.escaped("${\(event.source)}"))">
                <NText name="label" id="7" text="${title}" layoutWidth="50" layoutHeight="20"/></VHLayout>
                """
            let file = session.compile("Event.xml", source)
            guard !file.isEmpty else { continue }
            session.add(file)
            let view = session.open("Event")
            session.update(view, event.data?.json ?? "")
            session.layout(view, width: 200, height: 100)
            session.touch(view, 0, 100, 80, at: 1)
            session.touch(view, 2, 100, 80, at: 1.1)
            session.layout(view, width: 200, height: 100)
            session.look(view)
            session.close(view)
            shownCount += 1
        }
        #expect(shownCount > 100)
        try session.check()
    }

    // MARK: - Random screens

    /// 10,000 of them are run by `VV_COUNT`.
    @Test func randomScreensAreTheSame() throws {
        let items = ["ItBox", "ItFlex", "ItFill"]
        for start in stride(from: 0, to: RandomTests.count(40), by: 500) {
            var session = WebSession()
            for name in items {
                let text = String(decoding: try Fixtures.bytes("Layout/templates/\(name).xml"), as: UTF8.self)
                session.add(session.compile("\(name).xml", text))
            }
            for number in start..<min(start + 500, RandomTests.count(40)) {
                let seed = RandomTests.seed &+ UInt64(number)
                var random = RandomLayout(seed: seed, hasDirections: true)
                session.add(session.compile("Screen.xml", random.template()))
                let view = session.open("Screen")
                var data: JSONValue?
                for step in 0..<2 {
                    data = random.data(changing: data)
                    session.update(view, data?.json ?? "")
                    session.layout(view, width: Double(200 + step * 175), height: 600)
                    session.look(view)
                }
                session.close(view)
            }
            try session.check("VV_SEED=\(RandomTests.seed)")
        }
    }

    // MARK: - The compiler, and what is damaged

    @Test func everySourceOfTheCorporaIsCompiledTheSame() throws {
        var session = WebSession()
        let sources = Self.files(below: "Tests", [".xml", ".asv"])
        #expect(sources.count > 300)
        for source in sources {
            let text = try Self.text(source)
            for isLenient in [false, true] { session.compile(source, text, isLenient: isLenient) }
        }
        try session.check()
    }

    /// No file stops a module, whatever is in it.
    @Test func everyFileOfTheFuzzCorporaIsAnAnswer() throws {
        var session = WebSession()
        let files = Self.files(below: "Tests/Fuzzing/Seeds", [""]) + Self.files(below: "Tests", [".out"])
        #expect(files.count > 300)
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: Fixtures.packageRoot.appendingPathComponent(file)))
            for bytes in [bytes, Array(bytes.prefix(bytes.count / 2)), bytes.map { $0 ^ ($0 % 31 == 0 ? 0x80 : 0) }] {
                session.dump(bytes)
                let added = session.add(bytes)
                guard case .string(let type)? = try JSONValue(json: added)["type"] else { continue }
                let view = session.open(type)
                guard view > 0 else { continue }
                session.update(view, #"{"title":"a","items":[{"type":"a"}]}"#)
                session.layout(view, width: 375, height: 600)
                session.look(view)
                session.close(view)
            }
        }
        for text in ["", "{", "[]", "null", #"{"template":1}"#, #"{"template":"none"}"#, "\u{0}"] {
            session.components(text)
            session.configureCompiler(text)
            session.configure(1, text)
            session.update(99, text)
        }
        try session.check()
    }

    // MARK: - Files

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: Fixtures.packageRoot.appendingPathComponent(path)), as: UTF8.self)
    }

    private static func files(below folder: String, _ endings: [String]) -> [String] {
        let root = Fixtures.packageRoot.appendingPathComponent(folder)
        let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return names.filter { name in endings.contains { name.hasSuffix($0) } }.map { "\(folder)/\($0)" }.filter {
            path in
            var isFolder: ObjCBool = false
            let place = Fixtures.packageRoot.appendingPathComponent(path).path
            return FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) && !isFolder.boolValue
        }.sorted()
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}

private struct WebParityError: Error {}
