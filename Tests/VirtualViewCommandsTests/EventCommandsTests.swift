import Foundation
import Testing
import VirtualView
import VirtualViewCommands
import VirtualViewFormat
import VirtualViewTestSupport

/// What `vvc` does with event programs.
@Suite struct EventCommandsTests {
    private struct Run {
        var code: ExitCode
        var out: String
        var error: String
    }

    /// Runs a command in a folder with these files; `DIR/` in an argument stands for it.
    private func run(
        _ arguments: [String],
        _ files: [String: [UInt8]],
        then check: (Run, URL) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("events \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
        var out = ""
        var errors = ""
        let terminal = Terminal(
            out: {
                out += String(decoding: $0, as: UTF8.self)
                return true
            },
            error: { errors += String(decoding: $0, as: UTF8.self) }
        )
        let code = VVC.run(
            arguments.map { $0.replacingOccurrences(of: "DIR/", with: folder.path + "/") },
            terminal: terminal
        )
        let shorten = { (text: String) in text.replacingOccurrences(of: folder.path + "/", with: "") }
        try check(Run(code: code, out: shorten(out), error: shorten(errors)), folder)
    }

    private static let source = Array("<NText onClick=\"open\"/>".utf8)
    private static let compile = ["compile", "DIR/T.xml", "-o", "DIR/", "--blocks", "DIR/handlers.txt"]

    @Test func blocksAreReadFromFiles() throws {
        let blocks = Array("block open { this.text = 'x' }".utf8)
        try run(Self.compile, ["T.xml": Self.source, "handlers.txt": blocks]) { run, folder in
            #expect(run.code == .success && run.error.isEmpty)
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent("T.out")))
            let template = try Template(decoding: bytes)
            #expect(template.expressions.map(\.id) == [StringID(hashing: "open")])
        }
    }

    @Test func anErrorInABlockFileStopsTheRun() throws {
        try run(Self.compile, ["T.xml": Self.source, "handlers.txt": Array("block open { this.a = }".utf8)]) {
            run,
            folder in
            #expect(run.code == .inputErrors)
            #expect(run.error.contains("handlers.txt:1:23: error: expected a value after '=', but found the end"))
            #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("T.out").path))
        }
        try run(Self.compile, ["T.xml": Self.source]) { run, _ in
            #expect(run.code != .success && run.error.contains("handlers.txt"))
        }
    }

    @Test func programsThatAreNotVerifiedAreWarnings() throws {
        var builder = TemplateBuilder(type: "T")
        try builder.openNode(component: 7)
        try builder.addExpression([0x15, 0, 0, 0, 0], id: StringID(rawValue: 5))
        try builder.closeNode()
        let bytes = try builder.encoded()
        let problem = "badProgram at byte \(bytes.count - 4): event program 5: a jump back to byte 0 [expressions]"
        try run(["verify", "DIR/T.out"], ["T.out": bytes]) { run, _ in
            #expect(run.code == .success)
            #expect(run.out == "T.out: warning: \(problem)\nT.out: ok\n")
        }
        try run(["verify", "DIR/T.out", "--strict"], ["T.out": bytes]) { run, _ in
            #expect(run.code == .inputErrors)
            #expect(run.out == "T.out: error: \(problem)\n")
        }
    }
}
