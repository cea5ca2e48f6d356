import Foundation

// MARK: - Many loads

extension TemplateManager {
    /// Queues the loads of many files, each under its stem.
    ///
    /// The progress counts all loads that have ended, with or without success, and changes on the main actor. Soon
    /// after it is cancelled, the other loads end with ``TemplateError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - urls: The files' URLs.
    ///   - onEach: Receives the result of each file's load once, on the main actor, in the order in which loads end.
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
    ///   - onEach: Receives the result of each file's load once, on the main actor, in the order in which loads end.
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
    ///   - onEach: Receives the index of each request and the result of its load once, on the main actor, in the order
    ///     in which loads end.
    /// - Returns: The progress of all loads; it is finished immediately if there are none.
    @discardableResult
    public func prefetch(
        _ requests: [TemplateRequest],
        onEach: (@MainActor @Sendable (Int, Result<Template, TemplateError>) -> Void)? = nil
    ) -> Progress {
        let progress = Progress(totalUnitCount: Int64(max(1, requests.count)))
        guard !requests.isEmpty else {
            progress.completedUnitCount = 1
            return progress
        }
        progress.cancellationHandler = { [weak self, weak progress] in
            guard let self, let progress else { return }
            self.cancelLoads(of: progress)
        }
        // In portions, so that no other thread waits long for the lock.
        for start in stride(from: 0, to: requests.count, by: 32) {
            change { state, aftermath in
                if start == 0 { state.makeRoom(for: requests.count) }
                for index in start..<min(start + 32, requests.count) {
                    let completion = onEach.map { onEach -> TemplateLoad.Completion in { onEach(index, $0) } }
                    _ = state.enqueue(requests[index], completion: completion, progress: progress, &aftermath)
                }
            }
        }
        // A progress inside another one may be cancelled before everything is queued.
        if progress.isCancelled { cancelLoads(of: progress) }
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
        change { state, aftermath in
            state.endAll(error, &aftermath) { $0.progress === progress }
        }
    }
}
