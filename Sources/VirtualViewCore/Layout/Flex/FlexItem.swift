/// A child of a `FlexLayout`, or of a row whose children give way, during the flexbox algorithm.
///
/// Main and cross lengths are those of its frame.
struct FlexItem {
    let box: LayoutBox.Pointer
    /// The index among the children, which sorts items of the same order.
    let number: Int
    var base = 0.0
    /// The base, limited by the bounds.
    var hypothetical = 0.0
    var leastMain = 0.0
    var mostMain = Double.infinity
    var leastCross = 0.0
    var mostCross = Double.infinity
    var grow = 0.0
    var shrink = 0.0
    var main = 0.0
    var cross = 0.0
    var isFrozen = false
    /// The distance of the last try from the bounds.
    var violation = 0.0
    /// The distance from the cross start of the line to the baseline.
    var baseline = 0.0
    var align = FlexLayoutNode.AlignItems.flexStart

    /// Creates the item of a child, with its limits; the paddings always have room.
    init(_ box: LayoutBox.Pointer, number: Int, _ axes: FlexAxes) {
        self.box = box
        self.number = number
        shrink = box.pointee.shrink
        leastMain = max(axes.main(box.pointee.least), axes.mainPaddings(box))
        mostMain = axes.main(box.pointee.most)
        leastCross = max(axes.cross(box.pointee.least), axes.crossPaddings(box))
        mostCross = axes.cross(box.pointee.most)
    }

    /// Returns the nearest main length that the limits allow.
    func boundedMain(_ length: Double) -> Double { max(leastMain, min(length, mostMain)) }

    /// Returns the nearest cross length that the limits allow.
    func boundedCross(_ length: Double) -> Double { max(leastCross, min(length, mostCross)) }
}

/// A line of a `FlexLayout`.
struct FlexLine {
    var first: Int
    var end: Int
    var cross = 0.0
    var position = 0.0
    /// The distance from the cross start of the line to the baseline.
    var baseline = 0.0
}

/// Storage for the items and lines of the flex layouts that are being solved, one after the other.
struct FlexScratch {
    var items: [FlexItem] = []
    var lines: [FlexLine] = []
    /// What the boxes that are being measured with given sides say themselves.
    var sides: [Sides] = []

    /// The size that a box says, and its limits.
    struct Sides {
        private let width: Double
        private let height: Double
        private let least: LayoutSize
        private let most: LayoutSize

        init(_ box: LayoutBox.Pointer) {
            width = box.pointee.layoutWidth
            height = box.pointee.layoutHeight
            least = box.pointee.least
            most = box.pointee.most
        }

        func apply(to box: LayoutBox.Pointer) {
            (box.pointee.layoutWidth, box.pointee.layoutHeight) = (width, height)
            (box.pointee.least, box.pointee.most) = (least, most)
        }
    }

    /// Begins with the items and lines of a layout, behind those of the layouts around it.
    mutating func begin(_ problem: inout LayoutPass.FlexProblem) {
        problem.items = items.count..<items.count
        problem.lines = lines.count..<lines.count
    }

    /// Removes the items and lines of a layout.
    mutating func end(_ problem: LayoutPass.FlexProblem) {
        items.removeSubrange(problem.items)
        lines.removeSubrange(problem.lines)
    }
}

/// The sizes that were found for a box in some rooms, each as if nothing had been measured before.
struct FreshCalls {
    struct Call {
        var room = LayoutSize.zero
        /// The sides that were given; NaN for those that were not, -2 for one that wraps regardless of its setting, and
        /// -3 for one without its limits.
        var given = LayoutSize(width: .nan, height: .nan)
        var result = LayoutSize.zero
    }

    private var calls: [Call] = []
    private var oldest = 0
    /// The largest number of kept sizes.
    ///
    /// Each level of nested layouts may measure its children in a few more rooms than the one above; if too few are
    /// kept, every level would measure everything below it again.
    private static let capacity = 64

    mutating func removeAll() {
        calls.removeAll(keepingCapacity: true)
        oldest = 0
    }

    /// Gives a call its result; returns whether that is known.
    func answer(_ call: inout Call) -> Bool {
        for known in calls where known.room.isSame(as: call.room) && known.given.isSame(as: call.given) {
            call.result = known.result
            return true
        }
        return false
    }

    mutating func keep(_ call: Call) {
        guard calls.count == Self.capacity else { return calls.append(call) }
        calls[oldest] = call
        oldest = (oldest + 1) % Self.capacity
    }
}

/// Reads boxes along the main and cross axes of a flex layout.
struct FlexAxes {
    let isVertical: Bool

    func main(_ size: LayoutSize) -> Double { isVertical ? size.height : size.width }

    func cross(_ size: LayoutSize) -> Double { isVertical ? size.width : size.height }

    func size(main: Double, cross: Double) -> LayoutSize {
        isVertical ? LayoutSize(width: cross, height: main) : LayoutSize(width: main, height: cross)
    }

    func mainMargins(_ box: LayoutBox.Pointer) -> Double {
        isVertical ? box.pointee.margins.vertical : box.pointee.margins.horizontal
    }

    func crossMargins(_ box: LayoutBox.Pointer) -> Double {
        isVertical ? box.pointee.margins.horizontal : box.pointee.margins.vertical
    }

    func mainPaddings(_ box: LayoutBox.Pointer) -> Double {
        isVertical ? box.pointee.paddings.vertical : box.pointee.paddings.horizontal
    }

    func crossPaddings(_ box: LayoutBox.Pointer) -> Double {
        isVertical ? box.pointee.paddings.horizontal : box.pointee.paddings.vertical
    }

    /// Returns the node's size setting for the main axis.
    func mainLength(_ box: LayoutBox.Pointer) -> FlexLength {
        isVertical ? .height(of: box) : .width(of: box)
    }

    /// Returns the node's size setting for the cross axis.
    func crossLength(_ box: LayoutBox.Pointer) -> FlexLength {
        isVertical ? .width(of: box) : .height(of: box)
    }
}

/// The size setting of one side of a node.
enum FlexLength {
    case points(Double)
    case match
    /// The content determines the length, or the other side by `autoDim`.
    case content

    static func width(of box: LayoutBox.Pointer) -> FlexLength {
        let follows = box.pointee.autoDim == .y && box.pointee.autoDimX > 0 && box.pointee.autoDimY > 0
        return make(box.pointee.layoutWidth, follows)
    }

    static func height(of box: LayoutBox.Pointer) -> FlexLength {
        let follows = box.pointee.autoDim == .x && box.pointee.autoDimX > 0 && box.pointee.autoDimY > 0
        return make(box.pointee.layoutHeight, follows)
    }

    private static func make(_ length: Double, _ followsOtherSide: Bool) -> FlexLength {
        if followsOtherSide || length == LayoutBox.wrap { return .content }
        if length == LayoutBox.match { return .match }
        return .points(length > 0 ? length : 0)
    }
}
