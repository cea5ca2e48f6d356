import VirtualViewFormat

/// Reads an assemble source into the elements that it stands for.
///
/// The language is described in `Docs/Assemble.md`. Reading never stops at a problem: one run reports all of them, each
/// once. Every element and attribute of the tree knows the place in the source that caused it, so problems of later
/// stages are shown in the source.
package enum AssembleFrontEnd {
    /// The result of reading a source without errors.
    package struct Output: Sendable {
        /// The elements; `nil` if an error was reported.
        package let tree: SyntaxTree?
        /// The named parts in the order of their ids; empty if an error was reported.
        package let parts: [AssembleNamedPart]
        /// The comments before elements, by the element's index in the tree.
        package let comments: [Int: [String]]
        /// The definitions that nothing uses; empty if an error was reported.
        package fileprivate(set) var unusedDefinitions: [(name: String, range: SourceRange)] = []
        /// The names of the arguments that something uses, or a definition in them; empty if an error was reported.
        package fileprivate(set) var usedArguments: Set<String> = []
    }

    /// Reads a source.
    ///
    /// - Parameters:
    ///   - file: The source.
    ///   - options: The options for reading.
    ///   - diagnostics: The list that problems are added to; those of arguments are in their files.
    /// - Returns: The tree, if there was no error, and what goes with it.
    /// - Complexity: O(*n*) in the size of the sources and of the inserted fragments, which is bounded.
    package static func read(
        _ file: SourceFile,
        options: AssembleOptions = AssembleOptions(),
        into diagnostics: inout DiagnosticList
    ) -> Output {
        let arguments = options.arguments.sorted { String.inByteOrder($0.key, $1.key) }
        // A span's file number has 16 bits.
        let files = [file] + arguments.prefix(Int(UInt16.max)).map { $0.value }
        var reports = AssembleReports(files: files, diagnostics: diagnostics, client: options.client)
        var document = parse(0, options, &reports)
        for (index, argument) in arguments.enumerated() where index + 1 < files.count {
            let parsed = parse(UInt16(index + 1), options, &reports)
            document.fragments += parsed.fragments
            if let body = parsed.root { document.fragments.append(fragment(argument, body, UInt16(index + 1))) }
        }
        // If there are as many problems as are shown, and errors among them, there is no reason to look for more.
        var output: Output?
        if !(reports.hasErrors && reports.isFull(SourceSpan(0..<0))) {
            var resolver = AssembleResolver(fragments: document.fragments, reports: reports)
            let root = resolver.resolve(document.root)
            reports = resolver.reports
            output = root.map { lower($0, options, &reports) }
            // The definitions of an argument are there for every source that it is given to, so unused ones are not
            // reported.
            output?.unusedDefinitions = resolver.unused.filter { $0.span.file == 0 }.map { unused in
                (unused.name, SourceRange(file, unused.span.offsets))
            }
            output?.usedArguments = Set(resolver.usedFiles.filter { $0 > 0 }.map { arguments[Int($0) - 1].key })
        }
        diagnostics = reports.diagnostics
        guard let output, !reports.hasErrors else { return Output(tree: nil, parts: [], comments: [:]) }
        return output
    }

    /// Reads a source without inserting fragments, so that those of arguments are not needed.
    ///
    /// - Returns: What could be understood.
    static func document(of file: SourceFile, into diagnostics: inout DiagnosticList) -> AssembleDocument {
        var reports = AssembleReports(files: [file], diagnostics: diagnostics, client: .swift)
        defer { diagnostics = reports.diagnostics }
        return parse(0, AssembleOptions(), &reports)
    }

    /// Returns the places of a source's comments, in its order.
    static func comments(of file: SourceFile) -> [Range<Int>] {
        file.bytes.withUnsafeBufferPointer { buffer in
            let reports = AssembleReports(files: [file], diagnostics: DiagnosticList(), client: .swift)
            var parser = AssembleParser(bytes: SourceBytes(buffer), file: 0, reports: reports)
            _ = parser.parseDocument(isArgument: false)
            // The arguments of the old wrapper are read before its text.
            return parser.commentSpans.map { $0.offsets }.sorted { $0.lowerBound < $1.lowerBound }
        }
    }

    private static func fragment(
        _ argument: (key: String, value: SourceFile),
        _ body: AssembleDocument.Body,
        _ number: UInt16
    ) -> AssembleFragment {
        AssembleFragment(
            name: argument.key,
            nameSpan: SourceSpan(0..<0, file: number),
            body: body,
            length: argument.value.bytes.count
        )
    }

    private static func parse(
        _ number: UInt16,
        _ options: AssembleOptions,
        _ reports: inout AssembleReports
    ) -> AssembleDocument {
        let bytes = reports.files[Int(number)].bytes
        let limit = min(options.maximumSize, Int(clamping: UInt32.max))
        guard bytes.count <= limit else {
            reports.add(.sourceTooLarge(bytes.count, limit: limit), at: SourceSpan(0..<0, file: number))
            return AssembleDocument()
        }
        return bytes.withUnsafeBufferPointer { buffer in
            var parser = AssembleParser(bytes: SourceBytes(buffer), file: number, reports: reports)
            let document = parser.parseDocument(isArgument: number > 0)
            reports = parser.reports
            return document
        }
    }

    private static func lower(
        _ root: AssembleLowering.Root,
        _ options: AssembleOptions,
        _ reports: inout AssembleReports
    ) -> Output {
        var lowering = AssembleLowering(assets: options.assets, reports: reports)
        lowering.lower(root)
        reports = lowering.reports
        let end = reports.files[0].bytes.count
        let parts = lowering.names
        let comments = lowering.comments
        return Output(tree: lowering.finish(at: SourceSpan(end..<end)), parts: parts, comments: comments)
    }
}

extension AssembleFrontEnd.Output {
    /// The text of `NAME.parts.json`, which maps the names of parts to ids; `nil` if no part is named.
    ///
    /// One object on one line, in the order of the ids, with a line feed after it.
    package var partsJSON: String? {
        guard !parts.isEmpty else { return nil }
        return JSONWriter.visible { json in
            for part in parts { json.value(part.name, part.id) }
        } + "\n"
    }

    /// The names of the parts, by the nodes of their outermost elements.
    package var partNames: PartNames {
        guard let tree, !parts.isEmpty else { return PartNames([]) }
        var names: [(node: Int, name: String)] = []
        for (index, element) in tree.elements.enumerated() {
            // No other element has an id.
            guard let id = tree.attributes(of: element).first(where: { $0.name == "id" }).flatMap({ Int($0.value) }),
                parts.indices.contains(id - 1)
            else { continue }
            names.append((index, parts[id - 1].name))
        }
        return PartNames(names)
    }
}

// MARK: - Options

/// The options for reading an assemble source.
package struct AssembleOptions: Sendable {
    /// The definitions of the names given on the command line, as if `def` had defined them.
    package var arguments: [String: SourceFile]
    /// The sizes of images by name, for images without a size in the source.
    package var assets: [String: AssembleAssetSize]
    /// The longest source that is read, in bytes.
    package var maximumSize: Int
    /// The client that the elements are for; what it does not know is dropped.
    package var client: Client

    /// Creates options.
    package init(
        arguments: [String: SourceFile] = [:],
        assets: [String: AssembleAssetSize] = [:],
        maximumSize: Int = 1 << 20,
        client: Client = .swift
    ) {
        self.arguments = arguments
        self.assets = assets
        self.maximumSize = maximumSize
        self.client = client
    }
}

/// The size of an image that is in the app.
package struct AssembleAssetSize: Hashable, Sendable {
    /// The width as a template writes it: points, or parts of the screen's width in `rp`.
    package let width: String
    /// The height as a template writes it.
    package let height: String

    /// Reads a size such as `24x24`, `12.5x8` or `40rpx40rp`; fails when a side is not a number above 0.
    ///
    /// - Parameter text: The size.
    package init?(_ text: String) {
        // The unit does not end in 'x', so the 'x' after a digit or a unit separates the sides.
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2, sides.allSatisfy(Self.isSide) else { return nil }
        width = sides[0]
        height = sides[1]
    }

    private static func isSide(_ text: String) -> Bool {
        guard let number = try? AssembleNumber(text) else { return false }
        return !number.isNegative && !number.isZero
    }
}

/// A part that a host finds by its number.
package struct AssembleNamedPart: Hashable, Sendable {
    /// The name in the source.
    package let name: String
    /// The `id` in the template, from 1.
    package let id: Int
}

// MARK: - Reports

/// Collects the reports about one assemble source and the files that it includes.
///
/// A fragment is resolved for each of its uses, so the same problem may be found several times: it is reported once.
struct AssembleReports {
    /// The parts in which two equal reports agree.
    private struct Key: Hashable {
        let id: AssembleMessageID
        let span: SourceSpan
    }

    /// The files in the order of their numbers.
    let files: [SourceFile]
    /// All reports.
    private(set) var diagnostics: DiagnosticList
    /// Whether an error was reported.
    private(set) var hasErrors = false
    private var seen: Set<Key> = []
    private let client: Client

    init(files: [SourceFile], diagnostics: DiagnosticList, client: Client) {
        self.client = client
        self.files = files
        self.diagnostics = diagnostics
        for file in files { self.diagnostics.addFile(file) }
    }

    /// Reports a problem, unless it was reported before.
    mutating func add(
        _ message: AssembleMessage,
        at span: SourceSpan,
        noteAt second: SourceSpan? = nil,
        notes: [Diagnostic.Note] = [],
        fixIts: [Diagnostic.FixIt] = []
    ) {
        if message.severity == .error { hasErrors = true }
        guard !isFull(span) || message.severity == .error else { return }
        guard seen.count >= Self.rememberedReports || seen.insert(Key(id: message.id, span: span)).inserted else {
            return
        }
        let second = second.map { range($0) }
        diagnostics.add(Diagnostic(message, at: range(span), noteAt: second, notes: notes, fixIts: fixIts))
    }

    /// The number of reports after which the list drops further ones anyway.
    private static let rememberedReports = 100_000

    /// Returns whether further reports about a file would be dropped, so that guesses are not worth their time.
    func isFull(_ span: SourceSpan) -> Bool { diagnostics.isFull(files[Int(span.file)]) }

    /// Returns whether the client has an attribute of the elements.
    func knows(_ key: AssembledKey) -> Bool {
        LanguageSchema.standard.property(named: key.rawValue)?.knownTo.contains(client) ?? false
    }

    func range(_ span: SourceSpan) -> SourceRange { SourceRange(files[Int(span.file)], span.offsets) }

    func note(_ text: String, at span: SourceSpan) -> Diagnostic.Note { Diagnostic.Note(text, at: range(span)) }

    func replacement(_ span: SourceSpan, with text: String) -> Diagnostic.FixIt {
        Diagnostic.FixIt("replace with '\(text)'", [edit(span, text)])
    }

    func insertion(_ text: String, at span: SourceSpan) -> Diagnostic.FixIt {
        Diagnostic.FixIt("insert '\(text)'", [edit(span, text)])
    }

    func edit(_ span: SourceSpan, _ text: String) -> Diagnostic.FixIt.Edit {
        Diagnostic.FixIt.Edit(range(span), with: text)
    }
}
