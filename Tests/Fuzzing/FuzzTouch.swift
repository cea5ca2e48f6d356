import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions

/// Touches and time: the events are those that the slow way finds.
///
/// Half of the inputs also have times and places that no finger has, and change the screen meanwhile. Whatever comes of
/// that, one touch has one event at most, and nothing stays pressed.
func fuzzTouch(_ bytes: [UInt8]) {
    guard bytes.count > 1, bytes.count <= 512 else { return }
    var choices = RandomChoices(bytes[1...])
    func pick(_ range: ClosedRange<Int>) -> Int { range.lowerBound + choices.byte() % range.count }
    do {
        if bytes[0] < 128 {
            let model = TouchModel(count: bytes.count / 5, pick: pick)
            let events = model.events
            let sent = try model.run(tellsTime: bytes[0] & 1 == 0)
            precondition(sent == events, "\(sent), not \(events): \(model.steps)")
        } else {
            try runWild(&choices)
        }
    } catch {
        preconditionFailure("\(error)")
    }
}

private func runWild(_ choices: inout RandomChoices) throws {
    let container = try TouchModel.makeContainer()
    let numbers = [0, 5, 30, 60, 99, -1, 1e9, 1e300, -.infinity, .infinity, .nan]
    let phases: [Container.TouchPhase] = [.began, .moved, .ended, .cancelled]
    let buttons = Array(container.tree.root.children)
    var (begun, events) = (0, 0)
    // What a program does in an event may be anything, also a touch.
    var isInside = false
    container.onEvent = { [unowned container] _ in
        events += 1
        guard !isInside else { return }
        isInside = true
        container.touch(.began, at: LayoutPoint(x: 60, y: 30), time: 0)
        isInside = false
        begun += 1
    }
    while !choices.isEmpty {
        switch choices.byte() % 8 {
        case 0: choices.pick(buttons).visibility = choices.pick([.visible, .invisible, .gone])
        case 1:
            choices.pick(buttons).flag = choices.pick([[], .clickable, .longClickable, [.clickable, .longClickable]])
        case 2: container.reuse(for: ["n": .int(Int64(choices.byte()))])
        case 3: container.layout(in: LayoutSize(width: choices.pick(numbers), height: 100))
        case 4: container.advance(to: choices.pick(numbers))
        default:
            let phase = choices.pick(phases)
            if phase == .began { begun += 1 }
            let point = LayoutPoint(x: choices.pick(numbers), y: choices.pick(numbers))
            container.touch(phase, finger: choices.byte() % 3, at: point, time: choices.pick(numbers))
        }
    }
    precondition(events <= begun, "one touch has one event")
    for finger in 0..<3 { container.touch(.cancelled, finger: finger, at: .zero, time: 0) }
    container.advance(to: 1e301)
    precondition(container.advance(to: 1e301) == nil, "nothing is due")
}
