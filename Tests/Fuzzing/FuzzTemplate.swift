import VirtualViewFormat

/// Bytes that are read must survive being written; bytes that are not must be refused with a typed error.
///
/// Bytes that are no file are taken for parts of one, which ``FramedFile`` puts together.
func fuzzTemplate(_ bytes: [UInt8]) {
    if let template = try? Template(decoding: bytes) {
        check(template, bytes)
        return
    }
    for file in FramedFile.all(from: bytes).map(\.bytes) {
        if let template = try? Template(decoding: file) { check(template, file) }
    }
}

private func check(_ template: Template, _ bytes: [UInt8]) {
    var total = template.type.utf8.count + template.dependencies.count
    for node in template.nodes {
        total += node.children.reduce(0) { $0 + $1.index }
        for setter in node.setters { total += (setter.name?.utf8.count ?? 0) + (setter.text?.utf8.count ?? 0) }
        for variable in node.variables { total += Int(variable.name.rawValue & 1) }
    }
    var visitor = CountingVisitor()
    template.visit(&visitor)
    precondition(visitor.nodes == template.nodes.count && visitor.open == 0, "a walk opens and closes every node")
    precondition(visitor.setters == template.nodes.reduce(0) { $0 + $1.setters.count }, "a walk meets every setter")
    precondition(visitor.variables == template.nodes.reduce(0) { $0 + $1.variables.count }, "and every variable")
    for entry in template.strings { total += entry.text.utf8.count + (template.strings[entry.id] == nil ? 0 : 1) }
    for entry in template.expressions { total += entry.code.count + (template.expressions[entry.id]?.count ?? 0) }
    total += template.extra.records?.count ?? 0
    if let map = template.sourceMap { checkSourceMap(map) }
    if let names = template.partNames { checkPartNames(names, template) }
    precondition(total >= 0)
    let encoded = try? TemplateBuilder(template).encoded()
    precondition(encoded == bytes, "a file that is read is written unchanged")
}

private func checkSourceMap(_ map: SourceMap) {
    for index in 0..<map.nodeCount { _ = map.position(ofNode: index)?.line }
    for id in map.programIDs {
        for statement in map.statements(ofProgram: id) {
            let found = map.position(inProgram: id, at: statement.offset)
            precondition(found == statement.position, "a statement is found by its offset")
        }
    }
    precondition(SourceMap(payload: map.payload) == map, "a map that is read can be written")
}

private func checkPartNames(_ names: PartNames, _ template: Template) {
    for entry in names.entries {
        precondition(entry.node < template.nodes.count, "a name is that of a node")
        precondition(names.name(ofNode: entry.node) == entry.name, "a name is found by its node")
    }
    precondition(PartNames(payload: names.payload) == names, "names that are read can be written")
}

/// Counts what a walk over a template meets.
private struct CountingVisitor: TemplateVisitor {
    var nodes = 0
    var open = 0
    var setters = 0
    var variables = 0

    mutating func openNode(_ index: Int, componentID: UInt16, in template: Template) {
        precondition(index == nodes, "nodes are numbered in the order of the walk")
        nodes += 1
        open += 1
    }

    mutating func visitSetter(_ key: StringID, _ value: PropertyValue, in template: Template) {
        setters += 1
    }

    mutating func visitVariable(_ variable: UserVariable, in template: Template) {
        variables += 1
    }

    mutating func closeNode() {
        open -= 1
    }
}
