import Foundation
import Testing
import VirtualViewCommands
import VirtualViewTestSupport

/// Whatever happens between two runs, `vvc compile --incremental --prune` leaves what a build from nothing makes, says
/// the same and ends with the same code.
@Suite struct IncrementalOracleTests {
    @Test func incrementalBuildsEqualCleanOnes() throws {
        var random = SeededGenerator(seed: RandomTests.seed)
        let count = RandomTests.count(50)
        var step = 0
        while step < count {
            let desk = try Desk()
            for _ in 0..<12 where step < count {
                step += 1
                for _ in 0...Int.random(in: 0..<3, using: &random) { try desk.change(&random) }
                if let difference = try desk.compare() {
                    Issue.record(
                        "seed \(RandomTests.seed), step \(step): \(difference)\n\(desk.log.joined(separator: "\n"))"
                    )
                    return
                }
            }
        }
    }
}

/// A folder of sources that somebody works on, and two builds of it.
private final class Desk {
    private let workspace: Workspace
    private var options: [String: [String]] = [:]
    /// The outputs that no record knows any more, because it was damaged.
    private var orphans: Set<String> = []
    private(set) var log: [String] = []

    private static let names = ["A", "B", "C", "lists/A", "lists/D", "e e", "名片"]

    init() throws {
        workspace = try Workspace()
        try workspace.write("src/A.xml", "<NText text=\"first\"/>\n")
    }

    /// Does one thing at random.
    func change(_ random: inout SeededGenerator) throws {
        let name = Self.names.randomElement(using: &random) ?? "A"
        let ending = Int.random(in: 0..<4, using: &random) == 0 ? "asv" : "xml"
        let path = "src/\(name).\(ending)"
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<7:
            let text = ending == "asv" ? Self.assemble(&random) : Self.xml(&random)
            log.append("write \(path): \(text)")
            try workspace.write(path, text)
        case 7:
            // The same size and, as far as that goes, the same times.
            guard let bytes = try? workspace.bytes(path) else { return }
            let times = try FileManager.default.attributesOfItem(atPath: workspace.path(path))[.modificationDate]
            log.append("change \(path) without a trace")
            try workspace.write(path, bytes.map { $0 == UInt8(ascii: "1") ? UInt8(ascii: "2") : $0 })
            if let times = times as? Date { try setTime(times, path) }
        case 8:
            log.append("\(path) is from the future")
            if workspace.exists(path) { try setTime(Date().addingTimeInterval(1000), path) }
        case 9..<12:
            log.append("delete \(path)")
            try? FileManager.default.removeItem(atPath: workspace.path(path))
        case 12:
            let other = "src/\(Self.names.randomElement(using: &random) ?? "B").\(ending)"
            guard workspace.exists(path), !workspace.exists(other) else { return }
            log.append("rename \(path) to \(other)")
            try workspace.makeFolder("src/lists")
            try FileManager.default.moveItem(atPath: workspace.path(path), toPath: workspace.path(other))
        case 13: try changeOptions(&random)
        case 14: try changeShared(&random)
        case 15:
            guard let output = workspace.files("out").randomElement(using: &random) else { return }
            log.append("delete the output \(output)")
            if output == ".vvc-outputs.json" { forget() }
            try FileManager.default.removeItem(atPath: workspace.path("out/\(output)"))
        case 16:
            guard let output = workspace.files("out").filter({ !$0.hasPrefix(".") }).randomElement(using: &random)
            else {
                return
            }
            log.append("change the output \(output)")
            let bytes = try workspace.bytes("out/\(output)")
            try workspace.write("out/\(output)", bytes.dropLast() + [(bytes.last ?? 0) &+ 1])
        case 17:
            guard var bytes = try? workspace.bytes("out/.vvc-outputs.json"), !bytes.isEmpty else { return }
            let place = Int.random(in: bytes.indices, using: &random)
            log.append("damage the record at \(place)")
            if Bool.random(using: &random) { bytes.removeSubrange(place...) } else { bytes[place] = 0x7B }
            try workspace.write("out/.vvc-outputs.json", bytes)
            forget()
        case 18: compileAlone(name, ending)
        default: log.append("nothing")
        }
    }

    /// Compiles one source without the others, into the same folder.
    private func compileAlone(_ name: String, _ ending: String) {
        let path = "src/\(name).\(ending)"
        guard workspace.exists(path), !name.contains("/") else { return }
        let shared = options.keys.sorted().filter { $0 != "run" }.flatMap { options[$0] ?? [] }
        let result = workspace.vvc(["compile", "@/\(path)", "-o", "@/out", "--incremental"] + shared)
        log.append("compile \(path) alone: \(result.errors.last ?? "")")
    }

    /// Compiles both ways; gives what differs.
    func compare() throws -> String? {
        try? FileManager.default.removeItem(atPath: workspace.path("clean"))
        try? FileManager.default.removeItem(atPath: workspace.path("clean.json"))
        let shared = options.keys.sorted().flatMap { options[$0] ?? [] }
        func arguments(_ folder: String) -> [String] {
            ["compile", "@/src", "-o", "@/\(folder)"] + shared.map { $0.replacingOccurrences(of: "#", with: folder) }
        }
        let built = workspace.vvc(arguments("out") + ["--incremental", "--prune"])
        let clean = workspace.vvc(arguments("clean"))
        log.append("build \(shared.joined(separator: " ")): \(built.errors.last ?? "")")
        guard built.code == clean.code else {
            return "code \(built.code), not \(clean.code): \(built.error)\(clean.error)"
        }
        // The last line is the one that says what was done, if anything was. A process that another test starts has the lock
        // until it is another program.
        let isDone = built.code != .usage && built.errors.last?.hasPrefix("vvc: error: ") != true
        let lines = built.errors.dropLast(isDone ? 1 : 0)
        let said = lines.filter { !$0.hasPrefix("waiting for another vvc") }.joined(separator: "\n")
        let expected = clean.errors.joined(separator: "\n").replacingOccurrences(of: "@/clean", with: "@/out")
        guard said == expected else { return "it says:\n\(said)\nnot:\n\(expected)" }
        let files = Set(workspace.files("out")).subtracting([".vvc-outputs.json"])
        let wanted = Set(workspace.files("clean"))
        orphans.formIntersection(files.subtracting(wanted))
        guard files.subtracting(orphans) == wanted else { return "there are \(files.sorted()), not \(wanted.sorted())" }
        for file in wanted.sorted() where try workspace.bytes("out/\(file)") != workspace.bytes("clean/\(file)") {
            return "\(file) differs"
        }
        for other in [".json", ".swift"] {
            let (mine, other) = (try? workspace.bytes("out\(other)"), try? workspace.bytes("clean\(other)"))
            if options["run"] != nil, mine != other { return "the file about the run differs" }
        }
        return nil
    }

    private func forget() {
        orphans.formUnion(workspace.files("out"))
    }

    private func setTime(_ time: Date, _ path: String) throws {
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: workspace.path(path))
    }

    private func changeOptions(_ random: inout SeededGenerator) throws {
        let choices: [(String, [[String]])] = [
            ("version", [["--template-version", "7"]]),
            ("embed", [["--embed", "digest"], ["--embed", "source-map"]]),
            ("emit", [["--emit", "out,hex"], ["--emit", "hex"], ["--emit", "java,out,md5"]]), ("parts", [["--parts"]]),
            ("target", [["--target", "ios-1.2"]]), ("werror", [["--werror"]]), ("lenient", [["--lenient"]]),
            ("blocks", [["--blocks", "@/blocks.txt"]]), ("jobs", [["--jobs", "1"]]),
            ("run", [["--manifest", "@/#.json"], ["--names", "@/#.swift"]]),
        ]
        guard let (name, values) = choices.randomElement(using: &random) else { return }
        options[name] = Bool.random(using: &random) ? nil : values.randomElement(using: &random)
        if name == "blocks" { try workspace.write("blocks.txt", "block open { this.text = 'x' }") }
        log.append("options \(name) \(options[name] ?? [])")
    }

    private func changeShared(_ random: inout SeededGenerator) throws {
        let contents = [
            "src/config.properties": ["odd=Int\n", "weight=Int\n", "weight=Float\n", "wrong"],
            "src/vvc.json": ["{}", #"{"target": "ios-1.2"}"#, #"{"target": "nobody"}"#],
            "vvc.json": ["{}", #"{"target": "android-1.4"}"#],
        ]
        guard let (name, texts) = contents.sorted(by: { $0.key < $1.key }).randomElement(using: &random) else { return }
        if Bool.random(using: &random) {
            log.append("delete \(name)")
            try? FileManager.default.removeItem(atPath: workspace.path(name))
        } else if let text = texts.randomElement(using: &random) {
            log.append("write \(name): \(text)")
            try workspace.write(name, text)
        }
    }

    private static func xml(_ random: inout SeededGenerator) -> String {
        let instruction = ["", "", "", "<?vvc name=\"B\"?>", "<?vvc name=\"Other\" version=\"3\"?>"]
        // `Aa` and `BB` have one id; `x` is no number; `odd` is an attribute that nobody knows.
        let attributes = [
            "text=\"Aa\"", "text=\"BB\"", "text=\"1\"", "text=\"${a}\"", "text=\"${a.}\"", "lines=\"x\"", "odd=\"1\"",
            "weight=\"1\"",
            "lines=\"1\" textSize=\"1\"",
        ]
        return (instruction.randomElement(using: &random) ?? "")
            + "<NText \(attributes.randomElement(using: &random) ?? "")/>\n"
    }

    private static func assemble(_ random: inout SeededGenerator) -> String {
        let texts = ["{ ht [(text:Aa)] }", "{ ht [(text:1)] }", "{ ht(", "{ ht [title (text:BB)] [(text:1)] }"]
        return texts.randomElement(using: &random) ?? ""
    }
}
