import Foundation

/// The reports of a stall monitor that are kept.
struct KeptReports: Sendable {
    private var reports: [StallReport]
    /// Whether the last report is that of a hang of this launch which goes on.
    private var hasOpenHang = false
    /// The number of the last stall of this launch whose end was reported.
    private var lastEnded = 0
    private var isWritten = true
    /// The size of the largest file that is read and written.
    private static let maximumFileSize = 1 << 20

    /// Begins with the reports of earlier launches.
    init(_ reports: [StallReport], at now: Date) {
        self.reports = Self.current(reports, at: now)
        isWritten = self.reports.count == reports.count
    }

    /// Returns the reports that are not too old.
    mutating func current(at now: Date) -> [StallReport] {
        reports = Self.current(reports, at: now)
        return reports
    }

    /// Adds a report.
    ///
    /// - Returns: Whether it is news: not that a stall goes on whose end was reported meanwhile.
    mutating func add(_ report: StallReport) -> Bool {
        guard !report.goesOn || report.number > lastEnded else { return false }
        // The second report of a hang says all that the first does.
        if hasOpenHang, reports.last?.goesOn == true { reports.removeLast() }
        hasOpenHang = report.goesOn
        if !report.goesOn { lastEnded = report.number }
        reports = Self.current(reports + [report], at: report.date)
        isWritten = false
        return true
    }

    /// Returns the reports for their file, if it does not have them yet.
    mutating func takeUnwritten() -> [StallReport]? {
        guard !isWritten else { return nil }
        isWritten = true
        return reports
    }

    private static func current(_ reports: [StallReport], at now: Date) -> [StallReport] {
        // A device may not know the time yet when it starts: what seems to be of the future is not old.
        let kept = reports.filter { now.timeIntervalSince($0.date) < StallMonitor.keptTime }
        return Array(kept.suffix(StallMonitor.maximumReports))
    }
}

// MARK: - Files

extension KeptReports {
    /// Reads the reports in a file; none if it is not what ``write(_:to:)`` wrote.
    static func read(_ file: URL) -> [StallReport] {
        guard let content = try? TemplateFile.read(file, maximumSize: maximumFileSize) else { return [] }
        return (try? JSONDecoder().decode([StallReport].self, from: Data(content))) ?? []
    }

    /// Writes reports to a file, the newest ones if all are too much for one that is read again.
    static func write(_ reports: [StallReport], to file: URL) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        var rest = reports[...]
        while let data = try? encoder.encode(Array(rest)) {
            guard data.count > maximumFileSize else {
                try? data.write(to: file, options: .atomic)
                return
            }
            rest = rest.dropFirst((rest.count + 1) / 2)
        }
    }
}
