import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// What every form of `vvc dump` shares: names, words and listings of a decoded file.
struct TemplateDump {
    let template: Template
    /// Where nodes and programs stand in the sources, when the file tells.
    let sourceMap: SourceMap?
    private let disassembler: Disassembler

    init(_ template: Template) {
        self.template = template
        sourceMap = template.sourceMap
        disassembler = Disassembler { template.string(for: StringID(rawValue: $0)) }
    }

    /// The name of a property or variable, or `#` and its key.
    func name(of key: StringID) -> String {
        template.string(for: key) ?? key.description
    }

    /// The element name of a node, or `#` and its number.
    func component(of node: NodeCreater) -> String {
        node.componentName ?? "#\(node.componentID)"
    }

    /// A program as lines of text.
    func listing(of code: [UInt8]) -> [String] {
        disassembler.listing(of: code).lines
    }

    /// A program as lines of text, each that begins a statement with the place of that.
    func listingWithPlaces(of entry: ExpressionTable.Entry) -> [String] {
        let lines = listing(of: entry.code)
        guard let statements = sourceMap?.statements(ofProgram: entry.id), !statements.isEmpty else { return lines }
        var places: [Int: SourceMap.Position] = [:]
        for statement in statements { places[statement.offset] = statement.position }
        var decoder = InstructionDecoder(entry.code)
        return lines.map { line in
            let place = places[decoder.offset].map { "  ; \($0)" } ?? ""
            _ = try? decoder.next()
            return line + place
        }
    }

    /// A program with its id, the first handler that runs it, and its place in the source when the file tells that.
    func nameOfProgram(_ id: StringID, at offset: Int) -> String {
        let place = sourceMap?.position(inProgram: id, at: offset).map { " (\($0))" } ?? ""
        for node in template.nodes {
            for setter in node.setters where setter.value == .expression(id) {
                let handler = name(of: setter.key)
                return
                    "event program \(id.rawValue), '\(handler)' of node \(node.index), \(component(of: node))\(place)"
            }
        }
        return "event program \(id.rawValue)\(place)"
    }

    /// A decimal number with its point, or the word that JSON has for it.
    static func text(of number: Float) -> String {
        number.isFinite ? "\(number)" : number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
    }

    /// Bytes as lower-case hexadecimal digits.
    static func hex(_ bytes: some Collection<UInt8>) -> String {
        var text = ""
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            text.unicodeScalars.append(digits[Int(byte >> 4)])
            text.unicodeScalars.append(digits[Int(byte & 15)])
        }
        return text
    }

    private static let digits = Array("0123456789abcdef".unicodeScalars)
}
