/// The way in which a node is measured and places its children.
enum LayoutKind: UInt8, Sendable {
    /// Only the base rule; children are not laid out.
    case plain
    case frame
    case row
    case twoEndedRow
    case ratio
    case grid
    case flex
    case text
    case image
    case graph
    case page
    case scroller
    case slider
    case equalItems
}

extension LayoutKind {
    /// The kind of a class of nodes.
    init(of nodeClass: Node.Type) {
        self =
            switch nodeClass {
            case is FrameLayoutNode.Type, is TotalContainerNode.Type, is VirtualContainerNode.Type: .frame
            case is VHLayoutNode.Type: .row
            case is VH2LayoutNode.Type: .twoEndedRow
            case is RatioLayoutNode.Type: .ratio
            case is GridLayoutNode.Type, is GridNode.Type: .grid
            case is FlexLayoutNode.Type: .flex
            case is TextNode.Type: .text
            case is ImageNode.Type: .image
            case is GraphNode.Type: .graph
            case is PageNode.Type: .page
            case is ScrollerNode.Type: .scroller
            case is SliderNode.Type: .slider
            case is VHNode.Type: .equalItems
            default: .plain
            }
    }

    /// Whether the children are laid out, and so can be visible.
    var placesChildren: Bool {
        switch self {
        case .plain, .text, .image, .graph: false
        default: true
        }
    }

    /// Whether the node has a content size, even an empty one.
    var hasContentSize: Bool {
        switch self {
        case .page, .scroller, .slider, .equalItems: true
        default: false
        }
    }
}

extension Node {
    /// The name of the component with the same behaviour: a `VText` behaves like an `NText`.
    public final var familyName: String {
        Self.families[componentName] ?? componentName
    }

    private static let families = [
        "VText": "NText", "VImage": "NImage", "VLine": "NLine",
        "TMVirtualImage": "NImage", "TMNImage": "NImage",
    ]
}
