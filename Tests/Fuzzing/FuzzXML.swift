import VirtualViewCompiler
import VirtualViewFormat

/// Any source gives a template that loads, or at least one error, never both; and every diagnostic can be printed.
///
/// A template comes back as a source that compiles to the same bytes. The bytes of an input are the source, or, behind a
/// byte below 8, choose one. Printing and decompiling cost more than all else, so only some inputs are asked for them.
func fuzzXML(_ input: [UInt8]) {
    guard !input.isEmpty else { return }
    let bytes = input[0] < 8 ? XMLSourceWriter.source(input[1...]) : input
    let choice = digest(input)
    let options = TemplateCompiler.Options(
        client: Client.allCases[choice % Client.allCases.count],
        isLenient: choice & 4 != 0,
        embedsDigest: choice & 32 != 0,
        embedsSourceMap: choice & 64 != 0
    )
    let compiler = TemplateCompiler(configuration: configuration, options: options)
    let result = compiler.compile(SourceFile(path: "fuzz.xml", bytes: bytes))
    precondition((result.bytes == nil) == result.diagnostics.hasErrors, "an output or an error, not both")
    if choice >> 8 & 15 == 0 {
        var formatter = DiagnosticFormatter(style: choice & 8 != 0 ? .json : .text(color: choice & 16 != 0))
        let some = Array(result.diagnostics.ordered.prefix(20))
        precondition(formatter.format(some).isEmpty == some.isEmpty)
    }
    if let file = result.bytes {
        guard let template = try? Template(decoding: file) else {
            preconditionFailure("what was compiled can be loaded")
        }
        if choice >> 12 & 15 == 0 {
            precondition(template.type.isEmpty || isIdentical(Decompiler(template).run()?.source, file))
        }
    }
}

private let configuration = Configuration()
private let plainCompiler = TemplateCompiler(configuration: configuration)

private func isIdentical(_ source: String?, _ bytes: [UInt8]) -> Bool {
    guard let source else { return false }
    return plainCompiler.compile(SourceFile(path: "again.xml", text: source)).bytes == bytes
}
