import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// What every form of `vvc dump` shares: names, words and listings of a decoded file.
struct TemplateDump {
    let template: Template
    private let disassembler: Disassembler

    init(_ template: Template) {
        self.template = template
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
