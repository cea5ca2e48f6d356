import VirtualViewRelease

/// The drafts that `--publish` names: at most one of each kind.
struct ReleaseDrafts {
    private var found: [ReleaseRole: (path: String, draft: SignedFileDraft)] = [:]

    /// The draft of a root file.
    var root: SignedFileDraft? { found[.root]?.draft }
    /// The draft of a release.
    var release: SignedFileDraft? { found[.release]?.draft }
    /// The draft of `latest.json`.
    var latest: SignedFileDraft? { found[.latest]?.draft }

    /// Reads the drafts, in any order.
    ///
    /// - Parameters:
    ///   - command: Names the files.
    ///   - folder: Says who may sign.
    /// - Throws: `FileError`, `DeliveryError`, or `UsageError` if another option does not go with a draft.
    init(_ command: ReleaseCommand, _ folder: ReleaseFolder) throws {
        let files = try command.published.map { path in
            (path: path, bytes: try FileSystem.read(path, limit: ReleaseFile.maximumSize))
        }
        func isRoot(_ file: (path: String, bytes: [UInt8])) -> Bool { SignedFileDraft.role(of: file.bytes) == .root }
        // A run that was ended before it wrote `latest.json` may have put the root file in place.
        let newest = try folder.trust.flatMap { try folder.bytes(RootFile.path($0.root.version), RootFile.maximumSize) }
        func isThere(_ bytes: [UInt8]) -> Bool {
            newest.map { (try? SignedFile(bytes).pinnedContent) == (try? SignedFile($0).pinnedContent) } == true
        }
        // A root file says who may sign the others.
        for file in files.filter({ isRoot($0) && !isThere($0.bytes) }) + files.filter({ !isRoot($0) }) {
            do throws(DeliveryError) {
                try take(file.path, file.bytes, folder.trust?.root)
            } catch {
                throw error.at(file.path)
            }
        }
        try check(command)
    }

    private mutating func take(_ path: String, _ bytes: [UInt8], _ served: RootFile?) throws(DeliveryError) {
        var newest = served
        if case .root(let file)? = root?.content { newest = file }
        let draft = try SignedFileDraft(reading: bytes, under: newest)
        guard found.updateValue((path, draft), forKey: draft.role) == nil else {
            throw DeliveryError(.mismatch, "there are two drafts of the role '\(draft.role.rawValue)'")
        }
    }
}

// MARK: - Checking

extension ReleaseDrafts {
    /// Refuses options that a draft would make count for nothing.
    private func check(_ command: ReleaseCommand) throws(UsageError) {
        // A draft that is made ends the run.
        let roots = command.draft == nil ? [] : [RootOptions.next]
        let makers = [ReleaseCommand.number, ReleaseCommand.promote, ReleaseCommand.withdraw]
        try refuse(command.given.intersection((makers + roots).map(\.name)), beside: .release, "a draft of a release")
        try refuse(command.given.intersection([RootOptions.next.name]), beside: .root, "a draft of a root file")
        guard case .latest(let file)? = latest?.content else { return }
        // It says all that there is to say, of the folder as it is or as the drafts make it that it names.
        let publish = ReleaseCommand.publish
        let named: [ReleaseRole: [Int?]] = [
            .root: [file.root], .release: [file.stable.number, file.candidate?.release.number],
        ]
        let others = found.filter { named[$0.key]?.contains($0.value.draft.number) == false }
            .map { "\(publish) \($0.value.path)" }
        let options = command.given.subtracting(["-o", publish.name, ReleaseCommand.signCommand.name])
        try refuse(
            options.subtracting(ReleaseCommand.always).union(others),
            beside: .latest,
            "a draft of \(LatestFile.path)"
        )
    }

    private func refuse(_ options: Set<String>, beside role: ReleaseRole, _ what: String) throws(UsageError) {
        guard let path = found[role]?.path, let option = options.min() else { return }
        throw UsageError("'\(option)' does not go with '\(ReleaseCommand.publish) \(path)', \(what)")
    }
}
