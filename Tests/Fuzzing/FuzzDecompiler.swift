import VirtualViewCompiler
import VirtualViewFormat

/// A file that loads and has a name comes back as a source that compiles to the same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDecompiler(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = data.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
    guard let template = try? Template(decoding: bytes) else { return 0 }
    guard let output = Decompiler(template).run() else {
        precondition(template.type.isEmpty, "every file with a name has a source")
        return 0
    }
    let again = TemplateCompiler().compile(SourceFile(path: "again.xml", text: output.source))
    precondition(again.bytes == bytes, "a source that was written compiles to the file")
    return 0
}
