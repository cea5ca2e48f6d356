import VirtualViewCompiler

extension CompileInput {
    /// Finds the sources that a list of templates names.
    ///
    /// They are in a folder `template` beside the list, or else beside the list itself. An entry without an ending
    /// stands for an `.xml` file, or for an `.asv` file if there is no such file.
    ///
    /// - Parameters:
    ///   - path: The list.
    ///   - isLenient: Whether a version that is too large is cut to 16 bits.
    /// - Returns: The sources in the order of the list, and what is wrong with the list.
    /// - Throws: `FileError` when the list cannot be read.
    static func find(
        inList path: String,
        isLenient: Bool
    ) throws(FileError) -> (inputs: [CompileInput], diagnostics: [Diagnostic]) {
        let file = SourceFile(path: path, bytes: try FileSystem.read(path))
        var (list, diagnostics) = TemplateList.read(file, isLenient: isLenient)
        let root = Path.folder(of: path)
        var inputs: [CompileInput] = []
        for index in list.entries.indices {
            let entry = list.entries[index]
            guard !entry.type.isEmpty, !entry.file.text.isEmpty else { continue }
            let source = source(of: entry, root)
            if FileSystem.kind(of: source) == nil {
                diagnostics.append(list.markMissing(index))
            }
            inputs.append(
                CompileInput(
                    path: source,
                    subfolder: entry.platform?.rawValue ?? "",
                    root: root,
                    entry: list.entries[index]
                )
            )
        }
        return (inputs, diagnostics.inFileOrder())
    }

    private static func source(of entry: TemplateList.Entry, _ root: String) -> String {
        let name = entry.file.text
        let names = extensions.contains(Path.fileExtension(of: name)) ? [name] : ["\(name).xml", "\(name).asv"]
        let folders = [Path.join(root, "template"), root]
        let places = folders.flatMap { folder in names.map { Path.join(folder, $0) } }
        let expected = FileSystem.kind(of: folders[0]) == .folder ? places[0] : places[names.count]
        return places.first { FileSystem.kind(of: $0) == .file } ?? expected
    }
}
