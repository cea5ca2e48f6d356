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
        // One path meets no node twice.
        var met = paths.count > 1 ? Met() : nil
        for path in paths { collect(path, into: &found, &met) }
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

    /// The nodes whose readers were found already, and those below which all were.
    private struct Met {
        var nodes: Set<Int> = []
        var whole: Set<Int> = []
    }

    private func collect(_ path: DataPath, into found: inout [Int], _ met: inout Met?) {
        var node = 0
        for step in path.prepared {
            guard met?.whole.contains(node) != true else { return }
            add(node, to: &found, &met)
            guard let next = nodes[node].next[step] else { return }
            node = next
        }
        add(node, to: &found, &met)
        guard !nodes[node].next.isEmpty, met?.whole.insert(node).inserted != false else { return }
        var below = Array(nodes[node].next.values)
        while let node = below.popLast() {
            guard met?.whole.insert(node).inserted != false else { continue }
            add(node, to: &found, &met)
            below += nodes[node].next.values
        }
    }

    /// Adds the readers of a node; most values have those of one place, whose list need not be copied.
    private func add(_ node: Int, to found: inout [Int], _ met: inout Met?) {
        guard !nodes[node].readers.isEmpty, met?.nodes.insert(node).inserted != false else { return }
        if found.isEmpty { found = nodes[node].readers } else { found += nodes[node].readers }
    }
}
