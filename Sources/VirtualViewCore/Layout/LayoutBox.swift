/// A node as layout sees it: its numbers and what passes found out about it, flat in memory.
///
/// A pass touches nothing but boxes, and nodes only for what is slow anyway, such as texts. Boxes are linked like the
/// nodes; the links are valid as long as the ``LayoutEngine`` does not build its boxes anew.
struct LayoutBox {
    typealias Pointer = UnsafeMutablePointer<LayoutBox>

    /// One call to measure the box: what went in, what came out.
    struct Call {
        var room = LayoutSize.zero
        /// The size with which the component's own part began.
        var start = LayoutSize.zero
        var result = LayoutSize.zero
        var wasDirty = false
    }

    // What every pass touches comes first, so that it takes few lines of the processor's cache.

    // MARK: What the node says

    var kind = LayoutKind.plain
    var isGone = false
    /// Whether the final size of the parent's content can change this box's size.
    var isDependent = false
    var isVertical = false
    var autoDim = DimensionAxis.none

    // MARK: Marks

    /// Whether the next call to measure begins from nothing.
    var isDirty = true
    /// Whether the node or something below it changed since the box was last used.
    var isChanged = true
    /// Whether this pass has so far repeated the last one's calls, so that nothing below was touched.
    var isRepeating = false
    /// How many calls are kept, and how many of them this pass has made.
    var callCount: UInt8 = 0
    var callsMade: UInt8 = 0
    /// Whether there were more calls than are kept.
    var hasMoreCalls = false

    // MARK: Sizes and links

    var gravity: Gravity = []
    var layoutGravity: Gravity = []
    var direction: PlacementDirection = []
    /// The pass in which the box was last used.
    var pass: UInt64 = 0
    var layoutWidth = 0.0
    var layoutHeight = 0.0
    var firstChild: Pointer?
    var nextSibling: Pointer?
    /// The size as it is known now.
    var size = LayoutSize.zero
    var origin = LayoutPoint.zero
    var margins = BoxInsets()
    var paddings = BoxInsets()

    // MARK: What passes found out

    /// The frame that the node was told.
    var shownFrame = LayoutRect.zero
    /// The size with which the children were placed after the kept calls, if they were.
    var placedSize: LayoutSize?
    /// The number among the engine's nodes.
    var index: Int32 = 0
    var childCount: Int32 = 0
    /// The calls of this pass, or of the last one as far as this one repeats it.
    var calls = (Call(), Call(), Call())

    // MARK: What few nodes need

    var layoutRatio = 0.0
    var autoDimX = 0.0
    var autoDimY = 0.0
    /// Numbers of the component; each algorithm says which.
    var numbers = (0.0, 0.0, 0.0, 0.0)
    var columns = 1
    /// The last measured text, until the node changes.
    var textCall: Call?
    var flex = FlexStyle()
    var flexItem = FlexItemStyle()
}

/// Four distances: kept as nodes do, read as layout computes.
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
    // Computed, because reading a stored one checks each time whether it was made.
    static var match: Double { -1 }
    static var wrap: Double { -2 }

    /// Makes one side follow from the other, if the node says so.
    mutating func applyAutoDim() {
        guard autoDim != .none, autoDimX > 0, autoDimY > 0 else { return }
        if autoDim == .x {
            size.height = size.width / autoDimX * autoDimY
        } else {
            size.width = size.height / autoDimY * autoDimX
        }
    }
}

extension LayoutBox.Call {
    /// Whether a call has the same room, to the last bit: a room that is no number is the same as itself.
    @inline(__always)
    func hasRoom(_ other: LayoutSize) -> Bool {
        room.isSame(as: other)
    }
}

extension LayoutSize {
    /// Whether two sizes are the same to the last bit.
    @inline(__always)
    func isSame(as other: LayoutSize) -> Bool {
        width.bitPattern == other.width.bitPattern && height.bitPattern == other.height.bitPattern
    }
}

// Read through the pointer, because without optimization a property of the box itself copies all of it to the stack.
extension LayoutBox.Pointer {
    /// The number among the engine's nodes.
    var number: Int { Int(pointee.index) }

    var matchesWidth: Bool { pointee.layoutWidth == LayoutBox.match }
    var matchesHeight: Bool { pointee.layoutHeight == LayoutBox.match }
    var wrapsWidth: Bool { pointee.layoutWidth == LayoutBox.wrap }
    var wrapsHeight: Bool { pointee.layoutHeight == LayoutBox.wrap }

    /// Whether a side that wraps has no size yet.
    var hasOpenSide: Bool { hasOpenSide(pointee.size) }

    /// Whether a side that wraps would have no size with this one.
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

    var outerWidth: Double { pointee.size.width + pointee.margins.left + pointee.margins.right }
    var outerHeight: Double { pointee.size.height + pointee.margins.top + pointee.margins.bottom }
}
