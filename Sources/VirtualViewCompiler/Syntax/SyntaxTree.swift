import VirtualViewFormat

/// A template as it was written: elements and attributes with their places.
///
/// Both front ends, XML and the assemble language, produce this one tree, and everything after them is shared.
///
/// ### Layout
/// Elements are in document order, each before its descendants, in one flat array; the descendants of the element at
/// index *i* are `i + 1 ..< elements[i].subtreeEnd`. The attributes of all elements are in a second array, in document
/// order. Nothing is nested, so depth costs neither stack nor indirection. Only offsets into the source are stored;
/// ``Element`` and ``Attribute`` with their strings are made when someone asks for one. Duplicate attributes are all
/// kept, and a source with errors produces the tree of what could be understood: it may have no root, or several.
package struct SyntaxTree: Sendable {
    /// The number of a distinct name, counted from 0 in order of first use.
    ///
    /// Equal names, byte for byte, have equal numbers, so a per-name result can be kept in an array.
    package typealias NameID = UInt32

    /// An element: the start tag, its attributes and what stands between it and its end tag.
    package struct Element: Sendable {
        /// The name of the component.
        package let name: String
        /// The number of ``name``.
        package let nameID: NameID
        /// The position of the name in the start tag.
        package let nameSpan: SourceSpan
        /// The start tag with its delimiters.
        package let openTag: SourceSpan
        /// The element from the start tag to the end tag; ends early where the end tag is missing.
        package let span: SourceSpan
        /// The position of the name in the end tag; empty if there is no end tag.
        package let endNameSpan: SourceSpan
        /// The element's attributes: indices into ``SyntaxTree/attributes``.
        package let attributeIndices: Range<Int32>
        /// The number of elements around it.
        package let depth: Int32
        /// The index after its last descendant in ``SyntaxTree/elements``.
        package let subtreeEnd: Int32
        /// Whether an error about the name was reported, so that later stages do not report it again.
        package let isPoisoned: Bool
    }

    /// An attribute with its decoded value.
    package struct Attribute: Sendable {
        /// The attribute's name.
        package let name: String
        /// The value after entities, escapes and line ends were decoded; never trimmed.
        package let value: String
        /// The number of ``name``.
        package let nameID: NameID
        /// The position of the name.
        package let nameSpan: SourceSpan
        /// The position of the value, without its quotes.
        package let valueSpan: SourceSpan
        /// The map from the value's bytes back to the source.
        package let map: PositionMap
        /// Whether an error was reported, so that later stages do not report the attribute again.
        package let isPoisoned: Bool

        /// Returns the source of a part of the value.
        ///
        /// - Parameter decoded: UTF-8 byte offsets into ``value``.
        /// - Returns: The span of the source, within ``valueSpan``.
        package func span(of decoded: Range<Int>) -> SourceSpan {
            map.span(of: decoded, in: valueSpan)
        }
    }

    /// A `<?vvc …?>` instruction before the root.
    package struct Instruction: Sendable {
        /// The text after the word `vvc`, without the white space around it; line ends are as in the source.
        package let text: String
        /// The position of ``text``.
        package let textSpan: SourceSpan
        /// The whole instruction with its delimiters.
        package let span: SourceSpan

        /// Creates an instruction.
        package init(text: String, textSpan: SourceSpan, span: SourceSpan) {
            self.text = text
            self.textSpan = textSpan
            self.span = span
        }
    }

    /// The files that spans refer to; the first is the one that was compiled.
    package let files: [SourceFile]
    /// The distinct names of elements and attributes; a ``NameID`` is an index into it.
    package let names: [String]
    /// The elements as they are stored.
    let elementRecords: [ElementRecord]
    /// The attributes as they are stored.
    let attributeRecords: [AttributeRecord]
    /// The values that do not appear verbatim in the source.
    let decodedValues: [DecodedValue]
    /// The `<?vvc …?>` instructions before the root, in document order.
    package let instructions: [Instruction]
}

// MARK: - Walking

extension SyntaxTree {
    /// The elements in document order.
    package var elements: ElementList { ElementList(tree: self) }

    /// The attributes of all elements in document order.
    package var attributes: AttributeList { AttributeList(tree: self, indices: 0..<attributeRecords.count) }

    /// Returns the attributes of an element in document order, duplicates included.
    package func attributes(of element: Element) -> AttributeList {
        let range = element.attributeIndices
        return AttributeList(tree: self, indices: Int(range.lowerBound)..<Int(range.upperBound))
    }

    /// Returns the indices of an element's children.
    ///
    /// - Parameter index: The element's index in ``elements``.
    /// - Returns: The children's indices in document order.
    package func children(of index: Int) -> Siblings {
        Siblings(elements: elementRecords, next: index + 1, end: Int(elementRecords[index].subtreeEnd))
    }

    /// The elements of a tree; each is created when it is accessed.
    package struct ElementList: RandomAccessCollection, Sendable {
        let tree: SyntaxTree

        /// The first index, 0.
        package var startIndex: Int { 0 }
        /// The number of elements.
        package var endIndex: Int { tree.elementRecords.count }

        /// The element at an index.
        package subscript(index: Int) -> Element {
            let records = tree.elementRecords
            let record = records[index]
            // The attributes end where those of the next element start.
            let end = index + 1 < records.count ? Int(records[index + 1].attributeLower) : tree.attributeRecords.count
            return record.element(named: tree.names[Int(record.nameID)], attributesTo: Int32(truncatingIfNeeded: end))
        }
    }

    /// Attributes of a tree; each is created when it is accessed.
    package struct AttributeList: RandomAccessCollection, Sendable {
        let tree: SyntaxTree
        /// The indices into the attributes of the whole tree.
        package let indices: Range<Int>

        /// The first index.
        package var startIndex: Int { indices.lowerBound }
        /// The index after the last.
        package var endIndex: Int { indices.upperBound }

        /// The attribute at an index into the attributes of the whole tree.
        package subscript(index: Int) -> Attribute { tree.attribute(at: index) }
    }

    /// The indices of elements that share a parent, found by stepping over whole subtrees.
    package struct Siblings: Sequence, IteratorProtocol {
        private let elements: [ElementRecord]
        private var position: Int
        private let end: Int

        init(elements: [ElementRecord], next: Int, end: Int) {
            self.elements = elements
            self.position = next
            self.end = end
        }

        /// Returns the next sibling's index.
        package mutating func next() -> Int? {
            guard position < end else { return nil }
            let index = position
            position = Int(elements[index].subtreeEnd)
            return index
        }
    }

    private func attribute(at index: Int) -> Attribute {
        let record = attributeRecords[index]
        let value: DecodedValue
        if record.decoded == AttributeRecord.verbatim {
            let bytes = files[Int(record.file)].bytes
            let range = Int(record.valueLower)..<Int(record.valueUpper)
            let text = String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
            value = DecodedValue(text: text, map: .verbatim)
        } else {
            value = decodedValues[Int(record.decoded)]
        }
        return Attribute(
            name: names[Int(record.nameID)],
            value: value.text,
            nameID: record.nameID,
            nameSpan: SourceSpan(lower: record.nameLower, upper: record.nameUpper, file: record.file),
            valueSpan: SourceSpan(lower: record.valueLower, upper: record.valueUpper, file: record.file),
            map: value.map,
            isPoisoned: record.isPoisoned
        )
    }
}

// MARK: - Places

extension SyntaxTree {
    /// Returns the range of a span for a diagnostic.
    ///
    /// - Parameter span: A span of this tree.
    /// - Returns: The same stretch with its file.
    package func range(_ span: SourceSpan) -> SourceRange {
        SourceRange(files[Int(span.file)], span.offsets)
    }

    /// Returns the range of a part of an attribute's value.
    ///
    /// - Parameters:
    ///   - decoded: UTF-8 byte offsets into the decoded value.
    ///   - attribute: An attribute of this tree.
    /// - Returns: The range of the source.
    package func range(of decoded: Range<Int>, in attribute: Attribute) -> SourceRange {
        range(attribute.span(of: decoded))
    }

    /// Returns the edits that rename an element, in its start tag and, where there is one, its end tag.
    package func renaming(_ element: Element, to name: String) -> [Diagnostic.FixIt.Edit] {
        let start = Diagnostic.FixIt.Edit(range(element.nameSpan), with: name)
        guard !element.endNameSpan.isEmpty else { return [start] }
        return [start, Diagnostic.FixIt.Edit(range(element.endNameSpan), with: name)]
    }
}

// MARK: - Storage

// How a syntax tree stores its elements and attributes: plain numbers without reference counts, so that building and
// freeing a tree costs nothing for each of them.

extension SyntaxTree {
    /// An element as it is stored.
    ///
    /// All places are in one file.
    struct ElementRecord: Sendable {
        var nameID: NameID
        var nameLower: UInt32
        var nameUpper: UInt32
        var openLower: UInt32
        var openUpper: UInt32
        var endUpper: UInt32
        var endNameLower: UInt32
        var endNameUpper: UInt32
        var attributeLower: Int32
        var depth: Int32
        var subtreeEnd: Int32
        var file: UInt16
        var isPoisoned: Bool

        /// Returns the element.
        func element(named name: String, attributesTo attributeUpper: Int32) -> Element {
            Element(
                name: name,
                nameID: nameID,
                nameSpan: SourceSpan(lower: nameLower, upper: nameUpper, file: file),
                openTag: SourceSpan(lower: openLower, upper: openUpper, file: file),
                span: SourceSpan(lower: openLower, upper: endUpper, file: file),
                endNameSpan: SourceSpan(lower: endNameLower, upper: endNameUpper, file: file),
                attributeIndices: attributeLower..<max(attributeLower, attributeUpper),
                depth: depth,
                subtreeEnd: subtreeEnd,
                isPoisoned: isPoisoned
            )
        }
    }

    /// An attribute as it is stored.
    ///
    /// Its name and value are in one file.
    struct AttributeRecord: Sendable {
        /// The value of ``decoded`` for a value that appears verbatim in the source.
        static let verbatim = UInt32.max

        var nameID: NameID
        var nameLower: UInt32
        var nameUpper: UInt32
        var valueLower: UInt32
        var valueUpper: UInt32
        /// The index of the value in the tree's decoded values, or ``verbatim``.
        var decoded: UInt32
        var file: UInt16
        var isPoisoned: Bool
    }

    /// A value that does not appear verbatim in the source.
    struct DecodedValue: Sendable {
        let text: String
        let map: PositionMap
    }
}

/// The result of a front end for a source.
package struct ParsedSource: Sendable {
    /// The source.
    package let file: SourceFile
    /// The elements; `nil` if the front end reported an error and could not continue.
    package let tree: SyntaxTree?
    /// The comments before elements, by the element's index; kept by the assemble language alone.
    package var comments: [Int: [String]] = [:]
    /// The text of `NAME.parts.json`; `nil` if no part is named.
    package var partsJSON: String?
    /// The names of the parts of an assemble source, by their nodes.
    package var partNames = PartNames([])
    /// The definitions of an assemble source that nothing uses.
    package var unusedDefinitions: [(name: String, range: SourceRange)] = []
    /// The names of the arguments of options that an assemble source uses.
    package var usedArguments: Set<String> = []
}
