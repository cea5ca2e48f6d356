import VirtualViewFormat

/// Turns a template file back into a source that compiles to the same bytes.
///
/// Numbers become words if a property's kind has words. `<?vvc …?>` instructions before the root hold whatever XML
/// cannot express, and as little as possible: the result of each attempt is compiled and compared with the file, and
/// differing parts are then given by bytes.
package struct Decompiler {
    /// A source made from a file.
    package struct Output: Sendable {
        /// The XML.
        package let source: String
        /// The contents of the instructions besides name and version, in alphabetical order, such as `node` or
        /// `string`.
        package let instructions: [String]
    }

    private let template: Template

    /// Prepares to decompile a file.
    ///
    /// - Parameter template: The file; it must have a name, because every source has one.
    package init(_ template: Template) {
        self.template = template
    }

    /// Writes the source.
    ///
    /// - Returns: The source; `nil` if there is none, as for a file without a name.
    /// - Complexity: O(*n* log *n*) in the size of the file, for each of a few attempts.
    package func run() -> Output? {
        guard !template.type.isEmpty else { return nil }
        var plan = DecompilationPlan()
        // Each attempt gives more parts by bytes and none fewer, so there are not many attempts.
        while true {
            let writer = SourceWriter(template, plan)
            let source = writer.write()
            let result = TemplateCompiler().compile(SourceFile(path: "decompiled.xml", text: source.text))
            if result.bytes == template.bytes {
                return Output(source: source.text, instructions: source.instructions.sorted())
            }
            guard plan.giveUp(comparing: result, with: template) else { return nil }
        }
    }
}

/// The parts that are given by bytes because the source alone would produce something else.
struct DecompilationPlan {
    /// The keys of properties, by their nodes, whose texts no source may have.
    var refusedKeys: [Int: Set<StringID>] = [:]
    /// The nodes whose tables are given by bytes.
    var verbatimNodes: Set<Int> = []
    /// Whether strings are listed.
    var listsStrings = false
    /// Whether event programs are given by bytes where their text is known.
    var listsPrograms = false
    /// Whether everything is given by bytes.
    var isVerbatim = false

    /// Learns from an attempt.
    ///
    /// - Parameters:
    ///   - result: The result of compiling the attempt.
    ///   - template: The expected result.
    /// - Returns: Whether there is something left to try.
    mutating func giveUp(comparing result: CompiledTemplate, with template: Template) -> Bool {
        guard !isVerbatim else { return false }
        let before = self
        if let bytes = result.bytes, let attempt = try? Template(decoding: bytes),
            attempt.nodes.count == template.nodes.count
        {
            for (made, wanted) in zip(attempt.nodes, template.nodes) where made.tableBytes != wanted.tableBytes {
                verbatimNodes.insert(wanted.index)
            }
            if attempt.expressions.count != template.expressions.count
                || !attempt.expressions.elementsEqual(template.expressions)
            {
                listsPrograms = true
            }
            if !attempt.strings.elementsEqual(template.strings) { listsStrings = true }
        } else {
            giveUpRefused(result)
            if self == before, template.expressions.count > 0 { listsPrograms = true }
        }
        if self != before { return true }
        isVerbatim = true
        listsStrings = true
        listsPrograms = true
        verbatimNodes = Set(template.nodes.map { $0.index })
        return true
    }
}

extension DecompilationPlan: Equatable {
    /// Learns which properties, or else nodes, are refused; of too many, not all are known.
    private mutating func giveUpRefused(_ result: CompiledTemplate) {
        guard let tree = result.source.tree, !result.diagnostics.isFull(result.source.file) else { return }
        for diagnostic in result.diagnostics.ordered where diagnostic.severity == .error {
            let offset = diagnostic.range.offsets.lowerBound
            let index = tree.elements.partitioningIndex { $0.openTag.offsets.lowerBound > offset } - 1
            guard index >= 0 else { continue }
            let attribute = tree.attributes(of: tree.elements[index]).first {
                $0.nameSpan.offsets.lowerBound <= offset && offset <= $0.valueSpan.offsets.upperBound
            }
            let isNew = attribute.map { refusedKeys[index, default: []].insert(StringID(hashing: $0.name)).inserted }
            if isNew != true { verbatimNodes.insert(index) }
        }
    }
}

/// The texts of a file that a source can give back under the same ids.
struct DecompiledTexts {
    private static let longest = 65_535

    private let template: Template
    /// Whether the file leaves out strings that only the longest list of built-in ones has.
    let leavesOutExtendedStrings: Bool
    /// The place of each stored string.
    let places: [StringID: Int]

    init(_ template: Template) {
        self.template = template
        var places: [StringID: Int] = [:]
        for (index, entry) in template.strings.enumerated() where places[entry.id] == nil { places[entry.id] = index }
        self.places = places
        func isLeftOut(_ id: StringID) -> Bool {
            places[id] == nil && SystemStrings.extended.contains(id) && !SystemStrings.standard.contains(id)
        }
        leavesOutExtendedStrings = template.nodes.contains { node in
            node.setters.contains { setter in
                if case .string(let id) = setter.value, isLeftOut(id) { return true }
                return isLeftOut(setter.key)
            }
                || node.variables.contains { variable in
                    if case .string(let id) = variable.value, isLeftOut(id) { return true }
                    return isLeftOut(variable.name)
                }
        }
    }

    /// Returns the text of an id, if storing that text produces this id again.
    func text(_ id: StringID) -> String? {
        guard id.rawValue != 0, let text = template.string(for: id), StringID(hashing: text) == id,
            text.utf8.count <= Self.longest
        else { return nil }
        if let system = SystemStrings.string(for: id), !system.hasSameBytes(as: text) { return nil }
        return text
    }
}

/// The texts of `<?vvc …?>` instructions that are being written.
struct InstructionList {
    private(set) var texts: [String] = []
    /// The contents besides name and version.
    private(set) var kinds: Set<String> = []

    /// Adds an instruction about one thing.
    mutating func add(_ kind: String, _ items: (String, String)...) {
        add(items, kind: kind)
    }

    /// Adds an instruction; without a kind each of its items is one.
    mutating func add(_ items: [(String, String)], kind: String? = nil) {
        texts.append(items.map { "\($0)=\"\(InstructionText.escaped($1))\"" }.joined(separator: " "))
        if let kind {
            kinds.insert(kind)
        } else {
            kinds.formUnion(items.map { $0.0 }.filter { $0 != "name" && $0 != "version" })
        }
    }
}
