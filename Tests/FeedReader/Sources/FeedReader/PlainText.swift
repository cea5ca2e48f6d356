import Foundation

// What feeds contain is made plain text here, before it is stored. No markup of a feed goes any further.

/// Text that is shown on one line or in one paragraph.
enum PlainText {
    /// Returns a text without line ends, control characters, heaps of marks, and what turns the direction of a text.
    ///
    /// - Parameters:
    ///   - text: Text from a feed.
    ///   - limit: The largest number of Unicode scalars.
    /// - Returns: The text, which ends with "…" if it was cut.
    static func line(_ text: String, limit: Int = Limits.name) -> String {
        var result = String.UnicodeScalarView()
        var count = 0
        var marks = 0
        var isAfterSpace = true
        for scalar in text.unicodeScalars where !isHidden(scalar) {
            // No language puts more marks on one letter; a heap of them covers other lines.
            marks = scalar.properties.generalCategory == .nonspacingMark ? marks + 1 : 0
            if marks > 4 { continue }
            let isSpace = scalar.properties.isWhitespace
            if isSpace && isAfterSpace { continue }
            isAfterSpace = isSpace
            if count == limit { return trimmed(String(result)) + "…" }
            result.append(isSpace ? " " : scalar)
            count += 1
        }
        return trimmed(String(result))
    }

    /// Returns an address of HTTP that may become a link, or an empty text.
    static func link(_ text: String, in feed: URL) -> String {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty, text.utf8.count <= Limits.address, !text.unicodeScalars.contains(where: isHidden),
            let url = URL(string: text, relativeTo: feed)?.absoluteURL, isWeb(url)
        else { return "" }
        return url.absoluteString
    }

    /// Whether an address leads to the web: HTTP, a host, no name and password.
    static func isWeb(_ url: URL) -> Bool {
        ["http", "https"].contains(url.scheme?.lowercased()) && url.host?.isEmpty == false && url.user == nil
            && url.password == nil
    }

    /// Whether a text is read from right to left: whether its first letter is.
    static func isRightToLeft(_ text: String) -> Bool {
        guard let letter = text.unicodeScalars.first(where: \.properties.isAlphabetic) else { return false }
        return [0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC].contains { $0.contains(Int(letter.value)) }
    }

    /// Whether a character is none that one sees, or turns the direction of others.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD: false
        case ..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFF:
            true
        default: false
        }
    }

    fileprivate static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespaces) }
}

/// HTML that becomes paragraphs of plain text.
///
/// It is no parser of HTML: whatever it does not understand is left out.
struct HTMLReduction {
    private var paragraphs: [Paragraph] = []
    private var text = String.UnicodeScalarView()
    private var kind = Paragraph.Kind.text
    private var room = Limits.text

    /// Returns the paragraphs of a text with markup.
    static func paragraphs(of html: String) -> [Paragraph] {
        var reduction = HTMLReduction()
        reduction.read(Array(html.unicodeScalars.prefix(8 * Limits.text)))
        reduction.endParagraph()
        return reduction.paragraphs
    }

    /// Returns the text as one line.
    static func line(of html: String) -> String {
        PlainText.line(paragraphs(of: html).map(\.text).joined(separator: " "))
    }

    private static let kinds: [String: Paragraph.Kind] = [
        "h1": .heading, "h2": .heading, "h3": .heading, "h4": .heading, "h5": .heading, "h6": .heading, "li": .item,
        "blockquote": .quote, "pre": .code,
    ]
    private static let blocks: Set<String> = [
        "p", "div", "br", "hr", "ul", "ol", "table", "tr", "section", "article", "figure", "figcaption", "dt", "dd",
    ]
    /// Elements of which nothing is text.
    private static let silent: Set<String> = [
        "script", "style", "iframe", "object", "noscript", "template", "svg", "math", "head", "title", "select",
        "textarea",
    ]
    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
        "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "bull": "•", "middot": "·", "euro": "€",
        "copy": "©", "reg": "®", "trade": "™", "times": "×", "laquo": "«", "raquo": "»", "auml": "ä", "ouml": "ö",
        "uuml": "ü", "szlig": "ß", "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç",
    ]

    private mutating func read(_ html: [Unicode.Scalar]) {
        var i = 0
        while i < html.count, room > 0, paragraphs.count < Limits.paragraphs {
            switch html[i] {
            case "<" where i + 1 < html.count && Self.beginsTag(html[i + 1]):
                i = readTag(html, at: i)
            case "&":
                i = readEntity(html, at: i)
            default:
                append(html[i])
                i += 1
            }
        }
    }

    private static func beginsTag(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && scalar.properties.isAlphabetic || "/!?".unicodeScalars.contains(scalar)
    }

    /// Reads a tag or a comment; returns the place behind it.
    private mutating func readTag(_ html: [Unicode.Scalar], at start: Int) -> Int {
        if html[start...].starts(with: "<!--".unicodeScalars) {
            return Self.end(of: "-->", in: html, from: start + 4) ?? html.count
        }
        var name = ""
        var i = start + 1
        let isEnd = html[i] == "/"
        if isEnd { i += 1 }
        while i < html.count, html[i].isASCII, Character(html[i]).isLetter || Character(html[i]).isNumber {
            name.unicodeScalars.append(html[i])
            i += 1
        }
        name = name.lowercased()
        var quote: Unicode.Scalar?
        while i < html.count, quote != nil || html[i] != ">" {
            if html[i] == quote {
                quote = nil
            } else if quote == nil, html[i] == "\"" || html[i] == "'" {
                quote = html[i]
            }
            i += 1
        }
        if Self.silent.contains(name), !isEnd { return Self.end(of: "</\(name)", in: html, from: i) ?? html.count }
        if Self.blocks.contains(name) { endParagraph() }
        if let kind = Self.kinds[name] {
            endParagraph()
            self.kind = isEnd ? .text : kind
        }
        return i + 1
    }

    private mutating func readEntity(_ html: [Unicode.Scalar], at start: Int) -> Int {
        let name = String(String.UnicodeScalarView(html[(start + 1)...].prefix(10).prefix { $0 != ";" }))
        let end = start + 1 + name.unicodeScalars.count
        guard end < html.count, html[end] == ";", let scalar = Self.entities[name] ?? Self.numbered(name) else {
            append("&")
            return start + 1
        }
        append(scalar)
        return end + 1
    }

    private static func numbered(_ name: String) -> Unicode.Scalar? {
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        return UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10).flatMap(
            Unicode.Scalar.init
        )
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        text.append(scalar)
        room -= 1
    }

    private mutating func endParagraph() {
        let lines = kind == .code ? String(text).components(separatedBy: "\n") : [String(text)]
        let shown = lines.map { PlainText.line($0, limit: Limits.text) }.joined(separator: "\n")
            .trimmingCharacters(in: .newlines)
        text.removeAll()
        if !shown.isEmpty { paragraphs.append(Paragraph(kind: kind, text: shown)) }
    }

    /// The place of a text in small letters, whatever the case of those in the HTML.
    private static func end(of text: String, in html: [Unicode.Scalar], from start: Int) -> Int? {
        let wanted = Array(text.unicodeScalars)
        var i = start
        while i + wanted.count <= html.count {
            if zip(wanted, html[i...]).allSatisfy({ $0 == $1 || $0.isASCII && $0.value == $1.value | 0x20 }) {
                return text.hasPrefix("<") ? i : i + wanted.count
            }
            i += 1
        }
        return nil
    }
}
