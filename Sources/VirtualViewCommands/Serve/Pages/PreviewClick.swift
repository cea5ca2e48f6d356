import VirtualView
import VirtualViewExpressions
import VirtualViewPreview

/// A click or a scrolling that a page sends.
package struct PreviewClick {
    /// What the user did.
    enum Action: Equatable {
        /// An event at a point of the picture.
        case touch(NodeEvent.Kind, LayoutPoint)
        /// A node, by its number in pre-order, was scrolled by distances.
        case scroll(node: Int, x: Double, y: Double)
    }

    /// The page's name for itself.
    package let session: String
    let action: Action
    /// The number of the picture on the page.
    package let view: Int
    package let width: Double
    let setting: PreviewPage.Setting
    /// The settings and the data of the picture.
    package let wishes: PictureRequest
    /// Data in place of that of the files; `nil` for that.
    let text: String?

    /// The required form of the body.
    static let help =
        "expected an object with session, kind, view, x, y, width, appearance, direction and textScale; perhaps with "
        + "height, data, text, overdraw, and node for kind scroll"

    private static let farthest = 1e6

    /// Reads the body of a request.
    ///
    /// Fails if the body is not such an object.
    ///
    /// - Parameter body: JSON.
    package init?(_ body: [UInt8]) {
        guard let value = try? JSONValue(json: body),
            case .string(let session)? = value["session"], (1...64).contains(session.utf8.count),
            let x = Self.number(value["x"]), let y = Self.number(value["y"]),
            let width = Self.number(value["width"]), PictureRequest.widthLimits.contains(width)
        else { return nil }
        self.session = session
        self.width = width
        var setting = PreviewPage.Setting()
        if case .string(let name)? = value["appearance"] {
            guard let appearance = ScreenEnvironment.Appearance(rawValue: name) else { return nil }
            setting.appearance = appearance
        }
        if case .string(let name)? = value["direction"] {
            guard let direction = ScreenEnvironment.LayoutDirection(rawValue: name) else { return nil }
            setting.layoutDirection = direction
        }
        if let scale = Self.number(value["textScale"]) {
            guard PictureRequest.scaleLimits.contains(scale) else { return nil }
            setting.textScale = scale
        }
        self.setting = setting
        let height = Self.number(value["height"])
        if let height, !PictureRequest.heightLimits.contains(height) { return nil }
        var data: String?
        if case .string(let name)? = value["data"] { data = name }
        wishes = PictureRequest(
            width: width,
            height: height,
            setting: setting,
            data: data,
            showsOverdraw: value["overdraw"] == true
        )
        if case .string(let text)? = value["text"] { self.text = text } else { text = nil }
        guard let action = Self.action(value, x, y) else { return nil }
        self.action = action
        let view = Self.number(value["view"]) ?? 0
        guard (0...1000).contains(view) else { return nil }
        self.view = Int(view)
    }

    private static func action(_ value: JSONValue, _ x: Double, _ y: Double) -> Action? {
        guard case .string(let name)? = value["kind"] else { return .touch(.click, LayoutPoint(x: x, y: y)) }
        guard let kind = NodeEvent.Kind(rawValue: name) else { return nil }
        guard kind == .scroll else { return .touch(kind, LayoutPoint(x: x, y: y)) }
        guard let node = number(value["node"]), (0...farthest).contains(node), abs(x) <= farthest, abs(y) <= farthest
        else { return nil }
        return .scroll(node: Int(node), x: x, y: y)
    }

    /// Lets a container do what the user did.
    package func send(to container: Container) {
        switch action {
        case .touch(let kind, let point): container.send(kind, at: point)
        case .scroll(let index, let x, let y):
            guard let node = container.tree.nodes.dropFirst(index).first(where: { _ in true }) as? ItemContainerNode
            else { return }
            // What is read from right to left begins at the right.
            let along = node.isRightToLeft ? -x : x
            if let page = node as? PageNode {
                guard page.canSlide, x != 0 || y != 0 else { return }
                container.turn(page, to: page.currentPage + (along + y > 0 ? 1 : -1))
                return
            }
            let offset = node.scrollOffset
            container.scroll(node, to: LayoutPoint(x: offset.x + along, y: offset.y + y))
        }
    }

    private static func number(_ value: JSONValue?) -> Double? {
        value?.decimal.flatMap { $0.isFinite ? $0 : nil }
    }
}
