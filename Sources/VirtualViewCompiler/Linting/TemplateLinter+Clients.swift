import VirtualViewExpressions
import VirtualViewFormat

// Rules about differences between the clients.

extension TemplateLinter {
    mutating func checkClient(_ node: LintTree.Node) {
        if client == .iOS {
            checkShorthands(node)
            checkTextBackground(node)
            checkGrid(node)
            checkWords(node)
            checkVisibility(node)
        }
        if client == .android {
            checkGravity(node)
            checkBorder(node)
            checkMinimum(node)
        }
    }

    private mutating func checkShorthands(_ node: LintTree.Node) {
        for name in ["padding", "layoutMargin"] {
            guard let attribute = node[name] else { continue }
            let sides = ["Left", "Top", "Right", "Bottom"].filter { node[name + $0] == nil }
            let quote = XMLPrinter.escaped(attribute.value)
            let text = sides.map { "\(name)\($0)=\"\(quote)\"" }.joined(separator: " ")
            let whole = SourceSpan(
                lower: attribute.nameSpan.lower,
                upper: attribute.valueSpan.upper + 1,
                file: attribute.nameSpan.file
            )
            let isXML = !lint.tree.files[Int(attribute.nameSpan.file)].isAssemble
            let fixIt = Diagnostic.FixIt("give the sides", [.init(lint.tree.range(whole), with: text)])
            report(.shorthand(name, client), at: attribute.nameSpan, fixIts: isXML && !sides.isEmpty ? [fixIt] : [])
        }
    }

    private mutating func checkTextBackground(_ node: LintTree.Node) {
        guard node.isText else { return }
        for name in ["background", "borderColor"] {
            guard let attribute = node[name], lint.isBound(attribute, on: node) else { continue }
            report(.boundTextBackground(name, node.name, client), at: attribute.valueSpan)
        }
    }

    /// The reference counts rows as (children + 1) / columns, gone children included.
    private mutating func checkGrid(_ node: LintTree.Node) {
        let isContainer = node.component?.name == "Grid"
        guard node.layout == .grid || isContainer else { return }
        let columns = Int(lint.number("colCount", of: node) ?? 2)
        guard columns > 0 else { return }
        let span = node["colCount"]?.valueSpan ?? node.element.nameSpan
        if isContainer {
            if columns != 2 { report(.gridRows(columns: columns, children: nil, rows: 0, client), at: span) }
            return
        }
        let count = node.children.count
        let shown = node.children.count { !lint.isGone(lint.nodes[$0]) }
        let rows = shown / columns + (shown % columns == 0 ? 0 : 1)
        if (count + 1) / columns != rows {
            report(.gridRows(columns: columns, children: count, rows: rows, client), at: span)
        }
    }

    private mutating func checkWords(_ node: LintTree.Node) {
        let ignored: Set<String> = ["flag_draw", "flag_event", "flag_dynamic", "flag_software", "flag_touchable"]
        if let attribute = node["flag"] {
            let words = attribute.value.split(separator: "|").map { $0.trimmingBlanks() }
            for word in words where ignored.contains(word) {
                report(.targetUnknownWord(word, "flag", "does nothing for", client), at: attribute.valueSpan)
            }
        }
        if node.isText, let attribute = node["ellipsize"], ["none", "marquee"].contains(attribute.value.lowercased()) {
            let word = attribute.value.lowercased()
            report(.targetUnknownWord(word, "ellipsize", "only wraps words for", client), at: attribute.valueSpan)
        }
    }

    /// Every result but three words hides the element.
    private mutating func checkVisibility(_ node: LintTree.Node) {
        guard let attribute = node["visibility"], lint.isBound(attribute, on: node) else { return }
        let words: Set<String> = ["visible", "invisible", "gone"]
        for outcome in BindingExpression(attribute.value).outcomes(in: data?.value) {
            let found: String
            switch outcome {
            case .text(let text): found = text
            case .value(.string(let text)): found = text
            case .value(.bool(let flag)): found = "\(flag)"
            case .value(.int(let number)): found = "\(number)"
            case .value(.double(let number)): found = "\(number)"
            case .value: continue
            }
            guard !words.contains(found) else { continue }
            return report(.booleanVisibility(found, client), at: attribute.valueSpan)
        }
    }

    private mutating func checkGravity(_ node: LintTree.Node) {
        guard node.layout == .frame || node.layout == .row, let attribute = node["gravity"],
            let gravity = lint.number("gravity", of: node)
        else { return }
        let main = node.layout == .row ? node.mainAxis : nil
        let moved = LintTree.Axis.allCases.contains { axis in
            axis != main && gravity & (axis.centreBit | axis.trailingBit) != 0
        }
        let inherits = node.children.contains { lint.nodes[$0]["layoutGravity"] == nil }
        if moved, inherits { return report(.containerGravity(node.name, client), at: attribute.valueSpan) }
        if let main, gravity & (main.centreBit | main.leadingBit | main.trailingBit) == 0, !node.children.isEmpty {
            report(.mainAxisGravity(node.name, main.trailing.lowercased(), client), at: attribute.valueSpan)
        }
    }

    /// Only a node without content is at least as large as its minimum there.
    private mutating func checkMinimum(_ node: LintTree.Node) {
        guard node.parent.map({ lint.nodes[$0].layout }) != .flex,
            node.isText || node.isImage || !node.children.isEmpty
        else { return }
        for axis in LintTree.Axis.allCases {
            guard let attribute = node[axis.minimum] else { continue }
            report(.ignoredMinimum(attribute.name, node.name, client), at: attribute.nameSpan)
        }
    }

    private mutating func checkBorder(_ node: LintTree.Node) {
        guard node.layout == .frame || node.layout == .row || node.layout == .ratio, !node.children.isEmpty,
            let attribute = node["borderWidth"], lint.length("borderWidth", of: node)?.value != 0
        else { return }
        report(.borderRoom(node.name, client), at: attribute.nameSpan)
    }
}

// MARK: - Data

extension TemplateLinter {
    /// Compares bindings with the sample data.
    mutating func checkData(_ node: LintTree.Node) {
        guard let data else { return }
        for attribute in lint.tree.attributes(of: node.element) where lint.isBound(attribute, on: node) {
            let binding = BindingExpression(attribute.value)
            if let path = binding.numberCondition(in: data.value) {
                report(.numberCondition(path, data.name), at: attribute.valueSpan)
            }
            guard !isReported(attribute.valueSpan), boundPath(attribute, of: node) == nil else { continue }
            // What was meant as a calculation is no path, and is reported as that.
            let calculations = operatorPaths(in: attribute.value).map { $0.path }
            let missing = binding.missingPaths(in: data.value).filter {
                !isOfEnvironment($0) && !calculations.contains($0.description)
            }
            guard !missing.isEmpty else { continue }
            report(.missingData(missing.map { $0.shown }, data.name), at: attribute.valueSpan)
        }
    }
}

extension Substring {
    fileprivate func trimmingBlanks() -> String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
