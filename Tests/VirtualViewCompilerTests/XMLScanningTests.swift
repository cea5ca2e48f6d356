import Testing
import VirtualViewCompiler

/// Everything that is scanned several bytes at a time, at every length and before every end.
@Suite struct XMLScanningTests {
    private static let lengths = 0...70

    @Test(arguments: ["", "\t", "&amp;", "\n", "\r\n", "é", "&lt;&#65;", "'", ">", "\u{7F}", "汉字"])
    func valuesOfEveryLength(middle: String) {
        let decoded = [
            "&amp;": "&", "\n": " ", "\r\n": " ", "&lt;&#65;": "<A",
        ]
        for length in Self.lengths {
            let front = String(repeating: "v", count: length)
            let back = String(repeating: "w", count: Self.lengths.upperBound - length)
            for tail in ["", "<B/>", String(repeating: " ", count: 40)] {
                let (tree, found) = readTree(
                    "<A a=\"\(front)\(middle)\(back)\" b=\"\(back)\(middle)\"/>".followed(by: tail)
                )
                #expect(found == [], "length \(length)")
                let value = decoded[middle] ?? middle
                #expect(tree.attributes.map(\.value) == [front + value + back, back + value], "length \(length)")
            }
        }
    }

    @Test func namesAndBlanksOfEveryLength() {
        for length in Self.lengths {
            let name = "n" + String(repeating: "A", count: length)
            let blank = " " + String(repeating: " ", count: length)
            for (separator, odd) in [(blank, "-1"), ("\n" + blank, "_"), (blank + "\t", ""), ("\r\n", ".b")] {
                let text = "<\(name)\(separator)\(name)\(odd)='1'\(separator)/>\(separator)"
                let (tree, found) = readTree(text)
                #expect(found == [], "length \(length)")
                #expect(tree.elements.map(\.name) == [name])
                #expect(tree.attributes.map(\.name) == [name + odd])
                #expect(Int(tree.elements[0].span.upper) == text.utf8.count - separator.utf8.count)
            }
        }
    }

    @Test func commentsOfEveryLength() {
        for length in Self.lengths {
            let text = String(repeating: "c", count: length)
            let (tree, found) = readTree("<!--\(text)--><A/><!-- - \(text) -->")
            #expect(found == [], "length \(length)")
            #expect(tree.elements.map { Int($0.openTag.lower) } == [length + 7])
        }
    }

    @Test func aByteThatIsNotUTF8IsFoundEverywhere() {
        for length in 0...150 {
            for tail in [0, 1, 15, 16, 17, 63, 64, 65] {
                var bytes = Array("<A a=\"\(String(repeating: "v", count: length))".utf8)
                let place = bytes.count
                bytes += [0xFF] + Array("\(String(repeating: "w", count: tail))\"/>".utf8)
                let found = readXML(SourceFile(path: "test.xml", bytes: bytes))
                #expect(found.map(\.id) == ["xml.invalid-utf8"], "length \(length)")
                #expect(found.first?.range.offsets == place..<place + 1, "length \(length)")
            }
        }
    }

    @Test(arguments: ["utf-8", "UTF-8", "Utf-8", "utf8", "UTF8", "us-ascii", "US-ASCII", "ascii", "Ascii"])
    func encodingsThatAreUTF8AreAccepted(name: String) {
        #expect(readTree("<?xml version=\"1.0\" encoding=\"\(name)\"?><A/>").found == [])
    }

    @Test(arguments: ["utf-16", "utf_8", "utf-", "utf-88", "", "latin1", "ａｓｃｉｉ", "asci[", "@scii"])
    func otherEncodingsAreReported(name: String) {
        let (_, found) = readTree("<?xml version=\"1.0\" encoding=\"\(name)\"?><A/>")
        #expect(found.map(\.id) == ["xml.declared-encoding"])
    }
}

extension String {
    /// The element of this text and what follows it, in a root where that is an element.
    fileprivate func followed(by tail: String) -> String { tail.hasPrefix("<") ? "<R>\(self)\(tail)</R>" : self + tail }
}
