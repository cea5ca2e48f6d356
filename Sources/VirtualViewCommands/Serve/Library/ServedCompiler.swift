import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions

/// Makes the compiler of a served folder from the command line's options and the folder's configuration.
struct ServedCompiler {
    private let options: CompilerOptions
    private let folder: String
    /// The file with what bindings read as `env`.
    private let valuesPath: String?
    private let files = OptionFiles()

    /// What a served folder is compiled and shown with.
    struct Made {
        /// The compiler; `nil` if something has errors.
        var compiler: TemplateCompiler?
        /// What stands for the app's functions and views.
        var samples: ProjectSamples?
        /// What bindings read as `env`.
        var values: BindingObject = [:]
        /// The errors, as text; `nil` if there are none.
        var problem: String?
        /// The warnings about what stands for the app's views, as text.
        var notes = ""
        /// The files that all this is made from, with those that would be if they were there.
        let files: [String]
    }

    init(_ options: CompilerOptions, folder: String, valuesPath: String?) throws(UsageError) {
        self.options = options
        self.folder = folder
        self.valuesPath = valuesPath
        files.waiting = .forAWriter
        // A wrong command line is reported before the server starts; files may be added later.
        var cache = CompilersByFolder(options, DiagnosticReporter { _ in })
        try cache.check(in: folder)
    }

    /// Creates the compiler, and what templates are shown with.
    ///
    /// Only the first call waits for pipes, because later calls happen between two requests.
    ///
    /// - Parameter config: The folder's own configuration; an option overrides it.
    /// - Returns: What was made.
    func make(config: String?) -> Made {
        var text = ""
        let reporter = DiagnosticReporter.text { text += $0 }
        defer { files.waiting = .never }
        var cache = CompilersByFolder(options, reporter, files)
        let paths = cache.paths(in: folder) + Project.places(above: folder) + [valuesPath].compactMap(\.self)
        let compiler: TemplateCompiler?
        do throws(UsageError) {
            compiler = try cache.compiler(in: folder, config: config)
        } catch {
            return Made(problem: "vvc: error: \(error.message)\n", files: paths)
        }
        var values: BindingObject?
        do throws(FileError) {
            values = try DataFile.environmentValues(valuesPath, orElse: cache.values(in: folder), reporter, files)
        } catch {
            reporter.report(error)
        }
        guard let compiler, let values else { return Made(problem: text, files: paths) }
        text = ""
        let samples = cache.samples(in: folder, for: compiler)
        return Made(compiler: compiler, samples: samples, values: values, notes: text, files: paths + samples.paths)
    }
}
