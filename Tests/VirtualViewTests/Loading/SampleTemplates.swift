import Foundation
import VirtualView
import VirtualViewFormat

/// Small templates for tests of loading.
enum Sample {
    /// The file of a template with one text node.
    static func bytes(_ type: String, version: UInt16 = 1, digest: Bool = false) -> [UInt8] {
        var builder = TemplateBuilder(type: type, version: FormatVersion(patch: version))
        builder.embedsDigest = digest
        do {
            try builder.openNode(component: 7)
            try builder.set(.string(builder.intern("version \(version)")), for: builder.intern("text"))
            try builder.closeNode()
            return try builder.encoded()
        } catch {
            preconditionFailure("the sample cannot be written: \(error)")
        }
    }
}

/// A folder that goes away with the value.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("vv-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes a file into the folder and gives its URL.
    func write(_ bytes: [UInt8], to name: String) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return file
    }
}
