import VirtualViewExpressions
import VirtualViewFormat

// Following paths: from node to node, and into the data.

extension ProgramRun {
    /// Reads the value at a path.
    mutating func value(at path: ProgramPath) throws(ProgramProblem) -> EventValue {
        var value = try start(of: path)
        for (place, name) in path.names.enumerated() {
            switch value {
            case .node(let node): return try property(path.names[place...], of: node)
            case .object(let entries):
                guard let text = name.text else { throw Self.missing(name) }
                try spend(on: text)
                value = EventValue(entries[text])
            case .none: return .none
            default: throw ProgramProblem(.unusablePath, "\(value.noun) has no '\(name.shown)'")
            }
        }
        return value
    }

    /// Writes to every node at a path; nodes without the property are left out, but one that refuses the value is an error.
    mutating func assign(_ value: EventValue, to path: ProgramPath) throws(ProgramProblem) {
        let (nodes, member) = try targets(of: path)
        var worst = EventWriting.unknown
        var isWritten = false
        for node in nodes {
            try spend(on: member, of: node, for: value)
            let writing = node.setEventValue(value, member, isDerived: event == nil)
            if writing == .written { isWritten = true }
            if writing != .unknown, worst != .refused { worst = writing }
        }
        guard !isWritten || worst == .refused else { return }
        throw problem(worst, member, value, nodes)
    }

    /// Computes a new value for every node at a path from the old one; nodes without the property are left out.
    mutating func change(
        _ path: ProgramPath,
        _ arithmetic: EventArithmetic,
        by value: EventValue
    ) throws(ProgramProblem) -> EventValue {
        let (nodes, member) = try targets(of: path)
        var last: EventValue?
        var worst = EventWriting.unknown
        for node in nodes {
            try spend(on: member, of: node)
            switch node.eventValue(member) {
            case .unknown: continue
            case .hidden: worst = .hidden
            case .value(let old):
                let new = try calculate(arithmetic, old, value)
                let writing = node.setEventValue(new, member, isDerived: event == nil)
                guard writing == .written else { throw problem(writing, member, new, nodes) }
                last = new
            }
        }
        guard let last else { throw problem(worst, member, value, nodes) }
        return last
    }

    private func problem(
        _ writing: EventWriting,
        _ member: ProgramName,
        _ value: EventValue,
        _ nodes: NodeSet
    ) -> ProgramProblem {
        guard let node = nodes.first else { return ProgramProblem(.noTarget, "the path leads to no node") }
        switch writing {
        case .written, .unknown: return Self.unknown(member, node)
        case .hidden: return Self.hidden(member, node)
        case .readOnly: return ProgramProblem(.readOnly, "'\(member.shown)' can only be read")
        case .refused:
            let found = value.kind == .nothing ? "needs a value, and there is none" : "does not take \(value.noun)"
            return ProgramProblem(.unfitValue, "'\(member.shown)' \(found)")
        }
    }

    // MARK: - Starting

    private func start(of path: ProgramPath) throws(ProgramProblem) -> EventValue {
        switch path.root {
        case .register(let number): return try register(number)
        case .this: return .node(node)
        case .data: return EventValue(tree?.data)
        case .module: throw ProgramProblem(.unusablePath, "a module has functions only")
        case .named(let name):
            guard let text = name.text else { throw Self.missing(name) }
            guard let known = tree?.context.eventNode(named: text) else {
                throw ProgramProblem(.unknownRoot, "a path begins with 'this', 'data' or 'module', not '\(name.shown)'")
            }
            return .node(known)
        }
    }

    // MARK: - Nodes

    /// Returns the nodes at a path, and the member at its end.
    mutating func targets(of path: ProgramPath) throws(ProgramProblem) -> (nodes: NodeSet, member: ProgramName) {
        let start = try start(of: path)
        guard let member = path.names.last else {
            throw ProgramProblem(.unassignable, "a path to a property or function has a name more")
        }
        switch start {
        case .node(let node): return (try nodes(path.names.dropLast(), from: node), member)
        case .none:
            // Data cannot be changed, whether there is some or not.
            if case .data = path.root { throw ProgramProblem(.readOnly, "'\(member.shown)' is looked for in data") }
            throw ProgramProblem(.noTarget, "'\(member.shown)' is looked for in nothing")
        default:
            throw ProgramProblem(.readOnly, "'\(member.shown)' is looked for in \(start.noun), which cannot be changed")
        }
    }

    private mutating func property(_ names: ArraySlice<ProgramName>, of node: Node) throws(ProgramProblem) -> EventValue
    {
        guard let member = names.last else { return .node(node) }
        if names.count == 1 {
            try spend(on: member, of: node)
            switch node.eventValue(member) {
            case .value(let value): return value
            case .hidden: throw Self.hidden(member, node)
            case .unknown: break
            }
        }
        let nodes = try nodes(names.dropLast(), from: node)
        switch member.step {
        case .this: return nodes.first.map(EventValue.node) ?? .none
        case .parent: return nodes.first?.parent.map(EventValue.node) ?? .none
        case .ancestor, .siblings, .children, .data, .module, .descendant: break
        }
        var isKnown = nodes.isEmpty
        for node in nodes {
            try spend(on: member, of: node)
            switch node.eventValue(member) {
            case .value(.none): isKnown = true
            case .value(let value): return value
            case .hidden: throw Self.hidden(member, node)
            case .unknown: break
            }
        }
        if !isKnown, let first = nodes.first { throw Self.unknown(member, first) }
        return .none
    }

    /// Follows names from node to node.
    private mutating func nodes(_ names: ArraySlice<ProgramName>, from node: Node) throws(ProgramProblem) -> NodeSet {
        var nodes = NodeSet(node)
        for name in names {
            var found = NodeSet()
            for node in nodes { try add(name, from: node, to: &found) }
            nodes = found
        }
        return nodes
    }

    private mutating func add(
        _ name: ProgramName,
        from node: Node,
        to found: inout NodeSet
    ) throws(ProgramProblem) {
        try spend(1)
        switch name.step {
        case .this: found.insert(node)
        case .parent:
            if let parent = node.parent { found.insert(parent) }
        case .ancestor:
            var current = node.parent
            while let ancestor = current {
                try spend(1)
                found.insert(ancestor)
                current = ancestor.parent
            }
        case .siblings:
            guard let parent = node.parent else { break }
            for sibling in Self.children(of: parent) where sibling !== node {
                try spend(1)
                found.insert(sibling)
            }
        case .children:
            for child in Self.children(of: node) {
                try spend(1)
                found.insert(child)
            }
        case .data, .module:
            throw ProgramProblem(.unusablePath, "'\(name.shown)' can only begin a path")
        case .descendant:
            guard let text = name.text else { throw Self.missing(name) }
            if let inner = try descendant(named: text, of: node) { found.insert(inner) }
        }
    }

    /// Returns the children of a node, with the pages before their copies: what is read is that of a page.
    private static func children(of node: Node) -> [Node] {
        guard let copy = (node as? PageNode)?.leadingCopy?.root else { return node.childNodes }
        return node.childNodes.filter { $0 !== copy } + [copy]
    }

    /// Returns the first node with a name, in pre-order; items inside containers are separate trees.
    private mutating func descendant(named name: String, of root: Node) throws(ProgramProblem) -> Node? {
        var current: Node? = root
        while let node = current {
            try spend(1)
            if let own = node.name, own.utf8.count == name.utf8.count {
                try spend(on: name)
                if own.hasSameBytes(as: name) { return node }
            }
            current = node.nextOwn(below: root)
        }
        return nil
    }

    // MARK: - Problems

    private static func missing(_ name: ProgramName) -> ProgramProblem {
        ProgramProblem(.missingString, "the file does not have the name \(name.key)")
    }

    private static func unknown(_ name: ProgramName, _ node: Node) -> ProgramProblem {
        ProgramProblem(.unknownProperty, "'\(node.componentName)' does not have '\(name.shown)'")
    }

    private static func hidden(_ name: ProgramName, _ node: Node) -> ProgramProblem {
        ProgramProblem(.hiddenProperty, "programs may not use '\(name.shown)' of '\(node.componentName)'")
    }
}
