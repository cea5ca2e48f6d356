import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewWebPlayer

/// What a page gets from the player for what it passes in.
@Suite struct PlayerTests {
    /// Functions of a page that write down what they are asked.
    private final class Functions: PageFunctions {
        let calls = Locked<[String]>([])

        func call(_ name: String, _ arguments: [JSONValue]) -> JSONValue? {
            calls.withLock { $0.append("\(name)(\(arguments.map(\.json).joined(separator: ", ")))") }
            return .string("from \(name)")
        }
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func functionsOfAPageAreCalled() throws {
        let functions = Functions()
        let player = Player(functions: functions)
        #expect(player.registerFunctions(bytes(#"{"functions": ["price"]}"#)) == "{}")
        let card = try LayoutSource.bytes(#"<NText text="${= app.price(a, 2)}"/>"#, named: "Card")
        #expect(player.add(card).contains(#""issues":[]"#))
        #expect(player.open(bytes(#"{"template": "Card"}"#)) == #"{"view":1}"#)
        _ = player.withView(1) { $0.update(bytes(#"{"a": "x"}"#)) }
        #expect(functions.calls.withLock { $0 }.contains(#"price("x", 2)"#))
    }

    @Test(arguments: [
        (#"{"functions": 1}"#, "expected an object with functions"), ("[]", "expected an object with functions"),
        (#"{"functions": ["a", 1]}"#, "the name of a function is a text"), ("{", "invalid-json"),
    ])
    func whatIsNoListOfFunctionsIsRefused(_ json: String, _ message: String) {
        let answer = Player(functions: Functions()).registerFunctions(bytes(json))
        #expect(answer.hasPrefix(#"{"error":"#) && answer.contains(message), "\(answer)")
    }

    @Test func aPageWithoutFunctionsRegistersNone() {
        #expect(Player().registerFunctions(bytes(#"{"functions": []}"#)).contains("expected an object with functions"))
    }

    @Test(arguments: [
        (#"{"components": [{"name": "Badge"}]}"#, "a component has a name and an id"),
        (#"{"components": [{"name": "Badge", "id": 70000}]}"#, "a component has a name and an id"),
        (#"{"components": [{"name": "NText", "id": 1001}]}"#, "NText"),
        (#"{"components": [{"name": "Badge", "id": 1001, "properties": [{"name": "a"}]}]}"#, "a kind of value"),
    ])
    func whatIsNoComponentIsRefused(_ json: String, _ message: String) {
        let answer = Player().registerComponents(bytes(json))
        #expect(answer.hasPrefix(#"{"error":"#) && answer.contains(message), "\(answer)")
    }

    /// Fonts of which every character is as wide as a page says.
    private final class Fonts: FontMeasuring {
        let advance = Locked(10.0)

        func width(of text: String, in font: TextFont) -> Double {
            advance.withLock { $0 } * Double(text.unicodeScalars.count)
        }

        func lineHeight(of font: TextFont) -> Double { 20 }
        func ascent(of font: TextFont) -> Double { 16 }
    }

    /// Before a font has arrived, texts are as wide as in the one that stands for it.
    @Test func textsAreMeasuredAgainWhenFontsArrive() throws {
        let fonts = Fonts()
        let player = Player(fonts: fonts)
        let xml = #"<VHLayout><NText id="7" layoutWidth="-2" layoutHeight="-2" text="abc"/></VHLayout>"#
        _ = player.add(try LayoutSource.bytes(xml, named: "Card"))
        #expect(player.open(bytes(#"{"template": "Card", "metrics": "host"}"#)) == #"{"view":1}"#)
        func width() throws -> Double {
            let container = try #require(player.view(1)?.container)
            container.layout(in: LayoutSize(width: 200, height: 100))
            return container.frame(id: 7).size.width
        }
        #expect(try width() == 30)
        fonts.advance.withLock { $0 = 12 }
        #expect(try width() == 30)
        player.fontsDidArrive(in: 1)
        #expect(try width() == 36)
    }

    @Test func aTemplateThatWasNotAddedIsNotFound() {
        let answer = Player().open(bytes(#"{"template": "Card"}"#))
        #expect(answer.contains("notFound") && answer.contains("there is no template 'Card'"), "\(answer)")
    }
}
