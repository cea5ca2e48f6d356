import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// Finds what is there and what names it, for `vvc unused`.
struct UnusedSearch {
    /// A template of the run.
    struct Template {
        let input: CompileInput
        let compiler: TemplateCompiler
        let compiled: CompiledTemplate
        /// The files that its compiler is made from.
        let optionPaths: [String]
    }

    var templates: [Template] = []
    /// The sample data with the names of the files; what project files have in the app's stead has none.
    var samples: [(name: String, value: JSONValue)] = []
    /// Tests with steps, which are samples too.
    var tests: [JSONValue] = []
    /// The names in lists of templates.
    var listed: Set<String> = []
    /// The names that were seen in production; `nil` if nobody said.
    var usage: Set<String>?
    /// The names in the app's sources; `nil` if nobody showed them.
    var code: SwiftNames?
    /// The constants for names, by these.
    var constants: [String: [SwiftNames.Constant]] = [:]
    /// The files of images that are no pictures of slots.
    var images: [String] = []
    /// The files of `--arg` and of project files, with their names.
    var fragments: [(name: String, file: NamedFile)] = []
    /// The configurations.
    var configurations: [SourceFile] = []
    /// What sources are compiled with before a configuration is read.
    var language = Configuration()
    /// The names of the app's own components, by the files that define them.
    var components: [String: Set<String>] = [:]
    /// Whether everything could be read that can name something.
    var isComplete = true
    /// Whether the sources are all that the project has; others may name what its files define.
    var seesProject = true

    /// Returns what nothing names, in the order of the kinds and then of the paths.
    func findings() -> [UnusedFinding] {
        let uses = SourceUses(templates.compactMap { $0.compiled.source.tree })
        var found = unusedTemplates() + unusedFragments() + unusedBlocks(uses)
        var texts = textsOfBlocks
        for sample in samples { sample.value.forEachText { texts.insert($0) } }
        found += unusedComponents(uses) + unusedEntries(uses) + unusedParts() + unusedImages(uses, texts)
        return found
    }

    private func certainty(_ isCertain: Bool) -> UnusedFinding.Certainty {
        isCertain && isComplete ? .certain : .likely
    }

    private func unusedTemplates() -> [UnusedFinding] {
        let stems = Set(templates.map { Path.stem(of: $0.input.path) })
        let named = samples.reduce(into: listed) { names, sample in
            // Data that shows a template in itself does not make anybody ask for it.
            names.formUnion(
                sample.value.namedTypes.filter { type in
                    sample.name != "\(type).json" && sample.name != type + TestScript.ending
                        && !SampleFile.isVariant(sample.name, of: type, isTemplate: stems.contains)
                }
            )
        }.union(usage ?? [])
        let unnamed = templates.compactMap {
            template -> (path: String, text: String, constants: [SwiftNames.Constant])? in
            let type = template.compiled.type
            let own = constants[type]?.filter { $0.owner == "Templates" } ?? []
            guard !named.contains(type), code?.mentions(type, own) != true else { return nil }
            return (template.input.path, type, own)
        }
        let known = usage == nil ? nil : code?.mayMention(unnamed.map { ($0.text, $0.constants) })
        return unnamed.enumerated().map { number, template in
            UnusedFinding(
                kind: .template,
                name: template.text,
                certainty: certainty(known?[number] == false && seesProject),
                path: template.path
            )
        }
    }

    private func unusedFragments() -> [UnusedFinding] {
        let used = Set(templates.flatMap { $0.compiled.source.usedArguments })
        let files = fragments.filter { !used.contains($0.name) }.map { fragment in
            UnusedFinding(
                kind: .fragment,
                name: fragment.name,
                certainty: certainty(seesProject),
                path: fragment.file.path
            )
        }
        let definitions = templates.flatMap { template in
            template.compiled.source.unusedDefinitions.map { definition in
                UnusedFinding(
                    kind: .definition,
                    name: definition.name,
                    certainty: .certain,
                    path: definition.range.file.path,
                    range: definition.range
                )
            }
        }
        return files + definitions
    }

    /// The first template of each set of files that compilers are made from; the others know the same names.
    private var templatesByOptions: [Template] {
        var seen: Set<[String]> = []
        return templates.filter { seen.insert($0.optionPaths).inserted }
    }

    private func unusedBlocks(_ uses: SourceUses) -> [UnusedFinding] {
        var seen: Set<String> = []
        return templatesByOptions.flatMap { template -> [UnusedFinding] in
            template.compiler.options.blocks.names.compactMap { name -> UnusedFinding? in
                guard !uses.values.contains(name), let range = template.compiler.options.blocks.place(of: name),
                    seen.insert("\(range.file.path)\0\(name)").inserted
                else { return nil }
                return UnusedFinding(
                    kind: .block,
                    name: name,
                    certainty: certainty(seesProject),
                    path: range.file.path,
                    range: range
                )
            }
        }
    }

    /// The files with blocks, whose programs may name images.
    private var textsOfBlocks: Set<String> {
        var seen: Set<String> = []
        var texts: Set<String> = []
        for template in templatesByOptions {
            let blocks = template.compiler.options.blocks
            for file in blocks.names.compactMap({ blocks.place(of: $0)?.file }) where seen.insert(file.path).inserted {
                texts.insert(String(decoding: file.bytes, as: UTF8.self))
            }
        }
        return texts
    }

    private func unusedComponents(_ uses: SourceUses) -> [UnusedFinding] {
        var seen: Set<String> = []
        return templatesByOptions.flatMap { template -> [UnusedFinding] in
            template.compiler.configuration.ownComponents.map(\.name).compactMap { name -> UnusedFinding? in
                guard !uses.elements.contains(name) else { return nil }
                let path = template.optionPaths.first { components[$0]?.contains(name) == true } ?? ""
                guard seen.insert("\(path)\0\(name)").inserted else { return nil }
                return UnusedFinding(kind: .component, name: name, certainty: certainty(seesProject), path: path)
            }
        }
    }

    private func unusedEntries(_ uses: SourceUses) -> [UnusedFinding] {
        configurations.flatMap { file in
            PropertiesFile.read(file).file.entries.compactMap { entry -> UnusedFinding? in
                // A file made for another compiler repeats the language.
                guard !uses.isUsed(entry: entry.key.text), !language.says(entry) else { return nil }
                return UnusedFinding(
                    kind: .entry,
                    name: entry.key.text,
                    certainty: certainty(seesProject),
                    path: file.path,
                    range: entry.key.range
                )
            }
        }
    }

    /// Returns the parts that neither code nor programs nor tests name; without the code nothing is known of them.
    private func unusedParts() -> [UnusedFinding] {
        guard let code else { return [] }
        var named: Set<String> = []
        for test in tests { test.forEachText(withKeys: true) { named.insert(TestScript.nodeName(in: $0)) } }
        var unnamed: [(text: String, constants: [SwiftNames.Constant])] = []
        var findings: [UnusedFinding] = []
        for template in templates {
            let source = template.compiled.source
            var places: [(name: String, range: SourceRange?)] = source.partNames.entries.map { ($0.name, nil) }
            var seen = Set(places.map(\.name))
            for attribute in source.tree.map({ Array($0.attributes) }) ?? []
            where attribute.name == PropertyName.name.rawValue {
                let isConstant = !attribute.value.contains("${") && !attribute.value.contains("@{")
                guard isConstant, !attribute.value.isEmpty, seen.insert(attribute.value).inserted else { continue }
                places.append((attribute.value, source.tree?.range(attribute.valueSpan)))
            }
            let programmed = Self.idsInPrograms(of: template.compiled)
            for (name, range) in places {
                let own = constants[name]?.filter { $0.owner != "Templates" } ?? []
                guard !code.mentions(name, own), !named.contains(name),
                    !programmed.contains(StringID(hashing: name).rawValue)
                else { continue }
                unnamed.append((name, own))
                findings.append(
                    UnusedFinding(kind: .part, name: name, certainty: .likely, path: template.input.path, range: range)
                )
            }
        }
        return zip(findings, code.mayMention(unnamed)).map { finding, mayMention in
            var finding = finding
            finding.certainty = certainty(!mayMention)
            return finding
        }
    }

    /// Returns the ids of all names and texts in the event programs of a template.
    private static func idsInPrograms(of template: CompiledTemplate) -> Set<Int32> {
        guard let bytes = template.bytes, let file = try? VirtualViewFormat.Template(decoding: bytes) else { return [] }
        var ids: Set<Int32> = []
        let disassembler = Disassembler { id in
            ids.insert(id)
            return nil
        }
        for entry in file.expressions { _ = disassembler.listing(of: entry.code) }
        return ids
    }

    /// Returns the images that neither templates nor blocks nor samples nor code name; data may always name them.
    private func unusedImages(_ uses: SourceUses, _ texts: Set<String>) -> [UnusedFinding] {
        func name(_ image: String) -> ExactText { ExactText(Path.stem(of: image)) }
        let names = Array(Set(images.map(name)))
        let search = NameSearch(names.map(\.text))
        var found: Set<ExactText> = []
        for text in uses.values.union(code?.literals ?? []).union(texts) {
            search.forEachPlace(in: text) { number, _ in found.insert(names[number]) }
        }
        return images.filter { !found.contains(name($0)) }.map { image in
            UnusedFinding(kind: .image, name: Path.name(of: image), certainty: .likely, path: image)
        }
    }
}

/// What the sources of templates use.
private struct SourceUses {
    private(set) var elements: Set<String> = []
    private(set) var values: Set<String> = []
    private var attributes: Set<String> = []
    /// The attributes with their elements: `Badge.tone`.
    private var scoped: Set<String> = []

    init(_ trees: [SyntaxTree]) {
        for tree in trees {
            for element in tree.elements {
                elements.insert(element.name)
                for attribute in tree.attributes(of: element) {
                    attributes.insert(attribute.name)
                    scoped.insert("\(element.name).\(attribute.name)")
                    values.insert(attribute.value)
                    // A handler may have blanks around the name of its block.
                    let words = attribute.value.utf8.split { $0 <= 0x20 }
                    if words.count == 1 { values.insert(String(Substring(words[0]))) }
                }
            }
        }
    }

    /// Returns whether a source uses what an entry of a configuration is about.
    func isUsed(entry key: String) -> Bool {
        for prefix in ["VIEW_ID_", "DEFAULT_PROPERTY_"] where key.hasPrefix(prefix) {
            return elements.contains(String(key.dropFirst(prefix.count)))
        }
        return attributes.contains(key) || scoped.contains(key)
    }
}

extension JSONValue {
    /// Calls a closure with every text in the value.
    ///
    /// - Parameters:
    ///   - withKeys: Whether the names of members are texts too.
    ///   - body: The closure.
    fileprivate func forEachText(withKeys: Bool = false, _ body: (String) -> Void) {
        var open = [self]
        while let value = open.popLast() {
            switch value {
            case .string(let text): body(text)
            case .array(let elements): open += Array(elements)
            case .object(let object):
                if withKeys { object.sortedKeys.forEach(body) }
                open += object.sortedKeys.compactMap { object[$0] }
            default: break
            }
        }
    }
}
