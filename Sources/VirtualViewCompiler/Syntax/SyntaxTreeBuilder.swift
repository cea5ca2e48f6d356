/// Makes a ``SyntaxTree`` from a front end's events.
///
/// Open an element, add its attributes, then open or close further elements. What is still open when the tree is
/// finished is closed there.
package struct SyntaxTreeBuilder {
    private var files: [SourceFile]
    private var names = NameTable()
    private var elements: [SyntaxTree.ElementRecord] = []
    private var attributes: [SyntaxTree.AttributeRecord] = []
    private var decodedValues: [SyntaxTree.DecodedValue] = []
    private var instructions: [SyntaxTree.Instruction] = []
    /// The innermost open element, -1 when none is open.
    ///
    /// The `subtreeEnd` of an open element is the index of the element around it.
    private var innermost: Int32 = -1
    /// The number of open elements.
    package private(set) var depth = 0

    /// Starts an empty tree.
    ///
    /// - Parameter file: The source; its spans have file number 0.
    package init(file: SourceFile) {
        files = [file]
        // Real templates have an attribute for each thirty bytes or so; a guess that is too low only costs growth.
        elements.reserveCapacity(min(file.bytes.count / 128, 4096) + 4)
        attributes.reserveCapacity(min(file.bytes.count / 24, 16384) + 4)
    }

    /// Adds a file that later spans may refer to.
    ///
    /// - Returns: Its number, or `nil` if there are 65,536 files already.
    package mutating func addFile(_ file: SourceFile) -> UInt16? {
        guard let number = UInt16(exactly: files.count) else { return nil }
        files.append(file)
        return number
    }

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
    @inline(__always)
    package mutating func nameID(_ bytes: UnsafeBufferPointer<UInt8>) -> SyntaxTree.NameID {
        names.intern(bytes)
    }

    /// The number of names.
    var nameCount: Int { names.names.count }

    /// The attributes that the element that was opened last has so far, counted over the whole tree.
    var attributesOfLastElement: Range<Int> {
        let start = elements.last.map { Int($0.attributeLower) } ?? attributes.count
        return min(start, attributes.count)..<attributes.count
    }

    /// Returns the name of an attribute, counted over the whole tree.
    func nameID(ofAttribute index: Int) -> SyntaxTree.NameID { attributes[index].nameID }

    /// Returns the position of the name of an attribute, counted over the whole tree.
    func nameRange(ofAttribute index: Int) -> Range<Int> {
        Int(attributes[index].nameLower)..<Int(attributes[index].nameUpper)
    }
}

// MARK: - Events

extension SyntaxTreeBuilder {
    /// Opens an element inside the innermost open one.
    ///
    /// - Parameters:
    ///   - name: Its name's number.
    ///   - nameSpan: The position of the name.
    ///   - openTag: The start tag as far as it is known, in the file of `nameSpan`; ``setOpenTag(_:)`` completes it.
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
            SyntaxTree.ElementRecord(
                nameID: name,
                nameLower: nameSpan.lower,
                nameUpper: nameSpan.upper,
                openLower: openTag.lower,
                openUpper: openTag.upper,
                endUpper: openTag.upper,
                endNameLower: openTag.upper,
                endNameUpper: openTag.upper,
                attributeLower: attribute,
                depth: Int32(truncatingIfNeeded: depth),
                subtreeEnd: innermost,
                file: nameSpan.file,
                isPoisoned: isPoisoned
            )
        )
        innermost = index
        depth += 1
    }

    /// Adds an attribute, whose value appears verbatim in the source, to the element that was opened last.
    ///
    /// - Parameters:
    ///   - name: Its name's number.
    ///   - nameSpan: The position of the name.
    ///   - valueSpan: The position of the value, without its quotes, in the file of `nameSpan`.
    ///   - isPoisoned: Whether an error about the attribute was reported.
    package mutating func addAttribute(
        _ name: SyntaxTree.NameID,
        at nameSpan: SourceSpan,
        verbatim valueSpan: SourceSpan,
        isPoisoned: Bool
    ) {
        append(name, nameSpan, valueSpan, decoded: SyntaxTree.AttributeRecord.verbatim, isPoisoned)
    }

    /// Adds an attribute with a decoded value to the element that was opened last.
    ///
    /// - Parameters:
    ///   - name: Its name's number.
    ///   - nameSpan: The position of the name.
    ///   - value: The decoded value.
    ///   - valueSpan: The position of the value, without its quotes, in the file of `nameSpan`.
    ///   - map: The map from the value back to the source.
    ///   - isPoisoned: Whether an error about the attribute was reported.
    package mutating func addAttribute(
        _ name: SyntaxTree.NameID,
        at nameSpan: SourceSpan,
        value: String,
        at valueSpan: SourceSpan,
        map: PositionMap = .verbatim,
        isPoisoned: Bool = false
    ) {
        let index = UInt32(truncatingIfNeeded: decodedValues.count)
        decodedValues.append(SyntaxTree.DecodedValue(text: value, map: map))
        append(name, nameSpan, valueSpan, decoded: index, isPoisoned)
    }

    private mutating func append(
        _ name: SyntaxTree.NameID,
        _ nameSpan: SourceSpan,
        _ valueSpan: SourceSpan,
        decoded: UInt32,
        _ isPoisoned: Bool
    ) {
        precondition(!elements.isEmpty, "an attribute needs an element")
        attributes.append(
            SyntaxTree.AttributeRecord(
                nameID: name,
                nameLower: nameSpan.lower,
                nameUpper: nameSpan.upper,
                valueLower: valueSpan.lower,
                valueUpper: valueSpan.upper,
                decoded: decoded,
                file: nameSpan.file,
                isPoisoned: isPoisoned
            )
        )
    }

    /// Sets the position of the start tag of the element that was opened last.
    mutating func setOpenTag(_ span: SourceSpan) {
        precondition(!elements.isEmpty, "a start tag needs an element")
        let element = elements.count - 1
        elements[element].openLower = span.lower
        elements[element].openUpper = span.upper
        elements[element].endUpper = span.upper
        elements[element].endNameLower = span.upper
        elements[element].endNameUpper = span.upper
    }

    /// Closes the innermost open element; does nothing when none is open.
    ///
    /// - Parameters:
    ///   - end: The end of the element: the end tag, or an empty span if it is missing or the element has none.
    ///   - endName: The name in the end tag, if there is one.
    mutating func closeElement(at end: SourceSpan, endName: SourceSpan? = nil) {
        guard innermost >= 0 else { return }
        let index = Int(innermost)
        innermost = elements[index].subtreeEnd
        depth -= 1
        let count = Int32(truncatingIfNeeded: elements.count)
        elements[index].subtreeEnd = count
        guard end.file == elements[index].file else { return }
        elements[index].endUpper = max(elements[index].endUpper, end.upper)
        elements[index].endNameLower = endName?.lower ?? end.upper
        elements[index].endNameUpper = endName?.upper ?? end.upper
    }

    /// Adds a `<?vvc …?>` instruction.
    mutating func addInstruction(_ instruction: SyntaxTree.Instruction) {
        instructions.append(instruction)
    }

    /// Finishes the tree.
    ///
    /// - Parameter end: The end of the source; elements that are still open end there.
    /// - Returns: The tree.
    package consuming func finish(at end: SourceSpan) -> SyntaxTree {
        while innermost >= 0 { closeElement(at: end) }
        return SyntaxTree(
            files: files,
            names: names.names,
            elementRecords: elements,
            attributeRecords: attributes,
            decodedValues: decodedValues,
            instructions: instructions
        )
    }
}
