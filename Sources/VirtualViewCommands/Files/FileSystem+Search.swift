import VirtualViewFormat

extension FileSystem {
    /// Finds the files below a folder whose names have certain endings.
    ///
    /// Folders are searched in byte order, so that the result does not depend on the file system. Links to files are
    /// followed and links to folders are not, because they may lead in circles. A link that leads nowhere is found, as a
    /// file that cannot be read.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - extensions: The endings, without points.
    ///   - hidden: Folders that are searched too where names with a point in front keep them from being found.
    ///   - report: Called with each sub-folder that cannot be read, and each name with such an ending that is not UTF-8, or
    ///     is that of a pipe or a device.
    /// - Returns: The paths as they are reached from the folder, each with the way of sub-folders to it.
    /// - Throws: ``FileError`` if the folder cannot be read.
    static func search(
        _ folder: String,
        for extensions: Set<String>,
        alsoIn hidden: Set<String> = [],
        report: (FileError) -> Void
    ) throws(FileError) -> [(path: String, subfolder: String)] {
        let hidden = hidden.map(Path.normalized).filter { "/\($0)".contains("/.") }.sorted(by: String.inByteOrder)
        return try search(folder, subfolder: "", for: extensions, alsoIn: hidden, report: report)
    }

    private static func search(
        _ folder: String,
        subfolder: String,
        for extensions: Set<String>,
        alsoIn hidden: [String],
        report: (FileError) -> Void
    ) throws(FileError) -> [(path: String, subfolder: String)] {
        var files: [(path: String, subfolder: String)] = []
        func enter(_ path: String, _ name: String, alsoIn hidden: [String]) {
            let subfolder = Path.join(subfolder, name)
            do throws(FileError) {
                files += try search(path, subfolder: subfolder, for: extensions, alsoIn: hidden, report: report)
            } catch {
                report(error)
            }
        }
        for (name, isText, isFile) in try list(folder) {
            guard isText else {
                if extensions.contains(Path.fileExtension(of: name)) {
                    report(FileError(reading: folder, "the name '\(name)' in the folder is not UTF-8"))
                }
                continue
            }
            let path = folder == "." ? name : Path.join(folder, name)
            let isNamed = extensions.contains(Path.fileExtension(of: name))
            switch isFile ? .file : kind(of: path) {
            case .folder:
                if !isLink(path) { enter(path, name, alsoIn: hidden) }
            case .file:
                if isNamed { files.append((path, subfolder)) }
            case .other:
                if isNamed { report(FileError(reading: path, "is not a regular file")) }
            case nil:
                if isLink(path) {
                    if isNamed { files.append((path, subfolder)) }
                } else if !isGone(path) {
                    // What is not there at all was removed just now.
                    report(FileError(reading: path, FileError.lastReason))
                }
            }
        }
        for name in hidden {
            let path = Path.join(folder, name)
            guard kind(of: path) == .folder, resolved(path) == resolved(folder).map({ Path.join($0, name) }) else {
                continue
            }
            enter(path, name, alsoIn: [])
        }
        return files
    }
}
