import VirtualViewFormat

/// Guesses the word that was meant.
enum WordAdvice {
    /// The longest text that is worth guessing about, in UTF-8 bytes.
    private static let longestText = 64
    /// The most words of a table that are worth comparing with each wrong text.
    private static let mostWords = 200

    /// Returns the word, or words joined by `|`, that a text that is not valid of them was meant to be.
    ///
    /// - Parameters:
    ///   - found: The text without the blanks around it.
    ///   - table: The words.
    ///   - kind: The kind of the attribute.
    ///   - others: The value of the words beside it.
    ///   - isText: Whether files hold the words as texts, so that no number stands for one.
    /// - Returns: A text that the kind accepts in place of `found`, or `nil`.
    static func meant(
        by found: String,
        in table: WordTable,
        _ kind: ValueKind,
        beside others: Int32 = 0,
        isText: Bool = false
    ) -> String? {
        guard found.utf8.count <= longestText, table.words.count <= mostWords else { return nil }
        let word = found.lowercased()
        if let alias = alias(of: word, kind, beside: others) ?? synonym(of: word, in: table) { return alias }
        let plain = plain(found)
        if let word = table.words.first(where: { Self.plain($0.name) == plain }) { return word.name }
        if let value = Int32(found) { return isText ? nil : name(of: value, in: table, kind) }
        let names = table.words.map { $0.name }
        if let near = NearestWord.find(found, among: names), NearestWord.isCertain(near, for: found) { return near }
        guard let near = NearestWord.find(plain, among: names.map(Self.plain)), NearestWord.isCertain(near, for: plain)
        else { return nil }
        return names.first { Self.plain($0) == near }
    }

    /// Returns the direction and the wrapping that one word says together: `row wrap` for `row-wrap`.
    static func flow(_ found: String, in table: WordTable) -> String? {
        let plain = plain(found)
        func wraps(_ name: String) -> Bool { name == "nowrap" || name.utf8.starts(with: "wrap".utf8) }
        for direction in table.words where !wraps(direction.name) {
            for wrap in table.words where wraps(wrap.name) {
                if Self.plain(direction.name + wrap.name) == plain { return direction.name + " " + wrap.name }
            }
        }
        return nil
    }

    /// Returns the words of a list that was not joined by `|`, joined so.
    static func joined(_ found: String, in table: WordTable) -> String? {
        let pieces = found.split { !isOfWord($0) && $0 != "_" && $0 != "-" }
        guard pieces.count > 1, !found.contains("|") else { return nil }
        for piece in pieces where !table.words.contains(where: { $0.name == piece }) { return nil }
        return pieces.joined(separator: "|")
    }

    /// Letters and digits alone, in lower case: `wrap-content`, `WRAP_CONTENT` and `wrapContent` are one word.
    private static func plain(_ word: String) -> String {
        word.lowercased().filter(isOfWord)
    }

    private static func isOfWord(_ character: Character) -> Bool {
        "0"..."9" ~= character || character.unicodeScalars.first?.isLetter == true
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

    /// The names that other languages, and the assemble language, use for attributes.
    private static let attributes: [String: [String]] = [
        "width": ["layoutWidth"], "height": ["layoutHeight"], "weight": ["layoutWeight", "layoutRatio"],
        "margin": ["layoutMargin"],
        "marginLeft": ["layoutMarginLeft"], "marginTop": ["layoutMarginTop"],
        "marginRight": ["layoutMarginRight"], "marginBottom": ["layoutMarginBottom"],
        "color": ["textColor", "background"], "font": ["textSize"], "fontSize": ["textSize"],
        "fontWeight": ["textStyle"],
        "fontStyle": ["textStyle"], "fontFamily": ["typeface"], "textAlign": ["gravity"], "align": ["gravity"],
        "numberOfLines": ["lines"], "opacity": ["alpha"], "backgroundColor": ["background"],
        "display": ["visibility"], "hidden": ["visibility"], "alt": ["accessibilityLabel"],
        "href": ["action"], "url": ["src"], "imageUrl": ["src"], "source": ["src"], "objectFit": ["scaleType"],
        "items": ["dataTag"], "onTap": ["onClick"], "columns": ["colCount"],
    ]

    /// Returns the attribute that somebody means by the name that it has elsewhere.
    static func attribute(meantBy name: String, among known: [String]) -> String? {
        attributes[name]?.first { known.contains($0) }
    }

    private static func synonym(of word: String, in table: WordTable) -> String? {
        guard !table.words.contains(where: { $0.name == word }) else { return nil }
        return synonyms[word]?.first { table.value(of: $0) != nil }
    }

    /// Returns the words for the centre, in the directions that the words beside it leave.
    private static func center(beside others: Int32) -> String {
        // `left`, `right` and `h_center` have the lower three bits, `top`, `bottom` and `v_center` the next.
        others & 0b111 != 0 ? "v_center" : others & 0b111_000 != 0 ? "h_center" : "h_center|v_center"
    }

    /// Words of other languages for the same thing.
    private static func alias(of word: String, _ kind: ValueKind, beside others: Int32) -> String? {
        switch (kind, word) {
        case (.gravity, "center"), (.gravity, "centre"): center(beside: others)
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
