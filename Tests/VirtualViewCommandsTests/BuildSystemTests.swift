import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// The rules of `Docs/BuildSystems.md`, run by the tools that they are for, and the command line of the one in `Docs/Scale.md`.
@Suite struct BuildSystemTests {
    private let space: Workspace

    init() throws {
        space = try Workspace()
        let templates = Fixtures.templates
        try space.makeFolder("Templates")
        for name in ["TagItem.xml", "Banner.xml", "config.properties"] {
            let bytes = try Data(contentsOf: templates.appendingPathComponent(name))
            try space.write("Templates/\(name)", bytes)
        }
        try space.write("Templates/Row.asv", "[(text:Hi)]")
    }

    /// The block of the page in a language.
    private func rules(_ language: String) throws -> String {
        let page = try MarkdownDocument("Docs/BuildSystems.md")
        return try #require(page.blocks.first { $0.language == language }?.text) + "\n"
    }

    /// Makes a target in the folder, the first one unless told otherwise; gives what was printed.
    ///
    /// `make test` must not make it a part of itself, which says in which folder it is.
    private func make(_ target: String = "") throws -> (text: String, status: Int32) {
        try Shell(folder: space.folder).run("unset MAKEFLAGS MAKELEVEL; LC_ALL=C make \(target)")
    }

    /// Makes a file older: sources two hours, outputs one.
    private func age(_ name: String) throws {
        let age: TimeInterval = name.hasPrefix("build/") ? -3600 : -7200
        let past: [FileAttributeKey: Any] = [.modificationDate: Date(timeIntervalSinceNow: age)]
        try FileManager.default.setAttributes(past, ofItemAtPath: space.path(name))
    }

    private func compiled(_ output: String) -> [String] {
        output.split(separator: "\n").filter { $0.hasPrefix("vvc compile") }
            .compactMap {
                $0.split(separator: " ").first { $0.hasSuffix(".xml") || $0.hasSuffix(".asv") }.map(String.init)
            }.sorted()
    }

    @Test(.enabled(if: Tool.exists && Tool.isInstalled("make"), "needs make (package make)"))
    func makeBuildsOnlyWhatIsOld() throws {
        try space.write("Makefile", rules("make"))
        let all = ["Templates/Banner.xml", "Templates/Row.asv", "Templates/TagItem.xml"]
        let first = try make()
        #expect(first.status == 0 && compiled(first.text) == all, "\(first.text)")
        #expect(space.files("build") == ["Banner.d", "Banner.out", "Row.d", "Row.out", "TagItem.d", "TagItem.out"])
        let second = try make()
        #expect(second.status == 0 && compiled(second.text).isEmpty, "\(second.text)")

        for file in ["TagItem.out", "Banner.out", "Row.out"] { try age("build/\(file)") }
        for file in ["TagItem.xml", "Banner.xml", "Row.asv", "config.properties"] { try age("Templates/\(file)") }
        try space.write("Templates/TagItem.xml", #"<NText text="new"/>"#)
        #expect(compiled(try make().text) == ["Templates/TagItem.xml"])

        // The depfile knows of the configuration; the rule does not.
        for file in ["TagItem.out", "Banner.out", "Row.out"] { try age("build/\(file)") }
        try age("Templates/TagItem.xml")
        try space.write("Templates/config.properties", "score=Int\n")
        #expect(compiled(try make().text) == all)
    }

    @Test(
        .enabled(if: Tool.isInstalled("make"), "needs make (package make)"),
        arguments: ["a:b", "c\\:d", "e\\ f", "g:"]
    )
    func makeReadsNamesThatAreEscaped(_ name: String) throws {
        try space.write("in/\(name).xml", #"<NText text="a"/>"#)
        #expect(space.vvc("compile", "@/in", "-o", "@/build", "--depfile", "@/all.d").code == .success)
        try space.write("Makefile", "%.out: ; @echo made\ninclude all.d\n")
        let output = space.path("build/\(name).out")
        try age("build/\(name).out")
        try age("in/\(name).xml")
        #expect(try !make("'\(output)'").text.contains("made"))
        try space.write("in/\(name).xml", #"<NText text="b"/>"#)
        #expect(try make("'\(output)'").text == "made\n")
    }

    @Test(.enabled(if: Tool.exists, "vvc was not built with the tests"))
    func theActionOfTheBazelRuleMakesWhatItDeclares() throws {
        let rule = try #require(try MarkdownDocument("Docs/Scale.md").blocks.first { $0.language == "python" }?.text)
        let line = try #require(rule.split(separator: "\n").first { $0.contains(#"add_all(["compile""#) })
        let words = line.matches(of: /"([^"]*)"/).map { String($0.output.1) }
        #expect(words.contains("-o") && line.contains("outputs[0].dirname"))
        // What a sandbox has: links to the inputs that the rule declares, and no environment but a sanitizer's.
        try space.write("Templates/vvc.json", #"{"config": "config.properties"}"#)
        try space.makeFolder("sandbox/cards")
        let sources = ["Banner.xml", "Row.asv", "TagItem.xml"]
        for name in sources + ["vvc.json", "config.properties"] {
            try FileManager.default.createSymbolicLink(
                atPath: space.path("sandbox/cards/\(name)"),
                withDestinationPath: space.path("Templates/\(name)")
            )
        }
        let result = try Program.run(
            Tool.folder + "/vvc",
            words + ["bin/cards"] + sources.map { "cards/\($0)" },
            in: URL(fileURLWithPath: space.path("sandbox")),
            environment: ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
        )
        #expect(result.status == 0, "\(result.error)")
        let outputs = ["Banner.out", "Row.out", "Row.parts.json", "TagItem.out"]
        #expect(space.files("sandbox/bin/cards") == outputs)
        #expect(space.vvc("compile", "@/Templates", "-o", "@/build", "--parts", "--jobs", "2").code == .success)
        for name in outputs { #expect(try space.bytes("sandbox/bin/cards/\(name)") == space.bytes("build/\(name)")) }
    }

    @Test(.enabled(if: Tool.exists && Tool.isInstalled("make"), "needs make (package make)"))
    func makeFailsWithAPlaceAndWithoutAnOutput() throws {
        try space.write("Makefile", rules("make"))
        #expect(try make().status == 0)
        for file in ["TagItem.out", "Banner.out", "Row.out"] { try age("build/\(file)") }
        for file in ["Banner.xml", "Row.asv"] { try age("Templates/\(file)") }
        try age("Templates/config.properties")
        try space.write("Templates/TagItem.xml", #"<NText textColor="gren"/>"#)
        let broken = try make()
        #expect(
            broken.status != 0 && broken.text.contains("Templates/TagItem.xml:1:19: error: 'gren' is not a color")
        )
        #expect(!space.exists("build/TagItem.out") && space.exists("build/Banner.out"))
        // A deleted source is no obstacle, though the depfile names it.
        try FileManager.default.removeItem(atPath: space.path("Templates/TagItem.xml"))
        #expect(try make().status == 0)
    }
}
