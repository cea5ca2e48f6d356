/// The files that a command reads and those that it is to write: none may be both, and no two outputs may be one.
///
/// A command asks before it writes or removes anything, for an output that is also a source would be lost.
struct OutputClaims {
    private var sources: [FileSystem.Identity: String] = [:]
    private var outputs: [String: String] = [:]

    /// Creates the claims for the files that are read.
    ///
    /// - Parameter paths: The files; those that are not there, and devices and pipes, cannot be lost.
    init(reading paths: [String]) {
        var seen: Set<String> = []
        for path in paths where seen.insert(path).inserted && FileSystem.kind(of: path) == .file {
            for identity in FileSystem.identities(of: path) where sources[identity] == nil { sources[identity] = path }
        }
    }

    /// Checks that an output is not a source.
    ///
    /// - Parameter output: The path of the output.
    /// - Throws: `UsageError` when it is one of the files that are read.
    func check(_ output: String) throws(UsageError) {
        for identity in FileSystem.identities(of: output) {
            guard let source = sources[identity] else { continue }
            throw UsageError("the output '\(output)' is the source '\(source)'")
        }
    }

    /// Checks that an output is neither a source nor an earlier output, and keeps it from later ones.
    ///
    /// - Parameters:
    ///   - output: The path of the output; devices and pipes may be written more than once.
    ///   - role: The option or source that names it, as messages show it.
    /// - Throws: `UsageError` when the file is taken.
    mutating func claim(_ output: String, for role: String) throws(UsageError) {
        try check(output)
        guard FileSystem.kind(of: output) != .other else { return }
        if let other = outputs.updateValue(role, forKey: Path.normalized(output)) {
            throw UsageError("the output '\(output)' of \(role) is also that of \(other)")
        }
    }

    /// Reserves an output that others may not have; sources that share it are reported elsewhere.
    mutating func note(_ output: String, for role: String) throws(UsageError) {
        try check(output)
        outputs[Path.normalized(output)] = role
    }
}
