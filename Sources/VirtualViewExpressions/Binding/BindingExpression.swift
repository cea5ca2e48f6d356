import VirtualViewFormat

/// A parsed data binding: the text of an attribute that may read data.
///
/// `${path}` reads a value of the data, `@{condition ? a : b}` chooses, and a text with `${…}` in it joins values.
/// Every text can be parsed: a text without a binding, or with a malformed one, stands for itself.
/// `Docs/Expressions.md` defines the whole language.
///
///     let line = BindingExpression("Hello ${user.name ?: 'you'}")
///     line.evaluate(on: ["user": ["name": "Mira"]])                        // .string("Hello Mira")
///
/// Parse a binding once and evaluate it often: evaluating a path does not allocate.
public struct BindingExpression: Hashable, Sendable {
    /// The form of a text.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// A constant text: without a binding, or with a malformed one.
        case text
        /// One `${…}`.
        case path
        /// One `@{…}`.
        case ternary
        /// A text with `${…}` in it.
        case interpolation
        /// One `${=…}`.
        case computed
    }

    /// The largest depth of nested bindings.
    public static let maximumDepth = 32

    /// The original text.
    public let text: String
    /// Whose rules it was read by, and is evaluated by; a client that is not simulated counts as `Client.swift`.
    public let client: Client
    let quirks: Quirks
    /// The parsed form.
    package let root: BindingNode

    /// Parses a text.
    ///
    /// - Parameters:
    ///   - text: The text of an attribute.
    ///   - client: Whose rules to read it by.
    /// - Complexity: O(*n*) in the size of the text for each level of nesting.
    public init(_ text: String, client: Client = .swift) {
        guard !BindingParser.isPlain(text, client) else {
            self.init(text, client, .text(text))
            return
        }
        var parser = BindingParser(text, client: client)
        self.init(text, client, parser.parse())
    }

    /// Parses a text and reports what looks wrong in it.
    ///
    /// - Parameters:
    ///   - text: The text of an attribute.
    ///   - client: Whose rules to read it by.
    ///   - issues: Receives what looks wrong, in the order of the text; at most 64 issues.
    public init(_ text: String, client: Client = .swift, issues: inout [BindingIssue]) {
        var parser = BindingParser(text, client: client)
        parser.collectsIssues = true
        self.init(text, client, parser.parse())
        issues += parser.issues.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private init(_ text: String, _ client: Client, _ root: BindingNode) {
        self.text = text
        self.client = client
        quirks = client.quirks
        self.root = root
    }
}

extension BindingExpression {
    /// The form of the text.
    public var kind: Kind {
        switch root {
        case .missing, .text: .text
        case .path, .fallback: .path
        case .ternary: .ternary
        case .interpolation: .interpolation
        case .computed, .malformed: .computed
        }
    }

    /// Whether the result can depend on the data.
    ///
    /// A text that does not read data is applied once, when a node is made; see ``constantText``.
    public var readsData: Bool {
        root.readsData
    }

    /// The constant result, or `nil` if the result depends on the data.
    ///
    /// It has `${` for each `\${` of the original text.
    public var constantText: String? {
        guard case .text(let constant) = root else { return nil }
        return constant
    }

    /// Evaluates the binding.
    ///
    /// - Parameter data: The root of the data; `nil` if there is none.
    /// - Returns: The value, or `nil` if it is missing.
    /// - Complexity: O(log *k*) for a step into an object of *k* entries; a path does not allocate.
    public func evaluate(on data: JSONValue?) -> JSONValue? {
        value(of: root, on: data)
    }

    private func value(of node: BindingNode, on data: JSONValue?) -> JSONValue? {
        var budget = BindingBudget()
        return BindingEvaluator(data: data, quirks: quirks).value(of: node, &budget)
    }

    /// Evaluates the binding with an environment.
    ///
    /// - Parameters:
    ///   - data: The root of the data; `nil` if there is none.
    ///   - environment: An object in which a path starts if the data does not have its first name.
    ///   - functions: What evaluates functions of the app.
    /// - Returns: The value, or `nil` if it is missing.
    package func evaluate(
        on data: JSONValue?,
        environment: JSONValue?,
        functions: (any BindingFunctionCaller)?
    ) -> JSONValue? {
        var budget = BindingBudget()
        return BindingEvaluator(data: data, environment: environment, functions: functions, quirks: quirks)
            .value(of: root, &budget)
    }

    /// Returns the path whose value the binding has as its own; `nil` if the value is made of others, or is not of the data.
    ///
    /// The parameters are those of ``evaluate(on:environment:functions:)``.
    package func source(
        on data: JSONValue?,
        environment: JSONValue?,
        functions: (any BindingFunctionCaller)?
    ) -> BindingPath? {
        BindingEvaluator(data: data, environment: environment, functions: functions, quirks: quirks).source(of: root)
    }
}

// What a binding makes of sample data, for tools that look at templates before any app does.

extension BindingExpression {
    /// A result that the binding may have.
    package enum Outcome: Hashable, Sendable {
        /// A constant text.
        case text(String)
        /// A value of the sample data.
        case value(JSONValue)
    }

    /// Returns the first path that stands alone as the condition of a choice, or with a default, and is a number: every number
    /// is true there.
    ///
    /// - Parameter data: The sample data.
    /// - Returns: The path, as in `user.names[0]`; `nil` if there is none.
    package func numberCondition(in data: JSONValue) -> String? {
        func find(_ node: BindingNode) -> String? {
            switch node {
            case .ternary(let condition, let whenTrue, let whenFalse):
                switch (condition, value(of: condition, on: data)) {
                case (.path(let path), .int), (.path(let path), .double): return path.description
                case (.fallback(let path, _), .int), (.fallback(let path, _), .double): return path.description
                default: break
                }
                return find(condition) ?? find(whenTrue) ?? find(whenFalse)
            case .interpolation(let parts): return parts.lazy.compactMap(find).first
            case .missing, .text, .path, .fallback, .computed, .malformed: return nil
            }
        }
        return find(root)
    }

    /// The constant texts that the binding may have as its result.
    package var constants: [String] {
        outcomes(in: nil).compactMap { outcome in
            if case .text(let text) = outcome { text } else { nil }
        }
    }

    /// Returns the known results that the binding may have.
    ///
    /// - Parameter data: The sample data, if there is any.
    /// - Returns: The constants in it, and the values of its paths.
    package func outcomes(in data: JSONValue?) -> [Outcome] {
        var outcomes: [Outcome] = []
        Self.visitOutcomes(root) { node in
            switch node {
            case .text(let text): outcomes.append(.text(text))
            case .path: if let value = value(of: node, on: data) { outcomes.append(.value(value)) }
            case .computed(.constant(.string(let text))): outcomes.append(.text(text))
            case .computed(let part):
                guard data != nil || part.isConstant, let value = value(of: node, on: data) else { break }
                outcomes.append(.value(value))
            default: break
            }
        }
        return outcomes
    }

    /// The parts of which one is the result; those that are always missing are none.
    package var results: [BindingNode] {
        var results: [BindingNode] = []
        Self.visitOutcomes(root) { results.append($0) }
        return results
    }

    private static func visitOutcomes(_ node: BindingNode, _ visit: (BindingNode) -> Void) {
        switch node {
        case .missing, .malformed: break
        case .text, .path, .interpolation: visit(node)
        case .computed(let node): node.visitResults { visit(.computed($0)) }
        case .fallback(let path, let fallback):
            visit(.path(path))
            visitOutcomes(fallback, visit)
        case .ternary(_, let whenTrue, let whenFalse):
            visitOutcomes(whenTrue, visit)
            visitOutcomes(whenFalse, visit)
        }
    }
}

extension BindingPath: CustomStringConvertible {
    /// The path as authors write it.
    package var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .key(let key) where Self.isName(key.text): text += (text.isEmpty ? "" : ".") + key.text
            case .key(let key): text += "['\(String(decoding: ExpressionText.escaped(key.text.utf8), as: UTF8.self))']"
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }

    /// Returns whether `${…}` reads a name as itself; another stands in brackets, as in `${= ['a.b']}`.
    private static func isName(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return !bytes.isEmpty && bytes[0] != UInt8(ascii: "=") && !bytes.contains(where: BindingParser.endsKey)
            && ExpressionText.trim(bytes, bytes.indices) == bytes.indices
    }
}
