import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads RSS 0.9 to 2.0 and Atom 1.0.
///
/// What can be read is kept, in spite of mistakes. Nothing outside of the file is loaded, and a file that declares entities is
/// not read any further.
final class FeedParser: NSObject, XMLParserDelegate {
    private let url: URL
    private var feed = Feed()
    private var article: Article?
    /// The names of the open elements.
    private var path: [String] = []
    private var text = ""
    /// The kind of Atom's text constructs: `text`, `html` or `xhtml`.
    private var kind = "text"
    /// How deep the open element of XHTML is.
    private var markupDepth: Int?
    private var summary: [Paragraph] = []
    private var guidIsLink = false
    private let dates = FeedDates()

    private static let entity = Data("<!ENTITY".utf8)
    /// How a file begins that is read with two or four bytes a character: with a mark, or with `<` or `<?`.
    private static let wideBeginnings: [[UInt8]] = [
        [0xFE, 0xFF], [0xFF, 0xFE], [0x3C, 0, 0x3F, 0], [0, 0x3C, 0, 0x3F], [0x3C, 0, 0, 0], [0, 0, 0, 0x3C],
    ]

    private init(_ url: URL) { self.url = url }

    /// Reads a feed.
    ///
    /// - Parameters:
    ///   - data: The file.
    ///   - url: Its address, for the links in it.
    /// - Returns: What can be read.
    /// - Throws: Why nothing of it can be read.
    static func feed(in data: Data, from url: URL) throws(FeedFailure) -> Feed {
        guard data.contains(where: { $0 > 0x20 }) else { throw .empty }
        // In all encodings that have the letters of ASCII, with or without zeros between them.
        if data.contains(0) ? Data(data.filter { $0 != 0 }).range(of: entity) != nil : data.range(of: entity) != nil {
            throw .entities
        }
        let reader = FeedParser(url)
        let parser = XMLParser(data: withoutBareInstructions(repaired(data)))
        parser.delegate = reader
        parser.shouldProcessNamespaces = false
        if !parser.parse(), reader.feed.failure == nil, reader.feed.articles.count < Limits.articles {
            reader.feed.failure = .malformed(line: max(1, parser.lineNumber))
        }
        if reader.feed.failure == nil, reader.feed.articles.count < Limits.articles, !reader.path.isEmpty {
            reader.feed.failure = .torn
        }
        if let failure = reader.feed.failure, reader.feed.articles.isEmpty { throw failure }
        return reader.feed
    }

    /// Replaces what is not UTF-8 in a file that should be.
    ///
    /// Foundation's parser ends the process at such a name on Linux.
    private static func repaired(_ data: Data) -> Data {
        let isWide = wideBeginnings.contains(where: data.starts)
        guard !isWide, String(data: data, encoding: .utf8) == nil else { return data }
        let start = String(decoding: data.prefix(200), as: UTF8.self)
        // The encoding of a declaration with mistakes does not count.
        let declaration = #/<\?xml\s+version\s*=\s*["']1\.\d["']\s+encoding\s*=\s*["']([A-Za-z][A-Za-z0-9._\-]*)["']/#
        let name = start.prefixMatch(of: declaration)?.1.lowercased() ?? ""
        // With any other name, the file is read as UTF-8.
        let others = #/(iso-8859-|windows-125)\d+|koi8-[ru]|gb(k|2312|18030)|big5|euc-(jp|kr)|shift_jis/#
        return name.wholeMatch(of: others) == nil ? Data(String(decoding: data, as: UTF8.self).utf8) : data
    }

    /// Puts a blank into each processing instruction that has nothing but a name.
    ///
    /// Foundation's parser ends the process at one without on Linux.
    private static func withoutBareInstructions(_ data: Data) -> Data {
        let beginning = wideBeginnings.firstIndex(where: data.starts)
        let width = beginning.map { $0 < 4 ? 2 : 4 } ?? 1
        let end = Data("?>".utf8)
        // Mostly, there is nothing but the declaration.
        let declaration = data.starts(with: Data("<?xml ".utf8)) ? data.range(of: end) : nil
        // With a mistake in it, it may seem to go on to the end of another instruction.
        let second = data.dropFirst(2).range(of: Data("<?".utf8))?.lowerBound ?? data.endIndex
        let rest = (declaration.map { min($0.upperBound, second) } ?? data.startIndex)..<data.endIndex
        if width == 1, data.range(of: end, in: rest) == nil { return data }
        let bytes = [UInt8](data)
        func character(_ index: Int) -> UInt8? {
            guard index + width <= bytes.count else { return nil }
            let others = bytes[index..<index + width].filter { $0 != 0 }
            return others.count == 1 ? others[0] : 0
        }
        var repaired: [UInt8] = []
        var isInName = false
        var previous: UInt8 = 0
        for index in stride(from: 0, to: bytes.count, by: width) {
            let found = character(index) ?? 0
            if previous == UInt8(ascii: "<"), found == UInt8(ascii: "?") {
                isInName = true
            } else if isInName, found == UInt8(ascii: "?"), character(index + width) == UInt8(ascii: ">") {
                repaired += bytes[index..<index + width].map { $0 == 0 ? 0 : 0x20 }
                isInName = false
            } else if isInName, [0x20, 0x09, 0x0A, 0x0D].contains(found) {
                isInName = false
            }
            repaired += bytes[index..<min(index + width, bytes.count)]
            previous = found
        }
        return Data(repaired)
    }

    // MARK: - The parser's delegate

    func parser(
        _ parser: XMLParser,
        didStartElement element: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        // Atom's elements sometimes have a prefix.
        let name = element.hasPrefix("atom:") && path.first != "rss" ? String(element.dropFirst(5)) : element
        path.append(name)
        if markupDepth != nil {
            text += "<\(name)>"
            return
        }
        switch name {
        case _ where path.count == 1: begin(name, parser)
        case "item", "entry":
            if article == nil { beginArticle(attributes) }
        case "link":
            if let link = attributes["href"], ["alternate", nil].contains(attributes["rel"]) { take(link: link) }
        case "guid": guidIsLink = attributes["isPermaLink"] != "false"
        case "title", "summary", "content":
            kind = attributes["type"] ?? "text"
            if kind == "xhtml" { markupDepth = path.count }
        default: break
        }
        text = ""
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        // In XHTML, characters are no markup even if they look so.
        text += markupDepth == nil ? string : string.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        text += String(decoding: block, as: UTF8.self)
    }

    func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
        guard let name = path.popLast() else { return }
        if let depth = markupDepth {
            guard path.count < depth else {
                text += "</\(name)>"
                return
            }
            markupDepth = nil
        }
        end(name)
        text = ""
        if feed.articles.count == Limits.articles { parser.abortParsing() }
    }

    // MARK: - Elements

    private func stop(_ parser: XMLParser, _ failure: FeedFailure) {
        feed.failure = failure
        parser.abortParsing()
    }

    private func begin(_ root: String, _ parser: XMLParser) {
        if root.lowercased() == "html" { return stop(parser, .page) }
        if !["rss", "rdf:RDF", "feed"].contains(root) { stop(parser, .otherFormat) }
    }

    private func beginArticle(_ attributes: [String: String]) {
        article = Article(guid: PlainText.line(attributes["rdf:about"] ?? "", limit: Limits.address))
        summary = []
        guidIsLink = false
    }

    private func end(_ name: String) {
        let isOfFeed = article == nil
        switch name {
        case "item", "entry": endArticle()
        case "title" where isOfFeed:
            // Images of a feed have titles too.
            if feed.title.isEmpty { feed.title = title }
        case "title" where path.last == "item" || path.last == "entry": article?.title = title
        case "link": take(link: text)
        case "guid", "id":
            article?.guid = PlainText.line(text, limit: Limits.address)
            // Many feeds say nothing of their other names, so it has to look like an address.
            if guidIsLink, text.lowercased().hasPrefix("http") { take(link: text) }
        case "pubDate", "published", "dc:date": take(date: dates.date(text))
        case "updated": if article?.date == nil { take(date: dates.date(text)) }
        case "author" where !PlainText.line(text).isEmpty, "dc:creator", "name": article?.author = PlainText.line(text)
        case "description", "summary": summary = paragraphs
        case "content", "content:encoded": article?.paragraphs = paragraphs
        default: break
        }
    }

    /// Titles of RSS are text, even if there is markup in it.
    private var title: String { kind == "text" ? PlainText.line(text) : HTMLReduction.line(of: text) }

    private var paragraphs: [Paragraph] {
        path.first == "feed" && kind == "text"
            ? [Paragraph(text: PlainText.line(text, limit: Limits.text))].filter { !$0.text.isEmpty }
            : HTMLReduction.paragraphs(of: text)
    }

    private func take(link: String) {
        if article?.link.isEmpty == true { article?.link = PlainText.link(link, in: url) }
    }

    private func take(date: Date?) {
        if let date { article?.date = date }
    }

    private func endArticle() {
        guard var article else { return }
        self.article = nil
        if article.paragraphs.isEmpty { article.paragraphs = summary }
        if article.title.isEmpty, let first = article.paragraphs.first {
            article.title = PlainText.line(first.text, limit: 80)
        }
        // What has neither a name nor a text is nothing that one could read.
        if !article.title.isEmpty { feed.articles.append(article) }
    }
}

/// Reads the forms in which feeds write dates.
private struct FeedDates {
    private let formats = [
        "EEE, d MMM yyyy HH:mm:ss zzz", "d MMM yyyy HH:mm:ss zzz", "EEE, d MMM yyyy HH:mm zzz", "yyyy-MM-dd",
    ]
    .map { format in
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = format
        return formatter
    }
    private let standard = ISO8601DateFormatter()

    func date(_ text: String) -> Date? {
        let text = PlainText.line(text, limit: 40)
        // Foundation ends the process at some digits of other scripts.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let whole = text.replacing(#/\.\d+/#, with: "")
        return standard.date(from: whole) ?? formats.lazy.compactMap { $0.date(from: text) }.first
    }
}
