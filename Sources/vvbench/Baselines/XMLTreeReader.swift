import Foundation
import FoundationXML

/// Reads XML with Foundation's parser into the plainest tree there is; it keeps no positions.
final class XMLTreeReader: NSObject, XMLParserDelegate {
    /// An element with everything below it.
    final class Element {
        let name: String
        let attributes: [String: String]
        var children: [Element] = []

        init(name: String, attributes: [String: String]) {
            self.name = name
            self.attributes = attributes
        }
    }

    private var open: [Element] = []
    private var root: Element?
    private var count = 0

    /// Reads a source.
    ///
    /// - Returns: How many elements it has.
    static func read(_ data: Data) throws -> Int {
        let reader = XMLTreeReader()
        let parser = XMLParser(data: data)
        parser.delegate = reader
        guard parser.parse(), reader.root != nil else { throw BenchmarkError("XMLParser could not read a source") }
        return reader.count
    }

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName qName: String?,
        attributes attributeDict: [String: String] = [:]
    ) {
        let element = Element(name: elementName, attributes: attributeDict)
        if let parent = open.last { parent.children.append(element) } else { root = element }
        open.append(element)
        count += 1
    }

    func parser(
        _ parser: XMLParser,
        didEndElement elementName: String,
        namespaceURI: String?,
        qualifiedName qName: String?
    ) {
        open.removeLast()
    }
}
