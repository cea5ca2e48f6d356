import Testing
import VirtualViewFormat

/// Expects that bytes are refused, then damages them further: whatever happens must be a value or a `FormatError`.
func expectRejected(
    _ bytes: [UInt8],
    code: FormatError.Code,
    offset: Int?,
    section: FileSection? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    do {
        _ = try Template(decoding: bytes)
        Issue.record("the file was accepted", sourceLocation: sourceLocation)
    } catch {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        #expect(error.offset == offset, "\(error)", sourceLocation: sourceLocation)
        if let section { #expect(error.section == section, "\(error)", sourceLocation: sourceLocation) }
    }
    expectTotal(bytes, sourceLocation: sourceLocation)
}

/// Truncates at every prefix and changes every byte; each result must be refused or keep the law.
///
/// A byte takes four other values, or with `everyValue` all 255 of them.
func expectTotal(_ bytes: [UInt8], everyValue: Bool = false, sourceLocation: SourceLocation = #_sourceLocation) {
    for length in 0..<bytes.count {
        expectRefusedOrLawful(Array(bytes[..<length]), sourceLocation: sourceLocation)
    }
    for offset in bytes.indices {
        var changed = bytes
        let values = everyValue ? Array(0...UInt8.max) : [0x00, 0xFF, bytes[offset] ^ 0x80, bytes[offset] &+ 1]
        for value in values where value != bytes[offset] {
            changed[offset] = value
            expectRefusedOrLawful(changed, sourceLocation: sourceLocation)
        }
    }
}

/// Reads everything that a template offers, and writes it again.
func expectRefusedOrLawful(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    guard let template = try? Template(decoding: bytes) else { return }
    #expect(readEverything(in: template) >= template.nodes.count, sourceLocation: sourceLocation)
    do {
        let encoded = try TemplateBuilder(template).encoded()
        #expect(encoded == bytes, "the file does not survive a round trip", sourceLocation: sourceLocation)
    } catch {
        Issue.record("a file that was read cannot be written: \(error)", sourceLocation: sourceLocation)
    }
}

/// Visits every node, setter, variable, string and program; gives how many there were.
func readEverything(in template: Template) -> Int {
    var count = template.type.utf8.count + template.dependencies.count
    for node in template.nodes {
        count += 1 + node.children.reduce(0) { $0 + ($1.index > node.index ? 1 : 0) }
        for setter in node.setters { count += (setter.name?.utf8.count ?? 0) + (setter.text?.utf8.count ?? 0) }
        for variable in node.variables { count += template.string(for: variable.name) == nil ? 0 : 1 }
    }
    for entry in template.strings { count += entry.text.utf8.count + (template.strings[entry.id] == nil ? 0 : 1) }
    for entry in template.expressions { count += entry.code.count + (template.expressions[entry.id]?.count ?? 0) }
    return count + (template.extra.records?.count ?? 0)
}
