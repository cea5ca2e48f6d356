/// A template under construction, which can be written to a file.
///
/// The builder decides details that the format leaves open: the order of properties, which strings are stored and in
/// which order, and that equal event programs are stored once (`Docs/Format.md §4`–§6). A decoded template keeps its
/// order, duplicates, unused strings, pages and extra section, so `TemplateBuilder(template).encoded()` returns
/// `template.bytes` for every file of the reference compiler and of this one.
///
/// Nodes are written depth first:
///
/// ```swift
/// var builder = TemplateBuilder(type: "Card")
/// builder.openNode(component: 7)
/// try builder.set(.string(builder.intern("Hello")), for: builder.intern("text"))
/// try builder.closeNode()
/// let template = try Template(decoding: builder.encoded())
/// ```
public struct TemplateBuilder: Sendable {
    /// The template's name.
    public var type: String
    /// The version of the format and the template's own version.
    public var version: FormatVersion
    /// The page id of the header.
    public var pageID: UInt16 = 1
    /// The page ids of the templates that this one depends on.
    public var dependencies: [UInt16] = []
    /// The content of the extra section.
    public var extra = ExtraSection()
    /// Whether ``encoded()`` ends the file with a SHA-256 of the bytes before it (`Docs/Format.md §8`).
    ///
    /// It takes the place of an extra section that does not have the form of records.
    public var embedsDigest = false

    var strings: StringInterner
    private var nodes: [UInt8] = []
    var expressions: [ExpressionTable.Entry] = []
    var expressionPlaces: [StringID: Int] = [:]
    var sectionOrder: [FileSection] = [.code, .strings, .expressions, .extra]
    var pending = PendingNode()
    private var depth = 0
    private var rootCount = 0

    /// Starts an empty template.
    ///
    /// - Parameters:
    ///   - type: The template's name.
    ///   - version: The version of the format and the template's own version.
    ///   - systemStrings: The texts that need not be stored.
    public init(
        type: String,
        version: FormatVersion = FormatVersion(),
        systemStrings: SystemStrings = .standard
    ) {
        self.type = type
        self.version = version
        self.strings = StringInterner(systemStrings: systemStrings)
    }

    /// Makes a builder with the content of a decoded template.
    ///
    /// - Parameter template: The template.
    /// - Complexity: O(*n*) in the size of the file.
    public init(_ template: Template) {
        self.init(type: template.type, version: template.version)
        pageID = template.pageID
        dependencies = template.dependencies
        extra = template.extra
        sectionOrder = template.sections.order
        for entry in template.strings { strings.append(verbatim: entry.id, entry.text) }
        for entry in template.expressions { appendExpression(verbatim: entry.code, id: entry.id) }
        copyNodes(of: template)
    }
}

// MARK: - Strings and programs

extension TemplateBuilder {
    /// Returns the id of a text, and stores the text unless it is a system string or already stored.
    ///
    /// - Parameter text: A name or a value.
    /// - Returns: Its id.
    /// - Throws: ``FormatError`` if the id is 0 or belongs to another text, or if the text is longer than 65,535 bytes.
    public mutating func intern(_ text: String) throws(FormatError) -> StringID {
        try strings.intern(text)
    }

    /// Returns whether a text is a system string or already stored.
    ///
    /// - Parameter text: A name or a value.
    /// - Returns: Whether ``intern(_:)`` would not store it.
    public func contains(_ text: String) -> Bool {
        strings.contains(text)
    }

    /// Returns the text that is stored under an id or built into clients.
    package func text(for id: StringID) -> String? {
        strings.text(for: id)
    }

    /// The number of texts that are stored.
    package var stringCount: Int {
        strings.entries.count
    }

    /// The number of bytes of the closed nodes.
    package var nodeByteCount: Int {
        nodes.count
    }

    /// Stores an event program; one with the same id and code is stored once.
    ///
    /// - Parameters:
    ///   - code: The bytecode.
    ///   - id: The hash of the attribute's whole text.
    /// - Throws: ``FormatError`` if the code is longer than 65,535 bytes, or another program has the id.
    public mutating func addExpression(_ code: [UInt8], id: StringID) throws(FormatError) {
        guard code.count <= UInt16.max else {
            throw FormatError(
                .expressionTooLong,
                in: .expressions,
                "an event program has \(code.count) bytes, but 65535 is the most"
            )
        }
        if let place = expressionPlaces[id] {
            guard expressions[place].code == code else {
                throw FormatError(.stringCollision, in: .expressions, "two event programs have the same id \(id)")
            }
            return
        }
        appendExpression(verbatim: code, id: id)
    }
}

// MARK: - Nodes

extension TemplateBuilder {
    /// Opens a node as the last child of the open node, or as the root.
    ///
    /// A node that has a child cannot get further properties.
    ///
    /// - Parameter component: The component's id.
    /// - Throws: ``FormatError`` if the root is already closed, or the open node has too many entries.
    public mutating func openNode(component: UInt16) throws(FormatError) {
        try flushPending()
        if depth == 0 {
            guard rootCount == 0 else {
                throw FormatError(.rootCount, in: .code, "a template has exactly one root node")
            }
            rootCount = 1
        }
        depth += 1
        nodes.append(NodeTag.open)
        nodes.appendBigEndian(component)
        pending.isOpen = true
    }

    /// Sets a property of the open node; one that is already set keeps its place.
    ///
    /// - Parameters:
    ///   - value: The value; its kind decides the table, so one key may be in several.
    ///   - key: The key of the property's name.
    /// - Throws: ``FormatError`` if the node has more than 255 entries in the value's table.
    public mutating func set(_ value: PropertyValue, for key: StringID) throws(FormatError) {
        precondition(pending.isOpen, "a node is open and has no children yet")
        try pending.set(value, for: key)
    }

    /// Adds a user variable to the open node; duplicates are kept.
    ///
    /// - Parameter variable: The variable.
    /// - Throws: ``FormatError`` if the node has more than 255 user variables.
    public mutating func add(_ variable: UserVariable) throws(FormatError) {
        precondition(pending.isOpen, "a node is open and has no children yet")
        try pending.add(variable)
    }

    /// Closes the open node.
    ///
    /// - Throws: ``FormatError`` if no node is open.
    public mutating func closeNode() throws(FormatError) {
        try flushPending()
        guard depth > 0 else {
            throw FormatError(.unbalancedTags, in: .code, "a node is closed that was not open")
        }
        depth -= 1
        nodes.append(NodeTag.close)
    }

    private mutating func flushPending() throws(FormatError) {
        guard pending.isOpen else { return }
        pending.write(to: &nodes)
        pending.close()
    }

    /// Writes the nodes of a decoded template entry by entry, in their own order.
    private mutating func copyNodes(of template: Template) {
        var openEnds: [Int] = []
        for node in template.nodes {
            while let end = openEnds.last, end <= node.index {
                nodes.append(NodeTag.close)
                openEnds.removeLast()
            }
            nodes.append(NodeTag.open)
            nodes.appendBigEndian(node.componentID)
            PendingNode.write(Array(node.setters), Array(node.variables), to: &nodes)
            openEnds.append(node.subtreeEnd)
        }
        nodes.append(contentsOf: repeatElement(NodeTag.close, count: openEnds.count))
        rootCount = 1
    }
}

// MARK: - Encoding

extension TemplateBuilder {
    /// Returns the bytes of the file.
    ///
    /// - Returns: The bytes.
    /// - Throws: ``FormatError`` if the file cannot hold the template; nothing is ever truncated.
    /// - Complexity: O(*n*) in the size of the file.
    public func encoded() throws(FormatError) -> [UInt8] {
        guard depth == 0, rootCount == 1 else {
            throw FormatError(
                depth == 0 ? .rootCount : .unbalancedTags,
                in: .code,
                depth == 0 ? "the template has no root node" : "\(depth) nodes are still open"
            )
        }
        guard dependencies.count <= UInt16.max else {
            throw FormatError(.tooManyDependencies, in: .header, "65535 dependencies are the most")
        }
        let file = TemplateFileWriter(
            code: try encodedCode(),
            strings: encodedStrings(),
            expressions: encodedExpressions(),
            extra: extra.bytes,
            version: version,
            pageID: pageID,
            dependencies: dependencies,
            order: sectionOrder
        )
        return try embedsDigest ? file.bytesWithDigest(after: extra) : file.bytes()
    }

    private func encodedCode() throws(FormatError) -> [UInt8] {
        let name = Array(type.utf8)
        guard name.count <= UInt16.max else {
            throw FormatError(
                .nameTooLong,
                in: .code,
                "the template's name has \(name.count) bytes, but 65535 is the most"
            )
        }
        guard nodes.count <= UInt16.max else {
            throw FormatError(
                .nodesTooLarge,
                in: .code,
                "the node tree has \(nodes.count) bytes, but 65535 is the most"
            )
        }
        var code: [UInt8] = []
        code.reserveCapacity(name.count + nodes.count + 8)
        code.appendBigEndian(Int32(1))
        code.appendBigEndian(UInt16(name.count))
        code += name
        code.appendBigEndian(UInt16(nodes.count))
        code += nodes
        return code
    }

    private func encodedStrings() -> [UInt8] {
        var table: [UInt8] = []
        table.appendBigEndian(UInt32(truncatingIfNeeded: strings.entries.count))
        for entry in strings.entries {
            table.appendBigEndian(entry.id.rawValue)
            table.appendBigEndian(UInt16(truncatingIfNeeded: entry.text.utf8.count))
            table.append(contentsOf: entry.text.utf8)
        }
        return table
    }

    private func encodedExpressions() -> [UInt8] {
        var table: [UInt8] = []
        table.appendBigEndian(UInt32(truncatingIfNeeded: expressions.count))
        for entry in expressions {
            table.appendBigEndian(entry.id.rawValue)
            table.appendBigEndian(UInt16(truncatingIfNeeded: entry.code.count))
            table += entry.code
        }
        return table
    }
}
