import VirtualView

/// Bytes that load go the whole way: nodes, data, layout, a display list, a picture; twice the same.
///
/// What is not a template is refused, and taken for parts of one. The data follow from the bytes.
func fuzzScreen(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    guard let template = load(bytes) else { return }
    let registry = ScreenModule.registry
    let limits = NodeTree.Limits(maximumDepth: 256, maximumContainerDepth: 2, maximumNodeCount: 4_000)
    let client: Client = bytes.count & 1 == 0 ? .swift : .iOS
    guard let prepared = try? PreparedTemplate(template, registry: registry, client: client, limits: limits) else {
        return
    }
    // The last bytes are texts and programs, the first ones offsets; both take part.
    let choices = RandomChoices((bytes.reversed().prefix(64) + bytes.prefix(64))[...])
    var check = ScreenCheck(prepared, source: PreparedTemplates(otherwise: prepared), choices: choices)
    check.run(rounds: 2)
}

/// The template that bytes are, or the first that they may be taken for.
private func load(_ bytes: [UInt8]) -> Template? {
    if let template = try? TemplateBinaryLoader().load(bytes) { return template }
    return FramedFile.all(from: bytes).lazy.compactMap { try? TemplateBinaryLoader().load($0.bytes) }.first
}
