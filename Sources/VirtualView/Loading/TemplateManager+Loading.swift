import Foundation
import VirtualViewFormat

// MARK: - Loading now

extension TemplateManager {
    /// Loads a template on the calling thread.
    ///
    /// - Parameter request: The request.
    /// - Returns: The template, which is now published.
    /// - Throws: ``TemplateError``; the template that was published before is still available.
    @discardableResult
    public func load(_ request: TemplateRequest) throws(TemplateError) -> Template {
        try complete(try begin(request, .caller)).outcome.get()
    }

    /// Loads a template in a task, immediately and off the caller's actor.
    ///
    /// If the task is cancelled, it publishes nothing and the load ends with ``TemplateError/Code/cancelled``; unless a look-up
    /// is running it too, which then goes on with it.
    ///
    /// - Parameter request: The request.
    /// - Returns: The template, which is now published.
    /// - Throws: ``TemplateError``; the template that was published before is still available.
    @concurrent
    @discardableResult
    public func load(_ request: TemplateRequest) async throws(TemplateError) -> Template {
        // There is no suspension point between the beginning and the end, so the load stays on one thread.
        var run = try begin(request, .task)
        if !Task.isCancelled {
            let result = run.execute(configuration)
            if !Task.isCancelled { return try change { [run] in $0.finish(run, with: result).outcome }.get() }
        }
        let message = "the load of '\(VisibleText.short(request.type))' was cancelled"
        let error = TemplateError(.cancelled, message, path: request.path)
        return try change { [run] in $0.finish(run, with: .failure(error), isCancelled: true).outcome }.get()
    }

    /// Loads a file on the calling thread.
    ///
    /// - Parameters:
    ///   - url: The file's URL.
    ///   - type: The template's type; the file's stem if `nil`.
    /// - Returns: The template, which is now published.
    /// - Throws: ``TemplateError``; the template that was published before is still available.
    @discardableResult
    public func load(contentsOf url: URL, as type: String? = nil) throws(TemplateError) -> Template {
        try load(TemplateRequest(contentsOf: url, as: type))
    }

    /// Loads bytes on the calling thread.
    ///
    /// - Parameters:
    ///   - bytes: The complete file.
    ///   - type: The template's type.
    /// - Returns: The template, which is now published.
    /// - Throws: ``TemplateError``; the template that was published before is still available.
    @discardableResult
    public func load(_ bytes: [UInt8], as type: String) throws(TemplateError) -> Template {
        try load(TemplateRequest(bytes, as: type))
    }

    /// Loads a file in a task, immediately and off the caller's actor.
    ///
    /// - Parameters:
    ///   - url: The file's URL.
    ///   - type: The template's type; the file's stem if `nil`.
    /// - Returns: The template, which is now published.
    /// - Throws: ``TemplateError``; the template that was published before is still available.
    @discardableResult
    public func load(contentsOf url: URL, as type: String? = nil) async throws(TemplateError) -> Template {
        try await load(TemplateRequest(contentsOf: url, as: type))
    }

    /// Loads bytes in a task, immediately and off the caller's actor.
    ///
    /// - Parameters:
    ///   - bytes: The complete file.
    ///   - type: The template's type.
    /// - Returns: The template, which is now published.
    /// - Throws: ``TemplateError``; the template that was published before is still available.
    @discardableResult
    public func load(_ bytes: [UInt8], as type: String) async throws(TemplateError) -> Template {
        try await load(TemplateRequest(bytes, as: type))
    }

    private func begin(
        _ request: TemplateRequest,
        _ place: TemplateLoadReport.Place
    ) throws(TemplateError) -> TemplateRun {
        let thread = ThreadIdentity.current
        guard let run = start({ $0.begin(request, on: thread, place) }) else {
            throw Self.cyclicError(request.type).inFile(request.path)
        }
        return run
    }
}

// MARK: - Queueing

extension TemplateManager {
    /// Queues a load.
    ///
    /// A load of the type that is still queued ends with ``TemplateError/Code/superseded``. The completion is called when
    /// the queue has also prepared the template, if ``TemplateManager/Configuration/queueReadiness`` says so.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - completion: Receives the result once, on the main actor, for one template in the order in which loads end.
    /// - Returns: A handle that can cancel the load.
    @discardableResult
    public func enqueue(
        _ request: TemplateRequest,
        completion: (@MainActor @Sendable (Result<Template, TemplateError>) -> Void)? = nil
    ) -> QueuedTemplateLoad {
        let sequence = change { $0.enqueue(request, completion: completion, progress: nil) }
        return QueuedTemplateLoad(manager: self, type: request.type, sequence: sequence)
    }

    /// Queues the load of a file.
    ///
    /// - Parameters:
    ///   - url: The file's URL.
    ///   - type: The template's type; the file's stem if `nil`.
    ///   - completion: Receives the result once, on the main actor, for one template in the order in which loads end.
    /// - Returns: A handle that can cancel the load.
    @discardableResult
    public func enqueue(
        contentsOf url: URL,
        as type: String? = nil,
        completion: (@MainActor @Sendable (Result<Template, TemplateError>) -> Void)? = nil
    ) -> QueuedTemplateLoad {
        enqueue(TemplateRequest(contentsOf: url, as: type), completion: completion)
    }

    /// Queues the load of bytes.
    ///
    /// - Parameters:
    ///   - bytes: The complete file.
    ///   - type: The template's type.
    ///   - completion: Receives the result once, on the main actor, for one template in the order in which loads end.
    /// - Returns: A handle that can cancel the load.
    @discardableResult
    public func enqueue(
        _ bytes: [UInt8],
        as type: String,
        completion: (@MainActor @Sendable (Result<Template, TemplateError>) -> Void)? = nil
    ) -> QueuedTemplateLoad {
        enqueue(TemplateRequest(bytes, as: type), completion: completion)
    }
}

/// A handle of a queued load.
///
/// Releasing the handle does not affect the load. A handle keeps neither the manager nor anything that the load needs
/// alive, so it can be kept as long as needed.
public struct QueuedTemplateLoad: Sendable {
    fileprivate weak let manager: TemplateManager?
    /// The requested type.
    public let type: String
    fileprivate let sequence: UInt64

    /// Ends the load with ``TemplateError/Code/cancelled``, if it has not ended.
    ///
    /// A result that a loader still produces is dropped. A load that a look-up is running goes on.
    ///
    /// - Returns: Whether this ended the load.
    @discardableResult
    public func cancel() -> Bool {
        let error = TemplateError(.cancelled, "the load of '\(VisibleText.short(type))' was cancelled")
        return manager?.change { $0.cancel(sequence, in: type.looseSpelling, error) } ?? false
    }
}

// MARK: - Many loads

extension TemplateManager {
    /// Queues the loads of many files, each under its stem.
    ///
    /// The progress counts all loads that have ended, with or without success, and changes on the main actor. Soon
    /// after it is cancelled, the other loads end with ``TemplateError/Code/cancelled``; one that a look-up is running goes on.
    ///
    /// - Parameters:
    ///   - urls: The files' URLs.
    ///   - onEach: Receives the result of each file's load once, on the main actor, for one template in the order in which loads end.
    /// - Returns: The progress of all loads; it is finished immediately if there are none.
    @discardableResult
    public func prefetch(
        contentsOf urls: [URL],
        onEach: (@MainActor @Sendable (URL, Result<Template, TemplateError>) -> Void)? = nil
    ) -> Progress {
        let requests = urls.map { TemplateRequest(contentsOf: $0) }
        guard let onEach else { return prefetch(requests) }
        return prefetch(requests) { index, result in onEach(urls[index], result) }
    }

    /// Queues the loads of all compiled templates in a folder, each under its stem.
    ///
    /// Only the folder's list is read before the call returns. Subfolders are not searched.
    ///
    /// - Parameters:
    ///   - folder: The folder's URL.
    ///   - pathExtension: The extension of the files to load.
    ///   - onEach: Receives the result of each file's load once, on the main actor, for one template in the order in which loads end.
    /// - Returns: The progress of all loads; it is finished immediately if there are none.
    /// - Throws: ``TemplateError`` if the folder cannot be read.
    @discardableResult
    public func prefetch(
        contentsOf folder: URL,
        withExtension pathExtension: String = "out",
        onEach: (@MainActor @Sendable (URL, Result<Template, TemplateError>) -> Void)? = nil
    ) throws(TemplateError) -> Progress {
        let content = try Self.content(of: folder)
        let files = content.filter { $0.pathExtension == pathExtension }
        return prefetch(contentsOf: files.sorted { $0.path < $1.path }, onEach: onEach)
    }

    /// Queues many loads.
    ///
    /// - Parameters:
    ///   - requests: The loads.
    ///   - onEach: Receives the index of each request and the result of its load once, on the main actor, for one template
    ///     in the order in which loads end.
    /// - Returns: The progress of all loads; it is finished immediately if there are none.
    @discardableResult
    public func prefetch(
        _ requests: [TemplateRequest],
        onEach: (@MainActor @Sendable (Int, Result<Template, TemplateError>) -> Void)? = nil
    ) -> Progress {
        let progress = makeProgress(requests.count)
        // In portions, so that no other thread waits long for the lock.
        for start in stride(from: 0, to: requests.count, by: 32) {
            change { state in
                for index in start..<min(start + 32, requests.count) {
                    let completion = onEach.map { onEach -> TemplateLoad.Completion in { onEach(index, $0) } }
                    _ = state.enqueue(requests[index], completion: completion, progress: progress)
                }
            }
        }
        // A progress inside another one may be cancelled before everything is queued.
        if progress.isCancelled { cancelLoads(of: progress) }
        return progress
    }

    /// Replaces templates by those of another release, all at once, and runs no code of the app.
    ///
    /// From when this returns, a look-up of these types gives what the requests load, whatever its freshness, or fails: no
    /// look-up gives a template that was published or requested before. The loads are queued; as always, one that is asked
    /// for is run immediately.
    ///
    /// - Parameters:
    ///   - requests: The loads of the new release; requests for aliases are not meant for releases.
    ///   - types: The types of the old release that the new one lacks.
    /// - Returns: The progress of all loads, as of a prefetch, and what is still to be done: before that nobody is told
    ///   anything.
    /// - Complexity: O(*n*) in the number of requests and published templates; no file is read.
    package func beginReplacing(
        _ requests: [TemplateRequest],
        removing types: [String]
    ) -> (progress: Progress, finish: () -> Void) {
        let progress = makeProgress(requests.count, isCompleteIfEmpty: false)
        let (_, aftermath) = changeState { $0.replace(requests, removing: types, progress) }
        let finish = {
            self.finish(aftermath)
            if requests.isEmpty { progress.completedUnitCount = 1 }
            if progress.isCancelled { self.cancelLoads(of: progress) }
        }
        return (progress, finish)
    }

    private func makeProgress(_ count: Int, isCompleteIfEmpty: Bool = true) -> Progress {
        let progress = Progress(totalUnitCount: Int64(max(1, count)))
        guard count > 0 else {
            if isCompleteIfEmpty { progress.completedUnitCount = 1 }
            return progress
        }
        progress.cancellationHandler = { [weak self, weak progress] in
            guard let self, let progress else { return }
            self.cancelLoads(of: progress)
        }
        return progress
    }

    private static func content(of folder: URL) throws(TemplateError) -> [URL] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) else {
            throw TemplateError(.fileMissing, "there is no such folder", path: folder.path)
        }
        guard isFolder.boolValue else {
            throw TemplateError(.fileUnreadable, "the path is not that of a folder", path: folder.path)
        }
        do {
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        } catch {
            throw TemplateError(.fileUnreadable, "the folder cannot be read", path: folder.path, cause: error)
        }
    }

    private func cancelLoads(of progress: Progress) {
        let error = TemplateError(.cancelled, "the prefetch was cancelled")
        change { $0.endAll(error) { $0.progress === progress && !$0.isNeededNow } }
    }
}
