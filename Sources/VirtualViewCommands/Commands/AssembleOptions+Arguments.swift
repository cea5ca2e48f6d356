import VirtualViewCompiler

extension AssembleOptions {
    /// The options of the commands that read assemble sources.
    static let commandLineOptions: [CommandSpecification.Option] = [
        .init("--asset", "NAME=WxH", isRepeatable: true, help: "Gives the size of an image that a .asv source shows"),
        .init("--arg", "NAME=FILE", isRepeatable: true, help: "Defines a name that a .asv source uses"),
    ]

    /// Reads the options `--arg NAME=FILE` and `--asset NAME=WxH`.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - files: Reads the files.
    /// - Throws: `UsageError` for values that are none, before a file is read; `FileError` for a file that cannot be read.
    init(_ arguments: ParsedArguments, _ files: OptionFiles = OptionFiles()) throws {
        self.init()
        var paths: [(name: String, path: String)] = []
        var names: Set<String> = []
        for text in arguments.allValues("--arg") {
            let (name, path) = try Self.split(text, "--arg", "NAME=FILE")
            guard names.insert(name).inserted else { throw UsageError("'--arg' defines '\(name)' twice") }
            paths.append((name, path))
        }
        for text in arguments.allValues("--asset") {
            let (name, size) = try Self.split(text, "--asset", "NAME=WxH")
            guard let size = AssembleAssetSize(size) else {
                throw UsageError("'\(size)' is not a size: expected WxH, such as 24x24 or 40rpx40rp")
            }
            guard assets[name] == nil else { throw UsageError("'--asset' gives the size of '\(name)' twice") }
            assets[name] = size
        }
        for (name, path) in paths {
            self.arguments[name] = SourceFile(path: path, bytes: try files.read(path))
        }
    }

    /// The files that the options `--arg NAME=FILE` name.
    static func argumentPaths(_ arguments: ParsedArguments) -> [String] {
        arguments.allValues("--arg").compactMap { try? split($0, "--arg", "NAME=FILE").1 }
    }

    private static func split(_ text: String, _ option: String, _ form: String) throws(UsageError) -> (String, String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw UsageError("'\(text)' is not a value of '\(option)': expected \(form)")
        }
        return (parts[0], parts[1])
    }
}
