/// Reads the files that options name, once or again and again.
///
/// A pipe, such as a shell's `<(…)`, can be read only once, so its content is kept.
final class OptionFiles {
    /// Whether a pipe may be waited for.
    enum Waiting {
        /// Wait as any tool does.
        case forever
        /// For a writer to come for a second, then for what it writes.
        case forAWriter
        /// Waiting would hold up others.
        case never
    }

    var waiting = Waiting.forever
    private var kept: [String: Result<[UInt8], FileError>] = [:]

    /// Reads a file.
    ///
    /// - Parameter path: The file.
    /// - Returns: Its bytes; what became of it the first time when it is not a regular file.
    /// - Throws: ``FileError`` when it cannot be read, or would have to be waited for.
    func read(_ path: String) throws(FileError) -> [UInt8] {
        let isPipe = FileSystem.kind(of: path) == .other
        if isPipe, let outcome = kept[path] { return try outcome.get() }
        let patience = waiting == .forAWriter ? 1000 : nil
        let outcome = Result { () throws(FileError) in
            try FileSystem.read(path, isRegular: waiting == .never, patience: patience)
        }
        if isPipe { kept[path] = outcome }
        return try outcome.get()
    }
}
