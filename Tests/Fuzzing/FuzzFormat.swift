import VirtualViewCompiler

/// Formatting never stops, formatting twice is formatting once, and a formatted source compiles to the same bytes with
/// the same diagnostics; a source that cannot be read does not compile.
///
/// The bytes of an input are a source, in XML if it begins with `<`; or, behind a byte below 8, choose one.
func fuzzFormat(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let isXML = first < 8 ? first < 4 : first == UInt8(ascii: "<") || first == 0xEF
    var source = input
    if first < 8 {
        source = isXML ? XMLSourceWriter.source(input[1...]) : AssembleSourceWriter.source(input[1...]).source
    }
    let file = SourceFile(path: isXML ? "fuzz.xml" : "fuzz.asv", bytes: source)
    let before = compiler.compile(file)
    guard let bytes = SourceFormatter.format(file) else {
        precondition(before.diagnostics.hasErrors, "what cannot be read does not compile")
        return
    }
    let formatted = SourceFile(path: file.path, bytes: bytes)
    precondition(SourceFormatter.format(formatted) == bytes, "formatting twice is formatting once")
    let after = compiler.compile(formatted)
    precondition(before.bytes == after.bytes, "a formatted source compiles to the same bytes")
    let (mine, its) = (before.diagnostics.ordered, after.diagnostics.ordered)
    precondition(mine.count == its.count, "there are as many diagnostics")
    for (lhs, rhs) in zip(mine, its) { precondition(lhs.id == rhs.id, "the diagnostics are the same") }
}

private let compiler = TemplateCompiler()
