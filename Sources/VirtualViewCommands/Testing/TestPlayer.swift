import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// Plays the steps of a test, and finds what is not as expected.
final class TestPlayer {
    private let subject: TestSubject
    private let test: TestScript.Test
    private var container: Container?
    private var setting: TestSetting
    private var values: BindingObject
    private var events: [NodeEvent] = []
    private var time = 0.0
    private var lines: [TestOutcome.Line] = []
    private var formatter = DiagnosticFormatter()

    init(_ subject: TestSubject, _ test: TestScript.Test) {
        self.subject = subject
        self.test = test
        setting = subject.matrix.settings.first ?? TestSetting()
        values = subject.values
    }

    /// Plays the test.
    ///
    /// - Returns: What is not as expected, in order; a step that cannot be done ends the test.
    func run() -> [TestOutcome.Line] {
        change(test.surroundings)
        let name = test.data?.text
        let variant = name.map { name in subject.variants.first { $0.name == name } } ?? subject.variants.first
        guard let variant else {
            let known = subject.variants.map(\.name)
            let nearest = NearestWord.find(name ?? "", among: known)
            let advice = MessageText.advice(nearest, MessageText.alternatives(known))
            report("there is no data '\(name ?? "")'\(advice)", at: test.data?.range ?? test.range)
            return lines
        }
        container = subject.makeContainer(variant.value, setting, values) { [weak self] in self?.events.append($0) }
        // What is sent when it is shown first is for a test that begins with that; others are about what their steps do.
        if test.steps.first?.doesNothing != true || test.steps.first?.expectation?.events == nil { events = [] }
        if test.steps.isEmpty {
            report("the test has no steps", at: test.range)
        } else if test.steps.allSatisfy({ $0.expectation == nil }) {
            // It would succeed whatever the template shows.
            report("the test expects nothing", at: test.range)
        }
        for step in test.steps {
            guard play(step) else { break }
            container?.turnDidEnd()
        }
        return lines
    }

    private func report(_ text: String, at range: SourceRange) {
        let place = formatter.position(of: range.offsets.lowerBound, in: range.file)
        lines.append(.init(place: "\(Path.name(of: range.file.path)):\(place.line):\(place.column)", text: text))
    }

    private func change(_ surroundings: TestScript.Surroundings) {
        setting.apply(surroundings)
        values = surroundings.values ?? values
    }

    // MARK: - What is done

    private func play(_ step: TestScript.Step) -> Bool {
        guard let container else { return false }
        guard !step.isEmpty else { return refuse("the step is empty", at: step.range) }
        if let data = step.data {
            container.update(data: data)
            layOut()
        }
        if let surroundings = step.surroundings {
            change(surroundings)
            container.environment = setting.environment(values)
            container.layOut(width: setting.width, screen: setting.height)
        }
        if let target = step.touch {
            guard let point = point(target) else { return false }
            container.touch(.began, at: point, time: time)
            time += 0.1
            container.touch(.ended, at: point, time: time)
            pass(0.4)
        }
        if let target = step.hold {
            guard let point = point(target) else { return false }
            container.touch(.began, at: point, time: time)
            pass(0.6)
            container.touch(.ended, at: point, time: time)
            pass(0.4)
        }
        if let scroll = step.scroll {
            guard let name = scroll.node else { return refuse("'scroll' needs a 'node'", at: scroll.range) }
            guard let node = node(name) else { return false }
            guard let content = node as? ItemContainerNode else {
                return refuse("'\(name.text)' is nothing that scrolls", at: name.range)
            }
            container.scroll(content, to: LayoutPoint(x: scroll.x, y: scroll.y))
            layOut()
        }
        if let turn = step.turn {
            guard let name = turn.node else { return refuse("'turn' needs a 'node'", at: turn.range) }
            guard let node = node(name) else { return false }
            guard let pages = node as? PageNode else { return refuse("'\(name.text)' is no 'Page'", at: name.range) }
            let count = pages.pageCount
            guard count > 0 else { return refuse("'\(name.text)' has no pages", at: turn.range) }
            guard let page = Int(exactly: turn.page), page < count else {
                let number = SnapshotWriter.number(turn.page)
                return refuse("'\(name.text)' has no page \(number); expected 0 to \(count - 1)", at: turn.range)
            }
            container.turn(pages, to: page)
            layOut()
        }
        if let seconds = step.wait { pass(seconds) }
        if let expectation = step.expectation { check(expectation) }
        return true
    }

    private func layOut() {
        guard let container, container.needsLayout else { return }
        container.layOut(width: setting.width, screen: setting.height)
    }

    /// Lets time pass, with everything that is due meanwhile.
    private func pass(_ seconds: Double) {
        let end = time + seconds
        var next = container?.advance(to: time)
        // A page that turns by itself is due again and again, and stays for a while each time.
        while let due = next, due <= end {
            next = container?.advance(to: due)
            layOut()
            container?.turnDidEnd()
        }
        container?.advance(to: end)
        time = end
        layOut()
    }

    private func refuse(_ problem: String, at range: SourceRange) -> Bool {
        report(problem, at: range)
        return false
    }

    // MARK: - Finding nodes

    /// Returns the middle of a node as it is shown, or a point: `10,20`.
    private func point(_ target: DecodedText) -> LayoutPoint? {
        let numbers = target.text.split(separator: ",", omittingEmptySubsequences: false).map { DecimalText.number($0) }
        if numbers.count == 2, let x = numbers[0], let y = numbers[1] {
            let size = container?.size ?? .zero
            if x >= 0, x < size.width, y >= 0, y < size.height { return LayoutPoint(x: x, y: y) }
            let sides = [size.width, size.height].map(SnapshotWriter.number)
            report("'\(target.text)' is outside of the container, \(sides[0]) x \(sides[1])", at: target.range)
            return nil
        }
        guard let container, let node = node(target) else { return nil }
        let frame = container.seenFrame(of: node)
        let middle = LayoutPoint(x: frame.origin.x + frame.size.width / 2, y: frame.origin.y + frame.size.height / 2)
        guard let obstacle = container.obstacle(to: node, at: middle) else { return middle }
        report("'\(target.text)' \(obstacle)", at: target.range)
        return nil
    }

    /// Returns a node, or reports that there is none.
    private func node(_ target: DecodedText) -> Node? {
        guard let container else { return nil }
        if let node = container.find(target.text) { return node }
        var marks: [String] = []
        for mark in container.tree.nodes.map(SnapshotWriter.mark) where !mark.isEmpty && !marks.contains(mark) {
            marks.append(mark)
        }
        let nearest = NearestWord.find(target.text, among: marks)
        let known = MessageText.advice(nearest, MessageText.alternatives(marks))
        let advice = marks.isEmpty ? "; no node has an id or a name" : known
        report("there is no node '\(target.text)'\(advice)", at: target.range)
        return nil
    }

    // MARK: - What is expected

    private func check(_ expectation: TestScript.Expectation) {
        if expectation.isEmpty { report("nothing is expected", at: expectation.range) }
        if let expected = expectation.events, let range = expectation.eventsRange { check(expected, range) }
        for (name, text, range) in expectation.texts {
            guard let text else {
                if let node = container?.find(name.text) {
                    guard container?.isHidden(node) == false else { continue }
                    report("'\(name.text)' is shown, expected none", at: name.range)
                } else if !subject.mayName(name.text) {
                    // It would be expected for ever after the node got another name.
                    report("no template that is shown has a node '\(name.text)'", at: name.range)
                }
                continue
            }
            guard let node = node(name) else { continue }
            // A hidden node keeps the text that it would show.
            guard container?.isHidden(node) == false else {
                report("'\(name.text)' is not shown, expected \(JSONText.quoted(text))", at: range)
                continue
            }
            let found: String
            switch node.property(named: "text") {
            case .string(let text): found = text
            case .data(let value): found = value.json
            default: found = ""
            }
            if !found.hasSameBytes(as: text) {
                report("'\(name.text)' shows \(JSONText.quoted(found)), expected \(JSONText.quoted(text))", at: range)
            }
        }
        for (name, frame, range) in expectation.frames {
            guard let container, let node = node(name) else { continue }
            guard frame.count == 4 else {
                report("a frame has four numbers: x, y, width and height", at: range)
                continue
            }
            let rect = container.frame(of: node)
            let found = [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height].map(SnapshotWriter.number)
            let expected = frame.map(SnapshotWriter.number)
            if found != expected {
                report(
                    "'\(name.text)' has the frame [\(found.joined(separator: ", "))], expected [\(expected.joined(separator: ", "))]",
                    at: range
                )
            }
        }
        if let expected = expectation.issues, let range = expectation.issuesRange {
            let warnings = container.map { subject.warnings(of: $0) } ?? []
            let found = Set(warnings.map(\.id)).sorted()
            if found != Set(expected).sorted() {
                report("the problems are \(Self.list(found)), expected \(Self.list(expected.sorted()))", at: range)
                for warning in warnings where !expected.contains(warning.id) {
                    report("\(warning.id): \(warning.message)", at: range)
                }
            }
        }
    }

    private static func list(_ ids: [String]) -> String { ids.isEmpty ? "none" : ids.joined(separator: ", ") }

    private func check(_ expected: [TestScript.Event], _ range: SourceRange) {
        let found = events
        events = []
        for (event, wanted) in zip(found, expected) {
            for text in wanted.differences(from: event) { report("an event has \(text)", at: wanted.range) }
        }
        for event in found.dropFirst(expected.count) { report("an event was not expected: \(event.shown)", at: range) }
        for event in expected.dropFirst(found.count) {
            report("an event did not come\(event.kind.map { ": \($0)" } ?? "")", at: event.range)
        }
    }
}

extension Container {
    /// Finds a node: `#7` or `#title` for the first with an id or a name, `#7[2]` for the third.
    ///
    /// Those in the copies of pages are none: nobody can touch them, and they show what their pages show.
    fileprivate func find(_ text: String) -> Node? {
        let parts = text.split(separator: "[", maxSplits: 1)
        guard let mark = parts.first else { return nil }
        let index = parts.count > 1 ? parts[1].hasSuffix("]") ? Int(parts[1].dropLast()) : nil : 0
        guard let index, index >= 0 else { return nil }
        var left = index
        let name = TestScript.nodeName(in: text)
        for node in tree.nodes where !name.isEmpty && (mark == "#\(node.id)" && node.id != 0 || node.isNamed(name)) {
            guard !node.isInCopy() else { continue }
            if left == 0 { return node }
            left -= 1
        }
        return nil
    }
}

extension Container {
    /// Returns what keeps a touch in the middle of a node from it; `nil` if nothing does, even if nothing takes touches there.
    fileprivate func obstacle(to node: Node, at middle: LayoutPoint) -> String? {
        guard !isHidden(node) else { return "is not shown" }
        let seen = seenFrame(of: node, isClipped: true).intersection(LayoutRect(size: size))
        guard seen.contains(middle) else { return "has its middle out of sight; scroll to it" }
        let hit = hitTest(middle)
        if let hit, !hit.isInside(node), !node.isInside(hit) {
            let places = tree.places(of: [node, hit])
            // What takes no touches lets them through to what is behind it.
            if places[0] < places[1] {
                let mark = SnapshotWriter.mark(of: hit)
                return "is covered by \(mark.isEmpty ? VisibleText.line(hit.componentName) : mark)"
            }
        }
        let isLost = node.takesTouches && hit?.isInside(node) != true
        return isLost ? "is outside of what it is in, and no touch gets there" : nil
    }
}

extension TestSubject {
    /// Returns whether a node of its templates has an id or a name, or gets one from data.
    fileprivate func mayName(_ text: String) -> Bool {
        let name = TestScript.nodeName(in: text)
        return ([template].compactMap { $0 } + source.templates.values).contains { $0.template.mayName(name) }
    }
}

extension Template {
    fileprivate func mayName(_ name: String) -> Bool {
        if partNames?.entries.contains(where: { $0.name.hasSameBytes(as: name) }) == true { return true }
        let keys = [PropertyName.id, .name].map { StringID(hashing: $0.rawValue) }
        return nodes.contains { node in
            node.setters.contains { setter in
                guard keys.contains(setter.key) else { return false }
                switch setter.value {
                case .int(let id, _): return name == "\(id)"
                case .string(let id): return string(for: id)?.hasSameBytes(as: name) == true
                default: return true
                }
            }
        }
    }
}

extension TestScript.Event {
    /// Returns what an event has that is not stated.
    fileprivate func differences(from event: NodeEvent) -> [String] {
        var texts: [String] = []
        func compare(_ name: String, _ found: String?, _ expected: String?) {
            guard let expected, found?.hasSameBytes(as: expected) != true else { return }
            texts.append("the \(name) \(found ?? "none"), expected \(expected)")
        }
        compare("kind", event.kind.rawValue, kind)
        compare("id", "\(event.nodeID)", id.map(SnapshotWriter.number))
        compare("action", event.action.map(JSONText.quoted), action.map(JSONText.quoted))
        compare("parameter", event.actionParam.map(JSONText.quoted), parameter.map(JSONText.quoted))
        compare("page", event.pageIndex.map { "\($0)" }, page.map(SnapshotWriter.number))
        if let value, event.actionValue ?? .null != value {
            texts.append("the value \(event.actionValue?.json ?? "none"), expected \(value.json)")
        }
        return texts
    }
}

extension NodeEvent {
    /// The event on one line.
    fileprivate var shown: String {
        "\(kind.rawValue) of #\(nodeID)\(action.map { " with the action \(JSONText.quoted($0))" } ?? "")"
    }
}
