import VirtualViewCompiler
import VirtualViewFormat

extension TemplateDump {
    /// Returns the file as JSON: tables and strings in file order, names where they are known.
    func json() -> String {
        JSONWriter.visible(isPretty: true) { writer in
            writer.value("type", template.type)
            writer.value("version", template.version.description)
            writer.value("pageId", Int(template.pageID))
            writer.array("dependencies") { writer in
                for page in template.dependencies { writer.value(nil, Int(page)) }
            }
            writeSections(&writer)
            writeTables(&writer)
            writeTree(&writer)
        } + "\n"
    }

    private func writeSections(_ writer: inout JSONWriter) {
        let sections = template.sections
        writer.object("sections") { writer in
            // Lengths are those of the header, which leave the tables' own counts out.
            for (section, range, countSize) in [
                (FileSection.code, sections.code, 0), (.strings, sections.strings, 4),
                (.expressions, sections.expressions, 4), (.extra, sections.extra, 0),
            ] {
                writer.object(section.rawValue) { writer in
                    writer.value("offset", range.lowerBound)
                    writer.value("length", range.count - countSize)
                }
            }
        }
    }

    private func writeTables(_ writer: inout JSONWriter) {
        writer.array("strings") { writer in
            for entry in template.strings {
                writer.object { writer in
                    writer.value("id", Int(entry.id.rawValue))
                    writer.value("value", entry.text)
                }
            }
        }
        writer.array("expressions") { writer in
            for entry in template.expressions {
                writer.object { writer in
                    writer.value("id", Int(entry.id.rawValue))
                    writer.value("bytes", HexText.text(entry.code))
                    writer.array("listing", listing(of: entry.code))
                }
            }
        }
        guard let records = template.extra.records, !records.isEmpty else { return }
        writer.array("extra") { writer in
            for record in records {
                writer.object { writer in
                    writer.value("tag", record.tag)
                    writer.value("bytes", HexText.text(record.payload))
                }
            }
        }
        if let names = template.partNames {
            writer.array("parts") { writer in
                for entry in names.entries {
                    writer.object { writer in
                        writer.value("node", entry.node)
                        writer.value("name", entry.name)
                    }
                }
            }
        }
        if let sourceMap { write(sourceMap, to: &writer) }
    }

    private func write(_ map: SourceMap, to writer: inout JSONWriter) {
        writer.object("sourceMap") { writer in
            writer.array("nodes") { writer in
                for index in 0..<map.nodeCount {
                    writer.value(nil, map.position(ofNode: index).map { text(of: $0) })
                }
            }
            writer.array("programs") { writer in
                for id in map.programIDs {
                    writer.object { writer in
                        writer.value("id", Int(id.rawValue))
                        writer.array("statements") { writer in
                            for statement in map.statements(ofProgram: id) {
                                writer.object { writer in
                                    writer.value("offset", statement.offset)
                                    writer.value("position", text(of: statement.position))
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Writes the nodes without recursion: explicit calls open and close each array and object.
    private func writeTree(_ writer: inout JSONWriter) {
        var openEnds: [Int] = []
        for node in template.nodes {
            while let end = openEnds.last, end <= node.index {
                writer.endArray()
                writer.endObject()
                openEnds.removeLast()
            }
            writer.beginObject(node.index == 0 ? "root" : nil)
            write(node, to: &writer)
            writer.beginArray("children")
            openEnds.append(node.subtreeEnd)
        }
        for _ in openEnds {
            writer.endArray()
            writer.endObject()
        }
    }

    private func write(_ node: NodeCreater, to writer: inout JSONWriter) {
        writer.value("component", node.componentName)
        writer.value("componentId", Int(node.componentID))
        writer.array("properties") { writer in
            for setter in node.setters {
                writer.object { writer in
                    writer.value("key", name(of: setter.key))
                    write(setter.value, to: &writer)
                }
            }
        }
        writer.array("variables") { writer in
            for variable in node.variables {
                writer.object { writer in
                    writer.value("name", name(of: variable.name))
                    switch variable.value {
                    case .int(let value): write(.int(value, .none), to: &writer)
                    case .float(let value): write(.float(value, .none), to: &writer)
                    case .string(let id): write(.string(id), to: &writer)
                    }
                }
            }
        }
    }

    private func write(_ value: PropertyValue, to writer: inout JSONWriter) {
        switch value {
        case .int(let number, let unit):
            writer.value("kind", "int")
            if unit == .rp { writer.value("unit", "rp") }
            writer.value("value", Int(number))
        case .float(let number, let unit):
            writer.value("kind", "float")
            if unit == .rp { writer.value("unit", "rp") }
            writer.value("value", number)
        case .string(let id):
            writer.value("kind", "string")
            let text = text(of: id)
            writer.value("value", text?.shown)
            if text?.isWhole != true { writer.value("valueId", Int(id.rawValue)) }
        case .expression(let id):
            writer.value("kind", "expression")
            writer.value("value", Int(id.rawValue))
        }
    }
}
