import Testing

@testable import VirtualView
@testable import VirtualViewCore

@Suite struct FreshCallsTests {
    private func call(_ number: Int) -> FreshCalls.Call {
        FreshCalls.Call(
            room: LayoutSize(width: Double(number), height: .nan),
            given: LayoutSize(width: .nan, height: -2),
            result: LayoutSize(width: 1, height: Double(number))
        )
    }

    private func result(_ call: FreshCalls.Call, in calls: FreshCalls) -> Double? {
        var asked = FreshCalls.Call(room: call.room, given: call.given)
        return calls.answer(&asked) ? asked.result.height : nil
    }

    private func result(_ number: Int, in calls: FreshCalls) -> Double? {
        result(call(number), in: calls)
    }

    @Test func theOldestCallIsForgottenFirst() {
        var calls = FreshCalls()
        for number in 0..<64 { calls.keep(call(number)) }
        #expect((0..<64).allSatisfy { result($0, in: calls) == Double($0) })
        for number in 64..<150 {
            calls.keep(call(number))
            #expect(result(number, in: calls) == Double(number))
            #expect(result(number - 63, in: calls) == Double(number - 63))
            #expect(result(number - 64, in: calls) == nil)
        }
        calls.removeAll()
        #expect(result(149, in: calls) == nil)
        calls.keep(call(0))
        #expect(result(0, in: calls) == 0)
    }

    @Test func theRoomAndTheGivenSidesBothCount() {
        var calls = FreshCalls()
        calls.keep(call(7))
        #expect(result(7, in: calls) == 7)
        let given = LayoutSize(width: 3, height: -2)
        #expect(result(FreshCalls.Call(room: call(7).room, given: given), in: calls) == nil)
        let room = LayoutSize(width: 7, height: 1)
        #expect(result(FreshCalls.Call(room: room, given: call(7).given), in: calls) == nil)
    }
}
