import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// The templates of a served folder: compiles changed sources, and knows which templates show them.
final class ServedLibrary {
    /// The result of compiling a change.
    struct Outcome {
        /// The names whose picture, data or problem changed, and new names.
        var changed: Set<String> = []
        /// The names that no longer exist.
        var gone: Set<String> = []
    }

    private let folder: ServedFolder
    private let compilers: ServedCompiler
    private let terminal: Terminal
    /// The templates by the path of their source.
    private var templates: [String: ServedTemplate] = [:]
    /// The path of the source that is served under a name.
    private var paths: [String: String] = [:]
    /// The names that no address can have, by the path of their source.
    private(set) var unreachable: [String: String] = [:]
    /// The other sources with the name of one that is served.
    private var clashes: [String: [String]] = [:]
    /// The files with data, by what their paths are up to a point in their names: `Card` and `Card.empty` for
    /// `Card.empty.json`.
    private var dataFiles: [ExactText: Set<String>] = [:]
    private var hasConfig = false
    private var compiler: TemplateCompiler?
    /// What its results are prepared with.
    private var registry = NodeRegistry.standard
    /// What stands for the app's functions and views.
    private(set) var samples: ProjectSamples?
    /// What bindings read as `env`.
    private(set) var values: BindingObject = [:]
    /// The templates that these, and results of the app's functions, name.
    private var namedByApp: [String] = []
    private(set) var configProblem: String?
    /// The warnings about what stands for the app's views.
    private var notes = ""
    /// The absolute paths of the files elsewhere that the compiler is made from, or would be if they were there.
    private(set) var optionFiles: [String] = []
    /// The number that was given last; numbers are never used again, by the next server at this address neither.
    private var lastNumber = Int.random(in: 0..<1 << 40)

    init(_ folder: ServedFolder, _ compilers: ServedCompiler, _ terminal: Terminal) {
        self.folder = folder
        self.compilers = compilers
        self.terminal = terminal
        makeCompiler()
    }

    /// The names that are served, in byte order.
    var names: [String] {
        paths.keys.sorted(by: String.inByteOrder)
    }

    /// Returns the template that is served under a name.
    func template(named name: String) -> ServedTemplate? {
        paths[name].flatMap { templates[$0] }
    }

    /// Returns the problem with a template or with what it is compiled with, as text; `nil` if nothing is.
    func problem(of template: ServedTemplate) -> String? {
        let clash = clashes[template.path].map { others in
            "vvc: error: '\(template.path)' is shown, but the same name has \(MessageText.alternatives(others))\n"
        }
        let problems = [configProblem, template.problem, clash].compactMap { $0 }
        return problems.isEmpty ? nil : ServedText.cut(problems.joined(separator: "\n"))
    }

    /// Returns the templates that data and what stands for the app name, that of one first; each once.
    ///
    /// - Parameters:
    ///   - template: The first one.
    ///   - data: The data; `nil` for its own.
    /// - Returns: The templates.
    func family(of template: ServedTemplate, showing data: [JSONValue]? = nil) -> [ServedTemplate] {
        var seen: Set<String> = [template.type]
        let names = (data ?? [template.data.file?.value].compactMap(\.self)).flatMap(\.namedTypes)
        return [template]
            + (names + namedByApp).filter { seen.insert($0).inserted }.compactMap { self.template(named: $0) }
    }
}

// MARK: - Changes

extension ServedLibrary {
    /// Remembers what edited data names: the page is drawn again when one of these templates changes.
    func note(_ data: JSONValue, shownBy template: ServedTemplate) {
        let names = data.namedTypes
        let known = templates[template.path]?.namedByReaders ?? []
        templates[template.path]?.namedByReaders =
            known.count + names.count > Self.maximumNamed ? Set(names) : known.union(names)
    }

    /// Updates the templates after changes in the folder.
    ///
    /// - Parameter files: The paths of files that came, changed or went; it does no harm when one did not.
    /// - Returns: The names that are affected.
    func update(_ files: Set<String>) -> Outcome {
        let before = state()
        let isForced = updateConfig(files)
        var touched: Set<String> = []
        var hasImages = false
        for file in files.sorted() {
            switch Path.fileExtension(of: file) {
            case "xml", "asv":
                touched.insert(file)
                // `Card.empty.json` is data of `Card` only while there is no template `Card.empty`.
                if folder.hasFile(file) == (templates[file] == nil) {
                    touched.formUnion(Self.sources(of: file).filter { templates[$0] != nil })
                }
            case "json":
                noteData(file)
                touched.formUnion(Self.sources(of: file).filter { templates[$0] != nil })
            case "properties": break
            default: hasImages = true
            }
        }
        if isForced { touched.formUnion(templates.keys) }
        var changed: Set<String> = []
        for path in touched.sorted() {
            let old = templates[path]
            read(path, isForced: isForced)
            guard templates[path]?.shownCount != old?.shownCount else { continue }
            changed.formUnion([old?.type, templates[path]?.type].compactMap { $0 })
        }
        name()
        renumber(changed, everything: hasImages)
        return compare(before)
    }

    /// Reads a source and its data.
    private func read(_ path: String, isForced: Bool) {
        guard folder.hasFile(path) else {
            templates[path] = nil
            return
        }
        var template = templates[path] ?? ServedTemplate(path: path)
        defer { templates[path] = template }
        do throws(FileError) {
            let bytes = try folder.read(path)
            if let compiler {
                let name = Path.join(folder.path, path)
                let isCompiled = template.compile(bytes, named: name, compiler, registry, isForced: isForced)
                if isCompiled, let warnings = template.warnings { terminal.report(warnings) }
            }
        } catch {
            template.fail(error)
        }
        read(Path.join(Path.folder(of: path), template.dataName), into: &template.data)
        let variants = variants(of: path)
        template.keepVariants(Set(variants.map(Path.name)))
        for variant in variants {
            read(variant, into: &template.variants[Path.name(of: variant), default: ServedData()])
        }
    }

    private func read(_ path: String, into data: inout ServedData) {
        do throws(FileError) {
            let bytes = folder.hasFile(path) ? try folder.read(path) : nil
            data.take(bytes, named: Path.join(folder.path, path))
        } catch {
            data.fail(error)
        }
    }

    /// Adds a file with data, or removes it if it is gone.
    private func noteData(_ file: String) {
        let start = Path.folder(of: file).utf8.count
        let isThere = folder.hasFile(file)
        for point in file.utf8.indices.dropFirst(start) where file.utf8[point] == UInt8(ascii: ".") {
            let stem = ExactText(String(file[..<point]))
            if isThere {
                dataFiles[stem, default: []].insert(file)
            } else {
                dataFiles[stem]?.remove(file)
                if dataFiles[stem]?.isEmpty == true { dataFiles[stem] = nil }
            }
        }
    }

    /// The maximum number of names that are kept of what readers edited before.
    private static let maximumNamed = 1000

    /// The maximum number of files with further data for one template.
    private static let maximumVariants = 12

    /// Returns the files with further data for a source.
    private func variants(of path: String) -> [String] {
        let place = Path.folder(of: path)
        let found = (dataFiles[ExactText(Path.join(place, Path.stem(of: path)))] ?? []).filter { file in
            SampleFile.isVariant(Path.name(of: file), of: Path.stem(of: path)) { stem in
                CompileInput.extensions.contains { folder.hasFile(Path.join(place, "\(stem).\($0)")) }
            }
        }
        return Array(found.sorted().prefix(Self.maximumVariants))
    }

    /// Returns the sources that a file may have data for: `Card.a.xml` and `Card.xml` for `Card.a.json`.
    static func sources(of file: String) -> [String] {
        let folder = Path.folder(of: file)
        var parts = Path.name(of: file).split(separator: ".", omittingEmptySubsequences: false).dropLast()
        var sources: [String] = []
        while !parts.isEmpty {
            let stem = Path.join(folder, parts.joined(separator: "."))
            sources += ["\(stem).xml", "\(stem).asv"]
            parts.removeLast()
        }
        return sources
    }

    /// Assigns each name to the first of the sources that have it.
    private func name() {
        let known = unreachable
        paths = [:]
        clashes = [:]
        unreachable = [:]
        let order = templates.keys.sorted { lhs, rhs in
            let (left, right) = (lhs.split(separator: "/").count, rhs.split(separator: "/").count)
            return left != right ? left < right : String.inByteOrder(lhs, rhs)
        }
        for path in order {
            guard let type = templates[path]?.type else { continue }
            guard RequestTarget.canName(type) else {
                unreachable[path] = type
                if known[path] != type { terminal.report(line: Self.note(path, type)) }
                continue
            }
            if let first = paths[type] { clashes[first, default: []].append(path) } else { paths[type] = path }
        }
    }

    /// Returns the note that says why a source is not served.
    static func note(_ path: String, _ type: String) -> String {
        "vvc: warning: '\(path)' is not served: no address can have its name, '\(type)'"
    }

    /// Assigns new numbers to the pictures that show templates of some names.
    private func renumber(_ changed: Set<String>, everything: Bool) {
        guard everything || !changed.isEmpty else { return }
        lastNumber += 1
        // Any template may show what the app has.
        let everything = everything || namedByApp.contains(where: changed.contains)
        for (path, template) in templates {
            let showsChange =
                changed.contains(template.type) || !changed.isDisjoint(with: template.namedByReaders)
                || ([template.data] + template.variants.values).contains { data in
                    data.file?.value.namedTypes.contains(where: changed.contains) == true
                }
            if everything || showsChange { templates[path]?.pictureNumber = lastNumber }
        }
    }

    /// Makes the compiler again if one of its files changed; returns whether it did.
    private func updateConfig(_ files: Set<String>) -> Bool {
        guard files.contains(CompilersByFolder.configName) || files.contains(where: { $0.hasPrefix("/") }) else {
            return false
        }
        hasConfig = folder.hasFile(CompilersByFolder.configName)
        makeCompiler()
        return true
    }

    private func makeCompiler() {
        let config = hasConfig ? Path.join(folder.path, CompilersByFolder.configName) : nil
        let made = compilers.make(config: config)
        let current = FileSystem.resolved("") ?? "/"
        optionFiles = made.files.map { $0.hasPrefix("/") ? $0 : Path.join(current, $0) }
        // If the new compiler has errors, the earlier one stays.
        if let compiler = made.compiler {
            self.compiler = compiler
            samples = made.samples
            values = made.values
            let functions = samples?.functions ?? [:]
            registry = NodeRegistry(for: compiler, functions)
            namedByApp = JSONValue.ofApp(values, functions).flatMap(\.namedTypes)
            if made.notes != notes, !made.notes.isEmpty { terminal.report(made.notes) }
            notes = made.notes
        }
        if let problem = made.problem, problem != configProblem { terminal.report(problem) }
        configProblem = made.problem.map { ServedText.cut($0) }
    }

    private struct State: Equatable {
        let number: Int
        let problem: String?
    }

    private func state() -> [String: State] {
        var states: [String: State] = [:]
        for name in paths.keys {
            guard let template = template(named: name) else { continue }
            states[name] = State(number: template.pictureNumber, problem: problem(of: template))
        }
        return states
    }

    private func compare(_ before: [String: State]) -> Outcome {
        var outcome = Outcome()
        let after = state()
        for (name, state) in after where before[name] != state {
            outcome.changed.insert(name)
            if let problem = state.problem, problem != before[name]?.problem, problem != configProblem {
                terminal.report(problem)
            }
        }
        outcome.gone = Set(before.keys).subtracting(after.keys)
        return outcome
    }
}
