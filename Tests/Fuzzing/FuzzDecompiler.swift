import VirtualViewCompiler
import VirtualViewFormat

/// A file that loads and has a name comes back as a source that compiles to the same bytes.
func fuzzDecompiler(_ bytes: [UInt8]) {
    guard let template = try? Template(decoding: bytes) else { return }
    guard let output = Decompiler(template).run() else {
        precondition(template.type.isEmpty, "every file with a name has a source")
        return
    }
    let again = TemplateCompiler().compile(SourceFile(path: "again.xml", text: output.source))
    precondition(again.bytes == bytes, "a source that was written compiles to the file")
}
