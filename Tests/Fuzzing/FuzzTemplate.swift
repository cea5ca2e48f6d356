import VirtualViewFormat

/// Bytes that are read must survive being written; bytes that are not must be refused with a typed error.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTemplate(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = data.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
    guard let template = try? Template(decoding: bytes) else { return 0 }
    var total = template.type.utf8.count + template.dependencies.count
    for node in template.nodes {
        total += node.children.reduce(0) { $0 + $1.index }
        for setter in node.setters { total += (setter.name?.utf8.count ?? 0) + (setter.text?.utf8.count ?? 0) }
        for variable in node.variables { total += Int(variable.name.rawValue & 1) }
    }
    for entry in template.strings { total += entry.text.utf8.count + (template.strings[entry.id] == nil ? 0 : 1) }
    for entry in template.expressions { total += entry.code.count + (template.expressions[entry.id]?.count ?? 0) }
    total += template.extra.records?.count ?? 0
    if let map = template.sourceMap {
        for index in 0..<map.nodeCount { total += map.position(ofNode: index)?.line ?? 0 }
        for id in map.programIDs {
            for statement in map.statements(ofProgram: id) {
                let found = map.position(inProgram: id, at: statement.offset)
                precondition(found == statement.position, "a statement is found by its offset")
            }
        }
        precondition(SourceMap(payload: map.payload) == map, "a map that is read can be written")
    }
    precondition(total >= 0)
    let encoded = try? TemplateBuilder(template).encoded()
    precondition(encoded == bytes, "a file that is read is written unchanged")
    return 0
}
