/// Writes an assemble source as choices say: assembles, parts, fragments and attributes with values of their types.
struct AssembleSourceWriter {
    private var choices: RandomChoices
    private var text = ""
    private var partCount = 0
    private var isWrapped = false

    private enum Value {
        case number, whole, boolean, color, text
        case words([String])
    }

    private static let attributes: [(String, Value)] = [
        ("text", .text), ("font", .number), ("fontSize", .number), ("color", .color), ("colorHexString", .color),
        ("textStyle", .words(["bold", "italic", "underline", "strike", "bold|strike"])), ("lines", .whole),
        ("maxLines", .whole), ("ellipsize", .words(["none", "start", "middle", "end", "marquee"])), ("imageUrl", .text),
        ("image", .text), ("imageName", .words(["star", "bell"])),
        ("scaleType", .words(["matrix", "fit_xy", "fit_start", "center", "center_crop", "center_inside"])),
        ("ratio", .number), ("width", .number), ("height", .number), ("minWidth", .number), ("maxWidth", .number),
        ("isFill", .boolean), ("padding", .number),
        ("partAlignment", .words(["center", "left", "right", "top", "bottom"])), ("alignmentMargin", .number),
        ("ignoreAlignment", .words(["left", "top", "right", "bottom"])), ("backColor", .color),
        ("backColorHexString", .color), ("backPaddingHorizontal", .number), ("backPaddingVertical", .number),
        ("backBorderWidth", .number), ("backBorderColor", .color), ("radius", .number), ("backBorderRadius", .number),
        ("button", .text), ("buttonHighlightColor", .color), ("visibility", .words(["visible", "invisible", "gone"])),
        ("accessibilityLabel", .text), ("accessibilityRole", .words(["button", "header", "auto"])),
        ("accessibilityState", .words(["selected", "selected|disabled"])), ("accessibilityValue", .text),
        ("accessibilityGroup", .boolean), ("accessibilityHidden", .boolean),
        ("crp", .words(["fit", "low", "high", "required"])), ("extendWith", .whole), ("widht", .number), ("own", .text),
    ]
    private static let pieces = [
        "{", "}", "[", "]", "(", ")", ",", ":", "\"", "\\", "<", ">", "//", "/*", "*/", "%@", "def ", " = ", "{hc",
        "[(text:a)]",
        "ASS(@\"", "\");", "\u{FEFF}", "\0", "\u{3000}", "\\u{41}", "（", "\r\n",
    ]
    private static let fragments = ["a", "b", "c", "arg"]

    /// Writes a source, and what the argument `arg` stands for if there is one.
    static func source(_ bytes: ArraySlice<UInt8>) -> (source: [UInt8], argument: [UInt8]?) {
        var writer = AssembleSourceWriter(choices: RandomChoices(bytes))
        let damages = SourceDamages(&writer.choices, pieces: pieces)
        let parts = writer.choices.byte()
        var argument: [UInt8]?
        if parts & 7 == 1 {
            writer.writeFragment()
            argument = Array(writer.text.utf8)
            writer.text = ""
        }
        for _ in 0..<parts >> 3 & 3 {
            writer.text += "def \(writer.choices.pick(Self.fragments)) = "
            writer.writeFragment()
            writer.writeSpace()
        }
        writer.isWrapped = parts >> 5 == 1
        if writer.isWrapped { writer.text += "ASS(@\"" }
        if parts >> 5 == 2 { writer.writePart(depth: 0) } else { writer.writeAssemble(depth: 0) }
        if writer.isWrapped { writer.text += "\"" + writer.choices.pick([", a, b", ",arg", "", ", title"]) + ");" }
        return (damages.applied(to: Array(writer.text.utf8)), argument)
    }

    private init(choices: RandomChoices) {
        self.choices = choices
    }

    private mutating func writeFragment() {
        switch choices.byte() % 4 {
        case 0: writeAssemble(depth: 3)
        case 1: writeAttributes(isAssemble: false)
        default: writePart(depth: 3)
        }
    }

    private mutating func writeSpace() {
        text += choices.pick([" ", "\n", "", "\n    ", " // a comment\n", " /* one */ ", "\t"])
    }

    private mutating func writeAssemble(depth: Int) {
        text += "{" + choices.pick(["", " "])
        text +=
            choices.oneIn(32)
            ? choices.pick(["h", "hl", "vt", "xc", "HC", ""]) : choices.pick(["hc", "ht", "hb", "vc", "vl", "vr"])
        if choices.oneIn(2) { writeAttributes(isAssemble: true) }
        for _ in 0..<choices.byte() % 5 where partCount < 10 {
            writeSpace()
            writePart(depth: depth + 1)
            if choices.oneIn(12) { text += "," }
        }
        text += choices.pick([" ", ""]) + "}"
    }

    private mutating func writePart(depth: Int) {
        partCount += 1
        text += "["
        let parts = choices.byte()
        if parts & 3 == 3 { text += choices.pick(["a", "b", "c", "arg", "title", "star", "漢", "%@"]) }
        if parts & 12 == 12, depth < 8, partCount < 10 {
            writeSpace()
            writeAssemble(depth: depth)
        }
        if parts & 48 != 48 { writeAttributes(isAssemble: false) }
        text += "]"
    }

    private mutating func writeAttributes(isAssemble: Bool) {
        text += "("
        let count = choices.byte() % 6
        for index in 0..<count {
            if index > 0 { text += choices.pick([",", ", ", ",\n    "]) }
            if isAssemble, !choices.oneIn(8) {
                text += choices.pick(["padding:", "padding:", "extendWith:"]) + value(.number)
            } else if isWrapped, choices.oneIn(8) {
                text += "%@"
            } else {
                let (name, kind) = choices.pick(Self.attributes)
                text += name + choices.pick([":", ":", " : "]) + value(kind)
            }
        }
        text += choices.oneIn(12) ? ",)" : ")"
    }

    private mutating func value(_ kind: Value) -> String {
        switch choices.byte() % 12 {
        case 9: return "<\(choices.path())>"
        case 10: return "\"\(choices.binding())\""
        case 11:
            let texts = [
                "", "\"two\\nlines\"", "\"\\u{4E2D}\"", "a\\, b", "f(x)", "<", "<a", "\"open", "\\u{D800}", "${a}",
                "https://a/b?c=d",
                "满减", "\"<a>\"", "1 2", "\\q",
            ]
            return choices.pick(texts)
        default: break
        }
        switch kind {
        case .number: return choices.numeral()
        case .whole: return "\(choices.byte() % 6)"
        case .boolean: return choices.pick(["1", "0", "true", "no"])
        case .color:
            let color = choices.color()
            return color.hasPrefix("#") && choices.oneIn(2) ? String(color.dropFirst()) : color
        case .text: return choices.pick(["Hello", "some words", "a", "star", "漢字", "x-y_z", "50%"])
        case .words(let words): return choices.pick(words)
        }
    }
}
