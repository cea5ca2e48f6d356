import VirtualViewCompiler
import VirtualViewFormat

/// The files that a command had already, whatever folder it reached them from.
///
/// A link to a file is a file of its own, for it has a name of its own.
struct SeenFiles {
    /// The paths without links of the folders that were asked for.
    private var folders: [ExactText: String] = [:]
    private var paths: Set<ExactText> = []

    /// Notes a file.
    ///
    /// - Parameter path: The file; it need not be there.
    /// - Returns: Whether it is new.
    @discardableResult
    mutating func insert(_ path: String) -> Bool {
        let folder = Path.folder(of: path)
        let known = folders[ExactText(folder)] ?? FileSystem.resolved(folder) ?? Path.normalized(folder)
        folders[ExactText(folder)] = known
        return paths.insert(ExactText(Path.join(known, Path.name(of: path)))).inserted
    }
}
