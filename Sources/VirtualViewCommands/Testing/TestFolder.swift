import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// What the templates of one folder have in common.
final class TestFolder {
    private let path: String
    private let names: [String]
    /// The names that begin with a stem and a point, by the stem: a folder may have thousands.
    private let namesByStem: [String: [String]]
    /// The names of the sources by their stems.
    private let sources: [String: [String]]
    /// The folder with snapshots, seen from this one.
    let snapshots: String
    private let matrix: TestMatrix
    private let samples: ProjectSamples
    private let images: ImageFolder
    private let compiler: TemplateCompiler
    private let registry: NodeRegistry
    /// Reads templates that are not tested.
    private lazy var input = TemplateInput(compiler: compiler, functions: samples.functions)
    /// The templates that were read, by their names.
    private var templates: [String: PreparedTemplate] = [:]
    /// The names of the sources that were not read.
    private var unread: Set<String>
    /// The names that data has asked for.
    private var sought: Set<String> = []
    /// The files of templates that are not tested, and that data names.
    private var neighbours: [String] = []

    init(_ path: String, _ compiler: TemplateCompiler, _ cache: inout CompilersByFolder) {
        self.path = path
        self.compiler = compiler
        let files = ((try? FileSystem.list(path.isEmpty ? "." : path)) ?? []).filter(\.isText)
        names = files.map(\.name)
        var namesByStem: [String: [String]] = [:]
        for name in names {
            for point in name.utf8.indices where name.utf8[point] == UInt8(ascii: ".") {
                namesByStem[String(name[..<point]), default: []].append(name)
            }
        }
        self.namesByStem = namesByStem
        let found = files.filter { file in
            CompileInput.isSource(file.name)
                && (file.isFile || FileSystem.kind(of: Path.join(path, file.name)) != .folder)
        }
        sources = Dictionary(grouping: found.map(\.name), by: Path.stem)
        unread = Set(found.map(\.name))
        let project = cache.project(in: path)?.file
        snapshots = project?.tests.snapshots ?? "Snapshots"
        matrix = TestMatrix(project)
        samples = cache.samples(in: path, for: compiler)
        registry = NodeRegistry(for: compiler, samples.functions)
        images = ImageFolder(
            templates: path,
            slots: samples.pictures,
            sizes: samples.imageSizes
        )
    }

    /// Returns a template without its content.
    func subject(_ source: String) -> TestSubject {
        let stem = Path.stem(of: source)
        let name = snapshotName(of: Path.name(of: source))
        var subject = TestSubject(
            path: source,
            snapshotPath: Path.join(Path.join(path, snapshots), "\(name).txt"),
            matrix: matrix,
            images: images,
            values: samples.values,
            configuration: compiler.configuration
        )
        subject.dataPaths = variants(of: stem).map { Path.join(path, $0) }
        if namesByStem[stem]?.contains(stem + TestScript.ending) == true {
            subject.scriptPath = Path.join(path, stem + TestScript.ending)
        }
        return subject
    }

    /// Returns what the snapshots of a source are called: as the source, and without its ending if no other has that name.
    private func snapshotName(of source: String) -> String {
        let stem = Path.stem(of: source)
        let hasOthers = sources[stem]?.contains { $0 != source } == true
        // What is beside `Card.xml` and `Card.asv` may be `Card.xml.xml`.
        let isTaken = sources[Path.stem(of: stem)]?.contains(stem) == true && snapshotName(of: stem) == stem
        return hasOthers || isTaken ? source : stem
    }

    /// The files that were read for several templates, and the pictures that stand for the app's views.
    var paths: [String] { neighbours + images.paths + samples.paths }

    /// The files of tests with steps that are for none of the sources.
    var idleScripts: [String] {
        names.filter { name in
            name.hasSuffix(TestScript.ending) && sources[String(name.dropLast(TestScript.ending.count))] == nil
        }.map { Path.join(path, $0) }
    }

    /// The files with variants of a template's data, the one with its own name first.
    private func variants(of stem: String) -> [String] {
        let names = namesByStem[stem] ?? []
        let others = names.filter { SampleFile.isVariant($0, of: stem) { sources[$0] != nil } }
        return (names.contains("\(stem).json") ? ["\(stem).json"] : []) + others
    }

    /// Takes a template that was compiled, and its data.
    func take(
        _ compiled: CompiledTemplate,
        _ compiler: TemplateCompiler,
        _ subject: inout TestSubject,
        _ reporter: DiagnosticReporter,
        _ result: inout ExitCode
    ) {
        guard let bytes = compiled.bytes else {
            reporter.report(compiled.diagnostics)
            subject.failure = "it has errors"
            return
        }
        do {
            subject.template = try take(bytes, of: subject.path, compiler)
            subject.sourceMap = compiled.sourceMap
            subject.template?.use(subject.sourceMap)
        } catch {
            subject.failure = (error as? FormatError).map { Problem($0, subject.path).text } ?? "\(error)"
        }
        for path in subject.dataPaths {
            let name = Path.name(of: path)
            do throws(FileError) {
                guard let data = try DataFile.read(path, reporter) else {
                    subject.failure = "'\(name)' has errors"
                    continue
                }
                subject.variants.append(.init(name: name, value: data.value == .null ? nil : data.value))
            } catch {
                reporter.report(error, &result)
                subject.failure = error.reason
            }
        }
        if subject.variants.isEmpty { subject.variants = [.init(name: "no data", value: nil)] }
    }

    /// Takes a template that was compiled.
    @discardableResult
    func take(_ bytes: [UInt8], of path: String, _ compiler: TemplateCompiler) throws -> PreparedTemplate {
        unread.remove(Path.name(of: path))
        let template = try Template(decoding: bytes)
        let prepared = try PreparedTemplate(template, registry: registry, client: compiler.options.client)
        templates[template.type] = prepared
        return prepared
    }

    /// Gives a template the others that its data, or what stands for the app, name: those of its folder, or else others
    /// of the run.
    func connect(_ subject: inout TestSubject, others: [String: PreparedTemplate], _ reporter: DiagnosticReporter) {
        var named: [String: PreparedTemplate] = [:]
        let tests = subject.script?.tests ?? []
        let steps = tests.flatMap(\.steps)
        let surroundings = tests.map(\.surroundings) + steps.compactMap(\.surroundings)
        var values = subject.variants.compactMap(\.value) + steps.compactMap(\.data)
        values += surroundings.compactMap(\.values).map(JSONValue.object)
        values += JSONValue.ofApp(samples.values, samples.functions)
        for type in values.flatMap(\.namedTypes) where named[type] == nil {
            if let template = template(type, reporter) ?? others[type] { named[type] = template }
        }
        subject.source = PreparedTemplates(named, absence: "there is no template of that name beside it")
    }

    private func template(_ type: String, _ reporter: DiagnosticReporter) -> PreparedTemplate? {
        if let known = templates[type] { return known }
        guard sought.insert(type).inserted else { return nil }
        if let file = TemplateInput.neighbour(type, in: path), !neighbours.contains(file) {
            neighbours.append(file)
            unread.remove(Path.name(of: file))
            if let loaded = try? input.load(file, reporter) { templates[loaded.template.type] = loaded }
        }
        // A file may be called otherwise than its template. Errors of one that is not asked for are of no interest here.
        for name in unread.sorted() where templates[type] == nil {
            unread.remove(name)
            let file = Path.join(path, name)
            guard let bytes = try? FileSystem.read(file) else { continue }
            neighbours.append(file)
            let compiled = compiler.compile(SourceFile(path: file, bytes: bytes))
            if let bytes = compiled.bytes { _ = try? take(bytes, of: file, compiler) }
        }
        return templates[type]
    }
}
