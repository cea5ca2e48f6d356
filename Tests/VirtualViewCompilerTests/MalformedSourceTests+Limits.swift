import Testing
import VirtualViewCompiler
import VirtualViewFormat

// Sources that are too large to be written out, or that are no text.

extension MalformedSourceTests {
    private func report(_ text: String, client: Client = .swift, _ configuration: Configuration = .init()) -> String {
        report(Array(text.utf8), .init(client: client), configuration).text
    }

    /// So many attributes with names of their own.
    private static func attributes(_ count: Int, _ prefix: String, _ value: String) -> String {
        (0..<count).map { " \(prefix)a\($0)q=\"\(value)\"" }.joined()
    }

    @Test func textThatClientsCannotRead() {
        let long = String(repeating: "x", count: 32_768)
        let found = "1:14 template.client-limit: the text's size in bytes is 32768, but"
        #expect(
            report("<NText text=\"\(long)\"/>") == "warning \(found) 'ios-1.2' and 'android-1.4' read at most 32767"
        )
        #expect(report("<NText text=\"\(long)\"/>", client: .iOS) == "error \(found) 'ios-1.2' reads at most 32767")
        #expect(report("<NText text=\"\(long.dropLast())\"/>").isEmpty)
    }

    @Test func textThatTheFormatCannotHold() {
        let long = String(repeating: "é", count: 32_768)
        #expect(
            report("<NText text=\"\(long)\"/>")
                == "error 1:14 template.string-too-long: the text has 65536 bytes, but 65535 is the most"
        )
    }

    @Test func propertiesThatClientsCannotRead() {
        let source = "<NText\(Self.attributes(128, "", "v"))/>"
        let found =
            "1:2 template.client-limit: the number of properties of one kind is 128, but 'android-1.4' reads at most 127"
        #expect(report(source) == "warning \(found)")
        #expect(report(source, client: .android) == "error \(found)")
        #expect(report(source, client: .iOS).isEmpty)
    }

    @Test func moreEntriesThanTheFormatHolds() {
        #expect(
            report("<NText\(Self.attributes(258, "", "v"))/>")
                == "error 1:2448 template.too-many-properties: 'NText' has more than 255 properties of one kind"
        )
        #expect(
            report("<NText\(Self.attributes(257, "var_int_", "1"))/>")
                == "error 1:4488 template.too-many-properties: 'NText' has more than 255 user variables"
        )
    }

    @Test func treeThatClientsCannotRead() {
        let source = "<FrameLayout>\(String(repeating: "<NText/>", count: 3000))</FrameLayout>"
        #expect(
            report(source) == "warning 1:2 template.client-limit: the node tree's size in bytes is 33011, "
                + "but 'ios-1.2' and 'android-1.4' read at most 32767"
        )
    }

    @Test func treeThatTheFormatCannotHold() {
        let source = "<FrameLayout>\(String(repeating: "<NText/>", count: 6000))</FrameLayout>"
        #expect(
            report(source) == "error 1:2 template.too-large: the node tree takes 66011 bytes, but 65535 is the most; "
                + "split the template"
        )
    }

    @Test func nameThatTheFormatCannotHold() {
        let source = "<?vvc name=\"\(String(repeating: "n", count: 65_536))\"?>\n<NText/>"
        #expect(
            report(source)
                == "error 2:2 template.name-too-long: the template's name has 65536 bytes, but 65535 is the most"
        )
    }

    @Test func nameThatClientsCannotRead() {
        func source(_ count: Int) -> String { "<?vvc name=\"\(String(repeating: "n", count: count))\"?>\n<NText/>" }
        let found = "2:2 template.client-limit: the size of the template's name in bytes is 32768, but"
        #expect(report(source(32_768)) == "warning \(found) 'ios-1.2' and 'android-1.4' read at most 32767")
        #expect(report(source(32_768), client: .android) == "error \(found) 'android-1.4' reads at most 32767")
        #expect(report(source(32_767)).isEmpty)
    }

    /// Each of its statements takes 20 bytes.
    @Test func programThatClientsCannotRead() {
        func source(_ count: Int) -> String {
            "<NText onClick=\"${\(Array(repeating: "this.textSize=1", count: count).joined(separator: ";"))}\"/>"
        }
        let found =
            "1:17 template.client-limit: the event program's size in bytes is 32780, but 'android-1.4' reads at most 32767"
        #expect(report(source(1_639)) == "warning \(found)")
        #expect(report(source(1_639), client: .android) == "error \(found)")
        #expect(report(source(1_638)).isEmpty && report(source(1_638), client: .android).isEmpty)
    }

    @Test func componentIDThatClientsCannotRead() {
        let file = SourceFile(path: "config.properties", text: "VIEW_ID_Badge=40000")
        let (configuration, problems) = Configuration().applying(file)
        #expect(problems.map(\.id) == ["config.large-id"])
        #expect(
            report("<Badge/>", configuration) == "warning 1:2 template.client-limit: the component's id is 40000, "
                + "but 'ios-1.2' and 'android-1.4' read at most 32767"
        )
    }

    @Test func problemsBeyondTheLimitAreCounted() {
        let source = "<FrameLayout>\n\(String(repeating: "<NText lines=\"x\"/>\n", count: 1002))</FrameLayout>"
        let lines = report(source).split(separator: "\n")
        #expect(lines.count == 1001)
        #expect(lines.last == "error 1004:15 diagnostics.limit: too many problems; 2 more are not shown")
    }

    @Test func sourceOverTheLimitIsNotRead() {
        let file = SourceFile(path: "test.xml", bytes: Array(repeating: 0x20, count: 16 << 20 | 1))
        let found = TemplateCompiler().compile(file).diagnostics.ordered
        #expect(found.map(\.id) == ["xml.file-too-large"])
        #expect(found.map(\.message) == ["the source has 16777217 bytes; at most 16777216 are read"])
    }

    @Test(arguments: [
        ("<NText text=\"a\u{0}b\"/>", "error 1:15 xml.nul-character: NUL character in the value of 'text'"),
        (
            "<NText text=\"\u{7}\"/>",
            "warning 1:14 xml.control-character: control character U+0007 in the value of 'text'"
        ),
    ])
    func controlCharacters(_ source: String, _ expected: String) {
        #expect(report(source) == expected)
    }

    @Test func bytesThatAreNotUTF8() {
        let source = Array("<NText text=\"caf".utf8) + [0xE9] + Array("\" lines=\"x\"/>".utf8)
        let text = report(source, .init()).text.split(separator: "\n")
        #expect(text.first == "error 1:17 xml.invalid-utf8: invalid UTF-8: 0xE9")
        #expect(text.count == 2 && text.last?.hasPrefix("error 1:27 value.not-a-number: 'x'") == true)
    }

    @Test func sourceInUTF16() {
        let source: [UInt8] = [0xFF, 0xFE] + "<NText/>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(
            report(source, .init()).text
                == "error 1:1 xml.unsupported-encoding: the source is UTF-16; only UTF-8 is read"
        )
    }
}
