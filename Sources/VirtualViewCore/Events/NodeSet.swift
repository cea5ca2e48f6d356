/// A set of nodes in the order in which they were found.
///
/// Most paths of programs lead to one node; for these nothing is allocated.
struct NodeSet: Sequence {
    private(set) var first: Node?
    private var others: [Node] = []
    private var known: Set<ObjectIdentifier> = []

    /// Makes a set without nodes, or with one.
    init(_ node: Node? = nil) {
        first = node
    }

    var isEmpty: Bool { first == nil }

    mutating func insert(_ node: Node) {
        guard let first else {
            self.first = node
            return
        }
        if known.isEmpty { known = [ObjectIdentifier(first)] }
        if known.insert(ObjectIdentifier(node)).inserted { others.append(node) }
    }

    func makeIterator() -> Iterator {
        Iterator(first: first, others: others[...])
    }

    struct Iterator: IteratorProtocol {
        fileprivate var first: Node?
        fileprivate var others: ArraySlice<Node>

        mutating func next() -> Node? {
            guard let node = first else { return others.popFirst() }
            first = nil
            return node
        }
    }
}
