import Foundation

/// Finds files of the test tree from the place of this source file.
package enum Fixtures {
    /// The package's root folder.
    package static let packageRoot = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of the samples.
    package static let templates = packageRoot.appendingPathComponent("Templates")

    /// The names of the samples' sources, in order.
    package static let templateNames: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: templates.path)) ?? []
        return files.filter { $0.hasSuffix(".xml") || $0.hasSuffix(".asv") }.sorted()
    }()

    /// The text of a file of the package, by its path from the root.
    package static func text(of path: String) throws -> String {
        try String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8)
    }

    /// A file or folder below `Tests/Fixtures`.
    package static func url(_ path: String) -> URL {
        packageRoot.appendingPathComponent("Tests/Fixtures").appendingPathComponent(path)
    }

    /// The bytes of a file below `Tests/Fixtures`.
    package static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: url(path)))
    }
}
