import VirtualViewExpressions
import VirtualViewFormat

// Properties that do nothing where they are.

extension TemplateLinter {
    /// Finds attributes that neither the component nor the app has.
    mutating func checkProperties(_ node: LintTree.Node) {
        guard let component = declaration(of: node) else { return }
        for attribute in lint.tree.attributes(of: node.element) {
            let name = attribute.name
            guard !name.declaresVariable, !isReported(attribute.nameSpan), !declares(name, node) else { continue }
            if let property = LanguageSchema.standard.property(StringID(hashing: name), of: component.id) {
                // The compiler says what the other clients do not know.
                if client == .swift, !property.knownTo.contains(.swift) {
                    report(
                        .unknownProperty(name, isReadByPrograms: property.eventAccess != .none),
                        at: attribute.nameSpan
                    )
                }
                continue
            }
            guard !configuration.adds(name, on: node.configured) else { continue }
            let known = properties(of: component).map { $0.name } + [LanguageSchema.labelAlias]
            let suggestion = WordAdvice.attribute(meantBy: name, among: known) ?? Self.nearest(to: name, among: known)
            let isCertain = suggestion.map { node[$0] == nil && NearestWord.isCertain($0, for: name) } == true
            report(
                .unknownProperty(name, node.name, suggestion: suggestion),
                at: attribute.nameSpan,
                fixIts: .replacing(lint.tree.range(attribute.nameSpan), with: isCertain ? suggestion : nil)
            )
        }
    }

    /// Returns the name that was misspelt; `nil` for one that other components have, which is spelled right.
    private static func nearest(to name: String, among known: [String]) -> String? {
        LanguageSchema.standard.property(named: name) == nil ? NearestWord.find(name, among: known) : nil
    }

    /// Returns the component of an element: one of the language, or one that the app declares.
    private func declaration(of node: LintTree.Node) -> ComponentSchema? {
        node.component ?? node.configured.flatMap { configuration.ownComponent($0) }
    }

    /// Returns whether the app declares a property for a component of its own.
    private func declares(_ name: String, _ node: LintTree.Node) -> Bool {
        node.configured.flatMap { configuration.ownProperty(StringID(hashing: name), of: $0) } != nil
    }

    /// Returns the properties of a component, in no order, and some of them twice.
    private func properties(of component: ComponentSchema) -> [PropertySchema] {
        LanguageSchema.standard.properties(of: component.id) + component.properties
    }

    /// Where a container is, which a program may read behind `this.` and not write.
    private static let readOnlyStates = ["curPos", "total", "scrollX", "scrollY"]
    /// What a program may read behind `this.` that is no property.
    private static let states = ["this", "parent"] + readOnlyStates

    /// Finds properties of the program's own element that it does not have, or not for what the program does.
    mutating func checkPrograms(_ node: LintTree.Node) {
        guard let component = declaration(of: node) else { return }
        let attributes = lint.tree.attributes(of: node.element)
        for attribute in attributes where configuration.kind(of: attribute.name, on: node.configured) == .expression {
            let written = EventProgramCompiler.compile(attribute.value, isLenient: true)
            guard let program = written ?? blocks.block(namedBy: attribute.value)?.result else { continue }
            let variables = attributes.compactMap { $0.variable }
            for (name, range) in program.ownProperties {
                let span = written == nil ? attribute.valueSpan : attribute.span(of: range)
                if let property = configuration.property(name, of: node.configured) {
                    if client == .swift, property.eventAccess == .none {
                        report(.hiddenProperty(name, ofProgramOn: node.name), at: span)
                    }
                    continue
                }
                // To programs of other clients, what an app's own code reads may be a property.
                guard !variables.contains(name), !Self.states.contains(name),
                    client == .swift || !configuration.adds(name, on: node.configured)
                else { continue }
                let known = properties(of: component)
                    .filter { $0.eventAccess != .none && $0.kind != .expression }.map { $0.name }
                let suggestion = Self.nearest(to: name, among: variables + known)
                let isCertain = written != nil && suggestion.map { NearestWord.isCertain($0, for: name) } == true
                let place = lint.tree.range(of: range.upperBound - name.utf8.count..<range.upperBound, in: attribute)
                report(
                    .unknownProperty(name, ofProgramOn: node.name, suggestion: suggestion),
                    at: span,
                    fixIts: .replacing(place, with: isCertain ? suggestion : nil)
                )
            }
            for target in program.targets where client == .swift && target.names.count == 2 && target.names[0] == "this"
            {
                let name = target.names[1]
                let declared = configuration.property(name, of: node.configured)
                let isReadOnly =
                    declared.map { $0.eventAccess == .read }
                    ?? (Self.readOnlyStates.contains(name) && !variables.contains(name))
                if isReadOnly {
                    let place = written == nil ? attribute.valueSpan : attribute.span(of: target.range)
                    report(.readOnlyProperty(name), at: place)
                    continue
                }
                guard let literal = target.literal, let property = declared, property.eventAccess == .readWrite,
                    property.meaning == nil,
                    (property.kind == .string) != literal.value.isText
                else { continue }
                guard written != nil else {
                    report(.unfit(property.name, property.kind, suggestion: nil), at: attribute.valueSpan)
                    continue
                }
                let spelled = String(decoding: Array(attribute.value.utf8)[literal.range], as: UTF8.self)
                let right = Self.literal(literal.value, spelled, of: property.kind)
                report(
                    .unfit(property.name, property.kind, suggestion: right),
                    at: attribute.span(of: literal.range),
                    fixIts: .replacing(
                        lint.tree.range(of: literal.range, in: attribute),
                        with: right.map { lint.tree.spelled($0, in: attribute) }
                    )
                )
            }
        }
    }

    /// Returns how a program writes a literal of the wrong kind, such as a word, for a property of a kind.
    private static func literal(_ value: EventOperand, _ spelled: String, of kind: ValueKind) -> String? {
        switch value {
        case .int(let number): return spelled == "\(number)" ? "'\(number)'" : nil
        case .string(let text):
            let result = ValueParser().parse(text, as: kind)
            guard result.problems.isEmpty, case .int(let number, .none)? = result.value else { return nil }
            guard kind == .color else { return "\(number)" }
            // Attributes have the opacity first, and programs have it last.
            let digits = HexText.number(UInt32(bitPattern: number), width: 8)
            return "#" + digits.dropFirst(2) + (digits.hasPrefix("FF") ? "" : digits.prefix(2))
        default: return nil
        }
    }

    /// Finds handlers of clicks where none is taken, and clicks that do nothing.
    mutating func checkClicks(_ node: LintTree.Node, isAssemble: Bool) {
        guard node.component != nil else { return }
        let pairs = [("onClick", "flag_clickable"), ("onLongClick", "flag_longclickable")]
        for (name, flag) in pairs {
            guard let attribute = node[name], let bit = WordTable.flags.value(of: flag) else { continue }
            if node["flag"] != nil, lint.number("flag", of: node) == nil { continue }
            guard (lint.number("flag", of: node) ?? 0) & bit == 0 else { continue }
            report(
                .unreachedHandler(name, flag),
                at: attribute.nameSpan,
                fixIts: [adding(flag, to: node, at: attribute)]
            )
        }
        let reasons = ["action", "actionParam", "onClick", "onLongClick", "id", "name", "class"]
        // In the assemble language a button without a value says that it has no action.
        guard !isAssemble, let attribute = node["flag"], takesTouches(node), reasons.allSatisfy({ node[$0] == nil })
        else { return }
        report(.idleClick(node.name), at: attribute.valueSpan)
    }

    private func adding(
        _ flag: String,
        to node: LintTree.Node,
        at handler: SyntaxTree.Attribute
    ) -> Diagnostic.FixIt {
        let message = "add '\(flag)'"
        if let flags = node["flag"] {
            let separator = flags.value.isEmpty || flags.value.utf8.last == UInt8(ascii: "|") ? "" : "|"
            return Diagnostic.FixIt(message, [.init(lint.tree.range(flags.valueSpan.end), with: separator + flag)])
        }
        // Both handlers' flags go to one place, so that only one of them is inserted at a time.
        let place = lint.tree.range((node["onClick"] ?? handler).nameSpan.start)
        return Diagnostic.FixIt(message, [.init(place, with: "flag=\"\(flag)\" ")])
    }
}

// MARK: - Backgrounds

extension TemplateLinter {
    /// The attributes that let a box show something other than its background to its edges.
    private static let edges = [
        "padding", "layoutMargin", "border", "visibility", "pressed", "backgroundImage", "alpha", "min", "max", "ratio",
        "autoDim", "layoutRatio", "translate", "scale", "rotat", "layoutGravity",
    ]

    /// Finds a background that another of the same size covers, which neither the app nor a program takes away.
    mutating func checkBackgrounds(_ node: LintTree.Node) {
        guard node.layout == .frame || (node.layout == .row && node.children.count == 1),
            let first = node.children.first, let below = color(of: node), below >> 24 == 0xFF
        else { return }
        let child = lint.nodes[first]
        guard child.component != nil, let attribute = child["background"], let above = color(of: child),
            above >> 24 != 0,
            LintTree.Axis.allCases.allSatisfy({ axis in
                if let size = lint.fixedSize(axis, of: child) { return size == lint.fixedSize(axis, of: node) }
                return lint.isWord("match_parent", axis, of: child) && node[axis.size] != nil
                    && !lint.isWord("wrap_content", axis, of: node)
            }),
            !hasEdges(child), !hasEdges(node), child["id"] == nil, child["name"] == nil, !mayUncover
        else { return }
        report(
            .coveredBackground(node.name, isWhole: above >> 24 == 0xFF),
            at: attribute.valueSpan,
            noteAt: node["background"]?.valueSpan
        )
    }

    private func hasEdges(_ node: LintTree.Node) -> Bool {
        lint.tree.attributes(of: node.element).contains { attribute in
            Self.edges.contains { attribute.name.hasPrefix($0) }
        }
    }

    /// Returns the background that the source gives.
    private func color(of node: LintTree.Node) -> UInt32? {
        guard let attribute = node["background"], !lint.isBound(attribute, on: node) else { return nil }
        return ColorText.argb(attribute.value.utf8)
    }
}

// MARK: - Paths

extension TemplateLinter {
    /// Finds paths that were meant as calculations, such as `${a+b}`, which reads what is called `a+b`.
    mutating func checkPaths(_ node: LintTree.Node) {
        for attribute in lint.tree.attributes(of: node.element) where lint.isBound(attribute, on: node) {
            guard !isReported(attribute.valueSpan),
                let start = operatorPaths(in: attribute.value).first(where: { !isInData($0.path) })
            else { continue }
            let path = start.path
            let isAlone = attribute.value.utf8.count == path.utf8.count + 3
            let place = lint.tree.range(of: start.offset..<start.offset, in: attribute)
            let fixIt = Diagnostic.FixIt("insert '='", [.init(place, with: "= ")])
            // What is a name may be no calculation, such as `${3d*b}`.
            var issues: [BindingIssue] = []
            _ = BindingExpression("${= \(path)}", issues: &issues)
            report(
                .pathOperator(path, canCalculate: client.hasComputedBindings),
                at: attribute.span(of: start.offset..<start.offset + path.utf8.count),
                fixIts: isAlone && issues.isEmpty && client.hasComputedBindings ? [fixIt] : []
            )
        }
    }

    private func isInData(_ path: String) -> Bool {
        data.map { BindingExpression("${\(path)}").missingPaths(in: $0.value).isEmpty } ?? false
    }

    /// Returns what stands in each `${…}` of a value that holds a calculation.
    func operatorPaths(in value: String) -> [(path: String, offset: Int)] {
        let bytes = Array(value.utf8)
        // Few bindings have an operator, and most need not be parsed once more.
        guard bytes.contains(where: { $0 == UInt8(ascii: "!") || Self.operators.contains($0) }) else { return [] }
        let read = BindingExpression.reads(in: value, as: .any).compactMap { $0.range }
        return (read.filter { Self.isCalculation(bytes[$0]) } + Self.brokenCalculations(bytes))
            .sorted { $0.lowerBound < $1.lowerBound }
            .map { (String(decoding: bytes[$0], as: UTF8.self), $0.lowerBound) }
    }

    /// Returns the places of calculations that stand in `${…}` and are no paths, such as `a[0]/b`.
    private static func brokenCalculations(_ bytes: [UInt8]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var offset = 0
        while offset + 2 < bytes.count {
            guard bytes[offset] == UInt8(ascii: "$"), bytes[offset + 1] == UInt8(ascii: "{") else {
                // An escaped one is a text.
                offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
                continue
            }
            // What is not closed here is not closed later either.
            guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "}")) else { break }
            let whole = bytes[offset...end]
            if isCalculation(whole.dropFirst(2).dropLast()),
                BindingExpression.reads(in: String(decoding: whole, as: UTF8.self), as: .any).isEmpty
            {
                places.append(offset + 2..<end)
            }
            offset = end
        }
        return places
    }

    private static let operators: [UInt8] = Array("+*/%<>".utf8)

    /// Returns whether a path is two names or numbers with an operator between, or one with a `!` before it.
    private static func isCalculation(_ text: ArraySlice<UInt8>) -> Bool {
        func isOperand(_ byte: UInt8) -> Bool {
            byte.isASCIIWord || ".[]".utf8.contains(byte)
        }
        let isNegated = text.first == UInt8(ascii: "!")
        var operators = isNegated ? 1 : 0
        var wasOperand = false
        for byte in isNegated ? text.dropFirst() : text {
            if isOperand(byte) {
                wasOperand = true
                continue
            }
            // A hyphen is a part of many names.
            guard wasOperand, Self.operators.contains(byte) else { return false }
            operators += 1
            wasOperand = false
        }
        return wasOperand && operators > 0
    }
}
