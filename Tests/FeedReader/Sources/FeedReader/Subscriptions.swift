import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads the list of feeds: OPML, as other readers export it, or an address on each line.
enum Subscriptions {
    /// Returns the addresses, each once, in their order.
    static func addresses(in data: Data) -> [URL] {
        let outlines = Outlines()
        let parser = XMLParser(data: data)
        parser.delegate = outlines
        let isOPML = parser.parse() && outlines.isOPML
        let lines =
            isOPML ? outlines.addresses : String(decoding: data, as: UTF8.self).components(separatedBy: .newlines)
        return unique(lines.filter { !$0.hasPrefix("#") })
    }

    /// Returns those texts that are addresses of the web, each once.
    static func unique(_ texts: [String]) -> [URL] {
        var seen: Set<URL> = []
        let urls = texts.compactMap { URL(string: $0.trimmingCharacters(in: .whitespaces)) }
        return urls.filter { PlainText.isWeb($0) && seen.insert($0).inserted }
    }

    private final class Outlines: NSObject, XMLParserDelegate {
        var isOPML = false
        var addresses: [String] = []

        func parser(
            _ parser: XMLParser,
            didStartElement element: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            if element == "opml" { isOPML = true }
            if let address = attributes["xmlUrl"] { addresses.append(address) }
        }
    }
}
