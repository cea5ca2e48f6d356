import VirtualViewCompiler
import VirtualViewFormat

/// What a run of tests found, as text, JSON and JUnit XML.
struct TestReport {
    private let run: TestRun

    init(_ run: TestRun) {
        self.run = run
    }

    private var failed: [TestOutcome] { run.outcomes.filter { !$0.failures.isEmpty } }
    private var snapshotCount: Int { run.outcomes.reduce(0) { $0 + $1.snapshotCount } }
    private var failureCount: Int { run.outcomes.reduce(0) { $0 + $1.failures.count } }
    /// The files that are for no template and stay.
    private var idle: [String] { (run.command.isUpdate ? [] : run.unused) + run.idleScripts }

    /// The outcome of a run that failed without a failure of a template: those who read a report see none otherwise.
    private var rest: [TestOutcome] {
        guard failureCount + idle.count == 0, !run.isSuccess else { return [] }
        var outcome = TestOutcome(path: "vvc test", snapshotPath: "", titles: ["files"])
        let problem = "not everything could be \(run.result == .cannotWrite ? "written" : "read")"
        outcome.failures = [.init(title: "files", lines: [.init(text: problem)])]
        return [outcome]
    }

    // MARK: - Text

    /// The templates with failures, one line for each change of a node, and a last line with the sums.
    func text() -> String {
        var text = ""
        for outcome in failed {
            text += "\(VisibleText.line(outcome.path))\n"
            for (titles, line, followers) in Self.grouped(outcome.failures) {
                let others = titles.count > 1 ? " and \(titles.count - 1) more" : ""
                text += "  \(VisibleText.line(titles[0]))\(others): \(VisibleText.line(line.shown))"
                if followers > 0 { text += " (\(followers) \(followers == 1 ? "node follows" : "nodes follow"))" }
                text += "\n"
            }
        }
        let updates = Set(run.updates.map(ExactText.init))
        for path in run.unused {
            let isRemoved = updates.contains(ExactText(path))
            let verb = isRemoved ? "removed" : "is for no template; 'vvc test --update' removes it"
            text += "\(VisibleText.line(path)): \(verb)\n"
        }
        for path in run.idleScripts { text += "\(VisibleText.line(path)): is for no template\n" }
        return text + summary + "\n"
    }

    /// The sums.
    var summary: String {
        let steps = run.outcomes.reduce(0) { $0 + $1.stepTestCount }
        var text = "\(run.outcomes.count.counting("template")), \(snapshotCount.counting("snapshot"))"
        if steps > 0 { text += ", \(steps.counting("test")) with steps" }
        var problems: [String] = []
        if failureCount > 0 { problems.append("\(failureCount) not as expected") }
        if !idle.isEmpty { problems.append("\(idle.count.counting("file")) for no template") }
        problems += rest.flatMap(\.failures).flatMap(\.lines).map(\.text)
        text += ": \(problems.isEmpty ? "all as expected" : problems.joined(separator: ", "))"
        if run.command.isUpdate { text += "; \(run.updates.count.counting("file")) updated" }
        return text
    }

    /// Returns each difference once, with the titles of the snapshots that have it.
    private static func grouped(
        _ failures: [TestOutcome.Failure]
    ) -> [(titles: [String], line: TestOutcome.Line, followers: Int)] {
        var groups: [(titles: [String], line: TestOutcome.Line, followers: Int)] = []
        var numbers: [TestOutcome.Line: Int] = [:]
        for failure in failures {
            for (index, line) in failure.lines.enumerated() {
                // What follows is said once for a snapshot.
                let followers = index == failure.lines.count - 1 ? failure.followerCount : 0
                if let number = numbers[line] {
                    if groups[number].titles.last != failure.title { groups[number].titles.append(failure.title) }
                    groups[number].followers = max(groups[number].followers, followers)
                } else {
                    numbers[line] = groups.count
                    groups.append(([failure.title], line, followers))
                }
            }
        }
        return groups
    }

    // MARK: - JSON

    /// One object with every failure.
    func json() -> String {
        JSONWriter.visible { json in
            json.value("templates", run.outcomes.count)
            json.value("snapshots", snapshotCount)
            json.array("failures") { json in
                for outcome in failed + rest {
                    for failure in outcome.failures { write(failure, of: outcome, to: &json) }
                }
            }
            json.startLine()
            json.array("unused", run.unused + run.idleScripts)
            json.array("updated", run.updates)
        } + "\n"
    }

    private func write(_ failure: TestOutcome.Failure, of outcome: TestOutcome, to json: inout JSONWriter) {
        json.startLine()
        json.object { json in
            json.value("path", outcome.path)
            json.value("title", failure.title)
            json.array("changes") { json in
                for line in failure.lines {
                    json.object { json in
                        json.value("node", line.node.isEmpty ? nil : line.node)
                        json.value("place", line.place)
                        json.value("text", line.text)
                    }
                }
            }
            json.value("followers", failure.followerCount)
        }
    }

    // MARK: - JUnit

    /// A suite for each template, and a case for each snapshot and each test with steps.
    func junit() -> String {
        func escaped(_ text: String) -> String {
            // XML has no way to write these two.
            MarkupText.escaped(VisibleText.line(text)) { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" ? "\u{FFFD}" : nil }
        }
        var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
        // What is not tested any more is a case too.
        func titles(_ outcome: TestOutcome) -> [String] {
            outcome.titles + outcome.failures.map(\.title).filter { !outcome.titles.contains($0) }
        }
        let outcomes = run.outcomes + rest
        let all = outcomes.reduce(idle.count) { $0 + titles($1).count }
        let failures = outcomes.reduce(idle.count) { $0 + $1.failures.count }
        lines.append("<testsuites name=\"vvc test\" tests=\"\(all)\" failures=\"\(failures)\">")
        for outcome in outcomes {
            let titles = titles(outcome)
            lines.append(
                "  <testsuite name=\"\(escaped(outcome.path))\" tests=\"\(titles.count)\" "
                    + "failures=\"\(outcome.failures.count)\">"
            )
            for title in titles {
                let start = "    <testcase classname=\"\(escaped(outcome.path))\" name=\"\(escaped(title))\""
                guard let failure = outcome.failures.first(where: { $0.title == title }) else {
                    lines.append(start + "/>")
                    continue
                }
                lines.append(start + ">")
                let texts = failure.lines.map { escaped($0.shown) }
                lines.append(
                    "      <failure message=\"\(texts.first ?? "")\">\(texts.joined(separator: "\n"))</failure>"
                )
                lines.append("    </testcase>")
            }
            lines.append("  </testsuite>")
        }
        for path in idle.map(escaped) {
            lines.append("  <testsuite name=\"\(path)\" tests=\"1\" failures=\"1\">")
            lines.append("    <testcase classname=\"\(path)\" name=\"is for a template\">")
            lines.append("      <failure message=\"is for no template\"/>")
            lines.append("    </testcase>")
            lines.append("  </testsuite>")
        }
        lines.append("</testsuites>")
        return lines.joined(separator: "\n") + "\n"
    }
}
