public import VirtualViewExpressions

/// What the bindings of a template read, and which of them read a value.
struct TemplateReads: Sendable {
    /// A binding by its place in a tree.
    struct Reader: Sendable {
        /// The index in ``NodeTree/bound``.
        let node: Int
        /// The index in the bindings of the node's prototype.
        let binding: Int
    }

    /// The paths, each once, in the order of the template.
    let paths: [DataPath]
    /// The bindings in the order in which they are applied.
    let readers: [Reader]
    let index: PathIndex

    init(_ prototypes: [NodePrototype]) {
        var paths: [DataPath] = []
        var known: Set<DataPath> = []
        var readers: [Reader] = []
        var index = PathIndex()
        for (node, prototype) in prototypes.lazy.filter({ $0.isBound }).enumerated() {
            for (place, binding) in prototype.bindings.enumerated() {
                binding.visitPaths { path in
                    index.insert(readers.count, at: path)
                    if known.insert(path).inserted { paths.append(path) }
                }
                readers.append(Reader(node: node, binding: place))
            }
        }
        self.paths = paths
        self.readers = readers
        self.index = index
    }
}

extension PropertyBinding {
    /// Calls a closure with the paths that the binding reads.
    func visitPaths(_ visit: (DataPath) -> Void) {
        // That client goes on behind a step that is missing, so that any change may be one of the result.
        guard !expression.client.quirks.contains(.pathFallThrough) else { return visit(DataPath()) }
        expression.root.visitPaths { path in
            // Whether the environment is read follows from the first name alone.
            visit(DataPath(prepared: readsEnvironment ? Array(path.steps.prefix(1)) : path.steps))
        }
    }

    /// Returns whether the binding reads one of some values.
    func reads(_ paths: [DataPath]) -> Bool {
        var isRead = false
        visitPaths { own in
            if paths.contains(where: { own.isPrefix(of: $0) || $0.isPrefix(of: own) }) { isRead = true }
        }
        return isRead
    }
}

extension PreparedTemplate {
    /// The places in the data that the template's bindings read, each once, in the order of the template.
    ///
    /// A path with a calculated step ends before it, and what items of lists read is known to their templates.
    ///
    /// - Complexity: O(*n*) in the number of bindings the first time, then O(1).
    public var readPaths: [DataPath] { reads.paths }
}
