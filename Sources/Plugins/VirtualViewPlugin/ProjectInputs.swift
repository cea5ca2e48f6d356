import Foundation

/// What a template depends on by its project file, `vvc.json`.
///
/// `vvc` finds and reads the file itself, and reports what is wrong with it. A plugin only has to know which files a build
/// depends on. Both plugins have this file; a plugin cannot depend on a library.
struct ProjectInputs {
    /// The project file, and the files that it names as far as they are there.
    private(set) var files: [URL] = []
    /// Whether it names a configuration.
    private(set) var namesConfig = false

    /// Finds the project file of a source: in its folder or above it, up to the root of the repository.
    init(above source: URL) {
        var folder = source.standardizedFileURL
        repeat {
            folder.deleteLastPathComponent()
            let file = folder.appendingPathComponent("vvc.json")
            if Self.isFile(file) {
                read(file)
                return
            }
        } while folder.pathComponents.count > 1
            && !FileManager.default.fileExists(atPath: folder.appendingPathComponent(".git").path)
    }

    private static func isFile(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && !isFolder.boolValue
    }

    private mutating func read(_ file: URL) {
        files = [file]
        guard let bytes = try? Data(contentsOf: file),
            let members = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any]
        else { return }
        namesConfig = members["config"] is String
        let names = ["config", "components", "blocks", "fragments"].flatMap { name -> [String] in
            switch members[name] {
            case let path as String: [path]
            case let paths as [String]: paths
            case let paths as [String: String]: paths.values.sorted()
            default: []
            }
        }
        let folder = file.deletingLastPathComponent()
        files += names.map { URL(fileURLWithPath: $0, relativeTo: folder).standardizedFileURL }.filter(Self.isFile)
    }
}
