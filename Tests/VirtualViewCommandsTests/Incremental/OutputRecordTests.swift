import Testing
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// The file `.vvc-outputs.json`: what is written is read, and nothing else.
@Suite struct OutputRecordTests {
    private static let record: OutputRecord = {
        func file(_ path: String) -> OutputRecord.File { OutputRecord.File(path: path, content: "c", stamp: "1.2") }
        var record = OutputRecord(program: "vvc \"1\"\\ \u{1F600}\n")
        record.templates = [
            OutputRecord.Template(source: file("../é\t.xml"), name: "N", options: "", outputs: [file("a b/N.out")]),
            OutputRecord.Template(
                source: file("/x.asv"),
                name: "\u{0}",
                options: "o",
                outputs: [file("X.OUT"), file("X.parts.json"), file("X.dump.json"), file("txt/X.txt")],
                group: 1
            ),
        ]
        record.stale = [["Old.out", "Old.java"], ["Other.md5"]]
        return record
    }()

    @Test func recordsReadBack() throws {
        for record in [Self.record, OutputRecord()] {
            let read = try #require(OutputRecord(Array(record.text.utf8)))
            #expect(read == record && read.text == record.text)
        }
    }

    /// The first form says nothing of groups.
    @Test func earlierRecordsAreRead() throws {
        let text = """
            {"format": 1, "program": "p", "templates": [[["A.xml", "c", "1"], "A", "o", [["A.out", "c", "1"]]]], "stale": []}
            """
        let record = try #require(OutputRecord(Array(text.utf8)))
        #expect(record.templates.map(\.name) == ["A"] && record.templates.map(\.group) == [0])
        for other in ["0", "3", "-1", "1e0", "99999999999999999999"] {
            #expect(OutputRecord(Array(text.replacing("\"format\": 1", with: "\"format\": \(other)").utf8)) == nil)
        }
    }

    @Test func noPartOfARecordIsOne() {
        let bytes = Array(Self.record.text.utf8)
        for count in 0..<bytes.count - 1 { #expect(OutputRecord(Array(bytes.prefix(count))) == nil) }
        #expect(OutputRecord(bytes + [0x5D]) == nil)
    }

    @Test func damagedRecordsAreReadOrRefused() {
        var random = SeededGenerator(seed: RandomTests.seed)
        let bytes = Array(Self.record.text.utf8)
        for _ in 0..<RandomTests.count(2000) {
            var damaged = bytes
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let record = OutputRecord(damaged) else { continue }
            #expect(OutputRecord(Array(record.text.utf8)) == record)
        }
    }

    @Test(arguments: [
        ("A.out", true), ("a/b/A.hex", true), ("A.parts.json", true), ("A.b.swift", true), (".A.out", true),
        ("", false), ("A", false), (".out", false), ("A.json", false), (".parts.json", false), ("/A.out", false),
        ("a/../A.out", false), ("./A.out", false), ("a//A.out", false), ("A.out/", false), ("A\0.out", false),
        ("A.xml", false), ("..", false),
    ])
    func outputsAreTold(_ path: String, _ isOutput: Bool) {
        #expect(OutputRecord.isOutput(path) == isOutput)
    }
}
