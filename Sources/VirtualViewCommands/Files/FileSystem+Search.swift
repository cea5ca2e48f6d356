extension FileSystem {
    /// Finds the files below a folder whose names have certain endings.
    ///
    /// Folders are searched in byte order, so that the result does not depend on the file system. Links to files are
    /// followed and links to folders are not, because they may lead in circles.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - extensions: The endings, without points.
    /// - Returns: The paths as they are reached from the folder, each with the way of sub-folders to it.
    /// - Throws: ``FileError`` for a folder that cannot be read.
    static func search(
        _ folder: String,
        for extensions: Set<String>
    ) throws(FileError) -> [(path: String, subfolder: String)] {
        try search(folder, subfolder: "", for: extensions)
    }

    private static func search(
        _ folder: String,
        subfolder: String,
        for extensions: Set<String>
    ) throws(FileError) -> [(path: String, subfolder: String)] {
        var files: [(path: String, subfolder: String)] = []
        for name in try list(folder) {
            let path = folder == "." ? name : Path.join(folder, name)
            switch kind(of: path) {
            case .folder where !isLink(path):
                files += try search(path, subfolder: Path.join(subfolder, name), for: extensions)
            case .file where extensions.contains(Path.fileExtension(of: name)):
                files.append((path, subfolder))
            default:
                break
            }
        }
        return files
    }
}
