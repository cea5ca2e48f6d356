import Foundation

/// A folder that goes away with the value.
package final class TemporaryFolder: Sendable {
    /// The folder, which has a space in its name.
    package let url: URL

    /// Makes an empty folder.
    package init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("vv \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// Makes an empty folder for a property of a suite; stops where there can be none.
    package static func fresh() -> TemporaryFolder {
        do { return try TemporaryFolder() } catch { preconditionFailure("there is no folder: \(error)") }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes a file into the folder and gives its URL.
    package func write(_ bytes: [UInt8], to name: String) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return file
    }
}
