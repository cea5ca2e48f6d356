import Foundation

/// What an app uses of Foundation that reads files in the background: the parts that the runtime library uses too.
public enum Reading {
    /// Reads files on a queue.
    public static func byteCount(_ files: [URL]) async -> Int64 {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.qualityOfService = .utility
        let lock = NSLock()
        let bytes = Progress(totalUnitCount: 0)
        let progress = Progress(totalUnitCount: Int64(files.count))
        for file in files {
            queue.addOperation {
                let count = (try? Data(contentsOf: file))?.count ?? 0
                lock.withLock { bytes.totalUnitCount += Int64(count) }
                Task { @MainActor in progress.completedUnitCount += 1 }
            }
        }
        while !progress.isFinished, !progress.isCancelled, !files.isEmpty { await Task.yield() }
        return bytes.totalUnitCount
    }

    /// Reads an object as an app has it that took it from JSON.
    public static func object(_ number: Int) -> String {
        let text = "{\"number\": \(number), \"list\": [1.5, null, true]}"
        let object = try? JSONSerialization.jsonObject(with: Data(text.utf8))
        let list = (object as? [String: Any])?["list"] as? [Any] ?? []
        return list.map { $0 is NSNull ? "none" : ($0 as? NSNumber)?.stringValue ?? "?" }.joined(separator: " ")
    }
}
