import VirtualViewFormat

/// Compiles sources into template files.
///
/// A compiler is a value without state of its own: it may be used from any thread, for any number of sources. It reads
/// no files and prints nothing.
///
/// ```swift
/// let compiler = TemplateCompiler()
/// let card = compiler.compile(SourceFile(path: "Card.xml", text: #"<NText text="Hello"/>"#))
/// if let bytes = card.bytes { save(bytes) } else { show(card.diagnostics.ordered) }
/// ```
public struct TemplateCompiler: Sendable {
    /// The options for compiling sources.
    public struct Options: Sendable {
        /// The client that the file is for.
        public var client: Client
        /// Whether some errors are warnings, with the bytes of the reference compiler (`Docs/Language.md`).
        public var isLenient: Bool
        /// Whether every warning is an error.
        public var warningsAreErrors: Bool
        /// Whether the file ends with a digest of what comes before (`Docs/Format.md §8`).
        public var embedsDigest: Bool
        /// Whether the file has a source map (`Docs/Format.md §8`).
        public var embedsSourceMap: Bool
        /// Whether the file has the names of an assemble source's parts (`Docs/Format.md §8`).
        public var embedsPartNames: Bool
        /// The options for reading assemble sources.
        package var assemble = AssembleOptions()
        /// The named event programs that handlers may refer to.
        package var blocks = EventBlocks()
        /// The severities that the project gives warnings, by their ids; ``TemplateLinter`` alone reads them.
        package var severities: [String: RuleSeverity] = [:]

        /// Creates options.
        public init(
            client: Client = .swift,
            isLenient: Bool = false,
            warningsAreErrors: Bool = false,
            embedsDigest: Bool = false,
            embedsSourceMap: Bool = false,
            embedsPartNames: Bool = false
        ) {
            self.client = client
            self.isLenient = isLenient
            self.warningsAreErrors = warningsAreErrors
            self.embedsDigest = embedsDigest
            self.embedsSourceMap = embedsSourceMap
            self.embedsPartNames = embedsPartNames
        }
    }

    /// The components and attributes that sources may use.
    public let configuration: Configuration
    /// The options for compiling sources.
    public let options: Options

    /// Creates a compiler.
    public init(configuration: Configuration = Configuration(), options: Options = Options()) {
        self.configuration = configuration
        self.options = options
    }

    /// Compiles one source.
    ///
    /// - Parameters:
    ///   - file: The source: in the assemble language if its path ends with `.asv`, otherwise XML.
    ///   - name: The template's name; by default that of a `<?vvc …?>` instruction, otherwise the stem of the file's
    ///     path.
    ///   - version: The template's own version; by default that of a `<?vvc …?>` instruction, otherwise 1.
    /// - Returns: The file, and all diagnostics; the file is missing if there is an error.
    /// - Complexity: O(*n*) in the size of the source.
    public func compile(_ file: SourceFile, name: String? = nil, version: UInt16? = nil) -> CompiledTemplate {
        var diagnostics = DiagnosticList(warningsAreErrors: options.warningsAreErrors)
        let source = read(file, into: &diagnostics)
        guard let tree = source.tree else {
            return CompiledTemplate(type: name ?? file.stem, source: source, bytes: nil, diagnostics: diagnostics)
        }
        let instruction = CompilerInstruction(tree, isLenient: options.isLenient, into: &diagnostics)
        let type = name ?? instruction.name ?? file.stem
        var builder = TemplateBuilder(
            type: type,
            version: FormatVersion(
                minor: instruction.header.minor ?? 0,
                patch: version ?? instruction.version ?? 1
            ),
            systemStrings: (options.client == .swift ? instruction.header.client : nil)?.systemStrings
                ?? options.client.systemStrings
        )
        builder.embedsDigest = options.embedsDigest
        instruction.apply(to: &builder)
        let lowering = Lowering(
            tree,
            configuration: instruction.applied(to: configuration),
            options: options,
            builder: builder,
            diagnostics: diagnostics,
            nodeRecords: instruction.records.nodes
        )
        let programs: [ProgramPlaces]
        let texts: [TextPlace]
        (builder, diagnostics, programs, texts) = lowering.run()
        list(instruction.records.strings, before: texts, of: tree, in: &builder, &diagnostics)
        if !diagnostics.hasErrors {
            embed(source, tree, programs, keeping: instruction.header.extraRange, in: &builder, &diagnostics)
        }
        var bytes: [UInt8]?
        if !diagnostics.hasErrors { bytes = encode(builder, tree, instruction.records, &diagnostics) }
        return CompiledTemplate(
            type: type,
            source: source,
            bytes: bytes,
            diagnostics: diagnostics,
            programs: programs,
            texts: texts
        )
    }

    /// Reads a source with the front end for its file extension.
    package func read(_ file: SourceFile, into diagnostics: inout DiagnosticList) -> ParsedSource {
        guard file.isAssemble else {
            let tree = XMLReader(options: .init(isLenient: options.isLenient)).read(file, into: &diagnostics)
            return ParsedSource(file: file, tree: tree)
        }
        var assemble = options.assemble
        assemble.client = options.client
        let output = AssembleFrontEnd.read(file, options: assemble, into: &diagnostics)
        var source = ParsedSource(file: file, tree: output.tree, comments: output.comments, partsJSON: output.partsJSON)
        source.unusedDefinitions = output.unusedDefinitions
        source.usedArguments = output.usedArguments
        source.partNames = output.partNames
        return source
    }

    /// Puts the strings of instructions before those of the source.
    private func list(
        _ strings: [(id: StringID, text: String, span: SourceSpan)],
        before texts: [TextPlace],
        of tree: SyntaxTree,
        in builder: inout TemplateBuilder,
        _ diagnostics: inout DiagnosticList
    ) {
        guard let text = builder.prependStrings(verbatim: strings.map { ($0.id, $0.text) }) else { return }
        let id = StringID(hashing: text)
        guard let listed = strings.last(where: { $0.id == id }) else { return }
        let place = texts.first { $0.id == id }?.span ?? listed.span
        let message = TemplateMessage.idCollision(text, listed.text, id)
        diagnostics.add(Diagnostic(message, at: tree.range(place), noteAt: tree.range(listed.span)))
    }

    /// Adds to the extra section what the options ask for; what a source puts there itself, at a range, is not lost.
    private func embed(
        _ source: ParsedSource,
        _ tree: SyntaxTree,
        _ programs: [ProgramPlaces],
        keeping range: SourceRange?,
        in builder: inout TemplateBuilder,
        _ diagnostics: inout DiagnosticList
    ) {
        var records: [ExtraSection.Record] = []
        if options.embedsSourceMap { records.append(.init(SourceMap(tree, programs: programs))) }
        if options.embedsPartNames, !source.partNames.entries.isEmpty {
            records.append(.init(tag: ExtraSection.partsTag, payload: source.partNames.payload))
        }
        if let range, builder.extra.records == nil, builder.embedsDigest || !records.isEmpty {
            diagnostics.add(.keptExtra, at: range)
        }
        for record in records { builder.extra = builder.extra.embedding(record) }
    }

    private func encode(
        _ builder: TemplateBuilder,
        _ tree: SyntaxTree,
        _ records: InstructionRecords,
        _ diagnostics: inout DiagnosticList
    ) -> [UInt8]? {
        let root = tree.range(tree.elements[0].nameSpan)
        func report(_ message: TemplateMessage, _ range: SourceRange) {
            diagnostics.add(Diagnostic(message, at: range))
        }
        func checkLimit(_ limit: (Client.Limits) -> Int, _ actual: Int, _ what: String, _ range: SourceRange) {
            if let message = ClientLimits.check(limit, actual, what, options.client) { report(message, range) }
        }
        checkLimit({ $0.nodeBytes }, builder.nodeByteCount, "the node tree's size in bytes", root)
        checkLimit({ $0.nameBytes }, builder.type.utf8.count, "the size of the template's name in bytes", root)
        checkLimit({ $0.patchVersion }, Int(builder.version.patch), "the template's version", root)
        for string in records.strings {
            checkLimit({ $0.stringBytes }, string.text.utf8.count, "the text's size in bytes", tree.range(string.span))
        }
        for program in records.programs {
            let size = "the event program's size in bytes"
            checkLimit({ $0.programBytes }, program.code.count, size, tree.range(program.span))
        }
        do throws(FormatError) {
            let bytes = try builder.encoded()
            // Only an element with many attributes can have a long table, or one that instructions add to.
            let mayBeLong =
                !records.nodes.isEmpty
                || tree.elements.contains { $0.attributeIndices.count > ClientLimits.smallest }
            if mayBeLong {
                for node in try Template(decoding: bytes).nodes {
                    let range = tree.range(tree.elements[node.index].nameSpan)
                    checkLimit({ $0.tableEntries }, node.largestTable, "the number of properties of one kind", range)
                }
            }
            return bytes
        } catch {
            switch error.code {
            case .nodesTooLarge: report(.tooLarge(builder.nodeByteCount), root)
            case .nameTooLong: report(.nameTooLong(builder.type.utf8.count), root)
            default: report(.tooLarge(error), root)
            }
            return nil
        }
    }
}
