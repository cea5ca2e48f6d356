/// The base class of the frame, row and column layouts.
open class StackNode: Node {
    final var content: StackProperties

    /// Makes a node as a template describes it.
    ///
    /// - Parameter prototype: The prototype of the node.
    public required init(prototype: NodePrototype) {
        content = Self.content(of: prototype)
        super.init(prototype: prototype)
    }

    private static func content(of prototype: NodePrototype) -> StackProperties {
        guard case .stack(let content) = prototype.specific else { return StackProperties() }
        return content
    }

    override class var emptyProperties: SpecificProperties { .stack(StackProperties()) }

    override func write(_ value: NodeValue, to slot: PropertySlot) -> PropertyOutcome {
        let outcome = content.write(value, to: slot)
        return outcome == .unknown ? super.write(value, to: slot) : outcome
    }

    override func value(of slot: PropertySlot) -> NodeValue? {
        content.value(of: slot) ?? super.value(of: slot)
    }

    override func restore(from prototype: NodePrototype) {
        super.restore(from: prototype)
        content = Self.content(of: prototype)
    }
}

/// A layout with children on top of each other, each placed by its gravity: `FrameLayout`.
open class FrameLayoutNode: StackNode {}

extension FrameLayoutNode {
    /// The position of children that do not set their own.
    public final var gravity: Gravity {
        get { content.gravity }
        set { assign(newValue.nodeValue, to: .gravity) }
    }
}

/// A layout with children in a row or column: `VHLayout`.
open class VHLayoutNode: StackNode {}

extension VHLayoutNode {
    /// The direction in which children follow each other.
    public final var orientation: Orientation {
        get { content.orientation }
        set { assign(newValue.nodeValue, to: .orientation) }
    }

    /// The position of children that do not set their own.
    public final var gravity: Gravity {
        get { content.gravity }
        set { assign(newValue.nodeValue, to: .gravity) }
    }
}

/// A layout with children in a row or column that is filled from both ends: `VH2Layout`.
open class VH2LayoutNode: StackNode {}

extension VH2LayoutNode {
    /// The direction in which children follow each other.
    public final var orientation: Orientation {
        get { content.orientation }
        set { assign(newValue.nodeValue, to: .orientation) }
    }
}

/// A layout with children in a row or column that share its space by their `layoutRatio`: `RatioLayout`.
open class RatioLayoutNode: StackNode {}

extension RatioLayoutNode {
    /// The direction in which children follow each other.
    public final var orientation: Orientation {
        get { content.orientation }
        set { assign(newValue.nodeValue, to: .orientation) }
    }
}
