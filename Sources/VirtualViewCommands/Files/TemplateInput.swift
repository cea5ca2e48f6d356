import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// Templates named on the command line, compiled where they are sources, for commands that show them.
struct TemplateInput {
    private let compiler: TemplateCompiler
    private let client: Client
    private let registry: NodeRegistry
    let functions: [String: SampleFunction]
    private var templates: [String: PreparedTemplate] = [:]
    /// The source map of each template; none for compiled files without a map.
    private(set) var sourceMaps: [String: SourceMap] = [:]
    /// The diagnostics of the compiler for all of them.
    private(set) var diagnostics: [Diagnostic] = []
    /// The issues that were found before there was data, in the order in which they were found.
    private(set) var issues: [NodeIssue] = []
    /// The files that were read.
    private(set) var paths: [String] = []

    /// Prepares to read templates with a compiler; they behave as its client does.
    ///
    /// - Parameters:
    ///   - compiler: The compiler.
    ///   - functions: Sample results of the app's functions.
    init(compiler: TemplateCompiler = TemplateCompiler(), functions: [String: SampleFunction]) {
        self.compiler = compiler
        self.functions = functions
        client = compiler.options.client
        registry = NodeRegistry(for: compiler, functions)
    }

    /// Returns the file of a template that data names, beside the one that shows it.
    static func neighbour(_ type: String, in folder: String) -> String? {
        guard !type.isEmpty, !type.hasPrefix("."), !type.utf8.contains(where: { $0 == 0x2F || $0 == 0x5C || $0 == 0 })
        else { return nil }
        return (CompileInput.extensions.sorted(by: >) + ["out"]).map { Path.join(folder, "\(type).\($0)") }
            .first { FileSystem.kind(of: $0) == .file }
    }

    /// Returns whether a template of that name was read.
    func contains(_ type: String) -> Bool {
        templates[type] != nil
    }

    /// The texts in the templates, each constant of a binding by itself: among them are the names of images.
    var constants: Set<String> {
        templates.values.reduce(into: []) { constants, template in
            for string in template.template.strings { constants.formUnion(BindingExpression(string.text).constants) }
        }
    }

    /// Reads a template; data may name it from now on.
    ///
    /// - Parameters:
    ///   - path: A compiled file or a source.
    ///   - standardInput: How to read the path `-`; `nil` if that is a file like any other.
    ///   - reporter: Receives what the compiler finds, or what is wrong with a compiled file.
    /// - Returns: The template; `nil` if it has errors, which were reported.
    /// - Throws: ``FileError`` when the file cannot be read.
    mutating func load(
        _ path: String,
        standardInput: StandardInput? = nil,
        _ reporter: DiagnosticReporter
    ) throws(FileError) -> PreparedTemplate? {
        var path = path
        var source: SourceFile?
        var bytes: [UInt8]
        if path == StandardInput.operand, let standardInput {
            path = standardInput.path
            bytes = try StandardInput.read(StandardInput.operand)
            if !bytes.starts(with: "ALIVV".utf8) { source = standardInput.source(bytes) }
        } else {
            paths.append(path)
            bytes = try FileSystem.read(path)
            if CompileInput.isSource(path) {
                source = SourceFile(path: path, bytes: bytes)
            }
        }
        var sourceMap: SourceMap?
        if let source {
            let compiled = compiler.compile(source)
            reporter.report(compiled.diagnostics)
            diagnostics += compiled.diagnostics.ordered
            guard let output = compiled.bytes else { return nil }
            bytes = output
            sourceMap = compiled.sourceMap
        }
        do {
            let template = try Template(decoding: bytes)
            let prepared = try PreparedTemplate(template, registry: registry, client: client)
            take(prepared, sourceMap ?? template.sourceMap)
            return prepared
        } catch {
            let reason = (error as? FormatError).map { Problem($0, path).text } ?? "\(error)"
            reporter.report(.error, id: FileMessageID.cannotLoad.rawValue, reason, path: path)
        }
        return nil
    }

    /// Adds a template that is ready; data may name it from now on.
    mutating func add(_ prepared: PreparedTemplate, _ compiled: CompiledTemplate, _ sourceMap: SourceMap?) {
        take(prepared, sourceMap)
        diagnostics += compiled.diagnostics.ordered
    }

    private mutating func take(_ prepared: PreparedTemplate, _ sourceMap: SourceMap?) {
        prepared.use(sourceMap)
        templates[prepared.template.type] = prepared
        sourceMaps[prepared.template.type] = sourceMap
        issues += prepared.causes
    }

    /// The templates that were read so far, for the trees that name them.
    var source: PreparedTemplates {
        PreparedTemplates(templates, absence: "no template of that name was given; add it with '--with'")
    }

    /// The compiled files of the templates that were read, by their names.
    var files: [String: [UInt8]] { templates.mapValues(\.template.bytes) }

    /// Returns a template that was read.
    func template(of type: String) -> Template? {
        templates[type]?.template
    }
}

/// The data that a template shows, from a JSON file.
struct DataFile {
    let path: String
    let bytes: [UInt8]
    let value: JSONValue

    /// The value that stands for no data.
    private static let none = DataFile(path: "null", bytes: [], value: .null)

    /// Reads data; `null` means none, unless there is a file of that name.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - reporter: Receives what is wrong with the data.
    /// - Returns: The data; `nil` if it has errors, which were reported.
    /// - Throws: ``FileError`` when the file cannot be read.
    static func read(_ path: String, _ reporter: DiagnosticReporter) throws(FileError) -> DataFile? {
        if path == "null", FileSystem.kind(of: path) == nil { return DataFile.none }
        return read(SourceFile(path: path, bytes: try FileSystem.read(path)), reporter)
    }

    /// Reads the values that an app gives bindings as `env`.
    ///
    /// - Parameters:
    ///   - path: The file; `nil` for the values of the project file.
    ///   - project: These; `nil` for none.
    ///   - reporter: Receives what is wrong with the JSON.
    ///   - files: Reads the file.
    /// - Returns: The values; `nil` if the JSON has errors, which were reported.
    /// - Throws: ``FileError`` when the file cannot be read, is no object, or uses a name of the environment itself.
    static func environmentValues(
        _ path: String?,
        orElse project: BindingObject?,
        _ reporter: DiagnosticReporter,
        _ files: OptionFiles = OptionFiles()
    ) throws(FileError) -> BindingObject? {
        guard let path else { return project ?? [:] }
        guard let file = read(try files.source(path), reporter) else { return nil }
        guard case .object(let values) = file.value else {
            throw FileError(reading: path, "the values of the environment must be a JSON object")
        }
        if let taken = values.sortedKeys.first(where: ScreenEnvironment.hasOwnValue) {
            throw FileError(reading: path, "every environment has '\(taken)' of its own; use another name")
        }
        return values
    }

    /// Reads data that is in memory.
    ///
    /// - Parameters:
    ///   - source: The data.
    ///   - reporter: Receives what is wrong with it.
    /// - Returns: The data; `nil` if it has errors, which were reported.
    static func read(_ source: SourceFile, _ reporter: DiagnosticReporter) -> DataFile? {
        do throws(BindingDataError) {
            return DataFile(path: source.path, bytes: source.bytes, value: try JSONValue(json: source.bytes))
        } catch {
            var list = DiagnosticList()
            let range = SourceRange(source, error.offset..<error.offset)
            list.add(Diagnostic(.error, id: "data.\(error.code.rawValue)", error.message, at: range))
            reporter.report(list)
            return nil
        }
    }
}

/// Reads the files that options name, once or again and again.
///
/// A pipe, such as a shell's `<(…)`, can be read only once, so its content is kept.
final class OptionFiles {
    /// Whether a pipe may be waited for.
    enum Waiting {
        /// Wait as any tool does.
        case forever
        /// For a writer to come for a second, then for what it writes.
        case forAWriter
        /// Waiting would hold up others.
        case never
    }

    var waiting = Waiting.forever
    private var kept: [ExactText: Result<[UInt8], FileError>] = [:]
    /// What was read of regular files; `nil` if they are read anew each time.
    private var files: [ExactText: [UInt8]]?
    /// Returns what a path is called in messages.
    private let shown: (String) -> String

    init(shown: @escaping (String) -> String = { $0 }) {
        self.shown = shown
    }

    /// Reads regular files once from now on, and those anew that were read before.
    func startRun() {
        files = [:]
    }

    /// Reads a file.
    ///
    /// - Parameter path: The file.
    /// - Returns: Its bytes; what became of it the first time when it is not a regular file.
    /// - Throws: ``FileError`` when it cannot be read, or would have to be waited for.
    func read(_ path: String) throws(FileError) -> [UInt8] {
        let isPipe = FileSystem.kind(of: path) == .other
        let key = ExactText(path)
        if isPipe, let outcome = kept[key] { return try outcome.get() }
        if !isPipe, let bytes = files?[key] { return bytes }
        let patience = waiting == .forAWriter ? 1000 : nil
        let outcome = Result { () throws(FileError) in
            try FileSystem.read(path, isRegular: waiting == .never, patience: patience)
        }.mapError { $0.at(shown($0.path)) }
        if isPipe { kept[key] = outcome }
        let bytes = try outcome.get()
        if !isPipe, files != nil { files?[key] = bytes }
        return bytes
    }

    /// Reads a file that messages are about.
    ///
    /// - Parameter path: The file.
    /// - Returns: Its bytes, with the path that messages show.
    /// - Throws: ``FileError``, as ``read(_:)``.
    func source(_ path: String) throws(FileError) -> SourceFile {
        SourceFile(path: shown(path), bytes: try read(path))
    }
}
