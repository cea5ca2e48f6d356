/// The names that the attributes of one start tag have, to find a name that appears twice.
///
/// The first sixty-four names of a source, which is nearly always all of them, cost a bit each. Whether the others are
/// used, and the first use of a name, is computed from the tree on demand.
struct NameUses {
    /// The names of smaller numbers that are used.
    private var low: UInt64 = 0
    /// For each name, the last tag that was looked at closely and had it, and its attribute there.
    private var places: [(tag: Int, attribute: Int)] = []
    /// The number of the tag that is being read.
    private var tag = 0
    /// The number of the tree's attributes that are in `places`.
    private var known = 0

    /// Begins the next tag.
    @inline(__always)
    mutating func begin() {
        low = 0
        tag &+= 1
    }

    /// Records a name.
    ///
    /// - Returns: Whether nothing else has to be done: the name is surely the first of its kind.
    @inline(__always)
    mutating func note(_ id: SyntaxTree.NameID) -> Bool {
        guard id < 64 else { return false }
        let bit: UInt64 = 1 &<< UInt64(id)
        let isNew = low & bit == 0
        low |= bit
        return isNew
    }

    /// Looks for a name among the attributes of the tag that are in the tree.
    ///
    /// - Parameters:
    ///   - id: A name that ``note(_:)`` could not decide on.
    ///   - builder: The tree as far as it was read; the name itself is not in it yet.
    /// - Returns: The first attribute with this name, if there is one.
    /// - Complexity: O(*n*) for all the calls about one tag, *n* being its attributes.
    mutating func firstUse(of id: SyntaxTree.NameID, in builder: SyntaxTreeBuilder) -> Range<Int>? {
        let attributes = builder.attributesOfLastElement
        known = max(known, attributes.lowerBound)
        while places.count < builder.nameCount { places.append((0, 0)) }
        for attribute in known..<attributes.upperBound {
            let name = Int(builder.nameID(ofAttribute: attribute))
            if places[name].tag != tag { places[name] = (tag, attribute) }
        }
        known = attributes.upperBound
        let place = places[Int(id)]
        return place.tag == tag ? builder.nameRange(ofAttribute: place.attribute) : nil
    }
}
