import Testing
import VirtualView
import VirtualViewExpressions

/// Values are equal if kind and value are.
@Suite struct EventValueTests {
    private let values: [EventValue] = [
        .none, .bool(true), .bool(false), .int(1), .int(2), .long(1), .long(2), .float(1), .float(2),
        .float(.infinity), .double(1), .double(2), .string("1"), .string("2"), .list([1]), .list([2]),
        .object(["a": 1]), .object(["a": 2]),
    ]

    @Test func equalsItselfAlone() {
        for (index, value) in values.enumerated() {
            for (place, other) in values.enumerated() {
                #expect((value == other) == (index == place), "\(value), \(other)")
            }
        }
        #expect(EventValue.float(.nan) != .float(.nan) && EventValue.double(.nan) != .double(.nan))
    }
}
