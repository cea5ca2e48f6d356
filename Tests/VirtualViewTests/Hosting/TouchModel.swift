import VirtualView
import VirtualViewCompiler

/// What fingers do to two buttons, the second of which takes long clicks, and the events that follow from that.
///
/// The events are found afterwards, from the whole of each touch. The fuzz target for touches uses this too, so it is
/// written without the package for tests.
struct TouchModel {
    /// What a finger does.
    struct Step {
        let phase: Container.TouchPhase
        let finger: Int
        let point: LayoutPoint
        let time: Double
    }

    let steps: [Step]

    /// Chooses what some fingers do.
    ///
    /// - Parameters:
    ///   - count: The number of steps.
    ///   - pick: Returns one number of a range.
    init(count: Int, pick: (ClosedRange<Int>) -> Int) {
        let (phases, pauses) = (
            [Container.TouchPhase.began, .moved, .ended, .ended, .cancelled], [0, 0.03, 0.1, 0.25, 0.5]
        )
        let (across, down) = ([5.0, 12, 16, 60, 64, 180], [30.0, 34])
        var time = 1.0
        steps = (0..<count).map { _ in
            time += pauses[pick(0...4)]
            let point = LayoutPoint(x: across[pick(0...5)], y: down[pick(0...1)])
            return Step(phase: phases[pick(0...4)], finger: pick(0...1), point: point, time: time)
        }
    }

    /// A screen with two buttons, `1` and `2`, each 50 points wide and high.
    static func makeContainer() throws -> Container {
        let xml = """
            <FrameLayout layoutWidth="-1" layoutHeight="-1">
                <VHLayout id="1" flag="flag_clickable" layoutWidth="50" layoutHeight="50"/>
                <VHLayout id="2" flag="flag_clickable|flag_longclickable" layoutMarginLeft="50" layoutWidth="50"
                    layoutHeight="50"/>
            </FrameLayout>
            """
        let bytes = TemplateCompiler().compile(SourceFile(path: "touch.xml", text: xml)).bytes ?? []
        let container = Container(try PreparedTemplate(TemplateBinaryLoader().load(bytes)).makeTree())
        container.layout(in: LayoutSize(width: 200, height: 100))
        return container
    }

    /// Whether the button at a point takes long clicks; `nil` where there is none.
    private static func takesLongClick(_ point: LayoutPoint) -> Bool? {
        point.x < 50 ? false : point.x < 100 ? true : nil
    }

    /// The events that a container sends.
    ///
    /// - Parameter tellsTime: Whether the container is told the time when something is due, as hosts do.
    /// - Returns: The events, in order, with the ids of the buttons.
    /// - Throws: Nothing, unless the code of this file is wrong.
    func run(tellsTime: Bool) throws -> [String] {
        let container = try Self.makeContainer()
        var events: [String] = []
        container.onEvent = { events.append("\($0.kind.rawValue) \($0.nodeID)") }
        var deadline: Double?
        for step in steps {
            while tellsTime, let due = deadline, due <= step.time { deadline = container.advance(to: due) }
            deadline = container.touch(step.phase, finger: step.finger, at: step.point, time: step.time)
        }
        return events
    }

    /// The events that follow from the touches that count: each ends before the next begins.
    var events: [String] {
        var events: [String] = []
        var index = 0
        while index < steps.count {
            let first = steps[index]
            index += 1
            guard first.phase == .began, let takesLong = Self.takesLongClick(first.point) else { continue }
            let button = takesLong ? 2 : 1
            let own = steps[index...].indices.filter { steps[$0].finger == first.finger }
            let last = own.first { steps[$0].phase != .moved || Self.isFar(steps[$0].point, first.point) }
            // A finger that goes down again starts a touch; whatever else ends this one is done.
            if let last { index = steps[last].phase == .began ? last : last + 1 } else { index = steps.count }
            let end = last.map { steps[$0] }
            if takesLong, (end ?? steps[steps.count - 1]).time >= first.time + 0.5 {
                events.append("longClick \(button)")
            } else if let end, end.phase == .ended, !Self.isFar(end.point, first.point) {
                events.append("click \(button)")
            }
        }
        return events
    }

    private static func isFar(_ first: LayoutPoint, _ second: LayoutPoint) -> Bool {
        let (x, y) = (first.x - second.x, first.y - second.y)
        return (x * x + y * y).squareRoot() > 10
    }
}
