import Foundation
import VirtualView

/// Templates with their sizes, and those of their sources.
struct TemplateTable {
    private let templates: [Template]
    private let sources: URL

    init(_ templates: [Template], sources: URL) {
        self.templates = templates
        self.sources = sources
    }

    private func sourceSize(of type: String) -> Int {
        for ending in ["xml", "asv"] {
            let path = sources.appendingPathComponent("\(type).\(ending)").path
            if let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int { return size }
        }
        return 0
    }

    /// The table as aligned text, with a line of sums.
    var text: String {
        let header = ["template", "nodes", "strings", "bytes", "source bytes"]
        let numbers = templates.map { [$0.nodes.count, $0.strings.count, $0.bytes.count, sourceSize(of: $0.type)] }
        let cells = zip(templates, numbers).map { [$0.type] + $1.map(String.init) }
        let sums = (0..<header.count - 1).map { column in String(numbers.reduce(0) { $0 + $1[column] }) }
        let all = [header] + cells + [["\(templates.count) templates"] + sums]
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        var lines = all.map { row in
            row.enumerated().map { column, text in
                let space = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + space : space + text
            }.joined(separator: "  ")
        }
        let rule = String(repeating: "-", count: lines[0].count)
        lines.insert(rule, at: 1)
        lines.insert(rule, at: lines.count - 1)
        return lines.joined(separator: "\n")
    }
}
