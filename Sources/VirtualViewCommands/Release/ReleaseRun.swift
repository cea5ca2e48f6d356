import VirtualView
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewRelease

/// One run of `vvc release` that makes files: a root file, a release, and `latest.json` that names what there is.
///
/// What is made is verified as a client does before it is written, so nothing is published that clients would refuse.
struct ReleaseRun {
    let command: ReleaseCommand
    private let terminal: Terminal
    private let reporter: DiagnosticReporter
    let signing: ReleaseSigning
    let folder: ReleaseFolder
    /// What was trusted before the run.
    let trusted: ReleaseTrust?
    let date: ReleaseTime
    /// The lines about what is made.
    var lines: [String] = []
    /// The files that were read, but for those of the folder.
    private var paths: [String]

    init(_ command: ReleaseCommand, _ terminal: Terminal) throws {
        self.command = command
        self.terminal = terminal
        reporter = DiagnosticReporter(terminal, isJSON: command.diagnosticsAreJSON)
        signing = ReleaseSigning(command.signCommands, terminal)
        date = try ReleaseClock.date(command.date)
        try Self.check(ReleaseSources.expiry(date), of: "what is signed", command)
        // Before anything is signed that comes first.
        if command.makesRelease, command.draft == nil {
            try Self.check(Self.expiry(ofLatest: command, date), of: "'\(LatestFile.path)'", command)
        }
        folder = try ReleaseFolder(command.output ?? "", isWritten: true)
        trusted = folder.trust
        paths = command.published + command.roots.paths
    }

    static func expiry(ofLatest command: ReleaseCommand, _ date: ReleaseTime) -> ReleaseTime {
        ReleaseTime(seconds: date.seconds + Int64(command.days) * 86400)
    }

    /// Refuses what has expired by now, if nobody asked for its time: some build environments set the variable to a day long
    /// ago.
    static func check(_ expiry: ReleaseTime, of what: String, _ command: ReleaseCommand) throws(UsageError) {
        guard command.date == nil, expiry <= ReleaseClock.now else { return }
        let reason = "by the time of SOURCE_DATE_EPOCH \(what) has expired by now"
        throw UsageError("\(reason); unset it, or give the time with '--date'")
    }

    /// Makes everything, and writes it at the end.
    func run() throws -> ExitCode {
        var run = self
        return try run.makeAll()
    }

    private mutating func makeAll() throws -> ExitCode {
        if command.roots.makesFirst {
            if let root = folder.trust?.root {
                let what = "'\(folder.path)' has root file \(root.version) already"
                throw ReleaseProblem("\(what); '\(RootOptions.next)' makes the next")
            }
        } else if folder.trust == nil, command.published.isEmpty {
            let path = Path.join(folder.path, RootFile.path(1))
            throw ReleaseProblem("there is no '\(path)'; '\(RootOptions.first)' makes it")
        }
        var result = ExitCode.success
        let drafts = try ReleaseDrafts(command, folder)
        let number = command.number ?? drafts.release?.number
        // Nobody signs in vain.
        if drafts.latest == nil, !isLatestLost(but: number) { try checkChanges(makesRelease: number != nil) }
        let file = command.makesRelease ? try releaseFile(&result) : nil
        guard result == .success else { return result }
        // What lacks signatures becomes a draft, which ends the run.
        guard try makeRoot(drafts), let release = try makeRelease(file, drafts.release) else { return finish() }
        try makeLatest(release.reference, drafts.latest)
        try folder.write()
        return finish()
    }

    private func finish() -> ExitCode {
        terminal.print(lines.map { VisibleText.line($0) + "\n" }.joined()) ? .success : .cannotWrite
    }

    func warn(_ message: String) {
        terminal.report(line: "vvc: warning: \(message)")
    }

    /// Signs a file, or writes it as a draft.
    ///
    /// - Returns: The file; `nil` if it was written as a draft, which ends the run.
    mutating func sign(_ draft: SignedFileDraft) throws -> (draft: SignedFileDraft, bytes: [UInt8])? {
        guard let path = command.draft else { return try signing.signed(draft) }
        // Nobody signs in vain what no latest.json under this root file could name.
        if draft.role == .release, try root.version != trusted?.root.version { try checkIsNotLost(draft.number) }
        var claims = OutputClaims(reading: paths + folder.paths)
        for output in folder.outputs where FileSystem.kind(of: output) == nil { try claims.note(output, for: "'-o'") }
        try claims.claim(path, for: "'\(ReleaseCommand.draft)'")
        guard !folder.contains(path) else {
            let place = "'\(path)' is in '\(folder.path)', where it would be served"
            throw UsageError("\(place); give '\(ReleaseCommand.draft)' another place")
        }
        var draft = draft
        _ = try oldDraft(path)
        try signing.sign(&draft)
        guard try draft.add(signaturesOf: oldDraft(path)) else {
            let what = "'\(path)' is a draft with signatures, which would be lost"
            throw ReleaseProblem("\(what); give '\(ReleaseCommand.draft)' another file, or remove it")
        }
        let early = try earlyRootFile
        if let early {
            lines = ["\(early): not put in place before \(draft.name); publish both when that is signed"]
        }
        try folder.write(but: early)
        try OutputFile.write(draft.bytes, to: path)
        lines.append("\(path): \(draft.name), signatures: \(draft.shares.text)")
        return nil
    }

    /// The path of a root file that is published while the release for everybody is not signed by the keys that it names, or
    /// `latest.json` by its new ones: in its place, it would keep everything from being disabled or renewed until what is
    /// drafted is signed.
    ///
    /// Where `latest.json` is lost, its new keys would have their root file, and could begin again no more.
    private var earlyRootFile: String? {
        get throws {
            guard let trusted, try root.version > trusted.root.version else { return nil }
            let hasNewKeys = try root.authority(of: .latest) != trusted.root.authority(of: .latest)
            let isEarly =
                try folder.latest.map { try hasNewKeys || !isSigned($0.stable, under: root) } ?? isLatestLost(but: nil)
            return try isEarly ? RootFile.path(root.version) : nil
        }
    }

    /// The file that a draft replaces, which must be one like it; empty if there is none.
    private func oldDraft(_ path: String) throws -> [UInt8] {
        guard FileSystem.kind(of: path) == .file else { return [] }
        let old = try FileSystem.read(path, limit: ReleaseFile.maximumSize)
        guard old.isEmpty || SignedFileDraft.role(of: old) != nil else {
            let what = "'\(path)' is no draft, and would be lost"
            throw ReleaseProblem("\(what); give '\(ReleaseCommand.draft)' another file, or remove it")
        }
        return old
    }
}

// MARK: - Root files

extension ReleaseRun {
    /// Makes a root file, if one is to be made.
    ///
    /// - Returns: Whether the run goes on.
    private mutating func makeRoot(_ drafts: ReleaseDrafts) throws -> Bool {
        let published = drafts.root
        var draft = published
        if command.roots.makesFirst || command.roots.rotates {
            let last = folder.trust?.root
            let file = try command.roots.makeRoot(after: last, date: date)
            warnOfSharedKeys(in: file)
            draft = try SignedFileDraft(.root(file), under: last)
        }
        guard let draft else { return true }
        // Nobody signs keys in vain under which no latest.json could be made in this run.
        if command.draft == nil, drafts.latest == nil, case .root(let file) = draft.content {
            try checkReleaseKeys(under: file, makesRelease: command.makesRelease || drafts.release != nil)
        }
        let signed = published == nil ? try sign(draft) : try signing.signed(draft)
        guard let signed else { return false }
        try folder.add(root: signed.bytes, signed.draft.path)
        lines.append("\(signed.draft.path): signatures: \(signed.draft.shares.text)")
        return true
    }

    /// Warns of keys with several roles, of which none stops whoever has stolen another.
    private func warnOfSharedKeys(in root: RootFile) {
        let keys = ReleaseRole.allCases.map { (name: "'\($0.rawValue)'", keys: root.authority(of: $0).keys) }
        let owners = Set(keys.flatMap { $0.keys.keys }).map { id in keys.filter { $0.keys[id] != nil }.map(\.name) }
        for names in Set(owners).sorted(by: { $0.lexicographicallyPrecedes($1) }) where names.count > 1 {
            let what = "\(names.joined(separator: " and ")) have a key in common"
            warn("\(what): who steals it has \(names.count) roles; give each role keys of its own")
        }
    }

    var root: RootFile {
        get throws {
            guard let root = folder.trust?.root else { throw ReleaseProblem("there is no root file") }
            return root
        }
    }
}

// MARK: - Releases

extension ReleaseRun {
    /// A release that is made, if one is.
    private struct Made {
        let reference: LatestFile.Reference?
    }

    /// Returns what a new release says, before anybody is asked to sign it or the keys that may; `nil` if anything is wrong with
    /// its sources.
    private mutating func releaseFile(_ result: inout ExitCode) throws -> ReleaseFile? {
        let number = command.number ?? 0
        let file: ReleaseFile
        if let again = command.again {
            file = try folder.release(again).renumbered(number, date: date)
        } else {
            guard
                let sources = try ReleaseSources.read(
                    command.operands,
                    command.sources,
                    terminal,
                    reporter,
                    &result
                )
            else { return nil }
            paths += sources.paths
            let made = try sources.makeRelease(number, date: date)
            file = made.file
            warnOfMissing(in: file)
            for blob in made.blobs { try folder.add(blob) }
        }
        try checkNumber(number, nil)
        return file
    }

    /// Makes a release, if one is to be made.
    ///
    /// - Returns: What `latest.json` says about it; `nil` ends the run.
    private mutating func makeRelease(_ file: ReleaseFile?, _ published: SignedFileDraft?) throws -> Made? {
        guard let file else {
            guard let published else { return Made(reference: nil) }
            return try add(published, signing.signed(published).bytes)
        }
        let draft = try SignedFileDraft(.release(file), under: root)
        if let old = try folder.unfinished(file) { return try add(old, old.bytes) }
        guard let signed = try sign(draft) else { return nil }
        return try add(signed.draft, signed.bytes)
    }

    /// Warns of templates that the release for everybody has and a new one lacks: whoever names the sources may forget some.
    private func warnOfMissing(in file: ReleaseFile) {
        guard let stable = folder.latest?.stable, let old = try? folder.file(of: stable) else { return }
        let missing = old.manifest.entries.map(\.type).filter { file.manifest[$0] == nil }
        guard !missing.isEmpty else { return }
        let shown = missing.prefix(5)
        let names = shown.map { "'\($0)'" }.joined(separator: ", ")
        let rest = missing.count > shown.count ? ", and \(missing.count - shown.count) more" : ""
        let what = "\(missing.count.counting("template")) of release \(stable.number)"
        warn("release \(file.number) lacks \(what): \(names)\(rest)")
    }

    private mutating func add(_ draft: SignedFileDraft, _ bytes: [UInt8]) throws -> Made {
        let reference = LatestFile.Reference(number: draft.number, size: bytes.count, sha256: ContentHash.of(bytes))
        try checkNumber(draft.number, reference.path)
        try folder.add(ReleaseFolder.File(path: reference.path, bytes: bytes))
        if case .release(let file) = draft.content {
            let count = file.manifest.entries.count.counting("template")
            lines.append("\(reference.path): \(count), \(file.pack.size) bytes")
        }
        return Made(reference: reference)
    }

    /// Checks that a number is larger than that of every release before, and that larger ones are left.
    ///
    /// A run that could not write `latest.json` may be repeated: then the file is there already.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - path: The path of the file, if it is known.
    /// - Throws: `ReleaseProblem` if it is not.
    private func checkNumber(_ number: Int, _ path: String?) throws {
        let named = folder.latest?.newest ?? 0
        let largest = max(named, folder.releases.keys.max() ?? 0)
        let mayBeRepeated = number > named && number == largest
        if mayBeRepeated, path == nil || folder.releases[number] == path.map({ [$0] }) { return }
        guard number > largest else {
            let next = largest < RootFile.maximumNumber ? "; the next is \(largest + 1)" : ""
            let hint = unfinished.map { "; \($0) makes \(LatestFile.path) of it" } ?? next
            throw ReleaseProblem("release \(number) is not newer: there is release \(largest) already\(hint)")
        }
        // Numbers only grow, so one that was mistyped could be the last.
        guard number == largest + 1 || RootFile.maximumNumber - number >= Self.spareNumbers else {
            let what = "release \(number) would leave fewer than \(Self.spareNumbers) numbers for later ones"
            throw ReleaseProblem("\(what); the next is \(largest + 1)")
        }
    }

    /// How many numbers a release must leave that is not the next: more than anybody will use up one by one.
    private static let spareNumbers = 1 << 20
}

extension ReleaseFile {
    /// The same templates as another release.
    func renumbered(_ number: Int, date: ReleaseTime) -> ReleaseFile {
        ReleaseFile(
            number: number,
            issued: date,
            expires: ReleaseSources.expiry(date),
            minimumFormat: minimumFormat,
            sources: sources,
            manifest: manifest,
            pack: pack
        )
    }
}
