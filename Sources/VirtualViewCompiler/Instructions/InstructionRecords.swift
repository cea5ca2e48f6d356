import VirtualViewFormat

/// The statements of instructions about single nodes, strings, programs and components.
struct InstructionRecords {
    /// A text that may be known by its id alone.
    enum Text {
        case text(String)
        case id(StringID)
    }

    /// The value of a property or variable.
    enum Value {
        case int(Int32, LengthUnit)
        case float(Float, LengthUnit)
        case string(Text)
        case program(StringID)
    }

    /// A statement about a node.
    struct Node {
        enum Content {
            case property(Text, Value)
            case variable(Text, Value)
            case tables([UInt8])
        }

        let content: Content
        /// The place of the statement.
        let span: SourceSpan
    }

    /// The items that begin a record.
    static let heads: Set<String> = ["node", "string", "program", "component"]
    private static let longest = 65_535

    /// The statements about nodes, by the nodes' indices in document order.
    private(set) var nodes: [Int: [Node]] = [:]
    /// The strings that come first in the file.
    private(set) var strings: [(id: StringID, text: String, span: SourceSpan)] = []
    /// The event programs that come first in the file.
    private(set) var programs: [(id: StringID, code: [UInt8], span: SourceSpan)] = []
    /// Elements that this source alone knows, with their ids.
    private(set) var components: [(name: String, id: UInt16)] = []

    /// Reads a record, whose items have different keys.
    mutating func add(_ items: [InstructionItem], _ nodeCount: Int, _ diagnostics: inout DiagnosticList) {
        guard let head = items.first else { return }
        let rest = items.dropFirst()
        switch head.key {
        case "node": addNode(head, rest, nodeCount, &diagnostics)
        case "string": addString(head, rest, &diagnostics)
        case "program": addProgram(head, rest, &diagnostics)
        default: addComponent(head, rest, &diagnostics)
        }
    }
}

// MARK: - Records

extension InstructionRecords {
    private mutating func addNode(
        _ head: InstructionItem,
        _ rest: ArraySlice<InstructionItem>,
        _ nodeCount: Int,
        _ diagnostics: inout DiagnosticList
    ) {
        guard let index = Int(head.value), (0..<nodeCount).contains(index) else {
            return diagnostics.addBadValue(
                head,
                "a number from 0 to \(max(0, nodeCount - 1)): a place in document order"
            )
        }
        guard let first = rest.first else { return addMissing("'key', 'variable' or 'tables'", head, &diagnostics) }
        let content: Node.Content
        switch first.key {
        case "tables":
            guard let bytes = HexText.bytes(first.value) else { return addBadHex(first, &diagnostics) }
            refuse(rest.dropFirst(), &diagnostics)
            content = .tables(bytes)
        case "key", "keyID", "variable", "variableID":
            guard let name = text(first, isID: first.key.hasSuffix("ID"), &diagnostics) else { return }
            let isVariable = first.key.hasPrefix("variable")
            guard let last = rest.dropFirst().first else {
                return addMissing(MessageText.alternatives(Self.values(isVariable)), head, &diagnostics)
            }
            guard let value = value(last, isVariable: isVariable, &diagnostics) else { return }
            refuse(rest.dropFirst(2), &diagnostics)
            content = isVariable ? .variable(name, value) : .property(name, value)
        default:
            return diagnostics.addUnknownItem(first, among: ["key", "keyID", "variable", "variableID", "tables"])
        }
        nodes[index, default: []].append(Node(content: content, span: first.valueSpan))
    }

    private mutating func addString(
        _ head: InstructionItem,
        _ rest: ArraySlice<InstructionItem>,
        _ diagnostics: inout DiagnosticList
    ) {
        guard head.value.utf8.count <= Self.longest else {
            return diagnostics.addBadValue(head, "at most 65535 bytes")
        }
        var id = StringID(hashing: head.value)
        if let item = rest.first {
            guard item.key == "id" else { return diagnostics.addUnknownItem(item, among: ["id"]) }
            guard let number = self.id(item, &diagnostics) else { return }
            id = number
        }
        refuse(rest.dropFirst(), &diagnostics)
        strings.append((id, head.value, head.valueSpan))
    }

    private mutating func addProgram(
        _ head: InstructionItem,
        _ rest: ArraySlice<InstructionItem>,
        _ diagnostics: inout DiagnosticList
    ) {
        guard let id = id(head, &diagnostics) else { return }
        guard let item = rest.first else { return addMissing("'code'", head, &diagnostics) }
        guard item.key == "code" else { return diagnostics.addUnknownItem(item, among: ["code"]) }
        guard let code = HexText.bytes(item.value), code.count <= Self.longest else {
            return addBadHex(item, &diagnostics)
        }
        refuse(rest.dropFirst(), &diagnostics)
        programs.append((id, code, item.valueSpan))
    }

    private mutating func addComponent(
        _ head: InstructionItem,
        _ rest: ArraySlice<InstructionItem>,
        _ diagnostics: inout DiagnosticList
    ) {
        guard !head.value.isEmpty else { return diagnostics.addBadValue(head, "the name of an element") }
        guard let item = rest.first else { return addMissing("'id'", head, &diagnostics) }
        guard item.key == "id" else { return diagnostics.addUnknownItem(item, among: ["id"]) }
        guard let id = UInt16(item.value) else { return diagnostics.addBadValue(item, "a number from 0 to 65535") }
        refuse(rest.dropFirst(), &diagnostics)
        components.append((head.value, id))
    }
}

// MARK: - Values

extension InstructionRecords {
    private func text(_ item: InstructionItem, isID: Bool, _ diagnostics: inout DiagnosticList) -> Text? {
        isID ? id(item, &diagnostics).map(Text.id) : .text(item.value)
    }

    private func id(_ item: InstructionItem, _ diagnostics: inout DiagnosticList) -> StringID? {
        guard let number = Int32(item.value) else {
            diagnostics.addBadValue(item, "a number of 32 bits")
            return nil
        }
        return StringID(rawValue: number)
    }

    /// Returns the items that give a value; no variable holds a program.
    private static func values(_ isVariable: Bool) -> [String] {
        ["int", "float", "text", "textID"] + (isVariable ? [] : ["program"])
    }

    private func value(_ item: InstructionItem, isVariable: Bool, _ diagnostics: inout DiagnosticList) -> Value? {
        let isScaled = !isVariable && item.value.hasSuffix("rp")
        let unit: LengthUnit = isScaled ? .rp : .none
        let number = isScaled ? String(item.value.dropLast(2)) : item.value
        switch item.key {
        case "int":
            if let value = Int32(number) { return .int(value, unit) }
            diagnostics.addBadValue(item, "a number of 32 bits")
        case "float":
            if let value = Self.float(number) { return .float(value, unit) }
            diagnostics.addBadValue(item, "a decimal number, or '#' and its 32 bits as eight hexadecimal digits")
        case "text": return .string(.text(item.value))
        case "textID": return id(item, &diagnostics).map { .string(.id($0)) }
        case "program" where !isVariable: return id(item, &diagnostics).map(Value.program)
        default: diagnostics.addUnknownItem(item, among: Self.values(isVariable))
        }
        return nil
    }

    /// Reads a decimal number, `inf`, `nan` or `nan(0x1)` with or without a sign, or the bits.
    private static func float(_ text: String) -> Float? {
        if text.hasPrefix("#") {
            guard text.utf8.count == 9, let bits = UInt32(text.dropFirst(), radix: 16) else { return nil }
            return Float(bitPattern: bits)
        }
        let isNegative = text.hasPrefix("-")
        let magnitude = text.dropFirst(isNegative || text.hasPrefix("+") ? 1 : 0)
        // The library of C that pages have knows no such words.
        guard let first = magnitude.utf8.first, first > UInt8(ascii: "9") else { return Float(text) }
        var bits: UInt32
        switch magnitude {
        case "inf": bits = 0x7F80_0000
        case "nan": bits = 0x7FC0_0000
        default:
            guard magnitude.hasPrefix("nan(0x"), magnitude.hasSuffix(")"),
                let payload = UInt32(magnitude.dropFirst(6).dropLast(), radix: 16), payload < 0x40_0000
            else { return nil }
            bits = 0x7FC0_0000 | payload
        }
        if isNegative { bits |= 0x8000_0000 }
        return Float(bitPattern: bits)
    }

    /// Writes a number so that it reads back to the same bits.
    static func text(_ number: Float) -> String {
        let text = ValuePrinter.shortest(number)
        if let back = float(text), back.bitPattern == number.bitPattern { return text }
        return "#" + HexText.number(number.bitPattern, width: 8, isUpperCase: false)
    }

    private func refuse(_ items: ArraySlice<InstructionItem>, _ diagnostics: inout DiagnosticList) {
        for item in items { diagnostics.addUnknownItem(item, among: []) }
    }

    private func addMissing(_ expected: String, _ head: InstructionItem, _ diagnostics: inout DiagnosticList) {
        diagnostics.add(.missingItem(head.key, expected), at: head.keyRange)
    }

    private func addBadHex(_ item: InstructionItem, _ diagnostics: inout DiagnosticList) {
        diagnostics.addBadValue(item, "hexadecimal digits, two for each of at most 65535 bytes")
    }
}
