import Foundation
import VirtualView
import VirtualViewCommands

/// Loads what `vvc compile` wrote and shows it: `vvbench demo FILES-FOLDER SOURCES-FOLDER [TEMPLATE]`.
enum Demo {
    private struct Row {
        let template: Template
        let sourceSize: Int
    }

    static func run(_ arguments: [String]) -> ExitCode {
        guard (2...3).contains(arguments.count) else {
            return fail("usage: vvbench demo FILES-FOLDER SOURCES-FOLDER [TEMPLATE]", .usage)
        }
        let files = URL(fileURLWithPath: arguments[0])
        let sources = URL(fileURLWithPath: arguments[1])
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: files.path)
        } catch {
            return fail("cannot read '\(arguments[0])': \(error.localizedDescription)", .cannotRead)
        }
        var rows: [Row] = []
        for name in names.filter({ $0.hasSuffix(".out") }).sorted() {
            do throws(TemplateError) {
                let template = try TemplateBinaryLoader().load(contentsOf: files.appendingPathComponent(name))
                rows.append(Row(template: template, sourceSize: sourceSize(of: template.type, in: sources)))
            } catch {
                return fail("\(error)", .inputErrors)
            }
        }
        print(table(rows))
        let shown = arguments.count == 3 ? arguments[2] : "PriceRow"
        guard let row = rows.first(where: { $0.template.type == shown }) else {
            return fail("'\(arguments[0])' has no template named '\(shown)'", .inputErrors)
        }
        print("\n\(shown)\n\(TreePrinter(row.template).text)")
        return .success
    }

    private static func sourceSize(of type: String, in folder: URL) -> Int {
        for ending in ["xml", "asv"] {
            let path = folder.appendingPathComponent("\(type).\(ending)").path
            if let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int { return size }
        }
        return 0
    }

    private static func table(_ rows: [Row]) -> String {
        let header = ["template", "nodes", "strings", "bytes", "source bytes"]
        let cells = rows.map { row in
            [
                row.template.type, "\(row.template.nodes.count)", "\(row.template.strings.count)",
                "\(row.template.bytes.count)", "\(row.sourceSize)",
            ]
        }
        let total = [
            "\(rows.count) templates", "\(rows.reduce(0) { $0 + $1.template.nodes.count })",
            "\(rows.reduce(0) { $0 + $1.template.strings.count })",
            "\(rows.reduce(0) { $0 + $1.template.bytes.count })", "\(rows.reduce(0) { $0 + $1.sourceSize })",
        ]
        let all = [header] + cells + [total]
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        let lines = all.map { row in
            row.enumerated().map { column, text in
                let space = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + space : space + text
            }.joined(separator: "  ")
        }
        let rule = String(repeating: "-", count: lines[0].count)
        return ([lines[0], rule] + lines[1..<lines.count - 1] + [rule, lines[lines.count - 1]]).joined(separator: "\n")
    }

    private static func fail(_ message: String, _ code: ExitCode) -> ExitCode {
        FileHandle.standardError.write(Data("vvbench: \(message)\n".utf8))
        return code
    }
}
