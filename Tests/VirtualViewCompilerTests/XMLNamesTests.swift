import Testing
import VirtualViewCompiler

/// The numbers of names, and attributes that stand twice.
@Suite struct XMLNamesTests {
    // MARK: - Numbers

    @Test func namesOfTheLanguageAndOthersAreCountedTogether() {
        let (tree, found) = readTree(
            "<NText own=\"1\" text=\"2\" also=\"3\"><My text=\"4\" own=\"5\" id=\"6\"/></NText>"
        )
        #expect(found == [])
        #expect(tree.names == ["NText", "own", "text", "also", "My", "id"])
        #expect(tree.elements.map(\.nameID) == [0, 4])
        #expect(tree.attributes.map(\.nameID) == [1, 2, 3, 2, 1, 5])
    }

    @Test func sourcesDoNotShareTheNumbers() {
        #expect(readTree("<VText text=\"\" id=\"\"/>").tree.names == ["VText", "text", "id"])
        #expect(readTree("<VText id=\"\" text=\"\"/>").tree.names == ["VText", "id", "text"])
    }

    @Test(arguments: ["text", "layoutMarginBottom", "NVHLayout", "ownAttributeWithALongName"])
    func namesThatDifferALittleAreDifferent(name: String) {
        let bytes = Array(name.utf8)
        var names = [name, name + "x", "x" + name, String(name.dropLast())]
        for index in bytes.indices.dropFirst() {
            var other = bytes
            other[index] ^= 0x20
            names.append(String(decoding: other, as: UTF8.self))
        }
        let attributes = names.map { "\($0)=\"1\"" }.joined(separator: " ")
        let (tree, found) = readTree("<A \(attributes)/>")
        #expect(found == [])
        #expect(Array(tree.names.dropFirst()) == names)
    }

    @Test func namesOfEveryLengthAreFoundAgain() {
        let names = (1...60).flatMap { [String(repeating: "a", count: $0), "b" + String(repeating: "a", count: $0)] }
        let tags = names.map { "<\($0)/><\($0) \($0)='1'/>" }.joined()
        let (tree, found) = readTree("<Root>\(tags)</Root>")
        #expect(found == [])
        #expect(Array(tree.names.dropFirst()) == names)
        #expect(tree.elements.dropFirst().map(\.name) == names.flatMap { [$0, $0] })
        #expect(tree.attributes.map(\.name) == names)
    }

    // MARK: - Twice

    private func duplicates(_ text: String) -> [(name: String, first: Range<Int>?)] {
        readTree(text).found.map { diagnostic in
            let bytes = Array(text.utf8)[diagnostic.range.offsets]
            return (String(decoding: bytes, as: UTF8.self), diagnostic.notes.first?.range.offsets)
        }
    }

    @Test func duplicatesAreFoundHoweverManyNamesThereAre() throws {
        let many = (0..<200).map { "n\($0)='1'" }.joined(separator: " ")
        let text = "<A \(many)><B \(many) n3='2' n150='2' n3='3' n199='2' new='1' n150='3' new='2'/><C \(many)/></A>"
        let found = duplicates(text)
        #expect(found.map(\.name) == ["n3", "n150", "n3", "n199", "n150", "new"])
        // Each note points at the first one of the same element.
        let start = "<A \(many)>".utf8.count
        let element = Array(text.utf8.dropFirst(start))
        for (name, first) in found {
            let sign = Array(" \(name)=".utf8)
            let place = try #require(element.indices.first { element[$0...].starts(with: sign) })
            #expect(first == start + place + 1..<start + place + sign.count - 1)
        }
    }

    @Test func theSameNamesInTheNextElementAreNoDuplicates() {
        let many = (0..<100).map { "n\($0)='1'" }.joined(separator: " ")
        #expect(duplicates("<A \(many)><B \(many)/><C/><B \(many)/></A>").isEmpty)
    }

    @Test func aDuplicateInOneElementIsForgottenInTheNext() {
        let found = duplicates("<A id='1' id='2'><B id='3'/><B text='4' id='5' text='6'/></A>")
        #expect(found.map(\.name) == ["id", "text"])
        #expect(found.map(\.first) == [3..<5, 31..<35])
    }
}
