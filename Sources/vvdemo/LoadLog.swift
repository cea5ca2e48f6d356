import Foundation
import VirtualView

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
