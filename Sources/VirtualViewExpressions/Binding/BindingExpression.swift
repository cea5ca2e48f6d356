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
        BindingEvaluator(data: data, quirks: quirks).value(of: root)
    }

    /// Evaluates the binding with an environment.
    ///
    /// - Parameters:
    ///   - data: The root of the data; `nil` if there is none.
    ///   - environment: An object in which a path starts if the data does not have its first name.
    /// - Returns: The value, or `nil` if it is missing.
    package func evaluate(on data: JSONValue?, environment: JSONValue?) -> JSONValue? {
        BindingEvaluator(data: data, environment: environment, quirks: quirks).value(of: root)
    }
}
