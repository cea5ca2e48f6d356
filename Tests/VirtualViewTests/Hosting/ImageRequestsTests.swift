import Testing
import VirtualView
import VirtualViewTestSupport

/// Which images a host loads, and which answers it takes.
@Suite struct ImageRequestsTests {
    @Test func anImageIsAskedForOnce() {
        var requests = ImageRequests()
        let change = requests.show(["a", "b", "a"])
        #expect(change.started.map { $0.source } == ["a", "b"])
        let again = requests.show(["b", "a"])
        #expect(again.started.isEmpty && again.cancelled.isEmpty)
    }

    @Test func whatIsNoLongerShownIsCancelledAndItsAnswerIsDropped() {
        var requests = ImageRequests()
        let first = requests.show(["a"]).started[0]
        let change = requests.show(["b"])
        #expect(change.cancelled == [first.number])
        #expect(requests.finish(first.number, isHere: true) == nil)
        #expect(requests.pendingCount == 1)
    }

    @Test func anImageThatIsShownAgainIsAskedForAgain() {
        var requests = ImageRequests()
        let first = requests.show(["a"]).started[0]
        _ = requests.show([])
        let second = requests.show(["a"]).started[0]
        #expect(second.number != first.number)
        // The answer to the first request is that to another question.
        #expect(requests.finish(first.number, isHere: true) == nil)
        #expect(requests.finish(second.number, isHere: true) == "a")
    }

    @Test func anAnswerCountsOnce() {
        var requests = ImageRequests()
        let request = requests.show(["a"]).started[0]
        #expect(requests.finish(request.number, isHere: true) == "a")
        #expect(requests.finish(request.number, isHere: true) == nil)
        #expect(requests.show(["a"]).started.isEmpty)
    }

    @Test func whatIsMissingIsNotAskedForAllTheTime() {
        var requests = ImageRequests()
        let request = requests.show(["a"]).started[0]
        #expect(requests.finish(request.number, isHere: false) == "a")
        #expect(requests.show(["a"]).started.isEmpty)
        #expect(requests.reset().isEmpty)
        #expect(requests.show(["a"]).started.map { $0.source } == ["a"])
    }

    @Test func aResetKeepsWhatIsHere() {
        var requests = ImageRequests()
        let started = requests.show(["a", "b"]).started
        _ = requests.finish(started[0].number, isHere: true)
        #expect(requests.reset() == [started[1].number])
        #expect(requests.show(["a", "b"]).started.map { $0.source } == ["b"])
    }

    @Test func aResetOfAllAsksAgainForWhatIsHere() {
        var requests = ImageRequests()
        let started = requests.show(["a", "b", "c"]).started
        _ = requests.finish(started[0].number, isHere: true)
        _ = requests.finish(started[1].number, isHere: false)
        #expect(requests.reset(all: true) == [started[2].number])
        #expect(requests.show(["a", "b", "c"]).started.map { $0.source } == ["a", "b", "c"])
    }

    /// Names that are equivalent in Unicode are those of two files.
    @Test func imagesWithEquivalentNamesAreTwo() {
        let names = ["caf\u{E9}.png", "cafe\u{301}.png"]
        var requests = ImageRequests()
        let started = requests.show(names).started
        #expect(started.map { Array($0.source.utf8) } == names.map { Array($0.utf8) })
        #expect(requests.finish(started[0].number, isHere: true).map { Array($0.utf8) } == Array(names[0].utf8))
        #expect(requests.show([names[1]]).started.isEmpty)
        #expect(requests.pendingCount == 1)
        #expect(requests.show(names).started.map { Array($0.source.utf8) } == [Array(names[0].utf8)])
    }

    /// Random changes, with answers in any order, compared with what a list of all requests says.
    @Test(arguments: 0..<50)
    func answersAreThoseThatAreWanted(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var requests = ImageRequests()
        var open: [Int: String] = [:]
        var cancelled: Set<Int> = []
        var shown: Set<String> = []
        var here: Set<String> = []
        for _ in 0..<200 {
            if Bool.random(using: &random), let number = open.keys.sorted().randomElement(using: &random) {
                let source = open.removeValue(forKey: number)
                let expected = cancelled.contains(number) ? nil : source
                #expect(requests.finish(number, isHere: true) == expected)
                if let expected { here.insert(expected) }
            } else {
                let wanted = (0..<4).map { _ in String(Int.random(in: 0..<6, using: &random)) }
                let change = requests.show(wanted)
                let gone = shown.subtracting(wanted)
                for (number, source) in open where gone.contains(source) { cancelled.insert(number) }
                here.subtract(gone)
                shown = Set(wanted)
                let waiting = Set(open.filter { !cancelled.contains($0.key) }.values)
                #expect(Set(change.started.map { $0.source }) == shown.subtracting(here).subtracting(waiting))
                for request in change.started { open[request.number] = request.source }
            }
            #expect(requests.pendingCount == open.keys.filter { !cancelled.contains($0) }.count)
        }
    }
}
