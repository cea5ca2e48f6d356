import Testing
import VirtualViewCompiler
import VirtualViewTestSupport

/// The grammar of Java properties.
@Suite struct PropertiesFileTests {
    private func entries(_ text: String) -> [String] {
        PropertiesFile.read(SourceFile(path: "p", text: text)).file.entries
            .map { "\($0.key.text)→\($0.value.text)" }
    }

    @Test(arguments: [
        ("a=1", ["a→1"]), ("a:1", ["a→1"]), ("a 1", ["a→1"]), ("a\t1", ["a→1"]), ("a\u{C}1", ["a→1"]),
        ("a = 1", ["a→1"]), ("a  :  1", ["a→1"]), ("a = : 1", ["a→: 1"]), ("a==1", ["a→=1"]), ("a 1 = 2", ["a→1 = 2"]),
        ("  a=1", ["a→1"]), ("a=1  ", ["a→1  "]), ("a=1\t", ["a→1\t"]), ("a=\\ 1", ["a→ 1"]), ("a", ["a→"]),
        ("a=", ["a→"]), ("=1", ["→1"]), ("=", ["→"]), ("", []), ("\n\r\n \n", []), ("# a=1\n! b=2\n  # c=3", []),
        ("a=1 # b", ["a→1 # b"]), ("a=1\nb=2", ["a→1", "b→2"]), ("a=1\rb=2\r\nc=3", ["a→1", "b→2", "c→3"]),
        ("a=1\\\n  2", ["a→12"]), ("a=1\\\r\n\t2", ["a→12"]), ("a=1\\\r2", ["a→12"]), ("a\\\n  b=1", ["ab→1"]),
        ("a\\\n = 1", ["a→1"]), ("a=\\\n  1", ["a→1"]), ("a=1\\", ["a→1"]), ("a=1\\\\\nb=2", ["a→1\\", "b→2"]),
        ("a=1\\\\\\\n2", ["a→1\\2"]), ("a=1\\\n\nb=2", ["a→1", "b→2"]), ("a=1\\\n#2", ["a→1#2"]),
        ("\\\n#a=1", ["#a→1"]),
        ("\\\n\n#a", []), ("# x\\\na=1", ["a→1"]),
        ("a\\=b=1", ["a=b→1"]), ("a\\:b\\ c:1", ["a:b c→1"]), ("a=\\t\\n\\r\\f\\q\\\\", ["a→\t\n\r\u{C}q\\"]),
        ("a=\\u0041\\u4e2D", ["a→A中"]), ("\\u4e2d=1", ["中→1"]), ("a=\\uD83D\\uDE00", ["a→😀"]), ("a=\\u0000", ["a→\0"]),
        ("\u{FEFF}a=1", ["a→1"]), ("a=1\na=2\nb=3\na=4", ["b→3", "a→4"]), ("\\#a=1", ["#a→1"]), ("a=\\中", ["a→中"]),
    ]) func readsAsJavaDoes(_ text: String, _ expected: [String]) {
        #expect(entries(text) == expected)
    }

    @Test func keysThatUnicodeCallsEquivalentAreTwo() {
        #expect(entries("caf\\u00E9=1\ncafe\\u0301=2").count == 2)
    }

    @Test func placesLeadThroughEscapesAndContinuations() throws {
        let text = "  k\\u0065y = on\\\n   e\\ttwo\n"
        let file = SourceFile(path: "p", text: text)
        let entry = try #require(PropertiesFile.read(file).file.entries.first)
        #expect(entry.key.text == "key")
        #expect(entry.value.text == "one\ttwo")
        func source(_ range: SourceRange) -> String { String(decoding: file.bytes[range.offsets], as: UTF8.self) }
        #expect(source(entry.key.range) == "k\\u0065y")
        #expect(source(entry.key.range(1..<2)) == "\\u0065")
        #expect(source(entry.key.range(2..<3)) == "y")
        #expect(source(entry.value.range) == "on\\\n   e\\ttwo")
        #expect(source(entry.value.range(0..<2)) == "on")
        #expect(source(entry.value.range(2..<3)) == "e")
        #expect(source(entry.value.range(3..<4)) == "\\t")
        #expect(source(entry.value.range(4..<7)) == "two")
    }

    @Test func reportsEverythingInFileOrder() {
        let text = "a=\\u12G4\nb=\\uD800\nc=1\nc=2\nd=中\ne=\\u\nc=3\n"
        expectDiagnostics(
            PropertiesFile.read(SourceFile(path: "p", text: text)).diagnostics,
            of: text,
            [
                "error properties.bad-escape '\\u12': '\\u' needs four hexadecimal digits",
                "error properties.lone-surrogate '\\uD800': this escape is half of a surrogate pair; "
                    + "the other half is missing",
                "warning properties.duplicate-key 'c': key 'c' is given again; the last value counts | "
                    + "first given here at 'c'",
                "warning properties.not-ascii '中': other readers of this file take these characters for ISO-8859-1; "
                    + "write them as '\\uXXXX' | write the characters as escapes: '\\u4E2D' for '中'",
                "error properties.bad-escape '\\u': '\\u' needs four hexadecimal digits",
                "warning properties.duplicate-key 'c': key 'c' is given again; the last value counts | "
                    + "first given here at 'c'",
            ]
        )
    }

    @Test(arguments: [("f\\é=Int", "fé→Int"), ("f\\\\é=\\中\\\\中", "f\\é→中\\中"), ("é=\\\n  é\\", "é→é")])
    func escapesMeanWhatTheCharactersMeant(_ text: String, _ expected: String) {
        let (_, diagnostics) = PropertiesFile.read(SourceFile(path: "p", text: text))
        #expect(entries(text) == [expected])
        let fixed = applying(diagnostics.flatMap { $0.fixIts.flatMap(\.edits) }, to: Array(text.utf8))
        #expect(fixed.allSatisfy { $0 < 0x80 })
        #expect(entries(String(decoding: fixed, as: UTF8.self)) == [expected])
    }

    @Test func invalidUTF8IsReportedOnceATextAndNotInComments() {
        let bytes: [UInt8] =
            Array("# \u{FF}".utf8) + [0xFF, 0x0A] + Array("a=".utf8) + [0xFF, 0xFE, 0xC0, 0x0A]
            + Array("b=1".utf8)
        let (file, diagnostics) = PropertiesFile.read(SourceFile(path: "p", bytes: bytes))
        #expect(diagnostics.map(\.id) == ["properties.invalid-utf8"])
        #expect(file.entries.map(\.key.text) == ["b"])
    }

    @Test func longFilesTakeLinearWork() {
        let count = 20_000
        let continued = "a=" + String(repeating: "\\\n", count: count) + "b"
        #expect(entries(continued) == ["a→b"])
        let escaped = "a=" + String(repeating: "\\u0041", count: count)
        #expect(entries(escaped).first?.utf8.count == count + 4)
        let many = (0..<count).map { "k\($0 % 7)=\($0)\n" }.joined()
        #expect(entries(many).count == 7)
    }
}
