// The calls that a box keeps from its last pass, as `LayoutPass` explains.

extension LayoutBox {
    mutating func forgetCalls() {
        isRepeating = false
        callCount = 0
        callsMade = 0
        hasMoreCalls = false
        placedSize = nil
    }

    /// Removes the calls of the last pass that this one has not made.
    mutating func forgetFurtherCalls() {
        isRepeating = false
        callCount = callsMade
        hasMoreCalls = false
        placedSize = nil
    }
}

extension LayoutBox.Pointer {
    /// Adds a call after the others; the last place is for the newest.
    @inline(__always)
    func keep(_ call: LayoutBox.Call) {
        switch pointee.callCount {
        case 0:
            pointee.calls.0 = call
            pointee.callCount = 1
        case 1:
            pointee.calls.1 = call
            pointee.callCount = 2
        case 2:
            pointee.calls.2 = call
            pointee.callCount = 3
        default:
            pointee.calls.2 = call
            pointee.hasMoreCalls = true
        }
        pointee.callsMade = pointee.callCount
        pointee.placedSize = nil
    }

    @inline(__always)
    func call(_ number: Int) -> LayoutBox.Call {
        switch number {
        case 0: pointee.calls.0
        case 1: pointee.calls.1
        default: pointee.calls.2
        }
    }
}
