import Foundation

/// A folder for what a row writes.
struct ScratchFolder {
    private let root: URL

    init() throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("vvbench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    /// The path of something in the folder.
    func path(_ name: String) -> String {
        root.appendingPathComponent(name).path
    }

    /// Writes files into a new subfolder.
    func write(_ files: [(name: String, bytes: [UInt8])], to name: String) throws {
        try empty(name)
        for file in files { try Data(file.bytes).write(to: URL(fileURLWithPath: "\(path(name))/\(file.name)")) }
    }

    /// Makes a subfolder, or empties it.
    func empty(_ name: String) throws {
        try? FileManager.default.removeItem(atPath: path(name))
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }

    /// Removes everything.
    func remove() {
        try? FileManager.default.removeItem(at: root)
    }
}
