import VirtualViewFormat

/// Finds the nodes of a template in another version of it.
///
/// A node exists in both versions if both have it with the same component and the same id. Nodes without an id go by
/// their name, and those without either by their place: the first, second and so on of their component in the same
/// parent. The root is the root, whatever its id. So a node keeps its identity when others come before it or go.
struct NodeMatching {
    /// The position in the new version for each one in the old version; `nil` for nodes that it does not have.
    let positions: [Int?]

    /// What a node is known by in its template.
    fileprivate struct Identity: Hashable {
        enum Key: Hashable {
            case root
            case id(Int32)
            case name(String)
            /// The position of the parent in the new version.
            case child(of: Int)
        }

        let key: Key
        let component: UInt16
        /// The number of nodes before it that are known by the same.
        var number = 0
    }

    /// Compares two versions.
    ///
    /// - Parameters:
    ///   - old: The old version.
    ///   - new: The new version.
    /// - Complexity: O(*n*) in the number of nodes.
    init(from old: PreparedTemplate, to new: PreparedTemplate) {
        var known: [Identity: Int] = [:]
        _ = Self.match(new) { position, identity in
            known[identity] = position
            return position
        }
        positions = Self.match(old) { known[$1] }
    }

    /// Finds the place of each node in the new version, parents first.
    private static func match(_ template: PreparedTemplate, _ find: (Int, Identity) -> Int?) -> [Int?] {
        let prototypes = template.prototypes
        var places: [Int?] = []
        places.reserveCapacity(prototypes.count)
        var counts: [Identity: Int] = [:]
        var parents: [Int] = []
        for (position, prototype) in prototypes.enumerated() {
            while let last = parents.last, prototypes[last].subtreeEnd <= position { parents.removeLast() }
            defer { if prototype.childCount > 0 { parents.append(position) } }
            let parent = parents.last.map { places[$0] }
            guard let key = prototype.identityKey(in: parent) else {
                places.append(nil)
                continue
            }
            var identity = Identity(key: key, component: prototype.component.schema.id)
            let count = counts[identity] ?? 0
            counts[identity] = count + 1
            identity.number = count
            places.append(find(position, identity))
        }
        return places
    }
}

extension NodePrototype {
    /// Returns what the node is known by.
    ///
    /// - Parameter parent: The position of the parent in the new version, if there is a parent and that version has it.
    /// - Returns: The key; `nil` for a node that goes by a place that the new version does not have.
    fileprivate func identityKey(in parent: Int??) -> NodeMatching.Identity.Key? {
        guard let parent else { return .root }
        if properties.id != 0 { return .id(properties.id) }
        if let name { return .name(name) }
        return parent.map { .child(of: $0) }
    }

    /// The name in the template: a property, or that of a named part.
    private var name: String? {
        if case .string(let name)? = kept.value(of: .name), !name.isEmpty { return name }
        return origin.partNames?.name(ofNode: templateIndex)
    }
}
