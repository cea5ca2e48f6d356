import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// The comparison of two sides, template by template.
struct DiffRun {
    /// What is compared, besides the sides.
    struct Request {
        /// The widths in points; `nil` for those of the project.
        var widths: [Double]?
        /// What templates show; without it the sample data beside the new version, or else beside the old one.
        var data: JSONValue?
        /// The clients that have to load the new version; none for that of each template.
        var clients: [Client] = []
    }

    /// A template of both sides.
    struct Pair {
        let comparison: TemplateComparison
        let frames: [FrameChanges]
    }

    /// The templates of both sides, by their names, with differences.
    private(set) var pairs: [Pair] = []
    /// The templates of one side.
    private(set) var removed: [ComparedTemplate] = []
    private(set) var added: [ComparedTemplate] = []
    /// What the new side is called.
    let name: String
    /// What the rules say of templates of the old side alone.
    private var gone: [Diagnostic] = []

    /// Compares two sides.
    init(_ old: inout DiffSide, _ new: inout DiffSide, _ request: Request) throws {
        name = new.name
        // A file is a version of the one template that it is compared with, whatever their names are.
        let isOne = (old.isFile || new.isFile) && old.templates.count == 1 && new.templates.count == 1
        for type in old.templates.keys.sorted(by: String.inByteOrder) {
            guard let before = old.templates[type],
                let after = new.templates[type] ?? (isOne ? new.templates.first?.value : nil)
            else {
                if let template = old.templates[type] { removed.append(template) }
                gone += Self.rated(
                    [BreakingRules.templateGone(type, from: name)],
                    old.severities(of: type, goneFrom: new)
                )
                continue
            }
            let comparison = TemplateComparison(before, after)
            guard !comparison.isEmpty else { continue }
            let data = try request.data ?? new.sample(of: after.template.type)?.value ?? old.sample(of: type)?.value
            var frames: [FrameChanges] = []
            let widths = new.project(of: after.template.type)?.file?.widths ?? []
            for width in request.widths ?? (widths.isEmpty ? [375] : widths) {
                if let changes = try FrameChanges(comparison, &old, &new, data: data, width: width) {
                    frames.append(changes)
                }
            }
            pairs.append(Pair(comparison: comparison, frames: frames))
        }
        guard !isOne else { return }
        added = new.templates.values.filter { old.templates[$0.template.type] == nil }
            .sorted { String.inByteOrder($0.template.type, $1.template.type) }
    }

    // MARK: - Rules

    /// Returns what the rules about breaking changes find.
    ///
    /// - Parameter clients: The clients that have to load the new side; none for that of each template.
    /// - Returns: The findings that no comment silences, with the severities of the project.
    func breaking(for clients: [Client]) -> [Diagnostic] {
        gone
            + pairs.flatMap { pair in
                let new = pair.comparison.new
                var found: [Diagnostic] = []
                for client in clients.isEmpty ? [new.compiler.options.client] : clients {
                    // What is wrong for several clients is said once.
                    let known = Set(found)
                    found += BreakingRules.check(pair.comparison, for: client).filter { !known.contains($0) }
                }
                found += pair.frames.flatMap { $0.diagnostics(pair.comparison) }
                return Self.rated(BreakingRules.unsilenced(found, in: new), new.compiler.options.severities)
            }
    }

    private static func rated(_ found: [Diagnostic], _ severities: [String: RuleSeverity]) -> [Diagnostic] {
        found.compactMap { diagnostic in
            guard let severity = severities[diagnostic.id] else { return diagnostic }
            return severity.applied(to: diagnostic)
        }
    }

    // MARK: - Text

    /// Returns one line for each difference.
    func text() -> String {
        var lines: [String] = []
        for template in removed { lines.append("\(template.path): template '\(template.template.type)' removed") }
        for template in added { lines.append("\(template.path): template '\(template.template.type)' added") }
        for pair in pairs {
            for line in pair.comparison.lines() + pair.frames.flatMap({ $0.lines(pair.comparison) }) {
                lines.append("\(line.place): \(line.text)")
            }
        }
        return lines.map { VisibleText.line($0) + "\n" }.joined()
    }

    // MARK: - JSON

    /// Returns one object, with a line for each difference.
    func json() -> String {
        JSONWriter.visible { json in
            json.array("removed", removed.map { $0.template.type })
            json.array("added", added.map { $0.template.type })
            json.array("changed") { json in for pair in pairs { pair.write(to: &json) } }
        } + "\n"
    }
}

extension DiffRun.Pair {
    fileprivate func write(to json: inout JSONWriter) {
        json.startLine()
        json.object { json in
            json.value("template", comparison.new.template.type)
            json.value("old", comparison.old.path)
            json.value("new", comparison.new.path)
            json.array("changes") { json in
                for line in comparison.lines() {
                    json.startLine()
                    json.object { json in
                        json.value("place", line.place)
                        json.value("text", line.text)
                        if let change = line.change { Self.write(change, to: &json) }
                    }
                }
            }
            json.array("frames") { json in
                for changes in frames {
                    for change in changes.changes {
                        json.startLine()
                        json.object { json in
                            json.value("width", changes.width)
                            json.value("node", change.new)
                            json.value("label", comparison.new.label(of: change.new))
                            json.object("old") { json in change.before.rect.writeMembers(to: &json) }
                            json.object("new") { json in change.after.rect.writeMembers(to: &json) }
                            json.value("wasSeen", change.wasSeen)
                            json.value("seen", change.isSeen)
                        }
                    }
                }
            }
        }
    }

    private static func write(_ change: NodeChange, to json: inout JSONWriter) {
        switch change.kind {
        case .added: json.value("kind", change.isAround ? "wrapped" : "added")
        case .removed: json.value("kind", change.isAround ? "unwrapped" : "removed")
        case .moved: json.value("kind", "moved")
        case .component: json.value("kind", "component")
        case .property(let before, let after):
            json.value("kind", (after ?? before)?.kind.rawValue)
            json.value("name", (after ?? before)?.name)
            json.value("before", before?.value)
            json.value("after", after?.value)
        }
        json.value("oldNode", change.old)
        json.value("newNode", change.new)
    }
}
