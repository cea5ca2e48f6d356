import Foundation
import Testing
import VirtualViewCommands
import VirtualViewTestSupport

/// A temporary folder in which commands run; in arguments and output `@` stands for its path.
final class Workspace {
    /// What a command did.
    struct Result {
        let code: ExitCode
        let out: String
        let error: String

        /// The lines of standard error.
        var errors: [String] { error.split(separator: "\n").map(String.init) }
        /// The first line of standard error.
        var firstError: String { errors.first ?? "" }
    }

    private let temporary: TemporaryFolder

    /// Makes the folder, as a repository if nothing above it counts.
    init(isRepository: Bool = false) throws {
        temporary = try TemporaryFolder()
        if isRepository { try makeFolder(".git") }
    }

    /// Makes the folder for a property of a suite; stops where there can be none.
    static func fresh() -> Workspace {
        do { return try Workspace() } catch { preconditionFailure("there is no folder: \(error)") }
    }

    var folder: URL { temporary.url }

    /// The path of something in the folder.
    func path(_ name: String) -> String {
        folder.appendingPathComponent(name).path
    }

    /// Writes a file, and the folders that it needs.
    @discardableResult
    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }

    /// Writes a text.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        try write(name, Array(text.utf8))
    }

    /// Writes a text at once, as editors do that write aside and rename: who watches sees the old file or the new one, never
    /// a part of it.
    func replace(_ name: String, _ text: String) throws {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        let aside = try write("replaced.part", text)
        try #require(rename(aside, url.path) == 0, "\(name)")
    }

    /// Writes an empty file whose name is any bytes; fails where the file system takes text alone.
    func writeNameless(_ folder: String, _ name: [UInt8]) -> Bool {
        let path = Array(self.path(folder).utf8) + [UInt8(ascii: "/")] + name + [0]
        let file = path.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap { fopen($0, "w") }
        }
        return file.map { fclose($0) == 0 } ?? false
    }

    /// Whether file names can be any bytes.
    static let takesNamelessFiles: Bool = (try? Workspace())?.writeNameless("", [0x43, 0xFF]) ?? false

    func makeFolder(_ name: String) throws {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path(name))
    }

    /// The number that tells whether a file was written anew.
    func inode(_ name: String) throws -> UInt64? {
        try FileManager.default.attributesOfItem(atPath: path(name))[.systemFileNumber] as? UInt64
    }

    /// Every file below a folder, sorted.
    func files(_ name: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: path(name))?.compactMap { $0 as? String } ?? []
        var isFolder: ObjCBool = false
        return all.filter {
            FileManager.default.fileExists(atPath: path(name) + "/" + $0, isDirectory: &isFolder) && !isFolder.boolValue
        }.sorted()
    }

    /// Runs `vvc` with arguments in which `@` is the folder.
    func vvc(_ arguments: String..., usesColor: Bool = false) -> Result {
        vvc(arguments, usesColor: usesColor)
    }

    /// Runs `vvc` with arguments in which `@` is the folder.
    func vvc(_ arguments: [String], usesColor: Bool = false) -> Result {
        var out = ""
        var error = ""
        let terminal = Terminal(
            usesColor: usesColor,
            out: {
                out += String(decoding: $0, as: UTF8.self)
                return true
            },
            error: { error += String(decoding: $0, as: UTF8.self) }
        )
        let real = arguments.map { $0.replacingOccurrences(of: "@", with: folder.path) }
        let code = VVC.run(real, terminal: terminal)
        return Result(code: code, out: portable(out), error: portable(error))
    }

    private func portable(_ text: String) -> String {
        text.replacingOccurrences(of: folder.path, with: "@")
            .replacingOccurrences(of: folder.path.replacingOccurrences(of: "/", with: "\\/"), with: "@")
    }
}

/// Expects a text to be the one that is kept beside the tests; see ``VirtualViewTestSupport/Snapshot``.
func expectSnapshot(
    _ text: String,
    named name: String,
    testFile: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    if let problem = try Snapshot(name, of: testFile).compare(text) {
        Issue.record("\(problem)", sourceLocation: sourceLocation)
    }
}

extension Fixtures {
    /// The arguments of `vvc layout` for a sample with its data, and with the samples that its data names.
    static func layoutArguments(of name: String) throws -> [String] {
        let data = templates.appendingPathComponent("\(name.dropLast(4)).json")
        let text = try String(contentsOf: data, encoding: .utf8)
        let others = templateNames.filter { $0 != name && text.contains("\"\($0.dropLast(4))\"") }
        return ["layout", templates.appendingPathComponent(name).path, "--data", data.path]
            + others.flatMap { ["--with", templates.appendingPathComponent($0).path] }
    }
}
