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
