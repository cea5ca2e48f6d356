import VirtualViewExpressions

/// Finds what reads a value by the value's path.
///
/// A value is read by those who read it, a part of it, or what it is a part of.
struct PathIndex: Sendable {
    private struct Node: Sendable {
        var next: [BindingPath.Step: Int] = [:]
        var readers: [Int] = []
    }

    /// The nodes of a tree of steps, the root first.
    private var nodes = [Node()]

    /// The number of nodes.
    var count: Int { nodes.count }

    /// Adds a reader.
    ///
    /// - Parameters:
    ///   - reader: Its number.
    ///   - path: What it reads.
    mutating func insert(_ reader: Int, at path: DataPath) {
        var node = 0
        for step in path.prepared {
            if let next = nodes[node].next[step] {
                node = next
            } else {
                nodes[node].next[step] = nodes.count
                node = nodes.count
                nodes.append(Node())
            }
        }
        if nodes[node].readers.last != reader { nodes[node].readers.append(reader) }
    }

    /// Returns who reads some values.
    ///
    /// - Parameter paths: The places of the values.
    /// - Returns: The numbers in ascending order, each once.
    /// - Complexity: O(*s* + *r* log *r*) in the numbers of steps and readers.
    func readers(of paths: [DataPath]) -> [Int] {
        var found: [Int] = []
        for path in paths { collect(path, into: &found) }
        guard found.count > 1 else { return found }
        found.sort()
        var unique = 1
        for index in 1..<found.count where found[index] != found[unique - 1] {
            found[unique] = found[index]
            unique += 1
        }
        found.removeLast(found.count - unique)
        return found
    }

    private func collect(_ path: DataPath, into found: inout [Int]) {
        var node = 0
        for step in path.prepared {
            add(nodes[node].readers, to: &found)
            guard let next = nodes[node].next[step] else { return }
            node = next
        }
        add(nodes[node].readers, to: &found)
        guard !nodes[node].next.isEmpty else { return }
        var below = Array(nodes[node].next.values)
        while let node = below.popLast() {
            add(nodes[node].readers, to: &found)
            below += nodes[node].next.values
        }
    }

    /// Adds readers; most values have those of one place, whose list need not be copied.
    private func add(_ readers: [Int], to found: inout [Int]) {
        if found.isEmpty { found = readers } else { found += readers }
    }
}
