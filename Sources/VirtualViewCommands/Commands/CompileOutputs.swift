/// Where `vvc compile` writes.
struct CompileOutputs {
    private let folder: String
    /// The one output that `-o FILE.out` names.
    private let file: String?

    init(_ option: String?, inputCount: Int) throws(UsageError) {
        guard let option else {
            folder = "."
            file = nil
            return
        }
        guard !option.isEmpty else { throw UsageError("'-o' needs a folder or a file") }
        let namesFile =
            Path.fileExtension(of: option) == "out" && !option.hasSuffix("/") && FileSystem.kind(of: option) != .folder
        if namesFile, inputCount > 1 {
            throw UsageError("'-o \(option)' names one file, but there are \(inputCount) inputs; give a folder")
        }
        folder = option
        file = namesFile ? option : nil
    }

    /// The output of an input whose template has a name.
    ///
    /// A name with `/` would leave the folder, and one with NUL would end there; both become underscores.
    func path(for type: String, _ input: CompileInput) -> String {
        if let file { return file }
        let name = type.asFileName
        return Path.join(Path.join(folder, input.subfolder), "\(name == ".." || name == "." ? "_" : name).out")
    }
}

extension String {
    fileprivate var asFileName: String {
        var name = ""
        for scalar in unicodeScalars { name.unicodeScalars.append(scalar == "/" || scalar == "\0" ? "_" : scalar) }
        return name
    }
}
