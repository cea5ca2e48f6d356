import VirtualViewCompiler
import VirtualViewFormat

/// Finds strings of different templates that share an id.
///
/// One file cannot hold two strings with one id, which the compiler reports. Two files can, but a client that keeps one
/// string table for all templates shows the wrong one (`Docs/Format.md §5`).
struct RunCollisions {
    private var seen: [StringID: (text: String, path: String)] = [:]

    /// Adds a template's strings, and what collides to its diagnostics.
    mutating func check(_ template: inout CompiledTemplate?, path: String, client: Client) {
        guard let bytes = template?.bytes, let decoded = try? Template(decoding: bytes) else { return }
        for entry in decoded.strings {
            guard let first = seen[entry.id] else {
                seen[entry.id] = (entry.text, path)
                continue
            }
            if !first.text.utf8.elementsEqual(entry.text.utf8) {
                template?.reportCollision(of: entry.text, with: first.text, in: first.path, client: client)
            }
        }
    }
}
