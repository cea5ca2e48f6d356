import Foundation
import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// Names, texts, data and file names that would act on a terminal, or pass for lines of ours, through every command.
@Suite struct HostileTextTests {
    /// Clears the screen in three ways, turns the direction of text, and begins a line that looks like a result.
    private static let hostile =
        "x\u{1B}[2J\u{9B}2J\u{202E}\u{2066}\u{206A}\u{FFF9}\u{200F}\u{7F}\r\u{2028}\u{85}\nFORGED: ok"
    /// What an attribute can hold of it in XML.
    private static let reference = hostile.unicodeScalars.map { scalar in
        scalar.value < 0x20 && !"\r\n".unicodeScalars.contains(scalar) ? "" : "&#\(scalar.value);"
    }.joined()

    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.write("T.out", Self.binary())
        try workspace.write("\(Self.hostile).out", FileImage().bytes)
        try workspace.write("bad \(Self.hostile).out", Array("ALIVV".utf8))
        try workspace.write(
            "src/\(Self.hostile).xml",
            """
            <?vvc name="\(Self.reference)"?>
            <FrameLayout><NText text="\(Self.reference)" \u{202E}="1" gravity="\(Self.reference)"/>\u{1B}\u{9B}
            """
        )
        try workspace.write(
            "lint/\(Self.hostile).xml",
            "<NText text=\"${\(Self.reference)}\" action=\"\(Self.reference)\"/><!-- \u{9B}\u{202E} -->"
        )
        try workspace.write("lint/\(Self.hostile).json", "{\"a\":\"\u{9B}\u{202E}\", \u{1B}}")
        try workspace.write(
            "Card.xml",
            """
            <VHLayout layoutWidth="match_parent"><NText text="${t}" visibility="${t}" textColor="${t}" action="${t}" \
            flag="flag_clickable" layoutHeight="20"/><Grid colCount="1" itemHeight="9"/></VHLayout>
            """
        )
        let text = JSONText.quoted(Self.hostile)
        try workspace.write("data.json", #"{"t":\#(text),\#(text):1,"type":\#(text),"data":[{"type":\#(text)}]}"#)
        try workspace.write("bad.json", "{\"\u{9B}\u{202E}\": \u{1B}[2J}")
        try workspace.write("Card.asv", "[(text:\u{9B}\u{202E}\u{2028}\u{7F})] // \u{9B}\u{202E}\t\u{85}\n")
        try workspace.write("words.properties", "VIEW_ID_\u{202E}\u{9B}=7\nproperty=\u{202E}\u{9B}\n")
        try workspace.write("own.json", #"{"version":1,"components":[{"id":1001,"name":\#(text)}]}"#)
    }

    /// A file whose name, keys, texts, programs and places are hostile.
    private static func binary() throws -> [UInt8] {
        var builder = TemplateBuilder(type: hostile)
        try builder.openNode(component: 999)
        try builder.set(.string(builder.intern(hostile + "text")), for: builder.intern(hostile))
        try builder.set(.string(builder.intern(hostile + "word")), for: builder.intern("text"))
        try builder.add(UserVariable(name: builder.intern(hostile + "name"), value: .int(1)))
        try builder.set(.expression(StringID(rawValue: 77)), for: builder.intern(hostile + "key"))
        try builder.addExpression([0xFF, 0xFF], id: StringID(rawValue: 77))
        try builder.closeNode()
        return try builder.encoded()
    }

    /// The command lines; the second part says whether what is hostile is to be seen.
    static let lines: [(line: [String], isShown: Bool)] = {
        let name = "@/\(hostile)"
        var lines: [(line: [String], isShown: Bool)] = []
        for options in [[], ["--json"], ["--hex"]] { lines.append((["dump", "@/T.out"] + options, true)) }
        for options in [[], ["--json"], ["--strict"]] { lines.append((["verify", "@"] + options, true)) }
        lines += [
            (["decompile", "@/T.out"], false), (["decompile", "\(name).out"], false),
            (["names", hostile], true), (["schema", "--config", "@/words.properties"], false),
            (["schema", "--components", "@/own.json"], true), (["convert", "@/Card.asv"], false),
            (["lint", "@/lint"], true), (["lint", "@/lint", "--json"], true), (["lint", "@/src"], true),
            (["verify", "@/bad \(hostile).out"], true), (["dump", "@/bad \(hostile).out"], true),
            (["compile", "@/Card.xml", "-o", "@/o/\(hostile)", "--name", hostile, "--emit", "swift,java"], false),
        ]
        for form in ["text", "json"] {
            let diagnostics = ["--diagnostics", form]
            lines += [
                (["compile", "@/src", "-o", "@/o"] + diagnostics, true),
                (["compile", name + ".xml", "-o", "@/o"] + diagnostics, true),
                (["layout", "@/T.out"] + diagnostics, true),
                (["layout", "@/T.out", "--json"] + diagnostics, true),
                (["layout", "@/bad \(hostile).out"] + diagnostics, true),
                (["layout", "@/Card.xml", "--data", "@/data.json", "--hit", "5,5"] + diagnostics, true),
                (["layout", "@/Card.xml", "--data", "@/data.json", "--hit", "5,5", "--json"] + diagnostics, true),
                (["layout", "@/Card.xml", "--data", "@/bad.json"] + diagnostics, false),
                (["preview", "@/T.out", "-o", "@/o/T.svg"] + diagnostics, true),
                (["preview", "@/Card.xml", "--data", "@/data.json", "-o", "@/o/Card.html"] + diagnostics, true),
                (["preview", "@/Card.xml", "--data", name, "-o", "@/o/T.svg"] + diagnostics, true),
                (["eval", "${t}", "--data", "@/data.json"] + diagnostics, true),
                (["eval", "${\(hostile)", "--data", "@/data.json"] + diagnostics, false),
                (["eval", "${t}", "--data", name] + diagnostics, true),
            ]
        }
        for command in VVC.commands.map({ $0.specification.name }) {
            // What no command takes.
            lines += [([command, "--\(hostile)"], true), ([command, name, name, name], true)]
        }
        return lines + [([hostile], true), (["help", hostile], true), (["layout", name, "--width", hostile], true)]
    }()

    @Test(arguments: lines.indices)
    func nothingActsAndNoLineIsForged(_ index: Int) throws {
        let (line, isShown) = Self.lines[index]
        for usesColor in [false, true] {
            let result = workspace.vvc(line, usesColor: usesColor)
            let own = usesColor ? Self.withoutColors(result.error) : result.error
            for text in [result.out, own] {
                let acting = ActingScalars.inLines(of: text)
                #expect(acting.isEmpty, "\(line.map(VisibleText.line)): \(acting.map(\.value))")
                #expect(
                    !text.split(separator: "\n").contains { $0.hasPrefix("FORGED") },
                    "\(line.map(VisibleText.line))"
                )
            }
            #expect((result.out + result.error).contains("FORGED") || !isShown, "\(line.map(VisibleText.line))")
        }
        for name in workspace.files("o") where [".svg", ".html", ".swift", ".java"].contains(where: name.hasSuffix) {
            let text = String(decoding: try workspace.bytes("o/\(name)"), as: UTF8.self)
            let controls = text.unicodeScalars.filter {
                $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value)
            }
            #expect(controls.isEmpty, "\(VisibleText.line(name))")
            #expect(!text.split(separator: "\n").contains { $0.hasPrefix("FORGED") }, "\(VisibleText.line(name))")
        }
    }

    /// Without the commands for colors that the formatter writes; any other stays.
    private static func withoutColors(_ text: String) -> String {
        ["[0m", "[1m", "[1;31m", "[1;35m", "[1;36m", "[1;32m"]
            .reduce(text) { $0.replacingOccurrences(of: "\u{1B}" + $1, with: "") }
    }

    @Test(arguments: lines.indices.filter { lines[$0].line.suffix(2) == ["--diagnostics", "json"] })
    func standardErrorHasOneObjectALine(_ index: Int) throws {
        let result = workspace.vvc(Self.lines[index].line)
        for line in result.errors {
            let object = try JSONValue(json: Array(line.utf8))
            guard case .string? = object["id"], case .string? = object["message"], case .string? = object["path"] else {
                Issue.record("\(line)")
                continue
            }
        }
    }

    @Test func decompiledTextsComeBackFromTheTerminal() throws {
        try workspace.write("Back.xml", "<?vvc name=\"\(Self.reference)\"?>\n<NText text=\"\(Self.reference)\"/>")
        #expect(workspace.vvc("compile", "@/Back.xml", "-o", "@/Back.out").code == .success)
        try workspace.write("Again.xml", workspace.vvc("decompile", "@/Back.out").out)
        #expect(workspace.vvc("compile", "@/Again.xml", "-o", "@/Again.out").code == .success)
        #expect(try workspace.bytes("Again.out") == workspace.bytes("Back.out"))
    }

    @Test func serverSaysNothingThatActs() throws {
        let server = try RunningServer(
            [
                "a \u{202E}\u{9B}.xml": "<NText text=\"\(Self.reference)\" \u{202E}=\"1\"/>",
                "\(Self.hostile).xml": "<NText/>",
            ],
            workspace: workspace
        )
        #expect(server.stop())
        let messages = server.messages.withLock { $0 }
        #expect(messages.contains("FORGED") && messages.contains("no address can have its name"))
        #expect(ActingScalars.inLines(of: messages).isEmpty)
        #expect(!messages.split(separator: "\n").contains { $0.hasPrefix("FORGED") })
    }
}
