import VirtualViewFormat

/// Writes an XML source as choices say: elements and attributes of the language, with values of their kinds.
struct XMLSourceWriter {
    private var choices: RandomChoices
    private var text = ""
    private var elementCount = 0

    /// The components with the properties that each has.
    private static let components = LanguageSchema.standard.components.map {
        ($0.name, LanguageSchema.standard.properties(of: $0.id))
    }
    private static let properties = LanguageSchema.standard.properties
    private static let events = properties.filter { $0.kind == .expression }
    private static let pieces = [
        "<", ">", "/>", "</", "<!--", "-->", "<![CDATA[", "]]>", "<?vvc ", "?>", "&", ";", "&#x", "\"", "'", "=",
        "<!DOCTYPE a>",
        "<NText/>", "</VHLayout>", " text=\"a\"", "\u{FEFF}", "\0", "\r\n", "${", "}", "<a b='c'>",
    ]

    /// Writes one source.
    static func source(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var writer = XMLSourceWriter(choices: RandomChoices(bytes))
        let damages = SourceDamages(&writer.choices, pieces: pieces)
        writer.writeProlog()
        writer.writeElement(depth: 0)
        if !writer.choices.isEmpty { writer.writeBetween() }
        return damages.applied(to: Array(writer.text.utf8))
    }

    private init(choices: RandomChoices) {
        self.choices = choices
    }

    private mutating func writeProlog() {
        let parts = choices.byte()
        if parts & 15 == 1 { text += "\u{FEFF}" }
        if parts & 3 == 2 {
            text += choices.pick(["<?xml version=\"1.0\" encoding=\"utf-8\"?>\n", "<?xml version='1.0'?>"])
        }
        if parts & 12 == 4 { writeBetween() }
        if parts & 48 == 16 { for _ in 0..<parts >> 6 + 1 { writeInstruction() } }
    }

    private mutating func writeInstruction() {
        text += "<?vvc"
        let node = "node=\"\(choices.byte() % 4)\""
        switch choices.byte() % 10 {
        case 0: text += " name=\"\(choices.words())\" version=\"\(choices.numeral())\""
        case 1: text += " format=\"1.\(choices.byte())\" page=\"7\" dependencies=\"1 5\""
        case 2: text += " target=\"\(choices.pick(Client.allCases).name)\""
        case 3:
            text +=
                " sections=\"\(choices.pick(["strings code expressions extra", "code strings extra expressions", "code"]))\""
        case 4: text += " embed=\"digest\" extra=\"00ff\(choices.byte())\""
        case 5: text += " component=\"\(choices.pick(["Badge", "NText", "a:b"]))\" id=\"\(1000 + choices.byte() % 20)\""
        case 6: text += " string=\"\(choices.words())\"" + (choices.oneIn(2) ? " id=\"\(choices.numeral())\"" : "")
        case 7: text += " program=\"\(choices.byte())\" code=\"0501\(choices.byte())00\""
        case 8:
            let value = choices.pick([
                "int=\"5rp\"", "float=\"0.5\"", "text=\"a\"", "textID=\"77\"", "program=\"1\"", "int=\"x\"",
            ])
            text +=
                " \(node) "
                + choices.pick(["key=\"onClick\"", "keyID=\"-42\"", "variable=\"a_b\"", "variableID=\"3\""])
                + " \(value)"
        default:
            text +=
                " \(node) tables=\"" + choices.pick(["00000000000000", "01000000050000000500000000000000", "zz"]) + "\""
        }
        text += "?>" + choices.pick(["\n", ""])
    }

    private mutating func writeElement(depth: Int) {
        elementCount += 1
        let (known, properties) = choices.pick(Self.components)
        let name = choices.oneIn(24) ? choices.pick(["Badge", "NTxt", "ntext", "a:b", "漢", "_", "NText2"]) : known
        text += "<\(name)"
        for _ in 0..<choices.byte() % 5 { writeAttribute(properties) }
        let childCount = depth < 12 && elementCount < 7 ? choices.byte() % 4 : 0
        guard childCount > 0 else {
            text += choices.pick(["/>", " />", "></\(name)>", "></\(name) >"])
            return
        }
        text += ">"
        for _ in 0..<childCount where elementCount < 7 {
            if choices.oneIn(6) { writeBetween() }
            writeElement(depth: depth + 1)
        }
        text += "</\(name)>"
    }

    /// What may stand between elements.
    private mutating func writeBetween() {
        switch choices.byte() % 8 {
        case 0: text += "<!-- \(choices.words()) -->"
        case 1: text += "\n    "
        case 2: text += "<![CDATA[ \(choices.words()) ]]>"
        case 3: text += "<?pi \(choices.words())?>"
        case 4: text += "<!-- vvc:ignore \(choices.pick(["", "lint.unused", "xml.text-ignored"])) -->"
        case 5: text += "some text"
        case 6:
            text += choices.pick([
                "<!---->", "<!-- a -- b -->", "<!DOCTYPE a [<!ENTITY b 'c'>]>", "&amp;", "\r\n", "]]>", "</x>",
            ])
        default: text += "<!--\n\(choices.words())\n-->"
        }
    }

    private mutating func writeAttribute(_ own: [PropertySchema]) {
        text += choices.pick([" ", " ", "\n    ", "\t", "\r\n"])
        switch choices.byte() % 16 {
        case 10, 11: writeAttribute(choices.pick(Self.properties))
        case 12: writeAttribute(choices.pick(Self.events))
        case 13:
            let type = choices.pick(["int", "float", "string", "bool", "view"])
            let value = choices.oneIn(3) ? choices.words() : choices.numeral()
            writeAttribute("var_\(type)_\(choices.name())", value)
        case 14:
            writeAttribute(
                choices.pick(["layoutWidth", "layoutHeight"]),
                choices.pick(["match_parent", "wrap_content", "48rp"])
            )
        case 15:
            let near = choices.pick(own).name
            let name = choices.pick([
                near + "s", String(near.dropLast()), near.uppercased(), "app:" + near, "qBddjOg", "own",
            ])
            writeAttribute(name, choices.words())
        default: writeAttribute(choices.pick(own))
        }
    }

    private mutating func writeAttribute(_ property: PropertySchema) {
        let isBound = property.kind != .expression && choices.oneIn(6)
        writeAttribute(property.name, isBound ? choices.binding() : value(of: property.kind))
    }

    private mutating func value(of kind: ValueKind) -> String {
        if choices.oneIn(24) { return choices.words() }
        switch kind {
        case .string: return choices.words()
        case .number, .int, .float: return choices.numeral()
        case .bool: return choices.pick(["true", "false", "True", "1"])
        case .color: return choices.color()
        case .flags: return choices.words(of: .flags, several: true)
        case .gravity: return choices.words(of: .gravity, several: true)
        case .textStyle: return choices.words(of: .textStyle, several: true)
        case .type: return choices.words(of: .variableTypes, several: false)
        case .size: return choices.oneIn(3) ? choices.numeral() : choices.words(of: .sizes, several: false)
        case .visibility: return choices.words(of: .visibilities, several: false)
        case .dataMode: return choices.words(of: .dataModes, several: false)
        case .enumeration(let table): return choices.words(of: table, several: false)
        case .expression: return choices.oneIn(8) ? choices.program() : "${\(choices.program())}"
        }
    }

    private mutating func writeAttribute(_ name: String, _ value: String) {
        let quote = choices.pick(["\"", "\"", "'"])
        var escaped = ""
        for character in value.unicodeScalars {
            switch character {
            case "<": escaped += "&lt;"
            case "&": escaped += choices.pick(["&amp;", "&#38;", "&#x26;"])
            case "\"", "'":
                escaped += String(character) == quote ? (quote == "'" ? "&apos;" : "&quot;") : String(character)
            default: escaped.unicodeScalars.append(character)
            }
        }
        if choices.oneIn(12) {
            escaped += choices.pick(["&#10;", "&#x2605;", "&gt;", "&nbsp;", "&#0;", "&#xD800;", "&lt", "&", "\n", "<"])
        }
        text += name + choices.pick(["=", "=", " = "]) + quote + escaped + quote
    }
}
