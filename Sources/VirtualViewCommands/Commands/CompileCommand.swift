import VirtualViewCompiler
import VirtualViewFormat

/// `vvc compile`: turns sources into template files.
struct CompileCommand: Command {
    static let specification = CommandSpecification(
        name: "compile",
        summary: "Compiles templates",
        operands: "[INPUT…]",
        operandCount: 0...Int.max,
        example: (
            "vvc compile Templates -o build", "writes build/NAME.out for every .xml and .asv file below Templates"
        )
    )

    /// The sources and folders; none with a list, and for those of the project file.
    private(set) var operands: [String]
    /// The folder or the one file that is written.
    let output: String?
    let compiler: CompilerOptions
    let name: String?
    let version: UInt16?
    /// The list that names the sources.
    let list: String?
    /// The files that are made of each template.
    let artefacts: [Artefact]
    let manifest: String?
    /// The Swift file with the templates' names.
    let names: String?
    /// Whether every assemble source gets a file with its parts, so that a build can count on it.
    let writesAllParts: Bool
    let depfile: String?
    let jobCount: Int?
    /// Whether templates are left alone that did not change since an earlier run.
    private let isIncremental: Bool
    /// Whether outputs are removed that no source becomes any more.
    let prunes: Bool
    /// Whether to compile again whenever something changes.
    let watches: Bool
    /// Whether the line is left out that says what was done.
    let isQuiet: Bool
    /// How to read the operand `-`.
    let standardInput: StandardInput
    /// The options that determine what the outputs hold, as a text to compare.
    let determiningOptions: String
    let diagnosticsAreJSON: Bool

    static let output = Option(
        "-o",
        "DIR",
        help: "Writes NAME.out into this folder (default: the current one); FILE.out for one input"
    )
    static let name = Option("--name", "NAME", help: "Names the template (one input; default: the file's stem)")
    static let version = Option(
        "--template-version",
        "N",
        help: "Sets the template's own version, 0 to 65535 (default: 1)"
    )
    static let list = Option(
        "--list",
        "FILE",
        help: "Compiles what a templatelist.properties lists, into out/ java/ txt/ sign/"
    )
    static let manifest = Option(
        "--manifest",
        "FILE",
        help: "Writes a JSON list of the templates with version, size and SHA-256"
    )
    static let names = Option("--names", "FILE", help: "Writes a Swift file with the names of templates and parts")
    private static let parts = Option(
        "--parts",
        help: "Writes NAME.parts.json for each assemble source, also where no part has a name"
    )
    static let targetHelp = "Reports what this client cannot read or treats differently"
    static let jobsHelp = "Compiles so many sources at a time (default: one for each processor)"
    static let diagnosticsHelp = "Chooses how problems are written to standard error"
    static let depfile = Option("--depfile", "FILE", help: "Writes what was made from what, for Make and Ninja")
    static let incremental = Option(
        "--incremental",
        help: "Leaves templates alone that did not change since the last run with it"
    )
    private static let prune = Option(
        "--prune",
        help: "Removes files of earlier runs with it or --incremental whose source is gone"
    )
    private static let watch = Option("--watch", help: "Compiles what changes, again and again, until Ctrl-C")
    private static let quiet = Option("--quiet", help: "Leaves out the line that says what was done")

    /// The options that say where something goes, or how it is done, but not what it holds.
    private static let indifferent: Set<String> = [
        output.name, "--emit", manifest.name, names.name, depfile.name, "--jobs", incremental.name, prune.name,
        watch.name, quiet.name, "--diagnostics",
    ]

    init(_ line: inout ArgumentReader) throws(UsageError) {
        operands = line.operands
        output = line.text(Self.output)
        var compiler = try CompilerOptions(&line)
        name = line.text(Self.name)
        version = try line.number(Self.version, in: 0...65_535).map { UInt16(clamping: $0) }
        compiler.client = line.client(help: Self.targetHelp)
        compiler.others.warningsAreErrors = line.warningsAreErrors()
        compiler.others.embed(try line.embeddedRecords())
        self.compiler = compiler
        list = line.text(Self.list)
        let help = "Chooses the files for each template: out, hex, java, swift, md5, dump (default: out)"
        if let kinds = line.text(Option("--emit", "KIND,…", help: help)) {
            artefacts = try Artefact.parse(kinds, to: "emit")
        } else {
            artefacts = list == nil ? [.out] : Artefact.ofLists
        }
        manifest = line.text(Self.manifest)
        names = line.text(Self.names)
        writesAllParts = line.flag(Self.parts)
        depfile = line.text(Self.depfile)
        jobCount = try line.jobCount(help: Self.jobsHelp)
        isIncremental = line.flag(Self.incremental)
        prunes = line.flag(Self.prune)
        watches = line.flag(Self.watch)
        isQuiet = line.flag(Self.quiet)
        standardInput = StandardInput(name: name, language: try line.language())
        determiningOptions = line.text(without: Self.indifferent)
        diagnosticsAreJSON = line.diagnosticsAreJSON(help: Self.diagnosticsHelp)
        try check()
        try StandardInput.check(operands)
        if watches, operands.contains(StandardInput.operand) {
            throw UsageError("'\(Self.watch)' needs files, and '\(StandardInput.operand)' is standard input")
        }
    }

    /// Refuses what does not go together.
    private func check() throws(UsageError) {
        if let name, name.isEmpty { throw UsageError("the template's name is empty") }
        if writesAllParts, !artefacts.contains(.out) {
            throw UsageError("'\(Self.parts)' writes files beside those of 'out', which '--emit' leaves out")
        }
        guard list != nil else { return }
        if let operand = operands.first {
            throw UsageError("'\(Self.list)' names the inputs, so '\(operand)' cannot be one")
        }
        for (option, isGiven) in [(Self.name, name != nil), (Self.version, version != nil)] where isGiven {
            throw UsageError("'\(option)' does not go with '\(Self.list)'")
        }
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        if watches {
            var watch = CompileWatch(self, terminal)
            return try watch.run()
        }
        var result = ExitCode.success
        let command = try withInputs(terminal, &result)
        guard result == .success else { return result }
        return try CompileRun(command, terminal).run()
    }

    /// Returns the command with the inputs that the project file has now, if the command line has none.
    ///
    /// - Parameters:
    ///   - terminal: Receives what is wrong with the project file.
    ///   - result: The exit code, which is raised to that of the project file.
    /// - Returns: The command.
    /// - Throws: `UsageError` when nothing names an input.
    func withInputs(_ terminal: Terminal, _ result: inout ExitCode) throws(UsageError) -> Self {
        guard list == nil else { return self }
        var command = self
        let need = "'vvc compile' needs INPUT… or '\(Self.list) FILE'"
        let reporter = DiagnosticReporter(terminal, isJSON: diagnosticsAreJSON)
        command.operands = try Project.inputs(operands, orElse: need, reporter, &result)
        return command
    }
}

extension CompileCommand {
    /// Whether unchanged templates are left alone.
    var reusesOutputs: Bool { isIncremental || watches }
    /// Whether it is recorded in the folder of the outputs what was written.
    var keepsRecord: Bool { isIncremental || prunes || watches }
    /// Whether files are written about all templates that say what these hold.
    var listsTemplates: Bool { manifest != nil || names != nil }
    /// Whether files are written about the whole run.
    var writesAboutRun: Bool { listsTemplates || depfile != nil }

    /// Whether a last line says what was done: always where that is not what the command line says, otherwise to people
    /// who compile more than one file.
    func showsSummary(on terminal: Terminal) -> Bool {
        guard !isQuiet, !diagnosticsAreJSON else { return false }
        let isFile = operands.count == 1 && FileSystem.kind(of: operands[0]) != .folder
        return keepsRecord || terminal.showsProgress && !isFile
    }
}

/// What a run of `vvc compile` did, for its last line.
struct CompileSummary: Equatable {
    var unchanged = 0
    var compiled = 0
    var failed = 0
    var removed = 0

    init() {}

    /// Counts what became of templates.
    init(_ fates: [CompileJob.Fate]) {
        for fate in fates {
            switch fate {
            case .unchanged: unchanged += 1
            case .written: compiled += 1
            case .failed, .notWritten: failed += 1
            }
        }
    }

    /// `998 unchanged, 2 compiled, 1 removed`.
    var text: String {
        let parts = [(unchanged, "unchanged"), (compiled, "compiled"), (failed, "failed"), (removed, "removed")]
        let counts = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return counts.isEmpty ? "nothing to compile" : counts.joined(separator: ", ")
    }
}
