import VirtualView
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewRelease

// The file `latest.json`.

extension ReleaseRun {
    /// Makes `latest.json`, unless there is no release yet.
    mutating func makeLatest(_ release: LatestFile.Reference?, _ published: SignedFileDraft?) throws {
        if let published {
            if case .latest(let latest) = published.content { try checkIsNotLost(latest.stable.number) }
            try checkIsNext(published)
            return try publish(signing.signed(published), checksBlobs: true)
        }
        guard let content = try latest(release) else { return }
        let draft = try SignedFileDraft(.latest(content), under: root)
        try checkReleaseKeys(under: root, makesRelease: release != nil)
        try checkReleaseNumber(content)
        if release != nil || !command.disabled.isEmpty || command.percent != nil { try checkGrowth(of: content, draft) }
        guard let signed = try sign(draft) else { return }
        try publish(signed, checksBlobs: release != nil || command.promoted != nil)
    }

    /// Checks that what is added leaves room for later files: renewed ones have numbers of more digits.
    private func checkGrowth(of latest: LatestFile, _ draft: SignedFileDraft) throws {
        let most = "\(RootFile.maximumNumber)".count
        let size = [latest.number, latest.root].reduce(draft.completeSize) { $0 + most - "\($1)".count }
        guard size > LatestFile.maximumSize else { return }
        let what = "'\(LatestFile.path)' would have \(draft.completeSize) bytes, and \(size) with the largest numbers"
        throw ReleaseProblem("\(what); the limit is \(LatestFile.maximumSize)")
    }

    /// Checks that a draft of `latest.json` was made of the folder as it is.
    private func checkIsNext(_ draft: SignedFileDraft) throws {
        let expected = (folder.latest?.number ?? 0) + 1
        guard draft.number == expected else {
            throw ReleaseProblem("the draft of latest.json has the number \(draft.number), not \(expected)")
        }
        // Clients would not learn of a newer root file.
        let newest = try root.version
        guard case .latest(let latest) = draft.content, latest.root != newest else { return }
        let what = "the draft of latest.json belongs to root file \(latest.root), but the newest is \(newest)"
        throw ReleaseProblem("\(what); \(latest.root > newest ? "publish the draft of that too" : "make it again")")
    }

    private mutating func publish(_ signed: (draft: SignedFileDraft, bytes: [UInt8]), checksBlobs: Bool) throws {
        try folder.add(ReleaseFolder.File(path: LatestFile.path, bytes: signed.bytes))
        guard let first = try folder.bytes(RootFile.path(1), RootFile.maximumSize) else { return }
        let folder = folder
        // Clients go by their clocks, not by what the environment says of the time.
        let now = command.date ?? max(date, ReleaseClock.now)
        let inspection = ReleaseInspection(pinned: first, now: now, checksBlobs: checksBlobs) {
            (path, maximumSize) throws(DeliveryError) in
            try folder.bytes(path, maximumSize)
        }
        for finding in inspection.findings {
            guard let error = finding.error else { continue }
            let message = "\(Path.join(folder.path, finding.path)): \(error.message)"
            guard error.code == .expired else { throw ReleaseProblem("clients would refuse this: \(message)") }
            // Every client would take it for a freeze, because the clock is behind or a draft is old.
            if finding.path == LatestFile.path, command.date == nil {
                throw ReleaseProblem("\(message); give the time with '--date' if that is meant")
            }
            warn(message)
        }
        guard case .latest(let latest) = signed.draft.content else { return }
        let newest = [folder.latest?.issued, folder.trust?.newestRootTime].compactMap { $0 }.max()
        if let newest, latest.issued < newest {
            warn("the time of latest.json is \(latest.issued), but \(newest) was signed before")
        }
        lines.append("\(LatestFile.path): \(latest.summary)")
    }

    /// Checks that the releases which stay beside a new one, if there is one, are signed by keys that may sign releases.
    ///
    /// - Parameters:
    ///   - root: The root file that names the keys.
    ///   - makesRelease: Whether there is a new release.
    /// - Throws: `ReleaseProblem` if one of them is not; `DeliveryError` if its file is another one.
    func checkReleaseKeys(under root: RootFile, makesRelease: Bool) throws {
        guard let latest = folder.latest, !makesRelease || command.percent != nil else { return }
        let candidate = makesRelease || command.withdrawn != nil ? nil : latest.candidate?.release
        let staying = [command.promoted == nil ? latest.stable : nil, candidate].compactMap { $0 }
        let authority = root.authority(of: .release)
        for (index, reference) in staying.enumerated() where try !isSigned(reference, under: root) {
            let hint =
                makesRelease
                ? "leave '\(ReleaseCommand.candidate)' out"
                : "add '\(ReleaseCommand.number) N \(ReleaseCommand.again) \(reference.number)'"
            let keys = "\(authority.threshold) of the keys that may sign releases now"
            throw ReleaseProblem(
                index == 0
                    ? "release \(reference.number) is not signed by \(keys); \(hint)"
                    : "the candidate \(reference.number) is not signed by \(keys); take it back first"
            )
        }
    }

    /// Returns whether a release is signed by keys that may sign under a root file, or has no file.
    func isSigned(_ reference: LatestFile.Reference, under root: RootFile) throws -> Bool {
        guard let bytes = try folder.bytes(reference.path, ReleaseFile.maximumSize) else { return true }
        do throws(DeliveryError) {
            try ReleaseTrust.check(bytes, reference)
            return try SignedFileDraft(reading: bytes, under: root).isComplete
        } catch {
            throw error.at(Path.join(folder.path, reference.path))
        }
    }

    /// Warns if the keys of `latest.json` are replaced while a newer release than the one for everybody is signed.
    private func checkReleaseNumber(_ latest: LatestFile) throws {
        guard let trusted, try !trusted.hadKeys(of: .latest, in: root), let largest = folder.releases.keys.max(),
            largest > latest.stable.number
        else { return }
        let what = "who had the old keys of 'latest' may have made release \(largest) the one for every device"
        let options = "\(ReleaseCommand.number) \(largest + 1) \(ReleaseCommand.again) \(latest.stable.number)"
        warn("\(what), and then none takes release \(latest.stable.number); after a theft add '\(options)'")
    }

    /// Returns the new content; `nil` if there is no release yet.
    private mutating func latest(_ release: LatestFile.Reference?) throws -> LatestFile? {
        let old = folder.latest
        try checkIsNotLost(release?.number)
        guard let stable = old?.stable ?? release else {
            // A draft of anything else has ended the run already.
            guard command.draft != nil else { return nil }
            throw Self.hasNoRelease
        }
        try checkChanges(makesRelease: release != nil)
        let number = (old?.number ?? 0) + 1
        guard number <= RootFile.maximumNumber else { throw ReleaseProblem("latest.json has no larger number left") }
        let choice = choice(stable, release)
        let expires = Self.expiry(ofLatest: command, date)
        try Self.check(expires, of: "'\(LatestFile.path)'", command)
        warnOfUnknown(with: release)
        if let release { try warnOfDisabled(in: release) }
        return LatestFile(
            number: number,
            root: try root.version,
            issued: date,
            expires: expires,
            stable: choice.stable,
            candidate: choice.candidate,
            disabled: try disabled,
            after: old?.newest ?? 0
        )
    }

    /// Refuses to begin the numbers of a lost `latest.json` again, unless with new keys and a release that it makes known.
    func checkIsNotLost(_ release: Int?) throws {
        guard isLatestLost(but: release) else { return }
        if try release == nil || trusted?.hadKeys(of: .latest, in: root) == true { throw latestIsLost }
    }

    /// Returns whether `latest.json` is missing though it was there.
    ///
    /// - Parameter first: The number of the first release, which is there already if `latest.json` could not be written.
    /// - Returns: Whether there are other releases, and no `latest.json`.
    func isLatestLost(but first: Int?) -> Bool {
        folder.latest == nil && folder.releases.keys.contains { $0 != first }
    }

    /// The options that go on with the first release, if `latest.json` may never have been there.
    var unfinished: String? {
        guard folder.latest == nil, folder.releases.count == 1, let number = folder.releases.keys.first else {
            return nil
        }
        return "'\(ReleaseCommand.number) \(number) \(ReleaseCommand.again) \(number)'"
    }

    /// Which release is the newest is unknown then, and so is the number that follows, unless new keys let it begin again.
    var latestIsLost: ReleaseProblem {
        let what = "'\(Path.join(folder.path, LatestFile.path))' is missing, but there are releases"
        let why = "clients take no file with a smaller number"
        let options = "\(RootOptions.next) --latest-key FILE \(ReleaseCommand.number) N \(ReleaseCommand.again) M"
        let first = unfinished.map { " make it with \($0) if it was never there," } ?? ""
        let how =
            "restore it,\(first) or replace the keys of 'latest' by such as it never had, and make a new release in one run, with '\(options)'"
        return ReleaseProblem("\(what), and \(why); \(how)")
    }

    private static let hasNoRelease = ReleaseProblem("there is no release yet")

    /// Refuses changes of `latest.json` that cannot be made.
    func checkChanges(makesRelease: Bool) throws {
        guard makesRelease || folder.latest != nil || !command.changesLatest else { throw Self.hasNoRelease }
        _ = try disabled
        guard let latest = folder.latest else {
            guard command.percent == nil else {
                throw ReleaseProblem("the first release is for every device; leave '\(ReleaseCommand.candidate)' out")
            }
            return
        }
        let named = [command.promoted, command.withdrawn].compactMap(\.self)
        guard !makesRelease, !named.isEmpty || command.percent != nil else { return }
        guard let candidate = latest.candidate?.release else {
            throw ReleaseProblem("there is no candidate; release \(latest.stable.number) is for every device")
        }
        for number in named where number != candidate.number {
            throw ReleaseProblem("the candidate is release \(candidate.number), not \(number)")
        }
    }

    private mutating func choice(
        _ stable: LatestFile.Reference,
        _ release: LatestFile.Reference?
    ) -> (stable: LatestFile.Reference, candidate: LatestFile.Candidate?) {
        let candidate = folder.latest?.candidate
        if let release {
            if let candidate { tellEnd(of: candidate, release) }
            let next = command.percent.map { LatestFile.Candidate(release, percent: $0) }
            return (next == nil ? release : stable, next)
        }
        guard let candidate, command.withdrawn == nil else { return (stable, nil) }
        if command.promoted != nil { return (candidate.release, nil) }
        return (stable, LatestFile.Candidate(candidate.release, percent: command.percent ?? candidate.percent))
    }

    private mutating func tellEnd(of candidate: LatestFile.Candidate, _ release: LatestFile.Reference) {
        lines.append("release \(candidate.release.number) is no candidate any more: release \(release.number) is newer")
    }
}

// MARK: - What is disabled

extension ReleaseRun {
    /// What is disabled: what was, without what is allowed again, and what is added.
    private var disabled: [LatestFile.Disabled] {
        get throws {
            var entries = folder.latest?.disabled ?? []
            for entry in command.enabled {
                guard entries.contains(where: entry.namesTheSame(as:)) else {
                    let names = entries.map { "'\($0.name)'" }.joined(separator: ", ")
                    let known = names.isEmpty ? "nothing is" : "disabled are \(names)"
                    throw ReleaseProblem("'\(entry.name)' is not disabled; \(known)")
                }
                entries.removeAll(where: entry.namesTheSame(as:))
            }
            for entry in command.disabled {
                entries.removeAll(where: entry.namesTheSame(as:))
                entries.append(entry)
            }
            guard entries.count <= LatestFile.maximumDisabled else {
                throw ReleaseProblem("more than \(LatestFile.maximumDisabled) templates would be disabled")
            }
            return entries
        }
    }

    /// Warns of templates of a new release that were disabled before, and stay so: whoever mends one may forget its version.
    private func warnOfDisabled(in release: LatestFile.Reference) throws {
        let manifest = try folder.file(of: release)?.manifest
        for entry in try disabled where !command.disabled.contains(where: entry.namesTheSame(as:)) {
            guard let template = manifest?[entry.type], entry.covers(template) else { continue }
            let what = "release \(release.number) has '\(entry.type)' \(template.version), which stays disabled"
            let other = entry.version == nil ? "" : "another '--template-version' or "
            warn("\(what): \(entry.reason); \(other)'\(ReleaseCommand.enable) \(entry.name)' shows it")
        }
    }

    /// Warns of what is to be disabled and is in no release.
    private func warnOfUnknown(with release: LatestFile.Reference?) {
        let known = folder.knownVersions(of: command.disabled, with: release)
        let most = ReleaseFolder.mostSearched
        let releases = folder.releases.count > most ? "none of the newest \(most) releases" : "no release"
        for entry in command.disabled {
            if let versions = known[entry.type] {
                guard let version = entry.version, !versions.contains(version) else { continue }
                let all = versions.sorted(by: String.inByteOrder).joined(separator: ", ")
                warn("\(releases) in '\(folder.path)' has version \(version) of '\(entry.type)'; there are \(all)")
                continue
            }
            let name = entry.type.lastIndex(of: "@").map { String(entry.type[..<$0]) }
            let hint =
                name.map { known[$0] != nil } == true
                ? "; a version has three numbers"
                : MessageText.question(NearestWord.find(entry.type, among: known.keys.sorted()))
            warn("\(releases) in '\(folder.path)' has a template '\(entry.type)'\(hint)")
        }
    }
}

extension LatestFile.Disabled {
    /// The entry as options name it.
    var name: String { version.map { "\(type)@\($0)" } ?? type }

    /// Whether options would name another entry the same.
    fileprivate func namesTheSame(as other: Self) -> Bool { type == other.type && version == other.version }
}

extension LatestFile {
    /// What it says, in one line.
    var summary: String {
        var parts = ["number \(number)", "stable \(stable.number)"]
        if let candidate { parts.append("candidate \(candidate.release.number) for \(candidate.percent) %") }
        if !disabled.isEmpty { parts.append("disabled \(disabled.map(\.name).joined(separator: ", "))") }
        return (parts + ["expires \(expires)"]).joined(separator: ", ")
    }
}
