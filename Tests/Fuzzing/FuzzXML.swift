import VirtualViewCompiler
import VirtualViewFormat

/// Any source gives a template that loads, or at least one error, never both; and every diagnostic can be printed.
///
/// A template comes back as a source that compiles to the same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzXML(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count > 0, let data else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    let options = TemplateCompiler.Options(
        target: Target.all[count % Target.all.count],
        isLenient: count & 4 != 0,
        embedsDigest: count & 32 != 0,
        embedsSourceMap: count & 64 != 0
    )
    let result = TemplateCompiler(options: options).compile(SourceFile(path: "fuzz.xml", bytes: bytes))
    precondition((result.bytes == nil) == result.diagnostics.hasErrors, "an output or an error, not both")
    var formatter = DiagnosticFormatter(style: count & 8 != 0 ? .json : .text(color: count & 16 != 0))
    precondition(formatter.format(result.diagnostics.ordered).isEmpty == result.diagnostics.isEmpty)
    if let file = result.bytes {
        guard let template = try? Template(decoding: file) else {
            preconditionFailure("what was compiled can be loaded")
        }
        precondition(template.type.isEmpty || isIdentical(Decompiler(template).run()?.source, file))
    }
    return 0
}

private func isIdentical(_ source: String?, _ bytes: [UInt8]) -> Bool {
    guard let source else { return false }
    return TemplateCompiler().compile(SourceFile(path: "again.xml", text: source)).bytes == bytes
}
