import VirtualViewCompiler

/// Makes the compiler of a served folder from the command line's options and the folder's configuration.
struct ServedCompiler {
    private let options: CompilerOptions
    private let folder: String
    private let files = OptionFiles()

    /// The name of the configuration in a folder.
    static let configName = "config.properties"

    init(_ options: CompilerOptions, folder: String) throws(UsageError) {
        self.options = options
        self.folder = folder
        files.waiting = .forAWriter
        // A wrong command line is reported before the server starts; files may be added later.
        var cache = CompilerCache(
            options,
            DiagnosticReporter(Terminal(out: { _ in true }, error: { _ in }), isJSON: false)
        )
        try cache.check(in: folder)
    }

    /// Creates the compiler.
    ///
    /// Only the first call waits for pipes, because later calls happen between two requests.
    ///
    /// - Parameter config: The folder's own configuration; an option overrides it.
    /// - Returns: The compiler, `nil` if something has errors; what was found, as text; and the files that it is made
    ///   from, with those that would be if they were there.
    func make(config: String?) -> (compiler: TemplateCompiler?, problem: String?, files: [String]) {
        var text = ""
        let reporter = DiagnosticReporter(
            Terminal(out: { _ in true }, error: { text += String(decoding: $0, as: UTF8.self) }),
            isJSON: false
        )
        defer { files.waiting = .never }
        var cache = CompilerCache(options, reporter, files)
        let paths = cache.paths(in: folder) + Project.places(above: folder)
        do throws(UsageError) {
            let compiler = try cache.compiler(in: folder, config: config)
            return (compiler, compiler == nil ? text : nil, paths)
        } catch {
            return (nil, "vvc: error: \(error.message)\n", paths)
        }
    }
}
