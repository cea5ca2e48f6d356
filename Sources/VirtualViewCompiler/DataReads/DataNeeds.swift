import VirtualViewExpressions
import VirtualViewFormat

/// What a template needs at each place of its data, from all reads of that place.
package struct DataNeeds: Sendable {
    /// What is needed at a place.
    package struct Need: Hashable, Sendable {
        /// The place, as authors write it.
        package let path: String
        /// The steps that lead there.
        package let steps: [BindingPath.Step]
        /// The kinds of values that are expected, without those that any value fits; ordered.
        package var kinds: [DataKind] = []
        /// Whether the value must be there: something reads it without a default, and nothing tests whether it is there.
        package var isRequired = false
        /// The default, if all that have one have the same.
        package var fallback: JSONValue?
        /// The place of the first read in the source.
        package var range: SourceRange?
        /// Whether a condition tests whether it is there.
        fileprivate(set) var isTested = false
        /// Whether one of these conditions is false also for what has nothing in it.
        fileprivate(set) var takesEmpty = false
        /// The paths in whose stead it is read, if it need not be there because of them: those of each chain.
        fileprivate(set) var insteadOf: [[BindingPath]] = []
        fileprivate var hasOtherFallbacks = false

        /// The kinds in words.
        package var kindText: String {
            kinds.isEmpty ? DataKind.any.rawValue : kinds.map { $0.rawValue }.joined(separator: " and ")
        }

        /// Whether a single value is expected, which has no parts.
        var isSingle: Bool { kinds.contains { $0.isSingle } }

        /// Returns whether every value that fits another need fits this one.
        func accepts(_ other: Need) -> Bool {
            kinds.allSatisfy { kind in other.kinds.contains { kind.accepts($0) } }
        }
    }

    /// The needs, ordered by their paths.
    package let all: [Need]

    /// Puts reads together.
    ///
    /// - Parameters:
    ///   - paths: The reads.
    ///   - isEnvironment: Whether those of the environment count, and not those of the data.
    package init(_ paths: DataReads, ofEnvironment isEnvironment: Bool = false) {
        var needs: [BindingPath: Need] = [:]
        for path in paths.reads where path.isEnvironment == isEnvironment && !path.read.path.steps.isEmpty {
            let read = path.read
            var need = needs[read.path] ?? Need(path: read.path.description, steps: read.path.steps)
            let isKind = read.kind != .any && !(read.kind == .boolean && read.isCondition)
            if isKind, !need.kinds.contains(read.kind) { need.kinds.append(read.kind) }
            need.isTested = need.isTested || read.isCondition
            need.takesEmpty = need.takesEmpty || read.takesEmpty
            // The reads behind one chain share its paths.
            if !read.insteadOf.isEmpty, need.insteadOf.last != read.insteadOf { need.insteadOf.append(read.insteadOf) }
            need.isRequired = need.isRequired || !read.isOptional
            if let fallback = read.fallback, !need.hasOtherFallbacks {
                need.hasOtherFallbacks = need.fallback != nil && need.fallback != fallback
                need.fallback = need.hasOtherFallbacks ? nil : fallback
            }
            need.range = need.range ?? path.range
            needs[read.path] = need
        }
        all = needs.values.map { need in
            var need = need
            need.isRequired = need.isRequired && !need.isTested
            need.kinds.sort { $0.rawValue < $1.rawValue }
            return need
        }.sorted { left, right in
            left.path.hasSameBytes(as: right.path)
                ? left.steps.count < right.steps.count : String.inByteOrder(left.path, right.path)
        }
    }
}

extension DataKind {
    /// Whether it is no list and no object.
    fileprivate var isSingle: Bool { ![.array, .items, .object].contains(self) }

    /// Returns whether values of another kind fit.
    fileprivate func accepts(_ other: DataKind) -> Bool {
        switch self {
        case .any: true
        case .text: other.isSingle
        case .boolean: other == .boolean || other == .number || other == .quantity || other == .length
        case .length: other == .length || other == .number
        case .quantity: other == .quantity || other == .number || other == .boolean
        case .array, .items: other == .array || other == .items
        case .string, .number, .color, .object: self == other
        }
    }
}
