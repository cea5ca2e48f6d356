import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// A template that is tested, with the variants of its data.
struct TestSubject: Sendable {
    /// The data that a template shows.
    struct Variant: Sendable {
        /// The name of the file, or `no data`.
        let name: String
        let value: JSONValue?

        /// What a snapshot in a setting is called: one line, whatever the file is called.
        func title(_ setting: TestSetting) -> String { "\(VisibleText.line(name)) \(setting.title)" }
    }

    /// The source.
    let path: String
    /// The file with its snapshots.
    let snapshotPath: String
    let matrix: TestMatrix
    /// The files with its data, those with errors among them.
    var dataPaths: [String] = []
    var variants: [Variant] = []
    /// What it does with it, if there are tests of that.
    var script: TestScript?
    var scriptPath: String?
    /// Nothing but the template, and the others that data names.
    var template: PreparedTemplate?
    var sourceMap: SourceMap?
    var source = PreparedTemplates()
    let images: ImageFolder
    let values: BindingObject
    /// What the app's own code has beside the language.
    let configuration: Configuration
    /// Why it cannot be tested.
    var failure: String?

    /// The files that it is made of.
    var paths: [String] {
        [path, snapshotPath] + [scriptPath].compactMap { $0 } + dataPaths
    }

    /// Returns a new container that shows data in a setting.
    func makeContainer(
        _ data: JSONValue?,
        _ setting: TestSetting,
        _ values: BindingObject? = nil,
        onEvent: ((NodeEvent) -> Void)? = nil
    ) -> Container? {
        guard let template else { return nil }
        let tree = template.makeTree(environment: setting.environment(values ?? self.values), source: source)
        let container = Container(
            tree,
            textMeasuring: BuiltInTextMetrics(),
            imageMeasuring: images.measuring(screenWidth: setting.width)
        )
        // A snapshot has every item.
        container.listWindow = nil
        container.onEvent = onEvent
        if let data { container.update(data: data) }
        container.layOut(width: setting.width, screen: setting.height)
        return container
    }

    /// Returns the problems of a container, and those that preparing the templates that it shows found.
    func warnings(of container: Container) -> [RuntimeWarning] {
        let shown = Set(container.tree.nodes.map(\.templateType)).sorted().filter { $0 != template?.template.type }
        let templates = [template].compactMap { $0 } + shown.compactMap { source.templates[$0] }
        return templates.flatMap { $0.causes(beside: configuration) }.map { RuntimeWarning($0) } + container.warnings
    }

    /// Returns where a node comes from: a line of the source, or another template.
    fileprivate func place(of origin: (type: String, index: Int)) -> String? {
        guard let template, origin.type == template.template.type else { return "of \(origin.type)" }
        guard let position = sourceMap?.position(ofNode: origin.index) else { return nil }
        return "line \(position.line) of \(Path.name(of: position.file))"
    }
}

/// What came of testing a template.
struct TestOutcome: Sendable {
    /// A snapshot that is not as expected.
    struct Failure: Sendable {
        /// The variant and the setting, or the name of a test with steps.
        let title: String
        /// What is different, one line each.
        var lines: [Line]
        /// The number of nodes that only follow.
        var followerCount = 0
        /// The snapshots, for a report with pictures.
        var old: Snapshot?
        var new: Snapshot?
    }

    /// One difference.
    struct Line: Hashable, Sendable {
        /// The node, or nothing.
        var node = ""
        /// Where it is: `line 12 of Card.xml`.
        var place: String?
        var text: String

        /// The difference as it is printed.
        var shown: String {
            let name = place.map { node.isEmpty ? $0 : "\(node) (\($0))" } ?? node
            return name.isEmpty ? text : "\(name): \(text)"
        }
    }

    let path: String
    let snapshotPath: String
    /// The content that the file of snapshots would have.
    var expected = ""
    /// The titles of everything that was tested.
    var titles: [String] = []
    var snapshotCount = 0
    /// The number of tests with steps.
    var stepTestCount = 0
    var failures: [Failure] = []
    /// Whether the file of snapshots is not as it would be written.
    var differs = false
}

extension TestSubject {
    /// Creates one that cannot be tested, because nobody knows how it is compiled and where its snapshots are.
    init(unconfigured path: String) {
        self.init(
            path: path,
            snapshotPath: "",
            matrix: TestMatrix(nil),
            images: ImageFolder(templates: "", slots: [:], sizes: [:]),
            values: [:],
            configuration: Configuration(),
            failure: "its configuration has errors"
        )
    }
}

extension TestSubject {
    /// Tests the template: compares every snapshot with the file, and runs its steps.
    ///
    /// - Parameters:
    ///   - old: The content of the file; `nil` if there is none.
    ///   - isUpdate: Whether the file will be written, so that nothing is compared with it.
    /// - Returns: What is not as expected, and the content that the file would have.
    func run(comparingWith old: String?, isUpdate: Bool) -> TestOutcome {
        var outcome = TestOutcome(path: path, snapshotPath: snapshotPath)
        if let failure {
            outcome.titles = ["cannot be tested"]
            outcome.failures = [.init(title: "cannot be tested", lines: [.init(text: failure)])]
            return outcome
        }
        var texts: [(title: String, text: String)] = []
        var origins: [[(type: String, index: Int)]] = []
        for variant in variants {
            for setting in matrix.settings {
                guard let container = makeContainer(variant.value, setting) else { continue }
                var writer = SnapshotWriter()
                writer.write(container)
                texts.append((variant.title(setting), writer.text))
                origins.append(writer.origins)
            }
        }
        outcome.titles = texts.map(\.title)
        outcome.snapshotCount = texts.count
        outcome.expected = SnapshotFile.text(texts)
        if old?.hasSameBytes(as: outcome.expected) != true {
            outcome.differs = true
            if !isUpdate { compare(old, &outcome, origins) }
        }
        for test in script?.tests ?? [] {
            let same = outcome.titles.count { $0 == test.name || $0.hasPrefix("\(test.name) (") }
            let title = outcome.titles.contains(test.name) ? "\(test.name) (\(same + 1))" : test.name
            outcome.titles.append(title)
            outcome.stepTestCount += 1
            let lines = TestPlayer(self, test).run()
            if !lines.isEmpty { outcome.failures.append(.init(title: title, lines: lines)) }
        }
        return outcome
    }

    private func compare(_ old: String?, _ outcome: inout TestOutcome, _ origins: [[(type: String, index: Int)]]) {
        guard let old else {
            let line = TestOutcome.Line(text: "there are no snapshots yet; 'vvc test --update' writes them")
            let new = SnapshotFile(outcome.expected).snapshots.first
            // What is compared with nothing has not passed.
            let title = Path.name(of: snapshotPath)
            outcome.titles = [title]
            outcome.failures.append(.init(title: title, lines: [line], new: new))
            return
        }
        let before = SnapshotFile(old).snapshots
        let after = SnapshotFile(outcome.expected).snapshots
        // The first one of a title counts.
        let earlier = Dictionary(before.map { (ExactText($0.title), $0) }) { first, _ in first }
        let titles = Set(after.map { ExactText($0.title) })
        for (snapshot, origins) in zip(after, origins) {
            guard let expected = earlier[ExactText(snapshot.title)] else {
                let line = TestOutcome.Line(text: "this is new; 'vvc test --update' writes it")
                outcome.failures.append(.init(title: snapshot.title, lines: [line], new: snapshot))
                continue
            }
            guard !expected.hasSameLines(as: snapshot) else { continue }
            let difference = SnapshotDifference(expected, snapshot)
            let lines = difference.changes.map { change -> TestOutcome.Line in
                var line = TestOutcome.Line(node: change.name, text: change.text)
                if let number = change.number, origins.indices.contains(number) {
                    line.place = place(of: origins[number])
                }
                return line
            }
            outcome.failures.append(
                .init(
                    title: snapshot.title,
                    lines: lines.isEmpty ? [.init(text: "the file is not as it is written")] : lines,
                    followerCount: difference.followerCount,
                    old: expected,
                    new: snapshot
                )
            )
        }
        for snapshot in before where !titles.contains(ExactText(snapshot.title)) {
            let line = TestOutcome.Line(text: "no test has this any more; 'vvc test --update' removes it")
            outcome.failures.append(.init(title: snapshot.title, lines: [line], old: snapshot))
        }
        guard outcome.failures.isEmpty else { return }
        // Such as an order that somebody changed.
        let line = TestOutcome.Line(text: "the file is not as 'vvc test --update' writes it")
        outcome.failures.append(.init(title: Path.name(of: snapshotPath), lines: [line]))
    }
}
