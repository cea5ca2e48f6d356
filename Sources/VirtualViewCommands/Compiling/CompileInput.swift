import VirtualViewCompiler

/// One source of a run of `vvc compile`.
struct CompileInput {
    /// The source as it is given on the command line, or as it is reached from a folder that is.
    let path: String
    /// The folder below the output folder that the file is written to; empty for none.
    let subfolder: String
    /// The folder whose configuration applies: the one that was given on the command line, or that of the list.
    let root: String?
    /// The entry for it in the list of templates, if there is one.
    var entry: TemplateList.Entry?
    /// How to read it if it is standard input.
    var standardInput: StandardInput?
}

extension CompileInput {
    /// Whether the source is a file in the assemble language.
    var isAssemble: Bool {
        Path.fileExtension(of: path) == "asv"
    }

    /// Whether the source is standard input, which is no file.
    var isStandardInput: Bool { standardInput != nil }

    /// Reads the source.
    func read() throws(FileError) -> SourceFile {
        if let standardInput { return try standardInput.source() }
        return SourceFile(path: path, bytes: try FileSystem.read(path))
    }

    /// The endings of sources.
    static let extensions: Set<String> = ["xml", "asv"]

    /// Returns whether a path is one of a source, by its ending.
    static func isSource(_ path: String) -> Bool { extensions.contains(Path.fileExtension(of: path)) }

    /// Finds the sources that operands stand for.
    ///
    /// Folders are searched by ``FileSystem/search(_:for:alsoIn:report:)``.
    ///
    /// - Parameters:
    ///   - operands: Files and folders.
    ///   - standardInput: How to read the operand `-`; `nil` if that is a file like any other.
    ///   - report: Called with each operand that cannot be used.
    /// - Returns: The sources in the order of the operands.
    static func find(
        _ operands: [String],
        standardInput: StandardInput? = nil,
        report: (FileError) -> Void
    ) -> [CompileInput] {
        operands.flatMap { operand -> [CompileInput] in
            if operand == StandardInput.operand, let standardInput {
                return [CompileInput(path: standardInput.path, subfolder: "", root: nil, standardInput: standardInput)]
            }
            do throws(FileError) {
                guard FileSystem.kind(of: operand) == .folder else { return [try file(operand)] }
                var hasNameless = false
                let found = try FileSystem.search(operand, for: extensions) { error in
                    hasNameless = true
                    report(error)
                }
                if found.isEmpty, !hasNameless {
                    report(FileError(reading: operand, "the folder has no .xml or .asv file"))
                }
                return found.map { CompileInput(path: $0.path, subfolder: $0.subfolder, root: operand) }
            } catch {
                report(error)
                return []
            }
        }
    }

    /// Returns the source that an operand is, if it is not a folder.
    static func file(_ path: String) throws(FileError) -> CompileInput {
        // A source that is not there is an input too: what it became in an earlier run must go.
        guard isSource(path) else {
            let isThere = FileSystem.kind(of: path) != nil
            throw FileError(reading: path, isThere ? "a source ends with .xml or .asv" : "no such file or folder")
        }
        return CompileInput(path: path, subfolder: "", root: nil)
    }
}

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
    /// - Throws: `FileError` when the list cannot be read, or lists nothing.
    static func find(
        inList path: String,
        isLenient: Bool
    ) throws(FileError) -> (inputs: [CompileInput], diagnostics: [Diagnostic]) {
        let file = SourceFile(path: path, bytes: try FileSystem.read(path))
        var (list, diagnostics) = TemplateList.read(file, isLenient: isLenient)
        guard !list.entries.isEmpty || !diagnostics.isEmpty else {
            throw FileError(reading: path, "the list has no template")
        }
        let folder = Path.folder(of: path)
        let configured = [folder, Path.join(folder, Self.listed)].first {
            FileSystem.isFileOrDeadLink(Path.join($0, CompilersByFolder.configName))
        }
        let root = configured ?? folder
        var inputs: [CompileInput] = []
        for index in list.entries.indices {
            let entry = list.entries[index]
            guard !entry.type.isEmpty, !entry.file.text.isEmpty else { continue }
            let source = source(of: entry, folder)
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

    /// The folder beside a list that may have its sources, and their configuration.
    private static let listed = "template"

    private static func source(of entry: TemplateList.Entry, _ root: String) -> String {
        let name = entry.file.text
        let names = isSource(name) ? [name] : ["\(name).xml", "\(name).asv"]
        let folders = [Path.join(root, listed), root]
        let places = folders.flatMap { folder in names.map { Path.join(folder, $0) } }
        let expected = FileSystem.kind(of: folders[0]) == .folder ? places[0] : places[names.count]
        return places.first { FileSystem.kind(of: $0) == .file } ?? expected
    }
}
