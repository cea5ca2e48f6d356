import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewRelease

/// `vvc release`: writes the signed files that a file server gives to apps, and checks them.
struct ReleaseCommand: Command {
    static let specification = CommandSpecification(
        name: "release",
        summary: "Writes signed releases of templates for a file server, and verifies them",
        operands: "[INPUT…]",
        operandCount: 0...Int.max,
        example: (
            "vvc release Templates --number 3 -o www --candidate 10 --sign-command ./sign",
            "compiles Templates, and offers the result to 10 % of the devices"
        )
    )

    /// The sources, folders and compiled files of a new release.
    let operands: [String]
    /// The folder that a file server serves.
    let output: String?
    /// The number of a new release.
    let number: Int?
    /// The release whose templates the new one has.
    let again: Int?
    /// The part of the devices that may start to use the newest release.
    let percent: Int?
    /// The candidate that becomes the release for every device.
    let promoted: Int?
    /// The candidate that is taken back.
    let withdrawn: Int?
    let disabled: [LatestFile.Disabled]
    /// The templates that may be shown again.
    let enabled: [LatestFile.Disabled]
    let renews: Bool
    let roots: RootOptions
    /// The commands that sign.
    let signCommands: [String]
    /// The file for what lacks signatures.
    let draft: String?
    /// The draft that gets signatures.
    let signed: String?
    /// The drafts that become files of the server.
    let published: [String]
    /// The folder that is verified.
    let verified: String?
    /// The root file that a client begins with, or that says who may sign a draft.
    let root: String?
    let writesJSON: Bool
    /// The days until `latest.json` expires.
    let days: Int
    let date: ReleaseTime?
    let sources: ReleaseSources.Options
    /// The names of the options that were given, for those that do not go together.
    let given: Set<String>

    /// The names of the options that go with all others.
    static let always: Set<String> = ["--date", "--help", "--diagnostics"]

    static let number = Option("--number", "N", help: "Makes release N of the inputs, larger than every one before")
    static let again = Option("--again", "M", help: "Makes the new release of the templates of release M")
    static let candidate = Option("--candidate", "PERCENT", help: "Offers the newest release to so many devices only")
    static let promote = Option("--promote", "N", help: "Offers the candidate N to every device")
    static let withdraw = Option("--withdraw", "N", help: "Takes the candidate N back")
    static let disable = Option(
        "--disable",
        "TYPE[@VERSION]=REASON",
        help: "Forbids to show a template, in whatever release"
    )
    static let enable = Option("--enable", "TYPE[@VERSION]", help: "Allows a disabled template again")
    static let renew = Option("--renew", help: "Signs latest.json anew, before it expires")
    static let expires = Option("--expires", "DAYS", help: "The days until latest.json expires (default: 7)")
    static let draft = Option("--draft", "FILE", help: "Writes what still lacks signatures into this file")
    static let sign = Option("--sign", "FILE", help: "Adds signatures to a draft")
    static let publish = Option("--publish", "FILE", help: "Puts a draft with all its signatures in place")
    static let verify = Option("--verify", "DIR", help: "Checks what a client checks, from --root on")
    static let root = Option("--root", "FILE", help: "The root file of --verify; of --sign, the newest there is")
    static let signCommand = Option(
        "--sign-command",
        "COMMAND",
        help: "Signs: a shell command that reads the message and prints 64 bytes"
    )

    init(_ line: inout ArgumentReader) throws(UsageError) {
        operands = line.operands
        output = line.text(Option("-o", "DIR", help: "The folder that the file server serves"))
        number = try line.number(Self.number, in: 1...RootFile.maximumNumber)
        again = try line.number(Self.again, in: 1...RootFile.maximumNumber)
        percent = try line.number(Self.candidate, in: 0...100)
        promoted = try line.number(Self.promote, in: 1...RootFile.maximumNumber)
        withdrawn = try line.number(Self.withdraw, in: 1...RootFile.maximumNumber)
        disabled = try line.texts(Self.disable).map { text throws(UsageError) in try Self.disabled(text) }
        enabled = try line.texts(Self.enable).map { text throws(UsageError) in try Self.template(text, Self.enable) }
        renews = line.flag(Self.renew)
        roots = try RootOptions(&line)
        signCommands = line.texts(Self.signCommand)
        draft = line.text(Self.draft)
        signed = line.text(Self.sign)
        published = line.texts(Self.publish)
        verified = line.text(Self.verify)
        root = line.text(Self.root)
        writesJSON = line.flag(Option("--json", help: "Writes one JSON object a line, with --verify"))
        days = try line.number(Self.expires, in: 1...3650) ?? 7
        let date = Option("--date", "TIME", help: "The time that is signed (default: SOURCE_DATE_EPOCH, or the clock)")
        self.date = try line.text(date).map { text throws(UsageError) in try Self.time(text, date) }
        sources = try ReleaseSources.Options(&line)
        given = line.given
        try check()
    }

    var diagnosticsAreJSON: Bool { sources.diagnosticsAreJSON }

    func run(_ terminal: Terminal) throws -> ExitCode {
        do {
            if let verified { return try ReleaseVerification(self, terminal).run(verified) }
            if let signed { return try DraftSigning(self, terminal).run(signed) }
            return try ReleaseRun(self, terminal).run()
        } catch let error as ReleaseProblem {
            terminal.reportError(error.message)
        } catch let error as DeliveryError {
            if let file = error.cause as? FileError { throw file }
            terminal.reportError(error.description)
        }
        return .inputErrors
    }
}

/// Something that keeps a release from being made, although the command line is right.
struct ReleaseProblem: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

// MARK: - Checking

extension ReleaseCommand {
    /// Whether a new release is made.
    var makesRelease: Bool { number != nil }

    /// Whether an option says what becomes of `latest.json`, so that the run only makes sense if there is a release.
    var changesLatest: Bool {
        renews || percent != nil || promoted != nil || withdrawn != nil || !disabled.isEmpty || !enabled.isEmpty
    }

    /// Refuses what does not go together.
    private func check() throws(UsageError) {
        func allow(_ mode: Option, _ names: Set<String>) throws(UsageError) {
            let others = given.subtracting(names).subtracting(Self.always).subtracting([mode.name])
            if let other = others.min() { throw UsageError("'\(other)' does not go with '\(mode)'") }
            if let operand = operands.first {
                throw UsageError("'\(mode)' has no input, so '\(operand)' cannot be one")
            }
        }
        if verified != nil {
            try allow(Self.verify, [Self.root.name, "--json"])
            guard root != nil else { throw UsageError("'\(Self.verify)' needs '\(Self.root) FILE'") }
            return
        }
        if writesJSON { throw UsageError("'--json' goes with '\(Self.verify)'") }
        if signed != nil {
            try allow(Self.sign, [Self.root.name, Self.signCommand.name])
            guard !signCommands.isEmpty else { throw UsageError("'\(Self.sign)' needs '\(Self.signCommand) COMMAND'") }
            return
        }
        if root != nil { throw UsageError("'\(Self.root)' goes with '\(Self.verify)' or '\(Self.sign)'") }
        try checkRelease()
        guard output?.isEmpty == false else { throw UsageError("'vvc release' needs '-o DIR'") }
        if roots.makesFirst {
            try allow(RootOptions.first, RootOptions.names.union(["-o", Self.signCommand.name, Self.draft.name]))
        }
        try roots.check()
        try checkLatest()
        try checkDrafts()
    }

    private func checkRelease() throws(UsageError) {
        if let option = given.intersection(ReleaseSources.Options.names).min(),
            operands.allSatisfy(ReleaseSources.isCompiled)
        {
            let need = operands.isEmpty ? "inputs" : "sources, and the inputs are compiled"
            throw UsageError("'\(option)' goes with \(need)")
        }
        guard makesRelease else {
            if again != nil { throw UsageError("'\(Self.again)' needs '\(Self.number) N'") }
            guard operands.isEmpty else { throw UsageError("a release of '\(operands[0])' needs '\(Self.number) N'") }
            return
        }
        guard operands.isEmpty != (again == nil) else {
            throw UsageError("'\(Self.number)' needs INPUT… or '\(Self.again) M', and not both")
        }
        for (option, isGiven) in [(Self.promote, promoted != nil), (Self.withdraw, withdrawn != nil)] where isGiven {
            throw UsageError("'\(option)' does not go with '\(Self.number)'")
        }
    }

    private func checkLatest() throws(UsageError) {
        let choices = [
            (Self.promote, promoted != nil), (Self.withdraw, withdrawn != nil), (Self.candidate, percent != nil),
        ]
        let chosen = choices.filter(\.1).map(\.0)
        if chosen.count > 1 { throw UsageError("'\(chosen[0])' does not go with '\(chosen[1])'") }
        for entry in enabled where disabled.contains(where: { $0.type == entry.type && $0.version == entry.version }) {
            throw UsageError("'\(entry.type)' cannot be disabled and enabled")
        }
        guard makesRelease || roots.makesFirst || roots.rotates || !published.isEmpty || changesLatest else {
            throw UsageError(
                "'vvc release' needs INPUT… with '\(Self.number) N', or another option that says what to do"
            )
        }
    }

    private func checkDrafts() throws(UsageError) {
        guard draft != nil else {
            guard !signCommands.isEmpty || !published.isEmpty else {
                throw UsageError("nothing signs; give '\(Self.signCommand) COMMAND' or '\(Self.draft) FILE'")
            }
            return
        }
        let isAboutLatest = changesLatest || given.contains(Self.expires.name)
        let makes = [roots.makesFirst || roots.rotates, makesRelease, isAboutLatest].count { $0 }
        guard makes <= 1 else {
            throw UsageError("'\(Self.draft)' takes one file: a root file, a release or latest.json")
        }
    }
}

// MARK: - Values

extension ReleaseCommand {
    private static func time(_ text: String, _ option: Option) throws(UsageError) -> ReleaseTime {
        guard let time = ReleaseTime(text) else {
            throw UsageError("'\(text)' is not a value of '\(option)': expected a time like 2026-11-23T08:00:00Z")
        }
        return time
    }

    private static func disabled(_ text: String) throws(UsageError) -> LatestFile.Disabled {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[1].isEmpty else {
            throw UsageError("'\(text)' is not a value of '\(disable)': expected TYPE=REASON or TYPE@VERSION=REASON")
        }
        return try template(parts[0], disable, reason: parts[1])
    }

    /// Returns whether the kill switch can name a type.
    static func canDisable(_ type: String) -> Bool {
        guard let entry = try? disabled("\(type)=reason") else { return false }
        return entry.type.hasSameBytes(as: type) && entry.version == nil
    }

    /// Reads a type, and behind the last `@` a version if it is one: types may have that sign too.
    private static func template(
        _ text: String,
        _ option: Option,
        reason: String = ""
    ) throws(UsageError) -> LatestFile.Disabled {
        guard !text.isEmpty, !text.hasPrefix("@") else {
            throw UsageError("a value of '\(option)' names no template: expected \(option.value ?? "")")
        }
        guard let at = text.lastIndex(of: "@"), isVersion(text[text.index(after: at)...]) else {
            return LatestFile.Disabled(type: text, version: nil, reason: reason)
        }
        return LatestFile.Disabled(
            type: String(text[..<at]),
            version: String(text[text.index(after: at)...]),
            reason: reason
        )
    }

    /// Whether a text is three numbers with points, as versions are written.
    private static func isVersion(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3 && parts.allSatisfy { part in UInt16(part).map { String($0) == part } == true }
    }
}
