import Foundation
import VirtualView
import VirtualViewCommands

/// Loads what `vvc compile` wrote in the background, promotes one template, and shows what came of it:
/// `vvdemo FILES-FOLDER SOURCES-FOLDER [TEMPLATE]`.
enum Demo {
    static func run(_ arguments: [String]) -> ExitCode {
        guard (2...3).contains(arguments.count) else {
            return fail("usage: vvdemo FILES-FOLDER SOURCES-FOLDER [TEMPLATE]", .usage)
        }
        let files = URL(fileURLWithPath: arguments[0])
        let sources = URL(fileURLWithPath: arguments[1])
        let shown = arguments.count == 3 ? arguments[2] : "TagItem"
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: files.path).filter { $0.hasSuffix(".out") }
                .sorted()
        } catch {
            return fail("cannot read '\(arguments[0])': \(error.localizedDescription)", .cannotRead)
        }
        let log = LoadLog()
        var configuration = TemplateManager.Configuration(loader: UnhurriedLoader())
        configuration.onLoad = { log.add($0) }
        let manager = TemplateManager(configuration: configuration)
        manager.prefetch(contentsOf: names.map { files.appendingPathComponent($0) })
        do throws(TemplateError) {
            // The queue has just begun; a screen needs this one now.
            let promoted = try manager.template(for: shown)
            manager.waitUntilQueueIsIdle()
            var templates: [Template] = []
            for name in names { templates.append(try manager.template(for: String(name.dropLast(4)))) }
            print(log.text(promoted: shown))
            print(TemplateTable(templates, sources: sources).text)
            print("\n\(shown)\n\(TreePrinter(promoted).text)")
            return .success
        } catch {
            return fail("\(error)", .inputErrors)
        }
    }

    static func fail(_ message: String, _ code: ExitCode) -> ExitCode {
        FileHandle.standardError.write(Data("vvdemo: \(message)\n".utf8))
        return code
    }
}

/// Takes a millisecond a file, as a phone's storage may, so that there is a queue to see.
private struct UnhurriedLoader: TemplateLoader {
    func load(_ bytes: [UInt8]) throws(TemplateError) -> Template {
        Thread.sleep(forTimeInterval: 0.001)
        return try TemplateBinaryLoader().load(bytes)
    }
}

/// What a manager reports of its loads, in the order in which they ended.
final class LoadLog: Sendable {
    private let reports = Locked<[TemplateLoadReport]>([])

    func add(_ report: TemplateLoadReport) {
        reports.withLock { $0.append(report) }
    }

    /// One line for each of the first loads and for the promoted one, the others counted.
    func text(promoted: String) -> String {
        let reports = reports.withLock { $0 }
        let shown = reports.enumerated().filter {
            $0.offset < 3 || $0.element.isPromoted && $0.element.type == promoted
        }
        var lines = shown.map { "  \(line($0.offset + 1, $0.element))" }
        let onQueue = reports.count { $0.place == .queue && !$0.isPromoted }
        let promotions = reports.count { $0.isPromoted }
        lines.append(
            "  … \(reports.count) loads: \(onQueue) by the queue, \(promotions) promoted by the thread that asked"
        )
        return "loading in the background\n" + lines.joined(separator: "\n") + "\n"
    }

    private func line(_ number: Int, _ report: TemplateLoadReport) -> String {
        let microseconds = report.duration.components.attoseconds / 1_000_000_000_000
        let place = report.isPromoted ? "promoted, on the asking thread" : "on the \(report.place?.rawValue ?? "?")"
        let version = report.version?.description ?? "-"
        return "\(number). \(report.type) \(version), \(report.byteCount) bytes, \(place), \(microseconds) µs"
    }
}

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

/// Prints a template's tree through the public interface alone, as an app would walk it.
struct TreePrinter {
    private let template: Template

    init(_ template: Template) {
        self.template = template
    }

    var text: String {
        var lines: [String] = []
        var levels: [(node: NodeCreater, depth: Int)] = [(template.root, 0)]
        while let (node, depth) = levels.popLast() {
            let indent = String(repeating: "  ", count: depth)
            let setters = node.setters.map { "\($0.name ?? $0.key.description)=\(text(of: $0))" }
            lines.append("\(indent)\(node.componentName ?? "#\(node.componentID)") \(setters.joined(separator: " "))")
            levels += node.children.reversed().map { ($0, depth + 1) }
        }
        return lines.joined(separator: "\n")
    }

    private func text(of setter: PropertySetter) -> String {
        switch setter.value {
        case .int(let number, let unit): "\(number)\(unit == .rp ? "rp" : "")"
        case .float(let number, let unit): "\(number)\(unit == .rp ? "rp" : "")"
        case .string: "\"\(setter.text ?? "?")\""
        case .expression(let id): "program \(id.rawValue)"
        }
    }
}
