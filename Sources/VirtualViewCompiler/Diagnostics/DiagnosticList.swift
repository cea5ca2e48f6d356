/// Collects what is reported about the sources of one run and puts it in order.
///
/// A list keeps a bounded number of diagnostics for each file, so that hostile input cannot exhaust memory, and errors
/// before others; if some were dropped, one last diagnostic says how many.
public struct DiagnosticList: Sendable {
    /// The diagnostics that are kept of one file.
    private struct Bucket: Sendable {
        let file: SourceFile
        var kept: [Diagnostic] = []
        /// The number of those that are no errors.
        var lesser = 0
        /// The errors that came when the list was full; each takes the place of the last of those that are none.
        var late: [Diagnostic] = []
        var dropped = 0
        var droppedError = false

        /// The diagnostics that are shown, in the order of reporting.
        var shown: [Diagnostic] {
            if late.isEmpty { return kept }
            var left = lesser - late.count
            return kept.filter { diagnostic in
                if diagnostic.severity == .error { return true }
                left -= 1
                return left >= 0
            } + late
        }

        mutating func add(_ diagnostic: Diagnostic, limit: Int) {
            let isError = diagnostic.severity == .error
            if kept.count < limit {
                kept.append(diagnostic)
                if !isError { lesser += 1 }
                return
            }
            dropped += 1
            guard isError else { return }
            if late.count < lesser { late.append(diagnostic) } else { droppedError = true }
        }
    }

    /// The number of files up to which they are searched one by one.
    private static let few = 8

    /// Whether every warning counts as an error.
    package let warningsAreErrors: Bool
    /// The maximum number of diagnostics that are kept for each file.
    package let limit: Int
    /// Whether an error was added, kept or not.
    public private(set) var hasErrors = false

    /// The files in the order in which they came.
    private var buckets: [Bucket] = []
    /// The index of each file's bucket, once there are too many to search.
    private var bucketOfFile: [SourceFile: Int] = [:]

    /// Creates an empty list.
    package init(warningsAreErrors: Bool = false, limit: Int = 1000) {
        self.warningsAreErrors = warningsAreErrors
        self.limit = max(1, limit)
    }

    /// Whether the list is empty.
    public var isEmpty: Bool { buckets.allSatisfy { $0.kept.isEmpty } }

    /// Reserves a file's place in the order, before anything is reported about it.
    ///
    /// - Parameter file: The next input.
    package mutating func addFile(_ file: SourceFile) {
        _ = bucket(of: file)
    }

    /// Adds a diagnostic.
    ///
    /// - Parameter diagnostic: The diagnostic.
    package mutating func add(_ diagnostic: Diagnostic) {
        var diagnostic = diagnostic
        if warningsAreErrors, diagnostic.severity == .warning { diagnostic = diagnostic.withSeverity(.error) }
        if diagnostic.severity == .error { hasErrors = true }
        let index = bucket(of: diagnostic.range.file)
        buckets[index].add(diagnostic, limit: limit)
    }

    /// Adds the diagnostics of another list, with its files after those of this list.
    ///
    /// - Parameter other: A list, for example of another input.
    package mutating func add(_ other: DiagnosticList) {
        for bucket in other.buckets {
            let index = self.bucket(of: bucket.file)
            for diagnostic in bucket.shown { add(diagnostic) }
            buckets[index].dropped += bucket.dropped
            if bucket.droppedError { buckets[index].droppedError = true }
        }
        if other.hasErrors { hasErrors = true }
    }

    /// Returns whether no further diagnostic about a file would be kept, unless it is an error.
    ///
    /// - Parameter file: A file.
    /// - Returns: True if the file's limit is reached.
    package func isFull(_ file: SourceFile) -> Bool {
        guard let index = existingBucket(of: file) else { return false }
        return buckets[index].kept.count >= limit
    }

    /// The kept diagnostics, ordered by file, then by position, then by the order of reporting.
    ///
    /// - Complexity: O(*n* log *n*).
    public var ordered: [Diagnostic] {
        buckets.flatMap { $0.shown.inFileOrder() + dropNotice($0) }
    }

    /// Returns the diagnostic that says that others were dropped; nothing if none were.
    private func dropNotice(_ bucket: Bucket) -> [Diagnostic] {
        guard bucket.dropped > 0 else { return [] }
        let end = bucket.file.bytes.count
        let message = Message.limit(bucket.dropped, hasError: bucket.droppedError || warningsAreErrors)
        return [Diagnostic(message, at: SourceRange(bucket.file, end..<end))]
    }

    private mutating func bucket(of file: SourceFile) -> Int {
        if let index = existingBucket(of: file) { return index }
        buckets.append(Bucket(file: file))
        if buckets.count > Self.few {
            if bucketOfFile.isEmpty {
                for (index, bucket) in buckets.enumerated() { bucketOfFile[bucket.file] = index }
            }
            bucketOfFile[file] = buckets.count - 1
        }
        return buckets.count - 1
    }

    private func existingBucket(of file: SourceFile) -> Int? {
        // Most reports are about the file of the last one.
        if let last = buckets.last, last.file == file { return buckets.count - 1 }
        if buckets.count <= Self.few { return buckets.firstIndex { $0.file == file } }
        return bucketOfFile[file]
    }
}

extension [Diagnostic] {
    /// Returns the diagnostics of one file, ordered by position; those at one place keep their order.
    package func inFileOrder() -> [Diagnostic] {
        sorted { $0.range.offsets.lowerBound < $1.range.offsets.lowerBound }
    }
}

extension Diagnostic {
    /// Returns the same diagnostic with another severity.
    ///
    /// - Parameter severity: The new severity.
    /// - Returns: A copy.
    package func withSeverity(_ severity: Severity) -> Diagnostic {
        Diagnostic(severity, id: id, message, at: range, notes: notes, fixIts: fixIts)
    }
}
