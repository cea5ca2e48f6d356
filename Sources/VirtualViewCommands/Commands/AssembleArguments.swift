import VirtualViewCompiler

/// The options of the commands that read assemble sources.
struct AssembleArguments {
    /// The sizes of images, by their names.
    private(set) var assets: [String: AssembleAssetSize] = [:]
    /// The files of fragments, each with the name that a source uses.
    private(set) var fragments: [(name: String, path: String)] = []

    private static let asset = Option(
        "--asset",
        "NAME=WxH",
        help: "Gives the size of an image that a .asv source shows"
    )
    private static let argument = Option("--arg", "NAME=FILE", help: "Defines a name that a .asv source uses")

    /// Reads `--asset` and `--arg`.
    init(_ line: inout ArgumentReader) throws(UsageError) {
        let sizes = line.texts(Self.asset)
        for text in line.texts(Self.argument) {
            let (name, path) = try Self.split(text, Self.argument)
            guard !fragments.contains(where: { $0.name == name }) else {
                throw UsageError("'\(Self.argument)' defines '\(name)' twice")
            }
            fragments.append((name, path))
        }
        for text in sizes {
            let (name, size) = try Self.split(text, Self.asset)
            guard let size = AssembleAssetSize(size) else {
                throw UsageError("'\(size)' is not a size: expected WxH, such as 24x24 or 40rpx40rp")
            }
            guard assets[name] == nil else { throw UsageError("'\(Self.asset)' gives the size of '\(name)' twice") }
            assets[name] = size
        }
    }

    /// Reads the files.
    func read(_ files: OptionFiles) throws(FileError) -> AssembleOptions {
        var options = AssembleOptions(assets: assets)
        for (name, path) in fragments {
            options.arguments[name] = SourceFile(path: path, bytes: try files.read(path))
        }
        return options
    }

    private static func split(_ text: String, _ option: Option) throws(UsageError) -> (String, String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw UsageError("'\(text)' is not a value of '\(option)': expected \(option.value ?? "")")
        }
        return (parts[0], parts[1])
    }
}
