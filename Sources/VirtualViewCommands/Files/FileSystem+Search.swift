extension FileSystem {
    /// Finds the files below a folder whose names have certain endings.
    ///
    /// Folders are searched in byte order, so that the result does not depend on the file system. Links to files are
    /// followed and links to folders are not, because they may lead in circles.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - extensions: The endings, without points.
    ///   - report: Called with each file with such an ending that cannot be named, because its name is not UTF-8.
    /// - Returns: The paths as they are reached from the folder, each with the way of sub-folders to it.
    /// - Throws: ``FileError`` for a folder that cannot be read.
    static func search(
        _ folder: String,
        for extensions: Set<String>,
        report: (FileError) -> Void
    ) throws(FileError) -> [(path: String, subfolder: String)] {
        try search(folder, subfolder: "", for: extensions, report: report)
    }

    private static func search(
        _ folder: String,
        subfolder: String,
        for extensions: Set<String>,
        report: (FileError) -> Void
    ) throws(FileError) -> [(path: String, subfolder: String)] {
        var files: [(path: String, subfolder: String)] = []
        for (name, isText) in try list(folder) {
            guard isText else {
                if extensions.contains(Path.fileExtension(of: name)) {
                    report(FileError(reading: folder, "the name '\(name)' in the folder is not UTF-8"))
                }
                continue
            }
            let path = folder == "." ? name : Path.join(folder, name)
            switch kind(of: path) {
            case .folder where !isLink(path):
                files += try search(path, subfolder: Path.join(subfolder, name), for: extensions, report: report)
            case .file where extensions.contains(Path.fileExtension(of: name)):
                files.append((path, subfolder))
            default:
                break
            }
        }
        return files
    }
}
