/// Reads boxes along the main and cross axes of a flex layout.
struct FlexAxes {
    let isVertical: Bool

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
