/// The output paths of `vvc compile`.
struct CompileOutputs {
    /// A file that a template becomes.
    struct File {
        let artefact: Artefact
        let path: String
    }

    private let folder: String
    /// The one output that `-o FILE.out` names.
    private let file: String?
    private let artefacts: [Artefact]
    /// Whether the files go into the tree of folders that lists are compiled to.
    private let isTree: Bool

    /// Decides where files go.
    ///
    /// - Parameters:
    ///   - option: The value of `-o`.
    ///   - inputCount: The number of sources.
    ///   - artefacts: The files that are made of each of them.
    ///   - isTree: Whether the files go into the tree of folders that lists are compiled to.
    /// - Throws: `UsageError` when `-o` does not fit the sources.
    init(_ option: String?, inputCount: Int, artefacts: [Artefact] = [.out], isTree: Bool = false) throws(UsageError) {
        self.artefacts = artefacts
        self.isTree = isTree
        guard let option else {
            folder = "."
            file = nil
            return
        }
        guard !option.isEmpty else { throw UsageError("'\(CompileCommand.output)' needs a folder or a file") }
        let namesFile =
            Path.fileExtension(of: option) == "out" && !option.hasSuffix("/") && FileSystem.kind(of: option) != .folder
        if !namesFile, let kind = FileSystem.kind(of: option), kind != .folder {
            throw UsageError("'\(CompileCommand.output) \(option)' is no folder; a file's name ends with .out")
        }
        let file = "'\(CompileCommand.output) \(option)'"
        if namesFile, isTree { throw UsageError("\(file) names a file, but '\(CompileCommand.list)' needs a folder") }
        if namesFile, inputCount > 1 {
            throw UsageError("\(file) names one file, but there are \(inputCount) inputs; give a folder")
        }
        folder = option
        self.file = namesFile ? option : nil
    }

    /// Returns the files that an input becomes whose template has a name.
    ///
    /// A name with `/` would leave the folder, and one with NUL would end there; both become underscores.
    func files(for type: String, _ input: CompileInput) -> [File] {
        let name = type.asFileName
        let stem = name == ".." || name == "." ? "_" : name
        return artefacts.map { artefact in
            let place = Path.join(folder, input.subfolder)
            if isTree {
                return File(artefact: artefact, path: Path.join(place, artefact.treePath(for: stem.asOutputName)))
            }
            guard let file else {
                return File(artefact: artefact, path: Path.join(place, artefact.fileName(for: stem)))
            }
            if artefact == .out { return File(artefact: artefact, path: file) }
            // The class has the template's name, whatever the binary is called.
            let beside = artefact == .java ? stem : Path.stem(of: file)
            return File(artefact: artefact, path: Path.join(Path.folder(of: file), artefact.fileName(for: beside)))
        }
    }
}

extension [CompileOutputs.File] {
    /// The path of the file with an assemble source's named parts; `nil` if no binary is written.
    var partsPath: String? {
        guard let output = first(where: { $0.artefact == .out })?.path else { return nil }
        return Path.join(Path.folder(of: output), Path.stem(of: output) + ".parts.json")
    }
}

extension String {
    fileprivate var asFileName: String {
        var name = ""
        for scalar in unicodeScalars { name.unicodeScalars.append(scalar == "/" || scalar == "\0" ? "_" : scalar) }
        return name
    }
}
