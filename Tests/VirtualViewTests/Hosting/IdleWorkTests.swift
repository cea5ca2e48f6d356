import Testing
import VirtualView
import VirtualViewTestSupport

/// Work between turns, by a clock that the tests move.
@Suite struct IdleWorkTests {
    /// A list of work, its clock, and what happened.
    private final class Bench {
        let work: IdleWork
        var time = 0.0
        var log: [String] = []
        var asked = 0

        init(capacity: Int = 64) {
            work = IdleWork(capacity: capacity)
            work.onNeed = { [unowned self] in asked += 1 }
        }

        /// Adds work of some units, each of which takes a time.
        func add(_ key: String, priority: Int = 0, units: Int = 1, each seconds: Double = 0.0013) {
            var left = units
            let unit = { [unowned self] in
                left -= 1
                time += seconds
                log.append(key)
                return left > 0
            }
            work.add(key, priority: priority, onDrop: { [unowned self] in log.append("drop \(key)") }, unit)
        }

        /// Runs one turn and returns what it did.
        func turn() -> String {
            log = []
            let units = work.run { time }
            let done = log.joined(separator: " ")
            return units == log.count(where: { !$0.hasPrefix("drop") }) ? done : "\(units) units, \(done)"
        }
    }

    @Test func aTurnDoesAtLeastOneUnitAndStopsAtTheBudget() {
        let bench = Bench()
        bench.add("a", units: 6)
        #expect(bench.turn() == "a a a a")
        #expect(bench.turn() == "a a")
        bench.add("slow", units: 2, each: 0.5)
        #expect(bench.turn() == "slow")
        #expect(bench.turn() == "slow")
        #expect(bench.turn() == "")
    }

    /// Items cannot be made ahead before a layout, so nothing is done again and again.
    @Test func workForAScreenThatMustBeLaidOutEnds() throws {
        let xml = #"<Scroller dataTag="${rows}" layoutWidth="-1" layoutHeight="-1"/>"#
        let source = try PreparedTemplates(#"<NText layoutHeight="20" text="${t}"/>"#)
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: source))
        container.update(data: ["rows": .array(BindingArray((0..<100).map { _ in ["type": "Row", "t": "a"] }))])
        let idle = IdleWork()
        idle.add("items ahead") { container.prepareItemsAhead(1) }
        #expect(idle.run { 0 } == 1)
        #expect(idle.count == 0)
        container.layout(in: LayoutSize(width: 100, height: 100))
        idle.add("items ahead") { container.prepareItemsAhead(1) }
        #expect(idle.run { 0 } == 6)
        #expect((container.tree.root as? ScrollerNode)?.liveRange == 0..<10)
    }

    @Test func urgentWorkComesFirstAndEqualsInTheirOrder() {
        let bench = Bench()
        for (key, priority) in [("low", -1), ("one", 0), ("two", 0), ("high", 5), ("three", 0)] {
            bench.add(key, priority: priority, each: 0)
        }
        #expect(bench.turn() == "high one two three low")
    }

    @Test func theSameKeyReplaces() {
        let bench = Bench()
        bench.add("a", units: 3, each: 0)
        bench.add("b", each: 0)
        bench.add("a", priority: -1, each: 0)
        #expect(bench.work.count == 2)
        #expect(bench.turn() == "b a")
    }

    @Test func tooMuchDropsTheOldestOfTheLowestPriorityAndTellsItsOwner() {
        let bench = Bench(capacity: 3)
        bench.add("old", priority: 1, each: 0)
        bench.add("older", each: 0)
        bench.add("newer", each: 0)
        bench.add("next", each: 0)
        #expect(bench.log == ["drop older"])
        bench.add("least", priority: -9, each: 0)
        #expect(bench.log == ["drop older", "drop least"])
        #expect(bench.turn() == "old newer next")
    }

    @Test func workIsHeldBackWhileTheUserDrags() {
        let bench = Bench()
        bench.work.isHeldBack = true
        bench.add("a", units: 2, each: 0.01)
        #expect(bench.asked == 0)
        #expect(bench.turn() == "")
        bench.work.isHeldBack = false
        #expect(bench.asked == 1)
        #expect(bench.turn() == "a")
        #expect(bench.asked == 2)
        bench.work.isHeldBack = true
        #expect(bench.turn() == "")
        #expect(bench.asked == 2)
    }

    @Test func workThatWaitsIsAskedForOnceSomebodyCanBeAsked() {
        let work = IdleWork()
        work.add("early") { false }
        var asked = 0
        work.onNeed = { asked += 1 }
        #expect(asked == 1)
        work.add("late") { false }
        #expect(asked == 1)
        #expect(work.run { 0 } == 2)
        work.add("later") { false }
        #expect(asked == 2)
    }

    @Test func whoeverIsToBeAskedNowIsAskedToo() {
        let work = IdleWork()
        var log: [String] = []
        work.onNeed = { log.append("first") }
        work.add("a") { false }
        work.onNeed = { log.append("second") }
        #expect(log == ["first", "second"])
        work.add("b") { false }
        #expect(log == ["first", "second"])
        work.onNeed = nil
        #expect(work.run { 0 } == 2)
        work.onNeed = { log.append("third") }
        #expect(log == ["first", "second"])
    }

    @Test func nobodyIsWokenWhileThereIsNothingToDo() {
        let bench = Bench()
        #expect(bench.asked == 0)
        bench.add("a", units: 9)
        bench.add("b")
        #expect(bench.asked == 1)
        var turns = 0
        while bench.asked > turns {
            turns += 1
            _ = bench.turn()
        }
        #expect(turns == 3)
        #expect(bench.work.count == 0)
        bench.work.isHeldBack = true
        bench.work.isHeldBack = false
        #expect(bench.asked == 3)
    }

    @Test func aUnitMayChangeTheWork() {
        let bench = Bench()
        var log: [String] = []
        bench.work.add("self") {
            log.append("first")
            bench.work.add("self") {
                log.append("second")
                return false
            }
            bench.work.remove("gone")
            #expect(bench.work.run { 0 } == 0)
            return false
        }
        bench.work.add("gone") {
            log.append("gone")
            return false
        }
        bench.work.run { 0 }
        #expect(log == ["first", "second"])
        #expect(bench.work.count == 0)
    }

    /// Changes the list when it is released, as a view does that goes away with its closure.
    private final class Leaver {
        let work: IdleWork
        let key: String

        init(_ work: IdleWork, _ key: String) {
            self.work = work
            self.key = key
        }

        deinit {
            work.remove(key)
            work.add("from \(key)") { false }
        }
    }

    @Test(arguments: ["remove", "replace", "drop", "done"])
    func whatAPieceHoldsMayChangeTheListWhenItGoes(_ way: String) {
        let work = IdleWork(capacity: 2)
        work.add("other", priority: 1) { false }
        do {
            let leaver = Leaver(work, "other")
            work.add("piece") {
                withExtendedLifetime(leaver) {}
                return false
            }
        }
        switch way {
        case "remove": work.remove("piece")
        case "replace": work.add("piece") { false }
        case "drop": work.add("third", priority: 2) { false }
        default: work.run { 0 }
        }
        var rest: [String] = []
        for key in ["other", "piece", "third", "from other"] {
            let count = work.count
            work.remove(key)
            if work.count < count { rest.append(key) }
        }
        let expected: [String: [String]] = [
            "remove": ["from other"], "replace": ["piece", "from other"], "drop": ["third", "from other"], "done": [],
        ]
        #expect(rest == expected[way])
        #expect(work.count == 0)
    }

    @Test func whoIsToldOfADropMayChangeTheList() {
        let work = IdleWork(capacity: 2)
        var asked = 0
        work.onNeed = { asked += 1 }
        var told: [Int] = []
        for number in 0..<3 {
            let onDrop = {
                told.append(number)
                work.remove("1")
            }
            work.add("\(number)", onDrop: onDrop) { false }
        }
        #expect(told == [0] && work.count == 1 && asked == 1)
    }

    @Test(arguments: [-1, -1e300, .nan, .infinity] as [Double])
    func aClockThatGoesBackGivesNoTime(_ step: Double) {
        let work = IdleWork()
        var units = 0
        var time = 100.0
        work.add("a") {
            units += 1
            time += step
            return units < 1_000
        }
        #expect(work.run { time } == 1)
        #expect(work.count == 1)
    }

    /// Against a list that is sorted anew for each step.
    @Test func doesWhatTheRulesSayForRandomSteps() {
        var generator = SeededGenerator(seed: RandomTests.seed)
        for _ in 0..<RandomTests.count(300) {
            let bench = Bench(capacity: 4)
            var model: [(key: String, priority: Int, units: Int, age: Int)] = []
            var age = 0
            for _ in 0..<40 {
                switch Int.random(in: 0..<4, using: &generator) {
                case 0, 1:
                    let key = "k\(Int.random(in: 0..<7, using: &generator))"
                    let priority = Int.random(in: 0..<3, using: &generator)
                    let units = Int.random(in: 1..<4, using: &generator)
                    bench.log = []
                    bench.add(key, priority: priority, units: units)
                    model.removeAll { $0.key == key }
                    model.append((key, priority, units, age))
                    age += 1
                    var dropped: [String] = []
                    if model.count > 4 {
                        let order = model.indices.min { first, second in
                            (model[first].priority, model[first].age) < (model[second].priority, model[second].age)
                        }
                        if let order { dropped.append("drop \(model.remove(at: order).key)") }
                    }
                    #expect(bench.log == dropped)
                case 2:
                    let key = "k\(Int.random(in: 0..<7, using: &generator))"
                    bench.work.remove(key)
                    model.removeAll { $0.key == key }
                default:
                    var expected: [String] = []
                    while expected.count < 4 {
                        let next = model.indices.min { first, second in
                            (-model[first].priority, model[first].age) < (-model[second].priority, model[second].age)
                        }
                        guard let next else { break }
                        expected.append(model[next].key)
                        model[next].units -= 1
                        if model[next].units == 0 { model.remove(at: next) }
                    }
                    #expect(bench.turn() == expected.joined(separator: " "), "VV_SEED=\(RandomTests.seed)")
                }
                #expect(bench.work.count == model.count)
            }
        }
    }
}
