import VirtualViewFormat

/// The layout data of a node, flat in memory: its settings and the results of passes.
///
/// A pass uses only boxes, and nodes only for work that is slow anyway, such as texts. Boxes are linked like the nodes;
/// the links are valid until the ``LayoutEngine`` builds its boxes again.
struct LayoutBox {
    typealias Pointer = UnsafeMutablePointer<LayoutBox>

    /// One call to measure the box: its input and its result.
    struct Call {
        var room = LayoutSize.zero
        /// The size before the component's own measuring.
        var start = LayoutSize.zero
        var result = LayoutSize.zero
        var wasDirty = false
    }

    // The fields that every pass uses come first, so that they take few lines of the processor's cache.

    // MARK: What the node says

    var kind = LayoutKind.plain
    var isGone = false
    /// Whether the final size of the parent's content can change this box's size.
    var isDependent = false
    /// Whether the width, or the height, is 0 only because the parent gives the box a share of it later.
    var sharesWidth = false
    var sharesHeight = false
    var isVertical = false
    /// Whether the size has a minimum or maximum.
    var isBounded = false
    /// Whether the box becomes shorter where a row or column is too long.
    var givesWay = false
    /// Whether the node is a list that makes its items itself: they have boxes of their own.
    var isWindow = false
    /// Whether left and right change places among the children.
    var isMirrored = false
    /// Whether left and right change places in the parent, which then gives the box its frame.
    var isPlacedMirrored = false
    var autoDim = Node.DimensionAxis.none

    // MARK: Marks

    /// Whether the next call to measure starts from nothing.
    var isDirty = true
    /// Whether the node or something below it changed since the box was last used.
    var isChanged = true
    /// Whether this pass has so far repeated the calls of the last one, so that nothing below was touched.
    var isRepeating = false
    /// Whether the node does not have its frame yet.
    var isMoved = false
    /// The number of kept calls, and of those that this pass has made.
    var callCount: UInt8 = 0
    var callsMade: UInt8 = 0
    /// Whether there were more calls than are kept.
    var hasMoreCalls = false

    // MARK: Sizes and links

    var gravity: Gravity = []
    var layoutGravity: Gravity = []
    var direction: Node.PlacementDirection = []
    /// The pass in which the box was last used.
    var pass: UInt64 = 0
    var layoutWidth = 0.0
    var layoutHeight = 0.0
    var firstChild: Pointer?
    var nextSibling: Pointer?
    /// The size as far as it is known.
    var size = LayoutSize.zero
    var origin = LayoutPoint.zero
    var margins = BoxInsets()
    var paddings = BoxInsets()

    // MARK: What passes found out

    /// The frame that the node has, or gets when this pass ends.
    var shownFrame = LayoutRect.zero
    /// The size with which the children were placed after the kept calls, if they were.
    var placedSize: LayoutSize?
    /// The index among the engine's nodes.
    var index: Int32 = 0
    var childCount: Int32 = 0
    /// The calls of this pass, or of the last one as far as this one repeats it.
    var calls = (Call(), Call(), Call())

    // MARK: What few nodes need

    var layoutRatio = 0.0
    var autoDimX = 0.0
    var autoDimY = 0.0
    /// The numbers of the component; each algorithm says which.
    var numbers = (0.0, 0.0, 0.0, 0.0)
    var columns = 1
    /// The lines of a text and its last measuring, until the node changes.
    var textLines: TextLineMetrics?
    var textCall: Call?
    /// The limits of the size; they have a meaning only if `isBounded`.
    var least = LayoutSize.zero
    var most = LayoutSize(width: .infinity, height: .infinity)
    /// The factor of what the box loses where there is too little room.
    var shrink = 0.0
    var flex = FlexStyle()
    var flexItem = FlexItemStyle()
}

/// Four distances, stored in the precision of nodes and read in that of layout.
struct BoxInsets {
    private let insets: LayoutInsets

    init(_ insets: LayoutInsets = LayoutInsets()) {
        self.insets = insets
    }

    var left: Double { Double(insets.left) }
    var top: Double { Double(insets.top) }
    var right: Double { Double(insets.right) }
    var bottom: Double { Double(insets.bottom) }
    var horizontal: Double { left + right }
    var vertical: Double { top + bottom }
}

extension LayoutBox {
    // Computed, because reading a stored property checks each time whether it is initialized.
    static var match: Double { -1 }
    static var wrap: Double { -2 }

    /// Computes one side from the other, if the node says so.
    mutating func applyAutoDim() {
        guard autoDim != .none, autoDimX > 0, autoDimY > 0 else { return }
        if autoDim == .x {
            if isBounded, size.width > 0 { size.width = boundedWidth(size.width) }
            size.height = size.width / autoDimX * autoDimY
        } else {
            if isBounded, size.height > 0 { size.height = boundedHeight(size.height) }
            size.width = size.height / autoDimY * autoDimX
        }
    }

    /// Returns the nearest width that the limits allow; the minimum wins.
    func boundedWidth(_ width: Double) -> Double {
        isBounded ? max(least.width, min(width, most.width)) : width
    }

    /// Returns the nearest height that the limits allow; the minimum wins.
    func boundedHeight(_ height: Double) -> Double {
        isBounded ? max(least.height, min(height, most.height)) : height
    }
}

extension LayoutBox.Call {
    /// Returns whether a call has the same room, to the last bit: a room of NaN is equal to itself.
    @inline(__always)
    func hasRoom(_ other: LayoutSize) -> Bool {
        room.isSame(as: other)
    }
}

// Read through the pointer, because without optimization a property of the box itself copies the whole box to the
// stack.
extension LayoutBox.Pointer {
    /// The index among the engine's nodes.
    var number: Int { Int(pointee.index) }

    var matchesWidth: Bool { pointee.layoutWidth == LayoutBox.match }
    var matchesHeight: Bool { pointee.layoutHeight == LayoutBox.match }
    var wrapsWidth: Bool { pointee.layoutWidth == LayoutBox.wrap }
    var wrapsHeight: Bool { pointee.layoutHeight == LayoutBox.wrap }

    /// Keeps the size within its limits.
    func applyBounds() {
        pointee.size.width = pointee.boundedWidth(pointee.size.width)
        pointee.size.height = pointee.boundedHeight(pointee.size.height)
    }

    /// Whether a side that wraps has no size yet.
    var hasOpenSide: Bool { hasOpenSide(pointee.size) }

    /// Returns whether a side that wraps would have no size with the given one.
    @inline(__always)
    func hasOpenSide(_ size: LayoutSize) -> Bool {
        (size.width <= 0 && wrapsWidth) || (size.height <= 0 && wrapsHeight)
    }

    var contentSize: LayoutSize {
        LayoutSize(
            width: pointee.size.width - pointee.paddings.horizontal,
            height: pointee.size.height - pointee.paddings.vertical
        )
    }

    /// Returns the space that the box takes with a size in a parent that wraps: of a side that is a share, only the minimum.
    func wrappedSize(_ size: LayoutSize) -> LayoutSize {
        LayoutSize(
            width: (pointee.sharesWidth ? pointee.least.width : size.width) + pointee.margins.horizontal,
            height: (pointee.sharesHeight ? pointee.least.height : size.height) + pointee.margins.vertical
        )
    }

    var outerWidth: Double { pointee.size.width + pointee.margins.left + pointee.margins.right }
    var outerHeight: Double { pointee.size.height + pointee.margins.top + pointee.margins.bottom }
}

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
