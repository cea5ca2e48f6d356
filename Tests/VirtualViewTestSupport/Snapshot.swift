import Foundation

/// A text that is kept beside the tests: `Tests/<Target>/Snapshots/<Suite>/<name>`.
///
/// With `VV_RECORD=1`, or when there is no such file, the text is written and the comparison fails, so that nobody takes
/// a new text for a checked one. With `VV_SNAPSHOT_LOG=FILE` the path of every snapshot that is looked at is added to
/// FILE, which tells the ones that no test needs any more.
package struct Snapshot {
    private let url: URL

    /// Names a snapshot.
    ///
    /// - Parameters:
    ///   - name: The file's name with its extension.
    ///   - testFile: The path of the test's source file; its name is that of the suite.
    package init(_ name: String, of testFile: String) {
        let file = URL(fileURLWithPath: testFile)
        let suite = file.deletingPathExtension().lastPathComponent
        url = file.deletingLastPathComponent().appendingPathComponent("Snapshots/\(suite)/\(name)")
    }

    /// Compares a text with the one that is kept.
    ///
    /// - Parameter text: The text as it is now.
    /// - Returns: What is wrong, or `nil` when the texts are equal.
    /// - Throws: An error of Foundation when the snapshot cannot be read or written.
    package func compare(_ text: String) throws -> String? {
        let environment = ProcessInfo.processInfo.environment
        if let log = environment["VV_SNAPSHOT_LOG"] { try addPath(to: log) }
        let old = try? String(contentsOf: url, encoding: .utf8)
        if let old, old.utf8.elementsEqual(text.utf8) { return nil }
        guard old == nil || environment["VV_RECORD"] == "1" else {
            return
                "\(url.lastPathComponent) differs; compare, then VV_RECORD=1 writes it:\n\(difference(old ?? "", text))"
        }
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        return "\(url.lastPathComponent) was written; look at it and run the test again"
    }

    /// The first line that differs.
    private func difference(_ old: String, _ new: String) -> String {
        let olds = old.components(separatedBy: "\n")
        let news = new.components(separatedBy: "\n")
        for index in 0..<max(olds.count, news.count) {
            let before = index < olds.count ? olds[index] : "(no line)"
            let now = index < news.count ? news[index] : "(no line)"
            if before != now { return "line \(index + 1)\n- \(before)\n+ \(now)" }
        }
        return ""
    }

    private func addPath(to log: String) throws {
        // Tests run at the same time: the system adds each line at the end, whoever else writes.
        let file = open(log, O_WRONLY | O_APPEND | O_CREAT, 0o644)
        guard file >= 0 else { throw CocoaError(.fileWriteNoPermission) }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        try handle.write(contentsOf: Data("\(url.path)\n".utf8))
    }
}
