import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore

@Suite struct PendingListTests {
    @Test func takesOutWhatHasWaitedLongest() {
        var list = PendingList<Int>()
        #expect(list.popFirst() == nil)
        for value in 1...3 { _ = list.append(value) }
        #expect(list.popFirst() == 1)
        #expect(list.popFirst() == 2)
        _ = list.append(4)
        #expect(list.count == 2)
        #expect(list.popFirst() == 3)
        #expect(list.popFirst() == 4)
        #expect(list.popFirst() == nil)
    }

    @Test func takesAnElementOutOnce() {
        var list = PendingList<Int>()
        let position = list.append(1)
        #expect(list.remove(at: position) == 1)
        #expect(list.remove(at: position) == nil)
        #expect(list.count == 0)
    }

    @Test func behavesLikeAnArray() {
        let seed = RandomTests.seed
        var random = SeededGenerator(seed: seed)
        var list = PendingList<Int>()
        var model: [(value: Int, position: Int)] = []
        for value in 0..<5000 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                model.append((value, list.append(value)))
            case 2:
                #expect(list.popFirst() == model.first?.value, "seed \(seed)")
                if !model.isEmpty { model.removeFirst() }
            default:
                guard let index = model.indices.randomElement(using: &random) else { continue }
                #expect(list.remove(at: model[index].position) == model[index].value, "seed \(seed)")
                model.remove(at: index)
            }
            #expect(list.count == model.count, "seed \(seed)")
        }
    }

    @Test func startsFewWorkersForManyLoads() {
        var state = ManagerState(isMeasured: false, width: 2, removesBeforeReload: false, manifest: nil)
        var aftermath = ManagerAftermath()
        for number in 0..<1000 {
            let request = TemplateRequest([], as: "Card\(number)")
            _ = state.enqueue(request, completion: nil, progress: nil, &aftermath)
        }
        #expect(aftermath.workersToStart == 2)
    }

    @Test func keepsNothingOfLoadsThatEnded() {
        var state = ManagerState(isMeasured: false, width: 1, removesBeforeReload: false, manifest: nil)
        var aftermath = ManagerAftermath()
        for _ in 0..<1000 {
            let request = TemplateRequest([], as: "Card")
            _ = state.enqueue(request, completion: nil, progress: nil, &aftermath)
        }
        #expect(state.pending.count == 1)
        #expect(state.slots["Card"]?.count == 1)
        state.removeAll(&aftermath)
        #expect(state.pending.count == 0)
        #expect(state.slots.isEmpty)
        #expect(state.deliveries.isEmpty)
    }
}
