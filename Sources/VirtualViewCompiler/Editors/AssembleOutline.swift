import VirtualViewFormat

/// What an assemble source consists of, with places, also where it has errors: for editors.
///
/// All places are UTF-8 byte offsets into the source.
package struct AssembleOutline: Sendable {
    /// A definition: `def name = …`.
    package struct Definition: Sendable {
        /// The name.
        package let name: String
        /// The place of the name.
        package let nameRange: Range<Int>
        /// The place of the name and the body.
        package fileprivate(set) var range: Range<Int>
    }

    /// An assemble or a part.
    package struct Item: Sendable {
        /// The name of a part, or the head of an assemble; empty if there is none.
        package let name: String
        /// Whether it is an assemble.
        package let isBlock: Bool
        /// The place of the name; that of the opening bracket if there is none.
        package let nameRange: Range<Int>
        /// The place from the opening to the closing bracket, or to the last thing in it if that is missing.
        package fileprivate(set) var range: Range<Int>
        /// The number of assembles and parts around it.
        package let depth: Int
        /// The definition that it is in, by its index.
        package let definition: Int?
    }

    /// An attribute.
    package struct Attribute: Sendable {
        /// The name.
        package let name: String
        /// The place of the name.
        package let nameRange: Range<Int>
        /// The decoded value; `nil` if it is missing or has an error.
        package let value: String?
        /// The place of the value, without quotes.
        package let valueRange: Range<Int>
        /// The place of the value, with quotes.
        package let wholeRange: Range<Int>
        /// Whether it is an attribute of an assemble, and not of a part.
        package let isOfBlock: Bool
    }

    /// The definitions in their order.
    package private(set) var definitions: [Definition] = []
    /// The assembles and parts, each before those in it.
    package private(set) var items: [Item] = []
    /// The attributes in the order of the source.
    package private(set) var attributes: [Attribute] = []

    /// Reads a source.
    ///
    /// - Complexity: O(*n*) in the size of the source.
    package init(_ file: SourceFile) {
        var ignored = DiagnosticList()
        self.init(AssembleFrontEnd.document(of: file, into: &ignored))
    }

    /// Takes what the parser made of a source.
    init(_ document: AssembleDocument) {
        for fragment in document.fragments {
            let name = fragment.nameSpan.offsets
            let index = definitions.count
            definitions.append(Definition(name: fragment.name, nameRange: name, range: name))
            let end = add(fragment.body, definition: index)
            definitions[index].range = name.lowerBound..<max(name.upperBound, end)
        }
        if let root = document.root { _ = add(root, definition: nil) }
    }

    /// Returns the names of parts that stand for a definition, and those of the definitions themselves.
    package func places(named name: String) -> [Range<Int>] {
        definitions.filter { $0.name == name }.map { $0.nameRange }
            + items.filter { !$0.isBlock && $0.name == name }.map { $0.nameRange }
    }

    /// Adds what a body consists of.
    ///
    /// - Returns: The end of the last thing in it, as the functions that add the parts of it do.
    private mutating func add(_ body: AssembleDocument.Body, definition: Int?) -> Int {
        switch body {
        case .block(let block): add(block, depth: 0, definition)
        case .part(let part): add(part, depth: 0, definition)
        case .attributes(let list): add(list, isOfBlock: false)
        }
    }

    private mutating func add(_ block: AssembleBlock, depth: Int, _ definition: Int?) -> Int {
        let index = items.count
        items.append(
            Item(
                name: (block.head.axis == .horizontal ? "h" : "v") + block.head.alignment.rawValue.prefix(1),
                isBlock: true,
                nameRange: block.head.span.offsets,
                range: block.opener.offsets,
                depth: depth,
                definition: definition
            )
        )
        var end = block.closer.offsets.upperBound
        if let list = block.attributes { end = max(end, add(list, isOfBlock: true)) }
        for part in block.parts { end = max(end, add(part, depth: depth + 1, definition)) }
        return closeItem(index, at: end)
    }

    private mutating func add(_ part: AssemblePart, depth: Int, _ definition: Int?) -> Int {
        let index = items.count
        items.append(
            Item(
                name: part.name?.name ?? "",
                isBlock: false,
                nameRange: part.name?.span.offsets ?? part.opener.offsets,
                range: part.opener.offsets,
                depth: depth,
                definition: definition
            )
        )
        var end = part.closer.offsets.upperBound
        if let block = part.block { end = max(end, add(block, depth: depth + 1, definition)) }
        if let list = part.attributes { end = max(end, add(list, isOfBlock: false)) }
        return closeItem(index, at: end)
    }

    /// Gives an item the end of the last thing in it, which its name may be.
    private mutating func closeItem(_ index: Int, at end: Int) -> Int {
        let item = items[index]
        let end = max(end, item.nameRange.upperBound)
        items[index].range = item.range.lowerBound..<end
        return end
    }

    private mutating func add(_ list: AssembleAttributeList, isOfBlock: Bool) -> Int {
        var end = list.closer.offsets.upperBound
        for case .attribute(let attribute) in list.items {
            var value: String?
            switch attribute.value {
            case .text(let text, _), .binding(let text, _): value = text
            case .missing, .broken: break
            }
            attributes.append(
                Attribute(
                    name: attribute.name,
                    nameRange: attribute.nameSpan.offsets,
                    value: value,
                    valueRange: attribute.valueSpan.offsets,
                    wholeRange: attribute.wholeSpan.offsets,
                    isOfBlock: isOfBlock
                )
            )
            end = max(end, attribute.nameSpan.offsets.upperBound, attribute.wholeSpan.offsets.upperBound)
        }
        return end
    }
}
