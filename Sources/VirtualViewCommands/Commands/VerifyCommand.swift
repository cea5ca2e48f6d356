import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// `vvc verify`: checks whether files can be loaded.
struct VerifyCommand: Command {
    static let specification = CommandSpecification(
        name: "verify",
        summary: "Tells whether compiled templates, files or folders of them, can be loaded",
        operands: "INPUT…",
        operandCount: 1...Int.max,
        example: (
            "vvc verify build", "prints 'FILE: ok', or what is wrong and where, for every .out file in the folder"
        )
    )

    /// A file that cannot be read, so that its content is not known.
    private static let cannotRead = "cannotRead"
    /// A damaged event program: a warning, or with `--strict` an error.
    private static let badProgram = "badProgram"
    /// A source map that cannot be read: a warning.
    private static let badSourceMap = "badSourceMap"
    /// Names of parts that cannot be read: a warning.
    private static let badPartNames = "badPartNames"
    /// A digest record that does not agree with the file.
    private static let badDigest = "badDigest"

    private let operands: [String]
    private let writesJSON: Bool
    private let isStrict: Bool

    init(_ line: inout ArgumentReader) throws(UsageError) {
        operands = line.operands
        writesJSON = line.flag(Option("--json", help: "Writes one JSON object a file"))
        isStrict = line.flag(Option("--strict", help: "Treats a damaged event program as an error"))
        try StandardInput.check(operands)
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        var result = ExitCode.success
        for input in operands.lazy.flatMap(Self.inputs) {
            let report: Report
            do throws(FileError) {
                if let error = input.error { throw error }
                report = verify(input.path, try StandardInput.read(input.path))
            } catch {
                terminal.reportError(error.message.text)
                result = max(result, error.exitCode)
                // A reader of the objects counts on one for each file.
                guard writesJSON else { continue }
                let problem = Problem(code: Self.cannotRead, offset: nil, section: nil, message: error.message.text)
                let report = Report(problem: problem, warnings: [])
                guard terminal.print(json: report.json(input.path)) else { return .cannotWrite }
                continue
            }
            let isWritten =
                writesJSON
                ? terminal.print(json: report.json(input.path)) : terminal.print(report.text(input.path))
            guard isWritten else { return .cannotWrite }
            if report.problem != nil { result = max(result, .inputErrors) }
        }
        return result
    }

    /// Returns the files that an operand stands for: a file, whatever its ending is, or the files with `.out` below a
    /// folder; the operand itself with its error if there is none.
    private static func inputs(of operand: String) -> [(path: String, error: FileError?)] {
        guard operand != StandardInput.operand, FileSystem.kind(of: operand) == .folder else { return [(operand, nil)] }
        do throws(FileError) {
            var nameless: [(path: String, error: FileError?)] = []
            let files = try FileSystem.search(operand, for: ["out"]) { nameless.append(($0.path, $0)) }
            guard !files.isEmpty || !nameless.isEmpty else {
                throw FileError(reading: operand, "the folder has no .out file")
            }
            return nameless + files.map { ($0.path, nil) }
        } catch {
            return [(operand, error)]
        }
    }

    private func verify(_ path: String, _ bytes: [UInt8]) -> Report {
        let template: Template
        do throws(FormatError) {
            template = try Template(decoding: bytes)
        } catch {
            return Report(problem: Problem(error, path), warnings: [])
        }
        if template.isDigestValid == false {
            return Report(
                problem: Problem(
                    code: Self.badDigest,
                    offset: template.sections.extra.lowerBound,
                    section: .extra,
                    message: "the file's digest does not agree with its bytes"
                ),
                warnings: []
            )
        }
        let programs = Self.badPrograms(of: template)
        let others = Self.badRecords(of: template)
        guard isStrict, let first = programs.first else { return Report(problem: nil, warnings: programs + others) }
        return Report(problem: first, warnings: programs.dropFirst() + others)
    }

    private static func badRecords(of template: Template) -> [Problem] {
        let tags = Set((template.extra.records ?? []).map(\.tag))
        var problems: [Problem] = []
        func report(_ code: String, _ what: String) {
            let offset = template.sections.extra.lowerBound
            problems.append(
                Problem(code: code, offset: offset, section: .extra, message: "the file's \(what) cannot be read")
            )
        }
        if tags.contains(ExtraSection.sourceMapTag), template.sourceMap == nil { report(badSourceMap, "source map") }
        if tags.contains(ExtraSection.partsTag), template.partNames == nil { report(badPartNames, "names of parts") }
        return problems
    }

    private static func badPrograms(of template: Template) -> [Problem] {
        let dump = TemplateDump(template)
        let handlers = dump.firstHandlers()
        var offset = template.sections.expressions.lowerBound + 4
        var problems: [Problem] = []
        for entry in template.expressions {
            // The id and length are before the code.
            let start = offset + 6
            offset = start + entry.code.count
            do throws(BytecodeError) {
                try BytecodeVerifier.verify(entry.code)
            } catch {
                // Of several programs with one id, nothing runs those before the last.
                let handler = template.expressions[entry.id] == entry.code ? handlers[entry.id] : nil
                let name = dump.nameOfProgram(entry.id, runBy: handler, at: error.offset)
                problems.append(
                    Problem(
                        code: badProgram,
                        offset: start + error.offset,
                        section: .expressions,
                        message: "\(name): \(error.context)"
                    )
                )
            }
        }
        for (id, handler) in handlers.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where template.expressions[id] == nil {
            problems.append(
                Problem(
                    code: badProgram,
                    offset: handler.node.byteOffset,
                    section: .code,
                    message: "\(dump.nameOfProgram(id, runBy: handler, at: 0)): the file does not have the program"
                )
            )
        }
        return problems
    }
}

/// The findings of `verify` in one file.
private struct Report {
    let problem: Problem?
    let warnings: [Problem]

    func text(_ path: String) -> String {
        let lines = warnings.map { "\(path): warning: \($0.text)" }
        let last = "\(path): \(problem.map { "error: \($0.text)" } ?? "ok")"
        return (lines + [last]).map { VisibleText.line($0) + "\n" }.joined()
    }

    func json(_ path: String) -> String {
        JSONWriter.visible { writer in
            writer.value("path", path)
            writer.value("valid", problem == nil)
            writer.value("code", problem?.code)
            writer.value("offset", problem?.offset)
            writer.value("section", problem?.section?.rawValue)
            writer.value("message", problem?.message)
            writer.array("warnings") { writer in
                for warning in warnings {
                    writer.object { writer in
                        writer.value("code", warning.code)
                        writer.value("offset", warning.offset)
                        writer.value("section", warning.section?.rawValue)
                        writer.value("message", warning.message)
                    }
                }
            }
        } + "\n"
    }
}
