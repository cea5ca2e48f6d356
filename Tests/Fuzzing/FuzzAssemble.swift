import VirtualViewCompiler
import VirtualViewFormat

/// Any assemble source gives a tree or at least one error, never both; every diagnostic can be printed; and what a tree
/// is printed as reads back as the same tree.
///
/// The bytes of an input are the source, or, behind a byte below 8, choose one. In a source a line with only `=` parts it
/// from the file of the argument `arg`. What costs more than reading is asked of some inputs only.
func fuzzAssemble(_ input: [UInt8]) {
    guard !input.isEmpty else { return }
    let choice = digest(input)
    let (source, argument) = input[0] < 8 ? AssembleSourceWriter.source(input[1...]) : parted(input)
    var options = AssembleOptions()
    if let argument { options.arguments = ["arg": SourceFile(path: "arg.asv", bytes: argument)] }
    options.assets["star"] = AssembleAssetSize("12x12")
    let file = SourceFile(path: "fuzz.asv", bytes: source)
    var diagnostics = DiagnosticList()
    let output = AssembleFrontEnd.read(file, options: options, into: &diagnostics)
    precondition((output.tree == nil) == diagnostics.hasErrors, "a tree or an error, not both")
    if choice >> 8 & 15 == 0 {
        var formatter = DiagnosticFormatter(style: choice & 1 != 0 ? .json : .text(color: choice & 2 != 0))
        let some = Array(diagnostics.ordered.prefix(20))
        precondition(formatter.format(some).isEmpty == some.isEmpty)
    }
    guard let tree = output.tree, choice >> 12 & 1 == 0 else { return }
    let xml = checkPrinted(tree, output)
    guard choice >> 13 & 3 == 0 else { return }
    var compilerOptions = TemplateCompiler.Options()
    compilerOptions.assemble = options
    let compiler = TemplateCompiler(configuration: configuration, options: compilerOptions)
    let bytes = compiler.compile(file).bytes
    precondition(bytes == compiler.compile(xml).bytes, "a source and its XML give the same template")
}

private let configuration = Configuration()

private func parted(_ input: [UInt8]) -> (source: [UInt8], argument: [UInt8]?) {
    guard let cut = input.indices.first(where: { input[$0...].starts(with: "\n=\n".utf8) }) else { return (input, nil) }
    return (Array(input[..<cut]), Array(input[(cut + 3)...]))
}

private func checkPrinted(_ tree: SyntaxTree, _ output: AssembleFrontEnd.Output) -> SourceFile {
    let xml = SourceFile(path: "fuzz.xml", text: XMLPrinter().print(tree, comments: output.comments))
    var diagnostics = DiagnosticList()
    // A long source stands for more XML than is read by default.
    let again = XMLReader(options: .init(maximumSize: .max)).read(xml, into: &diagnostics)
    precondition(diagnostics.isEmpty, "printed XML is clean")
    precondition(again.elements.count == tree.elements.count, "printed XML has the same elements")
    for (lhs, rhs) in zip(tree.elements, again.elements) {
        precondition(lhs.name == rhs.name && lhs.subtreeEnd == rhs.subtreeEnd, "an element comes back")
        let (mine, its) = (tree.attributes(of: lhs), again.attributes(of: rhs))
        precondition(mine.count == its.count, "all attributes come back")
        for (attribute, other) in zip(mine, its) {
            let isSame = attribute.name == other.name && Array(attribute.value.utf8) == Array(other.value.utf8)
            precondition(isSame, "an attribute comes back")
            let span = attribute.span(of: 0..<attribute.value.utf8.count)
            precondition(span.upper <= tree.range(attribute.valueSpan).file.bytes.count, "places are in the file")
        }
    }
    return xml
}
