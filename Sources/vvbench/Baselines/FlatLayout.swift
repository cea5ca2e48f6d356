import VirtualView

/// What layout costs at least: every property resolved beforehand to a number in an array of its own, every text measured
/// beforehand, and nothing kept for a later pass.
///
/// It knows what ``DictionaryLayout`` knows, and only rooms in which no text is cut.
final class FlatLayout {
    private let arrays: FlatArrays
    private let count: Int

    /// Takes over a tree, which shows its data; never timed.
    init(_ root: DictionaryNode, _ metrics: any TextMeasuring) {
        var columns = FlatColumns()
        _ = columns.add(root, metrics)
        arrays = FlatArrays(columns)
        count = columns.kinds.count
    }

    deinit { arrays.deallocate() }

    /// Lays out the tree from nothing.
    func layout(width: Double, height: Double) {
        let arrays = arrays
        for index in 0..<count { arrays.isDirty[index] = true }
        arrays.sizes[0] = LayoutSize(width: width, height: height)
        arrays.isDirty[0] = false
        arrays.place(0)
    }

    /// The sum of all frames, as ``DictionaryNode/frameSum``.
    var frameSum: Double {
        (0..<count).reduce(0) { sum, index in
            let (origin, size) = (arrays.origins[index], arrays.sizes[index])
            return sum + origin.x + 3 * origin.y + 5 * size.width + 7 * size.height
        }
    }
}

private enum FlatKind: UInt8 {
    case frame
    case row
    case column
    case text
    case leaf
}

/// Four distances.
private struct FlatSides {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double

    init(_ node: DictionaryNode, _ prefix: String) {
        left = node.number(prefix + "Left")
        top = node.number(prefix + "Top")
        right = node.number(prefix + "Right")
        bottom = node.number(prefix + "Bottom")
    }
}

/// The arrays while they are filled.
private struct FlatColumns {
    var kinds: [FlatKind] = []
    var gravities: [UInt8] = []
    var ownGravities: [UInt8] = []
    var isDirty: [Bool] = []
    var firstChildren: [Int] = []
    var nextSiblings: [Int] = []
    var layoutSizes: [LayoutSize] = []
    var textSizes: [LayoutSize] = []
    var sizes: [LayoutSize] = []
    var origins: [LayoutPoint] = []
    var margins: [FlatSides] = []
    var paddings: [FlatSides] = []

    mutating func add(_ node: DictionaryNode, _ metrics: any TextMeasuring) -> Int {
        let index = kinds.count
        switch node.kind {
        case .frame: kinds.append(.frame)
        case .row:
            let isColumn = node.properties["orientation"] != nil && node.number("orientation") == 0
            kinds.append(isColumn ? .column : .row)
        case .text: kinds.append(.text)
        case .leaf: kinds.append(.leaf)
        }
        gravities.append(UInt8(node.number("gravity")))
        ownGravities.append(UInt8(node.number("layoutGravity")))
        isDirty.append(true)
        firstChildren.append(-1)
        nextSiblings.append(-1)
        layoutSizes.append(LayoutSize(width: node.number("layoutWidth"), height: node.number("layoutHeight")))
        textSizes.append(node.kind == .text ? Self.textSize(node, metrics) : .zero)
        sizes.append(.zero)
        origins.append(.zero)
        margins.append(FlatSides(node, "layoutMargin"))
        paddings.append(FlatSides(node, "padding"))
        var last = -1
        for child in node.children {
            let number = add(child, metrics)
            if last < 0 { firstChildren[index] = number } else { nextSiblings[last] = number }
            last = number
        }
        return index
    }

    private static func textSize(_ node: DictionaryNode, _ metrics: any TextMeasuring) -> LayoutSize {
        let font = TextFont(size: node.properties["textSize"] == nil ? 17 : node.number("textSize"))
        let height = metrics.lineHeight(of: font)
        let room = LayoutSize(width: .infinity, height: height)
        return metrics.measure(node.text("text"), in: font, within: TextLimits(room: room, lineHeight: height))
    }
}

/// The arrays, without checks of bounds or of exclusive access.
private struct FlatArrays {
    let kinds: UnsafeMutablePointer<FlatKind>
    let gravities: UnsafeMutablePointer<UInt8>
    let ownGravities: UnsafeMutablePointer<UInt8>
    let isDirty: UnsafeMutablePointer<Bool>
    let firstChildren: UnsafeMutablePointer<Int>
    let nextSiblings: UnsafeMutablePointer<Int>
    let layoutSizes: UnsafeMutablePointer<LayoutSize>
    let textSizes: UnsafeMutablePointer<LayoutSize>
    let sizes: UnsafeMutablePointer<LayoutSize>
    let origins: UnsafeMutablePointer<LayoutPoint>
    let margins: UnsafeMutablePointer<FlatSides>
    let paddings: UnsafeMutablePointer<FlatSides>

    init(_ columns: FlatColumns) {
        func copy<Value>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
            let pointer = UnsafeMutablePointer<Value>.allocate(capacity: values.count)
            pointer.initialize(from: values, count: values.count)
            return pointer
        }
        kinds = copy(columns.kinds)
        gravities = copy(columns.gravities)
        ownGravities = copy(columns.ownGravities)
        isDirty = copy(columns.isDirty)
        firstChildren = copy(columns.firstChildren)
        nextSiblings = copy(columns.nextSiblings)
        layoutSizes = copy(columns.layoutSizes)
        textSizes = copy(columns.textSizes)
        sizes = copy(columns.sizes)
        origins = copy(columns.origins)
        margins = copy(columns.margins)
        paddings = copy(columns.paddings)
    }

    func deallocate() {
        kinds.deallocate()
        gravities.deallocate()
        ownGravities.deallocate()
        isDirty.deallocate()
        firstChildren.deallocate()
        nextSiblings.deallocate()
        layoutSizes.deallocate()
        textSizes.deallocate()
        sizes.deallocate()
        origins.deallocate()
        margins.deallocate()
        paddings.deallocate()
    }

    // MARK: Measuring

    private func measure(_ index: Int, _ room: LayoutSize) {
        let layoutSize = layoutSizes[index]
        if isDirty[index] {
            isDirty[index] = false
            let margins = margins[index]
            let (width, height) = (layoutSize.width, layoutSize.height)
            sizes[index].width = width > 0 ? width : width == -1 ? room.width - margins.left - margins.right : 0
            sizes[index].height = height > 0 ? height : height == -1 ? room.height - margins.top - margins.bottom : 0
        } else if !hasOpenSide(index, layoutSize) {
            return
        }
        switch kinds[index] {
        case .leaf: return
        case .text: measureText(index, layoutSize)
        default: if hasOpenSide(index, layoutSize) { measureStack(index, layoutSize, room) }
        }
    }

    private func hasOpenSide(_ index: Int, _ layoutSize: LayoutSize) -> Bool {
        let size = sizes[index]
        return (size.width <= 0 && layoutSize.width == -2) || (size.height <= 0 && layoutSize.height == -2)
    }

    private func measureText(_ index: Int, _ layoutSize: LayoutSize) {
        let paddings = paddings[index]
        if layoutSize.width == -2 { sizes[index].width = textSizes[index].width + paddings.left + paddings.right }
        if layoutSize.height == -2 { sizes[index].height = textSizes[index].height + paddings.top + paddings.bottom }
        sizes[index].width = sizes[index].width.rounded(.up)
        sizes[index].height = sizes[index].height.rounded(.up)
    }

    private func measureStack(_ index: Int, _ layoutSize: LayoutSize, _ room: LayoutSize) {
        let own = margins[index]
        let paddings = paddings[index]
        if sizes[index].width <= 0, layoutSize.width < 0 { sizes[index].width = room.width - own.left - own.right }
        if sizes[index].height <= 0, layoutSize.height < 0 { sizes[index].height = room.height - own.top - own.bottom }
        let content = content(index)
        var (width, height) = (0.0, 0.0)
        var child = firstChildren[index]
        while child >= 0 {
            measure(child, content)
            let margins = margins[child]
            if layoutSizes[child].width != -1 {
                let outer = sizes[child].width + margins.left + margins.right
                width = kinds[index] == .row ? width + outer : max(width, outer)
            }
            if layoutSizes[child].height != -1 {
                let outer = sizes[child].height + margins.top + margins.bottom
                height = kinds[index] == .column ? height + outer : max(height, outer)
            }
            child = nextSiblings[child]
        }
        if layoutSize.width == -2 { sizes[index].width = width + paddings.left + paddings.right }
        if layoutSize.height == -2 { sizes[index].height = height + paddings.top + paddings.bottom }
        invalidateDependents(index)
    }

    private func content(_ index: Int) -> LayoutSize {
        let paddings = paddings[index]
        return LayoutSize(
            width: sizes[index].width - paddings.left - paddings.right,
            height: sizes[index].height - paddings.top - paddings.bottom
        )
    }

    private func invalidateDependents(_ index: Int) {
        var child = firstChildren[index]
        while child >= 0 {
            if !isDirty[child], layoutSizes[child].width == -1 || layoutSizes[child].height == -1 {
                isDirty[child] = true
                invalidateDependents(child)
            }
            child = nextSiblings[child]
        }
    }

    // MARK: Placing

    func place(_ index: Int) {
        let content = content(index)
        let paddings = paddings[index]
        let size = sizes[index]
        let kind = kinds[index]
        var position = kind == .column ? paddings.top : paddings.left
        var child = firstChildren[index]
        while child >= 0 {
            measure(child, content)
            let margins = margins[child]
            let gravity = ownGravities[child] == 0 ? gravities[index] : ownGravities[child]
            let own = sizes[child]
            if kind == .row {
                origins[child].x = position + margins.left
                position += own.width + margins.left + margins.right
            } else {
                let (near, far) = (paddings.left + margins.left, paddings.right + margins.right)
                origins[child].x =
                    gravity & 4 != 0
                    ? (size.width + near - far) / 2 - own.width / 2
                    : gravity & 2 != 0 ? size.width - far - own.width : near
            }
            if kind == .column {
                origins[child].y = position + margins.top
                position += own.height + margins.top + margins.bottom
            } else {
                let (near, far) = (paddings.top + margins.top, paddings.bottom + margins.bottom)
                origins[child].y =
                    gravity & 32 != 0
                    ? (size.height + near - far) / 2 - own.height / 2
                    : gravity & 16 != 0 ? size.height - far - own.height : near
            }
            if firstChildren[child] >= 0 { place(child) }
            child = nextSiblings[child]
        }
    }
}
