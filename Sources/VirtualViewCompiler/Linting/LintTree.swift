import VirtualViewFormat

/// A syntax tree as the rules of the linter look at it.
struct LintTree {
    /// The way in which a component places its children, whatever its name is.
    enum Layout {
        case frame, row, row2, grid, flex, ratio
    }

    /// A length that the source gives.
    struct Length: Equatable {
        let value: Double
        let unit: LengthUnit
    }

    /// A side of a box.
    enum Axis: CaseIterable {
        case horizontal, vertical

        var size: String { self == .horizontal ? "layoutWidth" : "layoutHeight" }
        var minimum: String { self == .horizontal ? "minWidth" : "minHeight" }
        var maximum: String { self == .horizontal ? "maxWidth" : "maxHeight" }
        var leading: String { self == .horizontal ? "Left" : "Top" }
        var trailing: String { self == .horizontal ? "Right" : "Bottom" }
        var centreBit: Int32 { self == .horizontal ? 4 : 32 }
        var leadingBit: Int32 { self == .horizontal ? 1 : 8 }
        var trailingBit: Int32 { self == .horizontal ? 2 : 16 }
    }

    /// An element with its component and values.
    struct Node {
        let index: Int
        let element: SyntaxTree.Element
        let parent: Int?
        let children: [Int]
        /// The component; `nil` for one of an app.
        let component: ComponentSchema?
        let configured: Configuration.Element?
        fileprivate let attributes: [String: SyntaxTree.Attribute]

        subscript(name: String) -> SyntaxTree.Attribute? { attributes[name] }

        var name: String { element.name }

        /// The way in which it places its children, if it is a layout.
        var layout: Layout? {
            switch component?.id {
            case 1, 25: .frame
            case 2, 29: .row
            case 3, 28: .row2
            case 4, 26: .grid
            case 5: .flex
            case 6, 27: .ratio
            default: nil
            }
        }

        var isText: Bool { component?.name == "NText" || component?.name == "VText" }
        var isImage: Bool { component?.name == "NImage" || component?.name == "VImage" }
        /// The axis along which a row or column runs.
        var mainAxis: Axis { ["V", "v"].contains(attributes["orientation"]?.value) ? .vertical : .horizontal }
    }

    /// What a FlexLayout says about all its children.
    private struct Flex {
        /// The axis along which it runs; `nil` if data decide.
        let axis: Axis?
        /// Whether its children are stretched across their lines, or data decide.
        let stretches: Bool
    }

    let tree: SyntaxTree
    let nodes: [Node]
    private let configuration: Configuration
    /// The FlexLayouts by their indices.
    private var flexes: [Int: Flex] = [:]

    init(_ tree: SyntaxTree, _ configuration: Configuration) {
        self.tree = tree
        self.configuration = configuration
        var open: [Int] = []
        nodes = tree.elements.indices.map { index in
            let element = tree.elements[index]
            while let last = open.last, Int(tree.elements[last].subtreeEnd) <= index { open.removeLast() }
            defer { open.append(index) }
            let configured = configuration.element(named: element.name)
            return Node(
                index: index,
                element: element,
                parent: open.last,
                children: Array(tree.children(of: index)),
                component: configured.flatMap { LanguageSchema.standard.component(id: $0.id) },
                configured: configured,
                attributes: tree.attributes(of: element).reduce(into: [:]) { $0[$1.name] = $1 }
            )
        }
        for node in nodes where node.layout == .flex && !node.children.isEmpty {
            flexes[node.index] = Flex(axis: flexAxis(of: node), stretches: stretches("alignItems", of: node))
        }
    }
}

// MARK: - Values

extension LintTree {
    /// Returns the meaning of an attribute's value.
    func value(_ attribute: SyntaxTree.Attribute?, on node: Node) -> LoweredValue? {
        guard let attribute else { return nil }
        let parser = ValueParser(isLenient: true)
        let kind = configuration.kind(of: attribute.name, on: node.configured)
        if kind == .string, let meaning = LanguageSchema.standard.property(named: attribute.name)?.meaning {
            return parser.parseText(attribute.value, as: meaning).value
        }
        return parser.parse(attribute.value, as: kind).value
    }

    /// Returns a whole number that the source gives: a word, flags or a count.
    func number(_ name: String, of node: Node) -> Int32? {
        guard case .int(let number, .none) = value(node[name], on: node) else { return nil }
        return number
    }

    /// Returns a length that the source gives; `nil` for words, bindings and where there is none.
    func length(_ name: String, of node: Node) -> Length? {
        switch value(node[name], on: node) {
        case .int(let number, let unit): Length(value: Double(number), unit: unit)
        case .float(let number, let unit): Length(value: Double(number), unit: unit)
        default: nil
        }
    }

    /// Returns a size above 0 that is not a word and that nothing changes.
    func fixedSize(_ axis: Axis, of node: Node) -> Length? {
        // In a FlexLayout every child gives way unless it says otherwise.
        guard node[axis.maximum] == nil, node["flexShrink"] == nil, !isGivenOtherwise(axis, of: node),
            node.parent.map({ nodes[$0].layout }) != .flex
        else { return nil }
        return length(axis.size, of: node).flatMap { $0.value > 0 ? $0 : nil }
    }

    /// Returns a length in a unit; 0 where the source gives none, `nil` where it is bound or in another unit.
    func length(_ name: String, orOf shorthand: String?, of node: Node, in unit: LengthUnit) -> Double? {
        guard let attribute = node[name] ?? shorthand.flatMap({ node[$0] }) else { return 0 }
        guard let length = length(attribute.name, of: node) else { return nil }
        return length.unit == unit || length.value == 0 ? length.value : nil
    }

    func isBound(_ attribute: SyntaxTree.Attribute?, on node: Node) -> Bool {
        guard let attribute, attribute.value.utf8.contains(UInt8(ascii: "{")) else { return false }
        return value(attribute, on: node) == .string
    }

    /// Returns whether a side is `match_parent` or `wrap_content`, written as a word or as its number.
    func isWord(_ word: String, _ axis: Axis, of node: Node) -> Bool {
        guard let length = length(axis.size, of: node), let number = WordTable.sizes.value(of: word) else {
            return false
        }
        return length.unit == .none && length.value == Double(number)
    }

    /// Returns a role, in which case does not count.
    func role(of node: Node) -> String? { node["accessibilityRole"]?.value.lowercased() }

    /// Returns whether the other side and a proportion give a side.
    func isAutomatic(_ axis: Axis, of node: Node) -> Bool {
        guard let direction = node["autoDimDirection"]?.value.uppercased() else { return false }
        guard node["autoDimX"] != nil, node["autoDimY"] != nil else { return false }
        return direction == (axis == .vertical ? "X" : "Y")
    }

    /// Returns whether something other than its own attribute determines a side of an element.
    func isGivenOtherwise(_ axis: Axis, of node: Node) -> Bool {
        if node[axis.minimum] != nil || isAutomatic(axis, of: node) { return true }
        guard let parent = node.parent.map({ nodes[$0] }) else { return false }
        switch parent.layout {
        case .ratio: return parent.mainAxis == axis && node["layoutRatio"] != nil
        case .flex:
            let flex = flexes[parent.index]
            let main = flex?.axis
            // A child that wraps may be stretched across the line, but not one without a size.
            if main != axis, isWord("wrap_content", axis, of: node),
                flex?.stretches == true || stretches("alignSelf", of: node)
            {
                return true
            }
            guard main == nil || main == axis else { return false }
            return node["flexBasis"] != nil || (node["flexGrow"] != nil && length("flexGrow", of: node)?.value != 0)
        default: return false
        }
    }

    /// Returns the axis along which a FlexLayout runs; `nil` if data decide.
    private func flexAxis(of node: Node) -> Axis? {
        if isBound(node["flexFlow"], on: node) { return nil }
        // The shorthand wins if it names a direction.
        if let word = words("flexFlow", of: node).last(where: { $0.hasPrefix("row") || $0.hasPrefix("column") }) {
            return word.hasPrefix("row") ? .horizontal : .vertical
        }
        guard node["flexDirection"] != nil else { return .horizontal }
        return number("flexDirection", of: node).map { $0 < 2 ? .horizontal : .vertical }
    }

    /// Returns whether an attribute stretches children, or data decide.
    private func stretches(_ name: String, of node: Node) -> Bool {
        isBound(node[name], on: node) || words(name, of: node).contains("stretch")
    }

    /// Returns the words of a value in lower case.
    private func words(_ name: String, of node: Node) -> [String] {
        let text = node[name]?.value.lowercased() ?? ""
        return text.utf8.split { !$0.isASCIIWord }.compactMap { String($0) }
    }

    /// Returns whether an element can be seen with some data.
    func isGone(_ node: Node) -> Bool {
        number("visibility", of: node) == 2
    }
}
