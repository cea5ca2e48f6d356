public import Foundation
public import VirtualView
import VirtualViewFormat
public import VirtualViewRelease

extension TemplateStore {
    /// The types that a manager has from this store.
    struct Activation: Sendable {
        weak var manager: TemplateManager?
        /// The hash of the file of each type.
        var types: [String: String]
    }

    /// Makes a manager load the templates of the current release: from here on it gives no template of another release.
    ///
    /// No template is read before the call returns: the manager's queue loads each file, and what a screen asks for is loaded at
    /// once. Each file is hashed again when it is loaded. Types that are withheld are removed; types that the manager has from
    /// elsewhere stay.
    ///
    /// Call it at the start of the app, and again after an update, a roll-back or a quarantine; what has not changed is not
    /// loaded again.
    ///
    /// - Parameter manager: The manager.
    /// - Returns: The progress of the loads.
    /// - Throws: ``DeliveryError`` with the code ``DeliveryError/Code/missing`` if no release may be used; what the manager had
    ///   from this store is removed then.
    /// - Complexity: O(*n*) in the number of templates.
    @discardableResult
    public func activate(in manager: TemplateManager) throws(DeliveryError) -> Progress {
        let base = manager.configuration.loader
        // Under the lock no manager goes away: whoever waits for its loads would be told there.
        let others = activations.withLock { $0.compactMap(\.manager) }
        defer { withExtendedLifetime(others) {} }
        // Whoever comes later sees and replaces what came before: a slow call does not undo a newer one.
        let (isMissing, (progress, finish)) = activations.withLock { activations in
            let release = requests(loading: base)
            let (requests, types, withheld) = release ?? ([], [:], [])
            let old = Self.remember(types, of: manager, in: &activations)
            let changed = requests.filter {
                old[$0.type] != types[$0.type] || manager.cachedTemplate(for: $0.type) == nil
            }
            // What another part of the app has loaded under a type that must not be shown goes too.
            let gone = withheld.union(old.keys.filter { types[$0] == nil })
            return (release == nil, manager.beginReplacing(changed, removing: gone.sorted()))
        }
        finish()
        guard !isMissing else { throw DeliveryError(.missing, "there is no release that may be used") }
        return progress
    }

    /// Returns the loads of the current release, the hashes of its files by their types, and the types that are withheld; `nil` if
    /// no release may be used.
    private func requests(
        loading base: any TemplateLoader
    ) -> (requests: [TemplateRequest], types: [String: String], withheld: Set<String>)? {
        let (content, names) = known()
        let choice = choice(content)
        shown.withLock { $0 = choice?.installed?.reference }
        guard let choice else { return nil }
        let (file, withheld) = (choice.file, withheld(in: choice.file, content))
        // If the store cannot tell what it has, it has what it installed. Of what is damaged there, the app may have its own. The
        // release of the app works with the app's files, whatever the store holds under their names.
        let damaged = damaged.withLock { $0 }
        let own = damaged.isEmpty ? [] : Set(embedded?.file.manifest.entries.map(\.sha256) ?? [])
        let stored = choice.installed == nil ? [] : names?.subtracting(damaged.intersection(own))
        var types: [String: String] = [:]
        let requests = file.manifest.entries.filter { withheld[$0.type] == nil }.map { entry in
            types[entry.type] = entry.sha256
            let isStored = stored?.contains(entry.sha256) ?? true
            let ownURL = isStored ? nil : embedded?.url(ofBlob: entry.sha256)
            let noteDamage: @Sendable () -> Void = { [weak self] in
                guard ownURL == nil else { return }
                _ = self?.damaged.withLock { $0.insert(entry.sha256) }
            }
            let loader = BlobLoader(entry: entry, base: base, onDamage: noteDamage)
            var request = TemplateRequest(
                contentsOf: ownURL ?? url(ofBlob: entry.sha256),
                as: entry.type,
                loader: loader
            )
            request.onUnreadable = noteDamage
            return request
        }
        return (requests, types, Set(withheld.keys))
    }

    /// Returns what is known, and the names of the files that are there; `nil` if they cannot be listed.
    private func known() -> (StoreContent, Set<String>?) {
        let (content, names) = (noted(), try? folder.blobNames())
        guard let names, let choice = choice(content), choice.installed != nil,
            !choice.file.manifest.entries.allSatisfy({ names.contains($0.sha256) })
        else { return (content, names) }
        // Another process no longer keeps the release, and removed files of it.
        try? change(.none) { _ in }
        return (noted(), try? folder.blobNames())
    }

    /// Returns what is known, when the state says that this launch shows the release to use, if that is on trial.
    ///
    /// It need not outlast a loss of power, and if it cannot be written, the end of this launch does not count.
    private func noted() -> StoreContent {
        var content = self.content.withLock { $0 }
        guard let launch, let installed = choice(content)?.installed,
            installed.isToBeNoted(launch, installed.reference.sha256)
        else { return content }
        try? change(.none) { next throws(DeliveryError) in
            // Another process may have installed a newer one.
            if let sha256 = self.choice(next)?.installed?.reference.sha256 {
                next.note(launch, after: self.launchBefore, for: sha256)
            }
            content = next
        }
        return content
    }

    /// This launch as a state notes it, if it has an ID.
    var launch: String? { note(of: configuration.launchID ?? configuration.journal?.launchID) }

    /// The launch before this one as a state notes it, if it was of the same build: it was counted when the store was opened.
    ///
    /// The note of another build stays, because it tells what a file is to be blamed for that the journal goes on naming.
    private var launchBefore: String? { note(of: configuration.journal?.lastLaunch.launchID) }

    private func note(of launch: UUID?) -> String? {
        launch.map { StoreState.launch($0.uuidString, of: configuration.build) }
    }

    /// Notes what a manager has from now on.
    ///
    /// - Returns: What it had.
    private static func remember(
        _ types: [String: String],
        of manager: TemplateManager,
        in activations: inout [Activation]
    ) -> [String: String] {
        activations.removeAll { $0.manager == nil }
        let index = activations.firstIndex { $0.manager === manager }
        let old = index.map { activations[$0].types } ?? [:]
        if let index { activations.remove(at: index) }
        activations.append(Activation(manager: manager, types: types))
        return old
    }

    /// The hashes of the files that managers load when they need them.
    var activeFiles: Set<String> {
        activations.withLock { $0.reduce(into: []) { if $1.manager != nil { $0.formUnion($1.types.values) } } }
    }

    private func url(ofBlob sha256: String) -> URL {
        location.appendingPathComponent(ReleaseFile.Blob.path(sha256), isDirectory: false)
    }
}

/// Loads a file of a release, if it is the one that the release names.
private struct BlobLoader: TemplateLoader {
    let entry: TemplateManifest.Entry
    let base: any TemplateLoader
    let onDamage: @Sendable () -> Void

    func load(_ bytes: [UInt8]) throws(TemplateError) -> Template {
        guard bytes.count == entry.size, ContentHash.of(bytes) == entry.sha256 else {
            onDamage()
            let type = VisibleText.short(entry.type)
            throw TemplateError(.manifestMismatch, "the file of '\(type)' is not the one that the release names")
        }
        let template = try base.load(bytes)
        guard template.version == entry.version else {
            let type = VisibleText.short(entry.type)
            let message = "'\(type)' has version \(template.version), but the release says \(entry.version)"
            throw TemplateError(.manifestMismatch, message)
        }
        return template
    }
}
