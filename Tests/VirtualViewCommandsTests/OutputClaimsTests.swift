import Foundation
import Testing
import VirtualViewCommands

/// No command writes over what it reads, or over another of its outputs, and none removes what it reads.
@Suite struct OutputClaimsTests {
    private let workspace: Workspace
    private static let sources = [
        "Card.xml": "<NText text=\"a\"/>", "Bad.xml": "<NText txt=\"a\"/>", "Part.asv": "{ hc [badge] }",
        "badge.asv": "[(text:New)]", "own.json": #"{"version":1,"components":[]}"#, "cfg.properties": "",
        "b.out": "block open { this.text = 'open' }\n", "broken.html": "{", "data.svg": "{}", "with.svg": "<NText/>",
        "list.properties": "Card.xml=Card,1\n", "in/Card.xml": "<NText text=\"b\"/>", "in/Card.json": "{}",
        "T/Pic.xml": #"<VHLayout><NImage src="star" layoutWidth="wrap_content"/></VHLayout>"#, "T/Pic.json": "{}",
        "T/images/star.svg": image, "T/map.svg": image, "E/images/star.svg": image, "E/map.svg": image,
        "E/Bad.xml": "<NText lines=\"x\"/>", "E/logo.svg": image,
        "E/Logo.xml": #"<VHLayout><NImage src="logo"/><NText lines="x"/></VHLayout>"#,
        "T/vvc.json": #"{"components": "../map.json", "slots": {"Map": "map.svg"}}"#,
        "E/vvc.json": #"{"components": "../map.json", "slots": {"Map": "map.svg"}}"#,
        "B/Card.xml": "<NText text=\"b\"/>", "B/Card.json": #"{"a": 1"#, "B/Bad.xml": "<NText lines=\"x\"/>",
        "B/Bad.json": "{}",
        "C/Part.asv": "{ hc [(text:a)] }", "C/Part.json": "{}", "C/Part.long.json": "{}",
        "C/Part.test.json": #"{"tests": []}"#,
        "C/vvc.json": #"{"components": "../map.json", "blocks": "../b.out", "slots": {"Map": "map.svg"}}"#,
        "C/map.svg": image,
        "map.json": #"{"version":1,"components":[{"id":1001,"name":"Map","slot":true}]}"#,
    ]
    private static let image = #"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>"#

    init() throws {
        workspace = try Workspace()
        for (path, text) in Self.sources { try workspace.write(path, text) }
        for (link, target) in [("link.json", "own.json"), ("o/Card.out", "../Card.xml")] {
            let url = URL(fileURLWithPath: workspace.path(link))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
        }
    }

    @Test(arguments: [
        "compile @/Card.xml -o @/p --manifest @/Card.xml", "compile @/Card.xml -o @/p --depfile @/Card.xml",
        "compile @/Card.xml -o @/p --names @/Card.xml", "compile @/Bad.xml -o @/p --manifest @/Bad.xml",
        "compile @/Card.xml -o @/p --components @/own.json --manifest @/own.json",
        "compile @/Bad.xml -o @/p --components @/own.json --manifest @/link.json",
        "compile @/Card.xml -o @/p --config @/cfg.properties --names @/./cfg.properties",
        "compile @/Card.xml --blocks @/b.out -o @/b.out", "compile @/Bad.xml --blocks @/b.out -o @/b.out",
        "compile @/Part.asv --arg badge=@/badge.asv -o @/p --depfile @/badge.asv", "compile @/Card.xml -o @/o",
        "compile --list @/list.properties -o @/p --manifest @/list.properties",
        "preview @/Card.xml --data @/data.svg -o @/data.svg", "preview @/Card.xml --with @/with.svg -o @/with.svg",
        "preview @/Card.xml --components @/broken.html -o @/broken.html", "preview @/with.svg -o @/with.svg",
        "decompile @/b.out -o @/b.out", "schema --components @/own.json -o @/own.json",
        "schema --config @/cfg.properties -o @/cfg.properties",
        "convert @/Part.asv --arg badge=@/badge.asv -o @/badge.asv",
        "diff @/Card.xml @/in --sarif @/in/Card.xml", "diff @/in @/Card.xml --sarif @/in/Card.xml",
        "diff @/Card.xml @/in --data @/data.svg --sarif @/data.svg",
        "diff @/Card.xml @/in --components @/own.json --sarif @/link.json",
        "test @/in --update --junit @/in/Card.xml", "test @/in --junit @/in/Card.json",
        "test @/B --junit @/B/Card.json", "test @/B --junit @/B/Bad.json",
        "test @/in --components @/own.json --junit @/own.json", "test @/T --junit @/T/images/star.svg",
        "test @/T --report @/r --junit @/T/map.svg", "diff @/in @/T --breaking --sarif @/T/Pic.json",
        "diff @/in @/T --breaking --sarif @/T/vvc.json", "diff @/T @/in --sarif @/in/Card.json",
        "diff @/T @/T --sarif @/T/Pic.json", "diff @/Bad.xml @/in --sarif @/Bad.xml",
        "diff @/Missing.xml @/Card.xml --sarif @/Card.xml", "preview @/T/Pic.xml -o @/T/images/star.svg",
        "preview @/T/Pic.xml -o @/T/map.svg", "preview @/E/Bad.xml -o @/E/map.svg",
        "preview @/E/Bad.xml -o @/E/images/star.svg", "preview @/E/Logo.xml -o @/E/logo.svg",
        "convert @/C/Part.asv -o @/map.json", "convert @/C/Part.asv -o @/C/map.svg", "convert @/C/Part.asv -o @/b.out",
        "compile @/C/Part.asv -o @/p --manifest @/C/Part.json", "compile @/C/Part.asv -o @/p --names @/C/map.svg",
        "compile @/C -o @/p --manifest @/C/Part.long.json",
        "compile @/C -o @/p --names @/C/Part.test.json",
        "compile @/C --components @/own.json -o @/p --depfile @/map.json",
        "test @/C --components @/own.json --junit @/map.json", "diff @/C @/in --sarif @/C/map.svg",
        "preview @/E/Missing.xml -o @/E/logo.svg", "preview @/E/Logo.xml --config @/none -o @/E/logo.svg",
    ])
    func aSourceIsNeitherWrittenNorRemoved(_ line: String) throws {
        let result = workspace.vvc(line.split(separator: " ").map(String.init))
        #expect(result.code == .usage)
        let message = result.errors.first { $0.hasPrefix("vvc: error: the output '@/") } ?? ""
        #expect(message.contains("' is the source '@/"), "\(result)")
        for (path, text) in Self.sources { #expect(try workspace.bytes(path) == Array(text.utf8), "\(path)") }
        #expect(!workspace.exists("p") && !workspace.exists("r"))
    }

    @Test(arguments: ["--manifest", "--names", "--depfile"])
    func theRecordOfOutputsIsNotReplaced(_ option: String) throws {
        let line = ["compile", "@/Card.xml", "-o", "@/p", "--incremental"]
        #expect(workspace.vvc(line).code == .success)
        let record = try workspace.bytes("p/.vvc-outputs.json")
        let result = workspace.vvc(line + [option, "@/p/.vvc-outputs.json"])
        #expect(result.code == .usage && result.firstError.contains("'@/p/.vvc-outputs.json' of '\(option)'"))
        #expect(try workspace.bytes("p/.vvc-outputs.json") == record)
    }

    @Test(arguments: [
        (
            "--manifest @/p/Card.out",
            "the output '@/p/Card.out' of '--manifest' is also that of '@/Card.xml'"
        ),
        ("--manifest @/p/x --names @/p/./x", "the output '@/p/x' of '--manifest' is also that of '--names'"),
        ("--depfile @/x --names @/x", "the output '@/x' of '--depfile' is also that of '--names'"),
        (
            "--manifest @/Card.new.json",
            "the output '@/Card.new.json' of '--manifest' is also that of a template's data"
        ),
    ])
    func noTwoOutputsAreOneFile(_ options: String, _ message: String) {
        let line = "compile @/Card.xml -o @/p \(options)"
        let result = workspace.vvc(line.split(separator: " ").map(String.init))
        #expect(result.code == .usage && result.firstError.contains(message), "\(result.firstError)")
        #expect(!workspace.exists("p") && !workspace.exists("x"))
    }

    @Test(arguments: ["--manifest @/l/Card.out", "--names @/l/../q/Card.out", "--manifest @/deep/q/x --names @/l/x"])
    func noTwoOutputsAreOneFileThroughALink(_ options: String) throws {
        try workspace.makeFolder("deep/q")
        try FileManager.default.createSymbolicLink(atPath: workspace.path("l"), withDestinationPath: "deep/q")
        let line = "compile @/Card.xml -o @/deep/q \(options)"
        let result = workspace.vvc(line.split(separator: " ").map(String.init))
        #expect(result.code == .usage && result.firstError.contains("is also that of"), "\(result.firstError)")
        #expect(!workspace.exists("deep/q/Card.out") && !workspace.exists("deep/q/x"))
    }

    @Test func aNewSnapshotIsNotReplacedByAReport() {
        let result = workspace.vvc("test", "@/in", "--update", "--junit", "@/in/Snapshots/Card.txt")
        #expect(result.code == .usage, "\(result)")
        #expect(result.firstError.contains("of '--junit' is also that of '--update'"), "\(result.firstError)")
        #expect(!workspace.exists("in/Snapshots"))
    }

    @Test func aDeviceTakesMoreThanOneOutput() {
        let line = ["compile", "@/Card.xml", "-o", "@/p", "--manifest", "/dev/null", "--names", "/dev/null"]
        #expect(workspace.vvc(line).code == .success && workspace.exists("p/Card.out"))
    }

    // MARK: - What an earlier run left

    @Test(arguments: [
        "convert @/none.asv -o @/old.xml", "convert @/Part.asv --arg badge=@/none -o @/old.xml",
        "decompile @/none.out -o @/old.xml", "schema --config @/none -o @/old.xml",
        "preview @/Card.xml --images @/none -o @/old.svg",
    ])
    func ofOutputsPicturesGoWhenAnInputCannotBeRead(_ line: String) throws {
        for path in ["old.xml", "old.svg"] { try workspace.write(path, "old") }
        let result = workspace.vvc(line.split(separator: " ").map(String.init))
        #expect(result.code == .cannotRead && result.firstError.contains("none"), "\(result.firstError)")
        // A picture would be one of an earlier state; a source or a schema is somebody's until there is another.
        #expect(workspace.exists("old.xml") && workspace.exists("old.svg") != line.hasPrefix("preview"))
    }

    @Test func aPictureOfAnEarlierStateGoesAlsoFromBesideItsTemplate() throws {
        for options in [[], ["--accessibility"], ["--width", "320,375"]] {
            try workspace.write("in/Card.xml", "<NText text=\"b\"/>")
            let line = ["preview", "@/in/Card.xml", "-o", "@/in/Card.svg"] + options
            #expect(workspace.vvc(line).code == .success && workspace.exists("in/Card.svg"))
            try workspace.write("in/Card.xml", "<NText lines=\"x\"/>")
            let result = workspace.vvc(line)
            #expect(result.code == .inputErrors && !workspace.exists("in/Card.svg"), "\(result)")
        }
    }

    @Test func aPreviewMakesItsFolder() {
        #expect(workspace.vvc("preview", "@/Card.xml", "-o", "@/new/sub/Card.svg").code == .success)
        #expect(workspace.exists("new/sub/Card.svg"))
    }
}
