/// A change of what a manager has published under a name.
public struct TemplateChange: Hashable, Sendable {
    /// The name: the one that was asked for, or that of a published template, which may be an alias.
    public let type: String
    /// The template that is published now; `nil` if the last one was removed.
    public let template: Template?
}

// MARK: - Streams

extension TemplateManager {
    /// Returns the changes of a type from now on, as look-ups see them.
    ///
    /// A reader gets the newest state, not each one on the way: what changes while it works comes as one change, and
    /// nothing comes if that leads back to the template that it knows. A template that is replaced by an equal one is no
    /// change. One that is removed while a load of its type has not ended is a change only when that load has failed.
    ///
    /// The stream ends when its task is cancelled and when the manager is let go, which the stream does not keep alive. It
    /// has one reader; ask for a stream for each. What changed before this call is not told, so call it before you make
    /// what is to follow:
    ///
    /// ```swift
    /// let changes = templates.changes(of: "Feed")
    /// let feed = Container(try templates.makeNodeTree(of: "Feed"))
    /// for await _ in changes { try feed.follow(templates) }
    /// ```
    ///
    /// - Parameter type: The template's name, an alias, or the stem of its file.
    /// - Returns: The changes.
    public func changes(of type: String) -> AsyncStream<TemplateChange> {
        let (watcher, signals) = watch(type)
        return AsyncStream(unfolding: { await watcher.next(signals).first })
    }

    /// Returns the changes of all types from now on, such as those of a screen and of its items.
    ///
    /// An element has all names that changed since the last one, in alphabetical order, each with its newest state;
    /// otherwise it is as ``changes(of:)`` says.
    ///
    /// - Returns: The changes.
    public func changes() -> AsyncStream<[TemplateChange]> {
        let (watcher, signals) = watch(nil)
        return AsyncStream(unfolding: {
            let changes = await watcher.next(signals)
            return changes.isEmpty ? nil : changes
        })
    }

    private func watch(_ type: String?) -> (TemplateWatcher, AsyncStream<Void>) {
        // The stream alone holds the signals, so that they end with it.
        let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let watcher = TemplateWatcher(signal)
        signal.onTermination = { [weak self, weak watcher] _ in
            if let self, let watcher { self.forget(watcher) }
        }
        state.withLock { $0.add(watcher, for: type) }
        return (watcher, signals)
    }

    private func forget(_ watcher: TemplateWatcher) {
        // What was kept for it is let go without the lock.
        let watches = state.withLock { $0.remove(watcher) }
        withExtendedLifetime(watches) {}
    }
}

// MARK: - Watching

/// One stream of changes: what its reader does not know yet.
///
/// Changes are noted in the order of publishing, under the manager's lock; the reader is woken without it.
final class TemplateWatcher: Sendable {
    /// What the reader knows of a name, and what is so now.
    private struct Unread: Sendable {
        let known: Template?
        var present: Template?
    }

    private let unread = Locked<[String: Unread]>([:])
    private let signal: AsyncStream<Void>.Continuation

    /// Makes a stream that was told nothing.
    init(_ signal: AsyncStream<Void>.Continuation) {
        self.signal = signal
    }

    /// Notes that a look-up gives another template than before.
    func note(_ type: String, from old: Template?, to new: Template?) {
        unread.withLock { unread in
            let known = unread[type].map { $0.known } ?? old
            unread[type] = known == new ? nil : Unread(known: known, present: new)
        }
    }

    /// Lets the reader look at what was noted.
    func wake() {
        signal.yield()
    }

    /// Ends the stream when its reader has taken what was noted.
    func end() {
        signal.finish()
    }

    /// Waits for changes; there are none if the stream or its task has ended.
    func next(_ signals: AsyncStream<Void>) async -> [TemplateChange] {
        for await _ in signals {
            let unread = unread.withLock { unread in
                defer { unread = [:] }
                return unread
            }
            // What was noted may have been taken with an earlier signal, or led back to what the reader knows.
            guard unread.isEmpty else {
                return unread.sorted { $0.key < $1.key }.map {
                    TemplateChange(type: $0.key, template: $0.value.present)
                }
            }
        }
        return []
    }
}

extension ManagerState {
    /// A stream of changes, and what it was told.
    struct Watch: Sendable {
        let watcher: TemplateWatcher
        /// The type that it is for; `nil` for all.
        let type: String?
        /// The templates by their names.
        var known: [String: Template]
        /// The names of templates that are removed, but being loaded again, by their loose spelling.
        var awaited: [String: Set<String>] = [:]
    }

    mutating func add(_ watcher: TemplateWatcher, for type: String?) {
        var known: [String: Template] = [:]
        if let type { known[type] = publishedEntry(type)?.template } else { known = published.mapValues(\.template) }
        watches.append(Watch(watcher: watcher, type: type, known: known))
    }

    /// Returns what was kept for a stream, which the caller lets go.
    mutating func remove(_ watcher: TemplateWatcher) -> [Watch] {
        let removed = watches.filter { $0.watcher === watcher }
        watches.removeAll { $0.watcher === watcher }
        return removed
    }

    /// Notes that a load ended without a template, so that what it was to replace may be missing now.
    mutating func noteEnd(of request: TemplateRequest) {
        guard !watches.isEmpty else { return }
        changedNames.insert(request.type)
    }

    /// Tells the streams what look-ups give now, once for each time that the lock is held.
    mutating func noteChanges() {
        let names = changedNames
        changedNames = []
        let spellings = Set(names.map(\.looseSpelling))
        for index in watches.indices {
            var affected: Set<String> = []
            if let type = watches[index].type {
                if spellings.contains(type.looseSpelling) { affected.insert(type) }
            } else {
                affected = names
            }
            // Whether a name is still being loaded changes only when a load of its spelling ends.
            if !watches[index].awaited.isEmpty {
                for spelling in spellings {
                    affected.formUnion(watches[index].awaited.removeValue(forKey: spelling) ?? [])
                }
            }
            var isChanged = false
            for name in affected where noteChange(of: name, for: index) { isChanged = true }
            if isChanged { aftermath.watchers.append(watches[index].watcher) }
        }
    }

    private mutating func noteChange(of name: String, for index: Int) -> Bool {
        let isOfAll = watches[index].type == nil
        let old = watches[index].known[name]
        let new = (isOfAll ? published[name] : publishedEntry(name))?.template
        // What is being loaded is not gone.
        if new == nil, old != nil, isLoading(name) {
            watches[index].awaited[name.looseSpelling, default: []].insert(name)
            return false
        }
        guard new != old else { return false }
        watches[index].known[name] = new
        watches[index].watcher.note(name, from: old, to: new)
        return true
    }

    private func isLoading(_ type: String) -> Bool {
        slots[type.looseSpelling]?.contains { $0.isLive && $0.isOf(type: type) } ?? false
    }
}
