import Foundation
import Testing
import VirtualView
import VirtualViewTestSupport

/// The names under which templates are found.
@Suite struct TemplateNamingTests {
    @Test func refusesATemplateWithAnotherName() async {
        let bench = LoadingBench()
        #expect(bench.load("Other", 1, as: "Card") == "typeMismatch")
        bench.enqueue("Other", 2, as: "Card")
        await bench.finish()
        #expect(bench.recorder.completions == ["Card#2 typeMismatch"])
        #expect(bench.published == [])
    }

    @Test func takesHyphenAndUnderscoreAsEqualInAFilesStem() throws {
        let folder = try TemporaryFolder()
        let url = try folder.write(Sample.bytes("icon-type_1"), to: "icon_type_1.out")
        let bench = LoadingBench()
        #expect(bench.load(TemplateRequest(contentsOf: url)) == "v1")
        #expect(bench.published == ["icon-type_1 v1"])
        for name in ["icon-type_1", "icon_type_1", "icon-type-1"] { #expect(bench.ask(name) == "v1", "\(name)") }
        #expect(bench.manager.version(of: "icon_type_1")?.patch == 1)
        bench.manager.remove("icon_type_1")
        #expect(bench.published == [])
        #expect(bench.ask("icon-type_1") == "notFound")
    }

    @Test func promotesAQueuedFileWhateverItsSpelling() throws {
        let folder = try TemporaryFolder()
        let url = try folder.write(Sample.bytes("icon-type"), to: "icon_type.out")
        let bench = LoadingBench(isSuspended: true)
        bench.manager.enqueue(contentsOf: url)
        #expect(bench.ask("icon-type") == "v1")
        #expect(bench.ask("icon_type") == "v1")
    }

    @Test func tellsHyphenAndUnderscoreApartInANameThatWasGiven() throws {
        let bench = LoadingBench()
        #expect(bench.load("a_b", 1, as: "a-b") == "typeMismatch")
        #expect(bench.load("a-b", 1) == "v1")
        #expect(bench.load("a_b", 2) == "v2")
        #expect(bench.published == ["a-b v1", "a_b v2"])
        bench.manager.isSuspended = true
        bench.enqueue("a-b", 3)
        bench.enqueue("a_b", 4)
        #expect(bench.ask("a-b") == "v3")
        #expect(bench.ask("a_b") == "v4")
        bench.manager.remove("a-b")
        #expect(bench.published == ["a_b v4"])
    }

    @Test func supersedesAFileByANameOfTheSameSpelling() async throws {
        let folder = try TemporaryFolder()
        let url = try folder.write(Sample.bytes("a-b", version: 1), to: "a_b.out")
        let bench = LoadingBench(isSuspended: true)
        bench.manager.enqueue(contentsOf: url, completion: bench.recorder.completion("file"))
        bench.enqueue("a-b", 2)
        await bench.finish()
        #expect(bench.recorder.completions == ["file superseded", "a-b#2 v2"])
    }

    @Test(arguments: [
        ("Card.out", "Card"), ("Card", "Card"), ("a.b.out", "a.b"), (".out", ".out"), ("Prix%20fixe.out", "Prix fixe"),
    ])
    func takesTheStemOfAFile(_ file: String, _ stem: String) throws {
        let url = try #require(URL(string: "file:///templates/\(file)"))
        #expect(TemplateRequest(contentsOf: url).type == stem)
    }

    // MARK: - Aliases

    @Test func registersBothNamesForAnAlias() {
        let bench = LoadingBench()
        #expect(bench.load("Card", 1, as: "Front", allowsAlias: true) == "v1")
        #expect(bench.published == ["Card v1", "Front v1"])
        #expect(bench.load("Card", 2, as: "Front", allowsAlias: true) == "v2")
        #expect(bench.published == ["Card v2", "Front v2"])
    }

    @Test func allowsAnAliasThatIsTheNameItself() {
        let bench = LoadingBench()
        #expect(bench.load("Card", 1, allowsAlias: true) == "v1")
        #expect(bench.load("Card", 2) == "v2")
        #expect(bench.published == ["Card v2"])
    }

    @Test func leavesATemplateOfTheFilesNameThatCameFromElsewhere() {
        let bench = LoadingBench()
        bench.load("Card", 1)
        #expect(bench.load("Card", 2, as: "Front", allowsAlias: true) == "v2")
        #expect(bench.published == ["Card v1", "Front v2"])
        #expect(bench.load("Card", 3, as: "Back", allowsAlias: true) == "v3")
        #expect(bench.published == ["Back v3", "Card v1", "Front v2"])
    }

    @Test func refusesAnAliasThatIsTheNameOfATemplateFromElsewhere() {
        let bench = LoadingBench()
        bench.load("Front", 1)
        #expect(bench.load("Card", 2, as: "Front", allowsAlias: true) == "aliasConflict")
        #expect(bench.published == ["Front v1"])
    }

    @Test func keepsTheOtherTemplateEvenWhenItRemovesBeforeReload() {
        let bench = LoadingBench { $0.removesBeforeReload = true }
        bench.load("Front", 1)
        #expect(bench.load("Card", 2, as: "Front", allowsAlias: true) == "aliasConflict")
        #expect(bench.published == ["Front v1"])
    }

    @Test func letsATemplatesOwnNameReplaceAnAlias() {
        let bench = LoadingBench()
        bench.load("Card", 1, as: "Front", allowsAlias: true)
        #expect(bench.load("Card", 2) == "v2")
        #expect(bench.load("Front", 3) == "v3")
        #expect(bench.published == ["Card v2", "Front v3"])
        bench.load("Card", 4, as: "Back", allowsAlias: true)
        #expect(bench.published == ["Back v4", "Card v2", "Front v3"])
    }

    @Test func promotesAnAliasByItsName() async {
        let bench = LoadingBench(isSuspended: true)
        bench.enqueue("Card", 1, as: "Front", allowsAlias: true)
        #expect(bench.ask("Card") == "notFound")
        #expect(bench.ask("Front") == "v1")
        #expect(bench.ask("Card") == "v1")
        await bench.finish()
        #expect(bench.recorder.completions == ["Front#1 v1"])
    }

    @Test func removesOneNameOfTwo() {
        let bench = LoadingBench()
        bench.load("Card", 1, as: "Front", allowsAlias: true)
        bench.manager.remove("Front")
        #expect(bench.published == ["Card v1"])
    }
}
