import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// Reads files from standard input and says in a line each what the libraries make of them.
///
/// `.ci/check-embedded` runs it twice, where an `Int` has 64 bits and where it has 32, and compares the lines.
@_cdecl("run") public func run() {
    while let path = Input.line(), let size = Input.line().flatMap({ Int($0) }) {
        // A line of its own, so that a program that stops has said where.
        Output.write(path + "\n")
        let bytes = Input.bytes(size)
        var notes = Notes()
        switch path.split(separator: ".").last {
        case "out": notes.addFile(bytes)
        case "json": notes.addBindings(bytes)
        default: notes.addSource(SourceFile(path: path, bytes: bytes))
        }
        Output.write("    " + notes.summary + "\n")
    }
}

private enum Input {
    /// The bytes up to the next line break; nothing at the end.
    static func line() -> String? {
        var bytes: [UInt8] = []
        while true {
            let byte = readByte()
            guard byte >= 0 else { return nil }
            guard byte != 0x0A else { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(UInt8(byte))
        }
    }

    static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: readByte()) }
    }
}

private enum Output {
    static func write(_ text: String) {
        for byte in text.utf8 { writeByte(Int32(byte)) }
    }
}

/// What was seen in a file, as one number that depends on all of it, and how much it was.
private struct Notes {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private var count = 0
    private var first = ""

    var summary: String {
        String(hash, radix: 16) + " of \(count)" + (first.isEmpty ? "" : ", " + first)
    }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        count += 1
    }

    mutating func add(_ text: String) {
        add(text.utf8)
        add(CollectionOfOne(0))
    }

    /// Shows a text in the summary, because a hash does not say what is different.
    mutating func show(_ text: String) {
        if first.isEmpty { first = text.split(separator: "\n").first.map { String($0) } ?? "" }
        add(text)
    }
}

// MARK: - Files

extension Notes {
    mutating func addFile(_ bytes: [UInt8]) {
        do throws(FormatError) {
            let template = try Template(decoding: bytes)
            add(template)
            let encoded = try TemplateBuilder(template).encoded()
            show(encoded == bytes ? "the same bytes again" : "other bytes")
        } catch {
            show(error.description)
        }
        addDamaged(bytes)
    }

    /// Reads the file with each number of its header at the limits of what it can be.
    private mutating func addDamaged(_ bytes: [UInt8]) {
        for start in 5..<max(5, min(bytes.count, 60) - 4) {
            for first: UInt8 in [0x7F, 0x80, 0xFF] {
                var damaged = bytes
                damaged[start] = first
                for offset in start + 1..<start + 4 { damaged[offset] = first == 0x80 ? 0 : 0xFF }
                do throws(FormatError) {
                    add(try Template(decoding: damaged))
                } catch {
                    add(error.description)
                }
            }
        }
    }

    private mutating func add(_ template: Template) {
        add("\(template.type) \(template.version) \(template.pageID) \(template.dependencies.count)")
        for section in template.sections.order {
            let range = template.sections.range(of: section)
            add("\(range.lowerBound) \(range.upperBound)")
        }
        template.visit(&self)
        for entry in template.strings { add("\(entry.id) \(entry.text) \(template.strings[entry.id] ?? "")") }
        for entry in template.expressions {
            add(template.expressions[entry.id] ?? [])
        }
        for node in template.nodes {
            add("\(node.componentName ?? "") \(node.subtreeEnd) \(node.byteOffset) \(node.children.count)")
            add(template.sourceMap?.position(ofNode: node.index)?.description ?? "")
        }
        for record in template.extra.records ?? [] {
            add(record.tag)
            add(record.payload)
        }
        for length: UInt8 in [0x00, 0x7F, 0x80, 0xFF] {
            let record = Array("VVX1abcd".utf8) + [length, 0, 0, 1, 9]
            add("\(ExtraSection(bytes: record).records?.count ?? -1)")
        }
        add("\(template.isDigestValid ?? false)")
        let far: [UInt8] = [
            0, 1, 0, 1, 0x61, 0, 0, 0, 1, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0,
        ]
        let place = SourceMap(payload: far)?.position(ofNode: 0)
        add("\((place?.line ?? 0) >= Int(Int32.max)) \((place?.column ?? 0) >= Int(Int32.max))")
    }
}

extension Notes: TemplateVisitor {
    mutating func openNode(_ index: Int, componentID: UInt16, in template: Template) {
        add("\(index) \(componentID) \(LanguageSchema.standard.component(id: componentID)?.properties.count ?? -1)")
    }

    mutating func visitSetter(_ key: StringID, _ value: PropertyValue, in template: Template) {
        add("\(key) \(LanguageSchema.standard.property(key)?.name ?? "")")
        switch value {
        case .int(let number, let unit): add("\(number) \(unit == .rp)")
        case .float(let number, let unit): add("\(number.bitPattern) \(unit == .rp)")
        case .string(let id), .expression(let id): add("\(id) \(template.string(for: id) ?? "")")
        }
    }

    mutating func visitVariable(_ variable: UserVariable, in template: Template) {
        add("\(variable.name)")
    }

    mutating func closeNode() {
        add(CollectionOfOne(1))
    }
}

// MARK: - Sources

extension Notes {
    mutating func addSource(_ file: SourceFile) {
        for isLenient in [false, true] {
            let options = TemplateCompiler.Options(isLenient: isLenient, embedsDigest: true, embedsSourceMap: true)
            let compiled = TemplateCompiler(options: options).compile(file)
            var formatter = DiagnosticFormatter()
            let messages = formatter.format(compiled.diagnostics.ordered)
            if !messages.isEmpty { show(messages) }
            guard let bytes = compiled.bytes else { continue }
            add(bytes)
            addFile(bytes)
        }
    }
}

// MARK: - Bindings

extension Notes {
    mutating func addBindings(_ bytes: [UInt8]) {
        do throws(BindingDataError) {
            guard case .array(let rows) = try JSONValue(json: bytes) else { return }
            for row in rows {
                guard case .string(let text)? = row["expr"] else { continue }
                for client in [Client.swift, .iOS] {
                    let value = BindingExpression(text, client: client).evaluate(on: row["data"])
                    add(value?.json ?? "nothing")
                    for (_, kind) in BindingCoercion.kinds {
                        let coerced = BindingCoercion(client).coerce(value, to: kind, default: .int(0, .none))
                        add(coerced.jsonValue(as: kind).json)
                    }
                }
            }
        } catch {
            show(error.description)
        }
    }
}
