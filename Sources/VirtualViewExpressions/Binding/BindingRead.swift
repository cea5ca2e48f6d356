import VirtualViewFormat

/// The kind of value that a template expects at a place in its data.
package enum DataKind: String, CaseIterable, Hashable, Sendable {
    case text, boolean, array, object, color, any
    /// What functions of texts take: no number, although it can be shown as a text.
    case string
    /// What a calculation takes.
    case number
    /// What event programs calculate with: a number, or a truth value, which counts as 1 or 0.
    case quantity
    /// What a property of numbers takes: a number, or a text such as `24rp` or `match_parent`.
    case length
    /// What a container makes its items from.
    case items
}

/// A path that a binding reads from the data.
package struct BindingRead: Hashable, Sendable {
    /// The place in the data.
    package let path: BindingPath
    /// The kind of value that is expected there.
    package let kind: DataKind
    /// Whether nothing is wrong when the value is missing: there is a default, or it is only compared or tested.
    package let isOptional: Bool
    /// Whether the value decides as a condition.
    package let isCondition: Bool
    /// Whether the condition is false also for what is there and has nothing in it.
    package let takesEmpty: Bool
    /// The default, if it is a constant.
    package let fallback: JSONValue?
    /// The paths in whose place it is read: it need not be there as long as one of them leads to something.
    package let insteadOf: [BindingPath]
    /// The path's place in the text: UTF-8 byte offsets; `nil` if it is not known.
    package fileprivate(set) var range: Range<Int>?

    /// Makes a read.
    package init(
        _ path: BindingPath,
        as kind: DataKind,
        isOptional: Bool,
        isCondition: Bool,
        takesEmpty: Bool = false,
        fallback: JSONValue? = nil,
        insteadOf: [BindingPath] = []
    ) {
        self.path = path
        self.kind = kind
        self.isOptional = isOptional
        self.isCondition = isCondition
        self.takesEmpty = takesEmpty
        self.fallback = fallback
        self.insteadOf = insteadOf
    }
}

extension BindingExpression {
    /// Returns what the binding reads, in the order of its text, without places.
    ///
    /// - Parameter kind: The kind of the property that takes the result.
    /// - Returns: The reads; a path that is read twice is there twice.
    package func reads(as kind: DataKind) -> [BindingRead] {
        var walk = BindingReadWalk()
        walk.visit(root, kind)
        return walk.reads
    }

    /// Returns what a text reads if it is a binding, in its order, with places.
    ///
    /// - Parameters:
    ///   - text: The text of an attribute.
    ///   - kind: The kind of the property that takes the result.
    /// - Returns: The reads; a path that is read twice is there twice.
    package static func reads(in text: String, as kind: DataKind) -> [BindingRead] {
        guard !BindingParser.isPlain(text, .swift) else { return [] }
        var parser = BindingParser(text, client: .swift)
        parser.collectsIssues = true
        var walk = BindingReadWalk()
        walk.visit(parser.parse(), kind)
        guard walk.reads.count == parser.pathRanges.count else { return walk.reads }
        for place in walk.reads.indices { walk.reads[place].range = parser.pathRanges[place] }
        return walk.reads
    }

    /// Returns the paths that the binding reads and that the data does not have.
    ///
    /// Conditions and bindings with a default may read missing values. Of a choice only the part that the data chooses
    /// is checked.
    ///
    /// - Parameter data: The sample data.
    /// - Returns: The paths.
    package func missingPaths(in data: JSONValue) -> [DataPath] {
        let evaluator = BindingEvaluator(data: data, quirks: quirks)
        var walk = BindingReadWalk(chooser: evaluator)
        walk.visit(root, .any)
        return walk.reads.filter { !$0.isOptional && evaluator.value(at: $0.path) == nil }.map {
            DataPath(prepared: $0.path.steps)
        }
    }
}

extension DataPath {
    /// The path for a message, in which long names are cut: a name that a calculation makes may have any length.
    package var shown: String {
        let steps: [BindingPath.Step] = prepared.map { step in
            if case .key(let key) = step { .key(BindingKey(VisibleText.cut(key.text))) } else { step }
        }
        return BindingPath(steps: steps).description
    }
}

// MARK: - Functions of the app

extension BindingExpression {
    /// The functions of the app that the binding calls, with the numbers of arguments, in the order of the text.
    package var appCalls: [(name: String, count: Int)] {
        var calls: [(name: String, count: Int)] = []
        _ = root.contains { node in
            if case .computed(let part) = node {
                part.visitAll {
                    if case .appCall(let name, let arguments) = $0 { calls.append((name, arguments.count)) }
                }
            }
            return false
        }
        return calls
    }
}
