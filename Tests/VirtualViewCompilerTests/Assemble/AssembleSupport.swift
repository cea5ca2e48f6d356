import Testing
import VirtualViewCompiler

/// Reads an assemble source.
let readAssemble: Analysis = { file in
    var list = DiagnosticList()
    _ = AssembleFrontEnd.read(file, into: &list)
    return list.ordered
}

/// What a source of a test gives.
struct AssembleReading {
    let output: AssembleFrontEnd.Output
    let diagnostics: [Diagnostic]

    /// Reads a source.
    init(_ source: String, options: AssembleOptions = AssembleOptions()) {
        self.init(SourceFile(path: "test.asv", text: source), options: options)
    }

    /// Reads a file.
    init(_ file: SourceFile, options: AssembleOptions = AssembleOptions()) {
        var list = DiagnosticList()
        output = AssembleFrontEnd.read(file, options: options, into: &list)
        diagnostics = list.ordered
    }

    /// The diagnostics as `line:column: id`, with the path for files other than the source.
    var places: [String] {
        var formatter = DiagnosticFormatter()
        return diagnostics.map { diagnostic in
            let file = diagnostic.range.file
            let place = formatter.position(of: diagnostic.range.offsets.lowerBound, in: file)
            let path = file.path == "test.asv" ? "" : "\(file.path):"
            return "\(path)\(place.line):\(place.column): \(diagnostic.id)"
        }
    }

    /// The tree in one line an element: the name and its attributes, indented by two spaces a level.
    var outline: String { output.tree.map { outlineOf($0) } ?? "no tree" }
}

/// A tree in one line an element.
func outlineOf(_ tree: SyntaxTree, sorted: Bool = false) -> String {
    tree.elements.map { element in
        var attributes = tree.attributes(of: element).map { "\($0.name)=\($0.value.debugDescription)" }
        if sorted { attributes.sort() }
        return String(repeating: "  ", count: Int(element.depth)) + ([element.name] + attributes).joined(separator: " ")
    }.joined(separator: "\n")
}

/// Reads XML that has no problem.
func readCleanXML(_ file: SourceFile, sourceLocation: SourceLocation = #_sourceLocation) -> SyntaxTree {
    let (tree, found) = readTree(file)
    #expect(found == [], sourceLocation: sourceLocation)
    return tree
}

/// Expects that a source gives exactly this outline, and nothing to complain about.
func expectLowers(
    _ source: String,
    to outline: String,
    options: AssembleOptions = AssembleOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let reading = AssembleReading(source, options: options)
    #expect(reading.places == [], sourceLocation: sourceLocation)
    #expect(reading.outline == outline, sourceLocation: sourceLocation)
}

/// Expects that a source gives a tree and nothing to complain about.
func expectClean(_ source: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let reading = AssembleReading(source)
    #expect(reading.places == [], sourceLocation: sourceLocation)
    #expect(reading.output.tree != nil, sourceLocation: sourceLocation)
}

/// Expects exactly these diagnostics of an assemble source.
func expectAssemble(
    _ source: String,
    _ expected: ExpectedDiagnostic...,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    expectDiagnostics(source, expected, by: readAssemble, sourceLocation: sourceLocation)
}
