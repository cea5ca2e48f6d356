import Foundation
import Testing
import VirtualViewCommands
import VirtualViewFormat

/// The input `-` of the commands that read one file.
@Suite(.enabled(if: Tool.exists, "vvc was not built")) struct StandardInputTests {
    private let workspace = Workspace.fresh()
    private let xml = "<NText text=\"Hello\" layoutWidth=\"40\" layoutHeight=\"20\"/>\n"
    private let assemble = "{ ht [title (text:Hello)] [(text:1)] }"

    private func run(_ text: String, _ arguments: String...) throws -> (status: Int32, out: [UInt8], error: String) {
        try ToolProcess(arguments, in: workspace.folder).finish(text)
    }

    @Test(arguments: [
        ("compile", ["--language"]), ("convert", ["--name"]), ("format", ["--language", "--name"]),
        ("layout", ["--language", "--name"]), ("lint", ["--language", "--name"]),
        ("preview", ["--language", "--name"]),
    ])
    func whatSaysHowItIsReadNeedsIt(_ command: String, _ options: [String]) throws {
        try workspace.write("Card.asv", assemble)
        for option in options {
            let result = workspace.vvc(command, "@/Card.asv", option, "asv")
            #expect(result.code == .usage && result.error.contains("'\(option)' goes with '-'"), "\(result)")
        }
    }

    @Test func compileNamesTheTemplate() throws {
        #expect(try run(xml, "compile", "-", "--name", "Card", "-o", "build").status == 0)
        try workspace.write("Card.xml", xml)
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@/clean").code == .success)
        #expect(try workspace.bytes("build/Card.out") == workspace.bytes("clean/Card.out"))
    }

    @Test func outputFileNamesATemplateWithoutAName() throws {
        #expect(try run(xml, "compile", "-", "-o", "Row.out").status == 0)
        #expect(try Template(decoding: workspace.bytes("Row.out")).type == "Row")
        let nameless = try run(xml, "compile", "-")
        #expect(nameless.status == ExitCode.usage.rawValue && nameless.error.contains("--name"))
        #expect(try run("<?vvc name=\"Own\"?>" + xml, "compile", "-", "-o", "Row.out").status == 0)
        #expect(try Template(decoding: workspace.bytes("Row.out")).type == "Own")
    }

    /// A build would wait for a file that nobody makes.
    @Test func aDepfileDoesNotNameIt() throws {
        let result = try run(xml, "compile", "-", "--name", "Card", "-o", "build", "--depfile", "Card.d")
        #expect(result.status == 0, "\(result.error)")
        #expect(try workspace.bytes("Card.d") == Array("build/Card.out:\n".utf8))
    }

    @Test func languageIsThatOfTheTextUnlessSaid() throws {
        let result = try run(assemble, "compile", "-", "--name", "Card", "-o", "out")
        #expect(result.status == 0 && workspace.exists("out/Card.parts.json"), "\(result.error)")
        let wrong = try run(assemble, "lint", "-", "--language", "xml")
        #expect(wrong.status == 1 && wrong.error.hasPrefix("<stdin>:1:1: error:"), "\(wrong.error)")
        let named = try run("", "lint", "-", "--name", "dir/Card.asv")
        #expect(named.status == 1 && named.error.hasPrefix("dir/Card.asv:1:1: error:"), "\(named.error)")
    }

    @Test func otherCommandsReadItToo() throws {
        try workspace.write("Card.xml", xml)
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@").code == .success)
        #expect(try String(decoding: run(assemble, "convert", "-").out, as: UTF8.self).contains("text=\"Hello\""))
        let layout = workspace.vvc("layout", "@/Card.xml").out
        #expect(try String(decoding: run(xml, "layout", "-").out, as: UTF8.self) == layout)
        #expect(try run(xml, "preview", "-", "--name", "Card.xml", "-o", "Card.svg").status == 0)
        #expect(workspace.vvc("preview", "@/Card.xml", "-o", "@/Other.svg").code == .success)
        #expect(try workspace.bytes("Card.svg") == workspace.bytes("Other.svg"))
        for name in ["dump", "verify", "decompile"] {
            let tool = try ToolProcess([name, workspace.path("Card.out")])
            let expected = tool.finish()
            #expect(expected.status == 0 && !expected.out.isEmpty)
        }
    }

    @Test func compiledTemplatesAreReadToo() throws {
        try workspace.write("Card.xml", xml)
        #expect(workspace.vvc("compile", "@/Card.xml", "-o", "@").code == .success)
        for name in ["dump", "verify", "decompile", "layout"] {
            let result = try Shell(folder: workspace.folder).run("vvc \(name) - < Card.out")
            #expect(result.status == 0, "\(name)")
            let expected = workspace.vvc(name, "@/Card.out").out
            #expect(result.text == expected.replacingOccurrences(of: "@/Card.out", with: "-"), "\(name)")
        }
    }

    @Test func onceIsEnough() {
        for command in ["compile", "lint", "verify"] {
            #expect(workspace.vvc(command, "-", "-").code == .usage)
        }
    }

    @Test func aFileOfThatNameIsReachedByAPath() throws {
        try workspace.write("-", "x")
        #expect(workspace.vvc("verify", "@/-").code == .inputErrors)
    }
}
