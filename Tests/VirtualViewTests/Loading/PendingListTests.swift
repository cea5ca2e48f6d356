import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore

@Suite struct PendingListTests {
    @Test func takesOutWhatHasWaitedLongest() {
        var list = PendingList()
        #expect(list.popFirst() == nil)
        for number: UInt64 in 1...3 { list.append(number, key: "Card\(number)") }
        #expect(list.popFirst()?.key == "Card1")
        #expect(list.popFirst()?.sequence == 2)
        list.append(4, key: "Card4")
        #expect(list.count == 2)
        #expect(list.popFirst()?.sequence == 3)
        #expect(list.popFirst()?.sequence == 4)
        #expect(list.popFirst() == nil)
    }

    @Test func takesALoadOutOnce() {
        var list = PendingList()
        for number: UInt64 in [2, 4, 6, 8] { list.append(number, key: "Card") }
        for _ in 0..<2 {
            list.remove(4)
            #expect(list.count == 3)
        }
        for absent: UInt64 in [1, 5, 9] { list.remove(absent) }
        #expect(list.count == 3)
    }

    @Test func behavesLikeAnArray() {
        let seed = RandomTests.seed
        var random = SeededGenerator(seed: seed)
        var list = PendingList()
        var model: [UInt64] = []
        for number: UInt64 in 0..<5000 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                model.append(number)
                list.append(number, key: "")
            case 2:
                #expect(list.popFirst()?.sequence == model.first, "seed \(seed)")
                if !model.isEmpty { model.removeFirst() }
            default:
                guard let index = model.indices.randomElement(using: &random) else { continue }
                list.remove(model.remove(at: index))
            }
            #expect(list.count == model.count, "seed \(seed)")
        }
    }

    @Test func startsFewWorkersForManyLoads() {
        var configuration = TemplateManager.Configuration()
        configuration.queueWidth = 2
        var state = ManagerState(configuration)
        for number in 0..<1000 {
            let request = TemplateRequest([], as: "Card\(number)")
            _ = state.enqueue(request, completion: nil, progress: nil)
        }
        #expect(state.aftermath.workersToStart == 2)
    }

    @Test func keepsNothingOfLoadsThatEnded() {
        var state = ManagerState(TemplateManager.Configuration())
        for _ in 0..<1000 {
            let request = TemplateRequest([], as: "Card")
            _ = state.enqueue(request, completion: nil, progress: nil)
        }
        #expect(state.pending.count == 1)
        #expect(state.slots["Card"]?.count == 1)
        state.removeAll()
        #expect(state.pending.count == 0)
        #expect(state.slots.isEmpty)
        #expect(state.deliveries.isEmpty)
    }
}
