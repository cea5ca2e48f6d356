import VirtualViewFormat

/// A node as comparisons see it: what it is known by, and everything that can change.
///
/// It is made from a template, or from anything else that is a tree with texts: a snapshot of frames, for example.
package struct ComparedNode: Hashable, Sendable {
    /// A value of a node with its name.
    package struct Property: Hashable, Sendable {
        /// What the value is to its author.
        package enum Kind: String, Hashable, Sendable {
            /// A number, a word, a colour.
            case property
            /// A constant text.
            case text
            /// A text that reads the data.
            case binding
            /// An event program.
            case program
        }

        /// The name; a node may have several values with one name, such as variables of different types.
        package let name: String
        /// The value as people read it.
        package let value: String
        /// What the value is.
        package let kind: Kind

        /// Makes a property.
        package init(_ name: String, _ value: String, _ kind: Kind = .property) {
            (self.name, self.value, self.kind) = (name, value, kind)
        }
    }

    /// The number of nodes above it.
    package let depth: Int
    /// The component's name.
    package let component: String
    /// The id by which apps find it, if its author gave it one.
    package let id: String?
    /// The name by which apps find it, if it has one.
    package let name: String?
    /// The values, ordered by their names; those with one name are in the order of the file.
    package let properties: [Property]

    /// Describes a node.
    ///
    /// - Parameters:
    ///   - component: The component's name.
    ///   - depth: The number of nodes above it.
    ///   - id: The id by which apps find it.
    ///   - name: The name by which apps find it.
    ///   - properties: The values in any order.
    package init(
        _ component: String,
        depth: Int,
        id: String? = nil,
        name: String? = nil,
        properties: [Property] = []
    ) {
        (self.component, self.depth, self.id, self.name) = (component, depth, id, name)
        self.properties = properties.sorted { String.inByteOrder($0.name, $1.name) }
    }

    /// Returns a value by its name: of several the last, as apps do.
    subscript(name: String) -> Property? {
        properties.last { $0.name == name }
    }

    /// Returns how much of the values two nodes have in common: 1 for all, 0 for nothing.
    ///
    /// - Complexity: O(*n*) in the number of values.
    func likeness(to other: ComparedNode) -> Double {
        let count = properties.count + other.properties.count
        guard count > 0 else { return 1 }
        var common = 0
        var (mine, theirs) = (0, 0)
        while mine < properties.count, theirs < other.properties.count {
            let (left, right) = (properties[mine], other.properties[theirs])
            if left.name.hasSameBytes(as: right.name) {
                if left.value.hasSameBytes(as: right.value) { common += 1 }
                mine += 1
                theirs += 1
            } else if String.inByteOrder(left.name, right.name) {
                mine += 1
            } else {
                theirs += 1
            }
        }
        return Double(2 * common) / Double(count)
    }
}

/// The links of a tree of compared nodes, and hashes by which equal parts are found.
struct ComparedTree {
    let nodes: [ComparedNode]
    /// The node above each; -1 for a root.
    let parents: [Int]
    let children: [[Int]]
    /// The position after the last node below each.
    let ends: [Int]
    /// The hashes of the nodes themselves.
    let ownHashes: [UInt64]
    /// The hashes of the nodes with everything below them.
    let wholeHashes: [UInt64]

    /// Links nodes that are in pre-order.
    ///
    /// - Complexity: O(*n*) in the number and size of the nodes.
    init(_ nodes: [ComparedNode]) {
        self.nodes = nodes
        var parents: [Int] = []
        var children = [[Int]](repeating: [], count: nodes.count)
        var ends = [Int](repeating: nodes.count, count: nodes.count)
        var open: [Int] = []
        for index in nodes.indices {
            while let last = open.last, nodes[last].depth >= nodes[index].depth {
                ends[last] = index
                open.removeLast()
            }
            parents.append(open.last ?? -1)
            if let last = open.last { children[last].append(index) }
            open.append(index)
        }
        let own = nodes.map { node in
            var hash = NodeHash()
            hash.add(node.component)
            for property in node.properties {
                hash.add(property.name)
                hash.add(property.value)
            }
            return hash.value
        }
        var whole = own
        for index in nodes.indices.reversed() {
            var hash = NodeHash()
            hash.add(own[index])
            for child in children[index] { hash.add(whole[child]) }
            whole[index] = hash.value
        }
        (self.parents, self.children, self.ends) = (parents, children, ends)
        (ownHashes, wholeHashes) = (own, whole)
    }
}

/// A hash that is the same in every run; what it finds equal need not be.
struct NodeHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ text: String) {
        for byte in text.utf8 { step(UInt64(byte)) }
        // No byte of a text.
        step(0xFF)
    }

    mutating func add(_ number: UInt64) {
        step(number & 0xFFFF_FFFF)
        step(number >> 32)
    }

    private mutating func step(_ part: UInt64) {
        value = (value ^ part) &* 0x0000_0100_0000_01B3
        value ^= value >> 29
    }
}
