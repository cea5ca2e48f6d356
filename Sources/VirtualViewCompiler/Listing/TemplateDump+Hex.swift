import VirtualViewExpressions
import VirtualViewFormat

extension TemplateDump {
    /// Returns every byte of the file with its offset and meaning.
    package func hex() -> String {
        var lines = HexLines(bytes: template.bytes)
        for section in [.header] + template.sections.order {
            let range = template.sections.range(of: section)
            lines.heading("\(section.rawValue), \(range.count) bytes")
            switch section {
            case .header: writeHeader(&lines)
            case .code: writeCode(&lines)
            case .strings: writeStrings(&lines)
            case .expressions: writeExpressions(&lines)
            case .extra: writeExtra(&lines)
            }
        }
        return lines.text
    }

    private func writeHeader(_ lines: inout HexLines) {
        lines.row(5, "magic")
        for name in ["major version", "minor version", "patch version"] { lines.number(2, name) }
        for name in ["code", "string", "expression", "extra"] {
            lines.number(4, "\(name) offset")
            lines.number(4, "\(name) length")
        }
        lines.number(2, "page id")
        lines.number(2, "dependency count")
        for _ in template.dependencies { lines.number(2, "page id") }
    }

    private func writeCode(_ lines: inout HexLines) {
        lines.jump(to: template.sections.code.lowerBound)
        lines.number(4, "template count")
        lines.number(2, "name length")
        lines.row(template.type.utf8.count, JSONText.quoted(template.type))
        lines.number(2, "node length")
        var openEnds: [Int] = []
        func close(before index: Int) {
            while let end = openEnds.last, end <= index {
                openEnds.removeLast()
                lines.row(1, "end of node", depth: openEnds.count)
            }
        }
        for node in template.nodes {
            close(before: node.index)
            writeNode(node, depth: openEnds.count, &lines)
            openEnds.append(node.subtreeEnd)
        }
        close(before: .max)
    }

    private func writeNode(_ node: NodeCreater, depth: Int, _ lines: inout HexLines) {
        lines.row(1, "node", depth: depth)
        lines.row(2, "component \(node.componentID) \(component(of: node))", depth: depth)
        let tables = ["int", "int in rp", "float", "float in rp", "string", "expression"]
        var setters = Array(node.setters)[...]
        for name in tables {
            let count = Int(lines.nextByte)
            lines.row(1, "\(count) \(name)", depth: depth)
            for setter in setters.prefix(count) { lines.row(8, label(of: setter), depth: depth + 1) }
            setters = setters.dropFirst(count)
        }
        lines.row(1, "\(node.variables.count) user variables", depth: depth)
        for variable in node.variables {
            lines.row(9, "var \(name(of: variable.name)) = \(label(of: variable.value))", depth: depth + 1)
        }
    }

    private func label(of value: UserVariable.Value) -> String {
        switch value {
        case .int(let number): "int \(number)"
        case .float(let number): "float \(Self.text(of: number))"
        case .string(let id): quotedText(of: id) ?? "missing"
        }
    }

    private func label(of setter: PropertySetter) -> String {
        switch setter.value {
        case .int(let number, _): "\(name(of: setter.key)) = \(number)"
        case .float(let number, _): "\(name(of: setter.key)) = \(Self.text(of: number))"
        case .string(let id): "\(name(of: setter.key)) = \(quotedText(of: id) ?? "missing")"
        case .expression(let id): "\(name(of: setter.key)) = program \(id.rawValue)"
        }
    }

    private func writeStrings(_ lines: inout HexLines) {
        lines.jump(to: template.sections.strings.lowerBound)
        lines.number(4, "string count")
        for entry in template.strings {
            lines.number(4, "id")
            lines.number(2, "length")
            lines.row(entry.text.utf8.count, JSONText.quoted(entry.text))
        }
    }

    private func writeExpressions(_ lines: inout HexLines) {
        lines.jump(to: template.sections.expressions.lowerBound)
        lines.number(4, "expression count")
        for entry in template.expressions {
            lines.number(4, "id")
            lines.number(2, "length")
            writeProgram(entry.code, &lines)
        }
    }

    /// Writes a row for each instruction, and one for bytes that are not an instruction.
    private func writeProgram(_ code: [UInt8], _ lines: inout HexLines) {
        var decoder = InstructionDecoder(code)
        var end = 0
        for line in listing(of: code) {
            let next = (try? decoder.next())?.range.upperBound ?? code.count
            lines.row(next - end, line)
            end = next
        }
    }

    private func writeExtra(_ lines: inout HexLines) {
        lines.jump(to: template.sections.extra.lowerBound)
        let section = template.extra
        guard let records = section.records, !records.isEmpty else {
            if !section.bytes.isEmpty { lines.row(section.bytes.count, "") }
            return
        }
        lines.row(4, "magic")
        for record in records {
            lines.row(4, "record \(record.tag)")
            lines.number(4, "length")
            if record.tag == ExtraSection.sourceMapTag, let map = SourceMap(payload: record.payload) {
                write(map, &lines)
            } else if record.tag == ExtraSection.partsTag, let names = PartNames(payload: record.payload) {
                lines.number(4, "name count")
                for entry in names.entries {
                    lines.number(4, "node")
                    lines.number(2, "length")
                    lines.row(entry.name.utf8.count, JSONText.quoted(entry.name))
                }
            } else {
                lines.row(record.payload.count, "")
            }
        }
    }

    private func write(_ map: SourceMap, _ lines: inout HexLines) {
        func place(_ position: SourceMap.Position?) {
            lines.row(10, position?.description ?? "no place", depth: 1)
        }
        lines.number(2, "file count")
        for file in map.files {
            lines.number(2, "length")
            lines.row(file.utf8.count, JSONText.quoted(file))
        }
        lines.number(4, "node count")
        for index in 0..<map.nodeCount { place(map.position(ofNode: index)) }
        lines.number(4, "program count")
        for id in map.programIDs {
            lines.number(4, "id")
            lines.number(4, "statement count")
            for statement in map.statements(ofProgram: id) {
                lines.number(2, "offset")
                place(statement.position)
            }
        }
    }
}

/// Builds annotated rows: offset, at most 16 bytes, meaning.
private struct HexLines {
    private static let rowSize = 16
    private let bytes: [UInt8]
    private var offset = 0
    private(set) var text = ""

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The byte that the next row starts with; 0 at the end.
    var nextByte: UInt8 {
        offset < bytes.count ? bytes[offset] : 0
    }

    mutating func jump(to offset: Int) {
        self.offset = offset
    }

    mutating func heading(_ title: String) {
        text += "\(text.isEmpty ? "" : "\n"); \(title)\n"
    }

    /// Shows a big-endian number with its value.
    mutating func number(_ size: Int, _ meaning: String) {
        let end = min(offset + size, bytes.count)
        let bits = bytes[offset..<end].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        row(size, "\(meaning) \(size == 4 ? "\(Int32(bitPattern: bits))" : "\(bits)")")
    }

    mutating func row(_ size: Int, _ meaning: String, depth: Int = 0) {
        let end = min(offset + size, bytes.count)
        var isFirst = true
        repeat {
            let rowEnd = min(offset + Self.rowSize, end)
            var digits = bytes[offset..<rowEnd].map { HexText.text(CollectionOfOne($0)) }.joined(separator: " ")
            digits += String(repeating: " ", count: 3 * Self.rowSize + 1 - digits.count)
            let address = HexText.number(UInt32(offset), width: 6, isUpperCase: false)
            let label =
                isFirst
                ? String(repeating: "  ", count: min(depth, JSONWriter.deepestIndent)) + VisibleText.line(meaning) : ""
            var line = address + "  " + digits + label
            while line.last == " " { line.removeLast() }
            text += line + "\n"
            offset = rowEnd
            isFirst = false
        } while offset < end
    }
}
