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

    private func result(_ number: Int, in calls: FreshCalls) -> Double? {
        let call = call(number)
        return calls.result(call.room, call.given)?.height
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
        #expect(calls.result(call(7).room, LayoutSize(width: 3, height: -2)) == nil)
        #expect(calls.result(LayoutSize(width: 7, height: 1), call(7).given) == nil)
    }
}
