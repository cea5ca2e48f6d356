import Foundation
import VirtualViewCommands
import VirtualViewCompiler

extension BenchmarkRow {
    /// Compiling (C1), and reading XML (C2).
    static let compileRows: [BenchmarkRow] = [
        BenchmarkRow("C1/memory", "compile 39 templates in one process") { context in
            // Fewer templates than that are taken in turn.
            let inputs = context.inputs
            let sources = (0..<39).map { inputs.real[$0 % inputs.real.count].source }
            let times = try context.stopwatch.time([
                { sources.reduce(0) { $0 &+ (inputs.compiler.compile($1).bytes?.count ?? 0) } }
            ])
            return BenchmarkResult(value: times[0].median / 1e6, unit: "ms", goal: .atMost(6))
        },
        BenchmarkRow("C1/disk", "compile 1000 templates from disk to disk") { context in
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let inputs = context.inputs.small
            try folder.write(inputs.map { ($0.source.path, $0.source.bytes) }, to: "in")
            return try context.stopwatch.compare(
                units: 1,
                in: .milliseconds,
                {
                    let code = VVC.run(["compile", folder.path("in"), "-o", folder.path("out")], terminal: .silent)
                    return Int(code.rawValue)
                },
                with: ("bare write-and-rename calls", { try BareWriter.write(inputs, to: folder.path("bare")) }),
                goal: .withinBaseline(3),
                on: .wall,
                prepare: {
                    try folder.empty("out")
                    try folder.empty("bare")
                }
            )
        },
        BenchmarkRow("T1/unchanged", "run vvc for 1000 unchanged templates") { context in
            guard let vvc = context.vvc else { throw BenchmarkSkipped(reason: "give a program with --vvc") }
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let inputs = context.inputs.small
            try folder.write(inputs.map { ($0.source.path, $0.source.bytes) }, to: "in")
            let arguments = ["compile", folder.path("in"), "-o", folder.path("out"), "--incremental", "--quiet"]
            // The second run reads what the first one has just written, whose stamps tell nothing yet.
            for _ in 0..<2 {
                _ = try ChildProcess.run(vvc, arguments)
                usleep(100_000)
            }
            let times = try context.stopwatch.time([{ try ChildProcess.run(vvc, arguments) }], on: .wall)
            return BenchmarkResult(value: times[0].median / 1e6, unit: "ms", goal: .atMost(20))
        },
        BenchmarkRow("C1/process", "run vvc for 39 templates") { context in
            guard let vvc = context.vvc else { throw BenchmarkSkipped(reason: "give a program with --vvc") }
            let folder = try ScratchFolder()
            defer { folder.remove() }
            let real = context.inputs.real
            try folder.empty("in")
            for first in stride(from: 0, to: 39, by: real.count) {
                // A template that is there again goes into a subfolder, for its output has the same name.
                let sources = real.prefix(39 - first).enumerated().map { ("T\($0).xml", $1.source.bytes) }
                try folder.write(sources, to: "in/\(first)")
            }
            let times = try context.stopwatch.time(
                [{ try ChildProcess.run(vvc, ["compile", folder.path("in"), "-o", folder.path("out")]) }],
                on: .wall,
                prepare: { try folder.empty("out") }
            )
            return BenchmarkResult(value: times[0].median / 1e6, unit: "ms", goal: .atMost(7))
        },
        BenchmarkRow("C2", "read XML, positions included") { context in
            let inputs = context.inputs.real
            let documents = inputs.map { Data($0.source.bytes) }
            let reader = XMLReader()
            return try context.stopwatch.compare(
                units: inputs.count,
                in: .microseconds,
                {
                    inputs.reduce(0) { sum, input in
                        var diagnostics = DiagnosticList()
                        return sum &+ reader.read(input.source, into: &diagnostics).elements.count
                    }
                },
                with: ("XMLParser", { try documents.reduce(0) { $0 &+ (try XMLTreeReader.read($1)) } }),
                goal: .fasterThanBaseline(6)
            )
        },
    ]
}

/// Writes files with nothing but the system's calls.
enum BareWriter {
    /// Writes each binary beside its place and renames it.
    ///
    /// - Returns: 0.
    static func write(_ templates: [BenchmarkTemplate], to folder: String) throws -> Int {
        for (index, template) in templates.enumerated() {
            let aside = "\(folder)/T\(index).tmp"
            let descriptor = open(aside, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
            let count = template.binary.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard descriptor >= 0, count == template.binary.count, close(descriptor) == 0,
                rename(aside, "\(folder)/T\(index).out") == 0
            else { throw BenchmarkError("cannot write to '\(folder)'") }
        }
        return 0
    }
}

/// Runs another program.
enum ChildProcess {
    /// Runs a program to its end.
    ///
    /// - Returns: Its exit code, which is 0.
    static func run(_ program: String, _ arguments: [String]) throws -> Int {
        var list = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for argument in list { free(argument) } }
        var child = pid_t()
        guard posix_spawn(&child, program, nil, nil, &list, environ) == 0 else {
            throw BenchmarkError("cannot run '\(program)'")
        }
        var status: Int32 = 0
        guard waitpid(child, &status, 0) == child, status == 0 else {
            throw BenchmarkError("'\(program)' failed")
        }
        return 0
    }
}
