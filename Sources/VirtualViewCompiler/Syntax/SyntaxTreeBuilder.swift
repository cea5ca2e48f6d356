/// Makes a ``SyntaxTree`` from a front end's events.
///
/// Open an element, add its attributes, then open or close further elements. What is still open when the tree is
/// finished is closed there.
package struct SyntaxTreeBuilder {
    private var files: [SourceFile]
    private var names = NameTable()
    private var elements: [SyntaxTree.Element] = []
    private var attributes: [SyntaxTree.Attribute] = []
    private var instructions: [SyntaxTree.Instruction] = []
    /// The indices of the elements that are open, the innermost last.
    private var open: [Int32] = []

    /// Starts an empty tree.
    ///
    /// - Parameter file: The source; its spans have file number 0.
    package init(file: SourceFile) {
        files = [file]
    }

    /// Adds a file that later spans may refer to.
    ///
    /// - Returns: Its number, or nil when there are 65,536 files already.
    package mutating func addFile(_ file: SourceFile) -> UInt16? {
        guard let number = UInt16(exactly: files.count) else { return nil }
        files.append(file)
        return number
    }

    /// How many elements are open.
    package var depth: Int { open.count }

    /// Finds or adds a name.
    ///
    /// - Parameter name: The name of an element or attribute.
    /// - Returns: The name's number.
    package mutating func nameID(_ name: String) -> SyntaxTree.NameID {
        var name = name
        return name.withUTF8 { names.intern($0) }
    }

    /// Finds or adds a name that is at hand as UTF-8.
    ///
    /// - Parameter bytes: Valid UTF-8.
    /// - Returns: The name's number.
    package mutating func nameID(_ bytes: UnsafeBufferPointer<UInt8>) -> SyntaxTree.NameID {
        names.intern(bytes)
    }

    /// The name with a number.
    package func name(_ id: SyntaxTree.NameID) -> String { names.names[Int(id)] }
}

// MARK: - Events

extension SyntaxTreeBuilder {
    /// Opens an element inside the innermost open one.
    ///
    /// - Parameters:
    ///   - name: Its name's number.
    ///   - nameSpan: Where the name stands.
    ///   - openTag: The start tag as far as it is known; ``setOpenTag(_:)`` completes it.
    ///   - isPoisoned: Whether an error about the name was reported.
    package mutating func openElement(
        _ name: SyntaxTree.NameID,
        at nameSpan: SourceSpan,
        openTag: SourceSpan,
        isPoisoned: Bool = false
    ) {
        let index = Int32(truncatingIfNeeded: elements.count)
        let attribute = Int32(truncatingIfNeeded: attributes.count)
        elements.append(
            SyntaxTree.Element(
                name: names.names[Int(name)],
                nameID: name,
                nameSpan: nameSpan,
                openTag: openTag,
                span: openTag,
                endNameSpan: openTag.end,
                attributeIndices: attribute..<attribute,
                depth: Int32(truncatingIfNeeded: open.count),
                subtreeEnd: index + 1,
                isPoisoned: isPoisoned
            )
        )
        open.append(index)
    }

    /// Adds an attribute to the element that was opened last.
    ///
    /// - Parameters:
    ///   - name: Its name's number.
    ///   - nameSpan: Where the name stands.
    ///   - value: The decoded value.
    ///   - valueSpan: Where the value stands, without its quotes.
    ///   - map: How the value leads back to the source.
    ///   - isPoisoned: Whether an error about the attribute was reported.
    package mutating func addAttribute(
        _ name: SyntaxTree.NameID,
        at nameSpan: SourceSpan,
        value: String,
        at valueSpan: SourceSpan,
        map: PositionMap = .verbatim,
        isPoisoned: Bool = false
    ) {
        precondition(!elements.isEmpty, "an attribute needs an element")
        attributes.append(
            SyntaxTree.Attribute(
                name: names.names[Int(name)],
                value: value,
                nameID: name,
                nameSpan: nameSpan,
                valueSpan: valueSpan,
                map: map,
                isPoisoned: isPoisoned
            )
        )
        let element = elements.count - 1
        let first = elements[element].attributeIndices.lowerBound
        elements[element].attributeIndices = first..<Int32(truncatingIfNeeded: attributes.count)
    }

    /// Says where the start tag of the element that was opened last stands.
    package mutating func setOpenTag(_ span: SourceSpan) {
        precondition(!elements.isEmpty, "a start tag needs an element")
        let element = elements.count - 1
        elements[element].openTag = span
        elements[element].span = span
        elements[element].endNameSpan = span.end
    }

    /// Closes the innermost open element; does nothing when none is open.
    ///
    /// - Parameters:
    ///   - end: Where the element ends: the end tag, or an empty span where it is missing or the element has none.
    ///   - endName: The name in the end tag, if there is one.
    package mutating func closeElement(at end: SourceSpan, endName: SourceSpan? = nil) {
        guard let index = open.popLast().map(Int.init) else { return }
        let span = elements[index].span
        if end.file == span.file, end.upper > span.upper { elements[index].span = span.through(end) }
        elements[index].endNameSpan = endName ?? end.end
        elements[index].subtreeEnd = Int32(truncatingIfNeeded: elements.count)
    }

    /// Adds a `<?vvc …?>` instruction.
    package mutating func addInstruction(_ instruction: SyntaxTree.Instruction) {
        instructions.append(instruction)
    }

    /// Finishes the tree and leaves the builder empty of elements.
    ///
    /// - Parameter end: Where the source ends; elements that are still open end there.
    /// - Returns: The tree.
    package consuming func finish(at end: SourceSpan) -> SyntaxTree {
        while !open.isEmpty { closeElement(at: end) }
        return SyntaxTree(
            files: files,
            names: names.names,
            elements: elements,
            attributes: attributes,
            instructions: instructions
        )
    }
}
