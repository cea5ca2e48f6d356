import Foundation

/// Prints results as they come.
struct BenchmarkReport {
    private let isJSON: Bool
    private var met = 0
    private var missed: [String] = []

    init(isJSON: Bool) {
        self.isJSON = isJSON
    }

    /// Prints what is measured on, and the table's head.
    func printHeading(_ inputs: BenchmarkInputs) {
        guard !isJSON else { return }
        print(inputs.summary)
        print("")
        printLine(["row", "measured", "baseline", "ratio", "goal", "", "what"])
        printLine(Self.widths.map { String(repeating: "-", count: $0) } + ["----"])
    }

    /// Prints a row.
    mutating func add(_ row: BenchmarkRow, _ result: BenchmarkResult) {
        switch result.isMet {
        case true?: met += 1
        case false?: missed.append(row.id)
        case nil: break
        }
        if isJSON { return printJSON(row, result) }
        printLine([
            row.id,
            "\(Self.number(result.value)) \(result.unit)",
            result.baseline.map { "\(Self.number($0.value)) \(result.unit)" } ?? "",
            result.ratio.map { "\(Self.number($0)) x" } ?? "",
            Self.goalText(result),
            result.isMet.map { $0 ? "met" : "MISSED" } ?? "",
            result.baseline.map { "\(row.summary); baseline: \($0.name)" } ?? row.summary,
        ])
    }

    /// Prints that a row was left out.
    func addSkipped(_ row: BenchmarkRow, _ reason: String) {
        if isJSON { return }
        printLine([row.id, "-", "", "", "", "skipped", "\(row.summary): \(reason)"])
    }

    /// Prints how many goals are met.
    func printSummary() {
        guard !isJSON else { return }
        print("")
        let list = missed.isEmpty ? "" : " (\(missed.joined(separator: ", ")))"
        print("\(met) goals met, \(missed.count) missed\(list)")
    }
}

// MARK: - Text

extension BenchmarkReport {
    private static let widths = [10, 10, 10, 8, 8, 7]

    private func printLine(_ cells: [String]) {
        var line = ""
        for (index, cell) in cells.enumerated() {
            guard index < Self.widths.count else {
                line += cell
                continue
            }
            let padding = String(repeating: " ", count: max(0, Self.widths[index] - cell.count))
            line += (index == 0 || index == 5 ? cell + padding : padding + cell) + "  "
        }
        print(line)
        fflush(nil)
    }

    private static func number(_ value: Double) -> String {
        String(format: abs(value) >= 100 ? "%.0f" : abs(value) >= 10 ? "%.1f" : "%.2f", value)
    }

    private static func goalText(_ result: BenchmarkResult) -> String {
        switch result.goal {
        case nil: ""
        case .fasterThanBaseline(let factor): ">= \(trimmed(factor)) x"
        case .withinBaseline(let factor): "<= \(trimmed(factor)) x"
        case .atMost(let limit): "<= \(trimmed(limit)) \(result.unit)"
        }
    }

    private static func trimmed(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}

// MARK: - JSON

extension BenchmarkReport {
    private struct Line: Encodable {
        let id: String
        let summary: String
        let value: Double
        let unit: String
        let baseline: Double?
        let baselineName: String?
        let ratio: Double?
        let goal: String?
        let isMet: Bool?
    }

    private func printJSON(_ row: BenchmarkRow, _ result: BenchmarkResult) {
        let goal = Self.goalText(result)
        let line = Line(
            id: row.id,
            summary: row.summary,
            value: result.value,
            unit: result.unit,
            baseline: result.baseline?.value,
            baselineName: result.baseline?.name,
            ratio: result.ratio,
            goal: goal.isEmpty ? nil : goal,
            isMet: result.isMet
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(line) else { return }
        print(String(decoding: data, as: UTF8.self))
        fflush(nil)
    }
}
