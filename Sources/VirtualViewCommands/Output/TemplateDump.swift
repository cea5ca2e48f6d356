import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// The common parts of all forms of `vvc dump`: names, words and listings of a decoded file.
struct TemplateDump {
    let template: Template
    /// The positions of nodes and programs in the sources, if the file has a source map.
    let sourceMap: SourceMap?
    private let disassembler: Disassembler

    init(_ template: Template) {
        self.template = template
        sourceMap = template.sourceMap
        disassembler = Disassembler { template.string(for: StringID(rawValue: $0)) }
    }

    /// Returns the name of a property or variable, or `#` and its key.
    func name(of key: StringID) -> String {
        template.string(for: key) ?? key.description
    }

    /// Returns the element name of a node, or `#` and its number.
    func component(of node: NodeCreater) -> String {
        node.componentName ?? "#\(node.componentID)"
    }

    /// Returns a program as lines of text.
    func listing(of code: [UInt8]) -> [String] {
        disassembler.listing(of: code).lines
    }

    /// Returns a program as lines of text, each that begins a statement with the place of that.
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

    /// A property of a node that runs a program.
    struct Handler {
        let name: StringID
        let node: NodeCreater
    }

    /// Returns the first handler of each program that a node runs.
    ///
    /// - Complexity: O(*n*) in the number of properties.
    func firstHandlers() -> [StringID: Handler] {
        var handlers: [StringID: Handler] = [:]
        for node in template.nodes {
            for setter in node.setters {
                guard case .expression(let id) = setter.value, handlers[id] == nil else { continue }
                handlers[id] = Handler(name: setter.key, node: node)
            }
        }
        return handlers
    }

    /// Returns a program with its id, a handler that runs it, and its place in the source if the file has a source map.
    func nameOfProgram(_ id: StringID, runBy handler: Handler?, at offset: Int) -> String {
        let place = sourceMap?.position(inProgram: id, at: offset).map { " (\($0))" } ?? ""
        guard let handler else { return "event program \(id.rawValue)\(place)" }
        let (name, node) = (name(of: handler.name), handler.node)
        return "event program \(id.rawValue), '\(name)' of node \(node.index), \(component(of: node))\(place)"
    }

    /// Returns a decimal number with its point, or the word that JSON has for it.
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
