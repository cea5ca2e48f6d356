import Foundation
import Testing
import VirtualViewCommands
import VirtualViewTestSupport

/// The real `vvc` as a process of its own whose system calls fail on purpose; see `Tests/Fixtures/Faults/faults.c`.
final class FaultyTool {
    /// The library that makes calls fail; `nil` where it cannot be built.
    static let library: String? = {
        #if os(Linux)
            guard Tool.exists, Tool.isInstalled("clang") else { return nil }
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("vvc-faults-\(getpid()).so").path
            let source = Fixtures.url("Faults/faults.c").path
            let status = try? Program.run("clang", ["-shared", "-fPIC", "-O1", "-o", path, source]).status
            return status == 0 ? path : nil
        #else
            return nil
        #endif
    }()

    /// Whether there is a `vvc` that starts where no file may grow; the thread sanitizer's does so only now and then.
    static let startsWithLimitedFiles: Bool = {
        if dlsym(dlopen(nil, RTLD_LAZY), "__tsan_init") != nil { return false }
        let line = "ulimit -f 0; exec '\(Tool.folder)/vvc' --version >/dev/null"
        return Tool.exists && (try? Program.run("sh", ["-c", line]).status) == 0
    }()

    let workspace = Workspace.fresh()

    /// A template whose file is larger than a page, and differs from version to version.
    static func source(version: Int) -> String {
        let texts = (1...40).map { #"<NText text="text \#($0) of \#(version)" layoutWidth="\#($0)"/>"# }
        return "<FrameLayout>\(texts.joined())</FrameLayout>"
    }

    /// Writes the sources of a version, and fills the folder `out`; without outputs it is not there.
    func prepare(version: Int, outputs: [String: [UInt8]]) throws {
        try? FileManager.default.removeItem(atPath: workspace.path("out"))
        try workspace.write("Card.xml", Self.source(version: version))
        let parts = (1...40).map { "[(text:part \($0) of \(version))]" }
        try workspace.write("Card.asv", "[{ vl(padding:1rp) \(parts.joined(separator: " ")) }]")
        let compiled = workspace.vvc("compile", "@/Card.xml", "-o", "@/Card.out")
        try #require(compiled.code == .success, "\(compiled.error)")
        for (name, bytes) in outputs { try workspace.write("out/\(name)", bytes) }
    }

    /// What a command writes for a version when nothing fails.
    func contents(_ writer: FaultTests.Writer, version: Int) throws -> [String: [UInt8]] {
        try prepare(version: version, outputs: [:])
        let result = try run(writer.arguments, fault: nil)
        try #require(result.status == 0, "\(result.error)")
        return outputs()
    }

    /// Everything in the folder `out`.
    func outputs() -> [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: workspace.files("out").map { ($0, (try? workspace.bytes("out/\($0)")) ?? []) })
    }

    /// Runs `vvc` through a shell.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments; `@` is the folder.
    ///   - fault: The call that fails.
    ///   - shell: What the shell does before.
    ///   - suffix: What it puts behind the arguments.
    /// - Returns: How it ended, and what it wrote; `@` stands for the folder in its errors.
    /// - Throws: What starting a process throws.
    func run(_ arguments: [String], fault: String?, shell: String = ":", suffix: String = "") throws -> Program.Result {
        let folder = workspace.path("out").dropLast("/out".count)
        var environment = ["FOLDER": "\(folder)/out", "VANISHES": "\(folder)/out"]
        if let fault {
            environment["FAULT"] = fault
            environment["LD_PRELOAD"] = Self.library
        }
        let words = arguments.map { "'\($0.replacingOccurrences(of: "@", with: folder))'" }.joined(separator: " ")
        let line = "\(shell); exec '\(Tool.folder)/vvc' \(words) \(suffix)"
        // Set by env and not for it: the library is for the program alone.
        let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
        var result = try Program.run("/usr/bin/env", variables + ["sh", "-c", line])
        result.error = result.error.replacingOccurrences(of: folder, with: "@")
        return result
    }
}
