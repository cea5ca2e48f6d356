import VirtualViewFormat

/// Guesses the word that was meant.
enum WordAdvice {
    /// The longest text that is worth guessing about, in UTF-8 bytes.
    private static let longestText = 64

    /// Returns the word, or words joined by `|`, that a text that is not valid of them was meant to be.
    ///
    /// - Parameters:
    ///   - found: The text without the blanks around it.
    ///   - table: The words.
    ///   - kind: The kind of the attribute.
    /// - Returns: A text that the kind accepts in place of `found`, or `nil`.
    static func meant(by found: String, in table: WordTable, _ kind: ValueKind) -> String? {
        guard found.utf8.count <= longestText else { return nil }
        if let alias = alias(of: found.lowercased(), kind) ?? synonym(of: found.lowercased(), in: table) {
            return alias
        }
        let plain = plain(found)
        if let word = table.words.first(where: { Self.plain($0.name) == plain }) { return word.name }
        if let value = Int32(found) { return name(of: value, in: table, kind) }
        return NearestWord.find(found, among: table.words.map { $0.name })
            ?? NearestWord.find(plain, among: table.words.map { Self.plain($0.name) }).flatMap { near in
                table.words.first { Self.plain($0.name) == near }?.name
            }
    }

    /// Returns the words of a list that was not joined by `|`, joined so.
    static func joined(_ found: String, in table: WordTable) -> String? {
        let pieces = found.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }
        guard pieces.count > 1, !found.contains("|") else { return nil }
        for piece in pieces where !table.words.contains(where: { $0.name == piece }) { return nil }
        return pieces.joined(separator: "|")
    }

    /// Letters and digits alone, in lower case: `wrap-content`, `WRAP_CONTENT` and `wrapContent` are one word.
    private static func plain(_ word: String) -> String {
        word.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Returns the word or words for a number.
    private static func name(of value: Int32, in table: WordTable, _ kind: ValueKind) -> String? {
        if let name = table.name(of: value) { return name }
        guard kind == .flags || kind == .gravity || kind == .textStyle, value > 0 else { return nil }
        let words = table.words.filter { value & $0.value != 0 }
        guard words.reduce(0, { $0 | $1.value }) == value else { return nil }
        return words.map { $0.name }.joined(separator: "|")
    }

    /// The names that other languages use for words of the enumerations.
    private static let synonyms: [String: [String]] = [
        "horizontal": ["H"], "vertical": ["V"], "row": ["H"], "column": ["V"],
        "start": ["flex-start", "left"], "end": ["flex-end", "right"],
        "left": ["flex-start"], "top": ["flex-start"], "right": ["flex-end"], "bottom": ["flex-end"],
        "head": ["start"], "tail": ["end"], "clip": ["none"], "ellipsis": ["end"],
        "middle": ["center"], "centre": ["center"],
        "between": ["space-between"], "around": ["space-around"], "fill": ["stretch", "fit_xy"],
        "none": ["nowrap"], "width": ["X"], "height": ["Y"],
        "cover": ["center_crop"], "contain": ["fit_center"], "stretch": ["fit_xy"],
        "aspectfill": ["center_crop"], "aspectfit": ["fit_center"], "scaletofill": ["fit_xy"],
        "ease-in": ["accelerate"], "ease-out": ["decelerate"], "ease-in-out": ["accelerateDecelerate"],
        "forward": ["normal"], "backward": ["reverse"], "list": ["linear"], "waterfall": ["staggeredGrid"],
        "staggered": ["staggeredGrid"], "dotted": ["dash"], "outline": ["stroke"], "add": ["append"],
        "replace": ["set"],
    ]

    private static func synonym(of word: String, in table: WordTable) -> String? {
        guard !table.words.contains(where: { $0.name == word }) else { return nil }
        return synonyms[word]?.first { table.value(of: $0) != nil }
    }

    /// Words of other languages for the same thing.
    private static func alias(of word: String, _ kind: ValueKind) -> String? {
        switch (kind, word) {
        case (.gravity, "center"), (.gravity, "centre"): "h_center|v_center"
        case (.gravity, "center_horizontal"), (.gravity, "centerhorizontal"), (.gravity, "hcenter"): "h_center"
        case (.gravity, "center_vertical"), (.gravity, "centervertical"), (.gravity, "vcenter"): "v_center"
        case (.gravity, "start"): "left"
        case (.gravity, "end"): "right"
        case (.flags, _) where WordTable.flags.words.contains { $0.name == "flag_" + word }: "flag_" + word
        case (.size, "fill_parent"), (.size, "match"): "match_parent"
        case (.size, "wrap"), (.size, "auto"): "wrap_content"
        case (.type, "integer"): "int"
        case (.type, "double"): "float"
        case (.visibility, "hidden"): "invisible"
        case (.textStyle, "strikethrough"), (.textStyle, "line-through"), (.textStyle, "strike_through"): "strike"
        default: nil
        }
    }
}
