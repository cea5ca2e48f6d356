import VirtualView
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewPreview

// Clicks in pictures run the event programs of a live container, and the page gets what results: picture and nodes.

extension PreviewSite {
    /// Answers `POST /NAME/.event`.
    func click(_ template: ServedTemplate, _ request: HTTPRequest) -> HTTPResponse {
        if let origin = request.values(of: "origin").first {
            // Pages of other servers cannot read the answer, but they could click.
            guard HostCheck.isSameOrigin(origin, host: request.host ?? "") else {
                return .problem(.forbidden, "the page is from another server")
            }
        }
        guard let click = PreviewClick(request.body) else { return .problem(.badRequest, PreviewClick.help) }
        let wishes = PictureRequest(widths: [click.width], setting: click.setting)
        guard let preview = parts(template, wishes)?.preview() else {
            return .problem(.notFound, "the template has never compiled")
        }
        let key = PreviewSessions.Key(
            session: click.session,
            template: template.type,
            pictureNumber: template.pictureNumber,
            request: wishes.description
        )
        let container = sessions.container(for: key) { preview.makeContainer(width: click.width, click.setting) }
        return HTTPResponse(.success, .json, Self.send(click, to: container, preview))
    }

    private static func send(_ click: PreviewClick, to container: Container, _ preview: TemplatePreview) -> String {
        var events: [NodeEvent] = []
        var errors: [String] = []
        container.onEvent = { events.append($0) }
        container.tree.onEventError = { errors.append(ServedText.cut("\($0)", to: 2000)) }
        container.send(click.kind, at: click.point)
        container.onEvent = nil
        container.tree.onEventError = nil
        preview.layOut(container, width: click.width)
        container.turnDidEnd()
        var json = JSONWriter(isPretty: false)
        json.object { json in
            let view = preview.view(of: container, number: click.view, width: click.width, click.setting)
            json.value("page", written: PreviewPage.json(of: [view]))
            json.array("events") { json in
                for event in events.prefix(20) { json.object { $0.value("text", text(of: event)) } }
            }
            json.array("issues") { json in
                for error in errors.prefix(20) { json.value(nil, error) }
            }
        }
        return json.text
    }

    /// Returns one line about an event.
    private static func text(of event: NodeEvent) -> String {
        var text = "\(event.kind)"
        if event.nodeID != 0 { text += " #\(event.nodeID)" }
        text += " \(event.templateType)"
        if let action = event.action, !action.isEmpty { text += " action=\(action)" }
        if let parameter = event.actionParam, !parameter.isEmpty { text += " param=\(parameter)" }
        if let value = event.actionValue { text += " value=\(value.json)" }
        if !event.dataPath.steps.isEmpty { text += " at \(event.dataPath)" }
        return ServedText.cut(text, to: 2000)
    }
}

/// The content of a click that a page sends.
struct PreviewClick {
    /// The page's name for itself.
    let session: String
    let kind: NodeEvent.Kind
    /// The number of the picture on the page.
    let view: Int
    let point: LayoutPoint
    let width: Double
    let setting: PreviewPage.Setting

    /// The required form of the body.
    static let help = "expected an object with session, kind, view, x, y, width, appearance, direction and textScale"

    /// Reads the body of a request.
    ///
    /// Fails if the body is not such an object.
    ///
    /// - Parameter body: JSON.
    init?(_ body: [UInt8]) {
        guard let value = try? JSONValue(json: body),
            case .string(let session)? = value["session"], (1...64).contains(session.utf8.count),
            let x = Self.number(value["x"]), let y = Self.number(value["y"]),
            let width = Self.number(value["width"]), (1...2000).contains(width)
        else { return nil }
        self.session = session
        self.width = width
        point = LayoutPoint(x: x, y: y)
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
            guard (0.5...4).contains(scale) else { return nil }
            setting.textScale = scale
        }
        self.setting = setting
        var kind = NodeEvent.Kind.click
        if case .string(let name)? = value["kind"] {
            guard let named = NodeEvent.Kind(rawValue: name) else { return nil }
            kind = named
        }
        self.kind = kind
        let view = Self.number(value["view"]) ?? 0
        guard (0...1000).contains(view) else { return nil }
        self.view = Int(view)
    }

    private static func number(_ value: JSONValue?) -> Double? {
        let number: Double
        switch value {
        case .int(let whole): number = Double(whole)
        case .double(let fraction): number = fraction
        default: return nil
        }
        return number.isFinite ? number : nil
    }
}

/// The live containers of open pages: what clicks did to them stays until the template changes or the page is left.
struct PreviewSessions {
    /// The identity of a container.
    struct Key: Hashable {
        /// The page's name for itself.
        let session: String
        let template: String
        let pictureNumber: Int
        /// The width and what surrounds the template.
        let request: String
    }

    private var containers: [(key: Key, container: Container)] = []

    /// The maximum number of containers; the one that was used least recently goes first.
    private let limit: Int

    init(limit: Int = 32) {
        self.limit = limit
    }

    /// The number of containers.
    var count: Int { containers.count }

    /// Returns the container of a page; creates it if there is none.
    mutating func container(for key: Key, make: () -> Container) -> Container {
        if let index = containers.firstIndex(where: { $0.key == key }) {
            let entry = containers.remove(at: index)
            containers.append(entry)
            return entry.container
        }
        // A page shows one picture of a template; containers of earlier ones are never needed again.
        containers.removeAll { entry in
            entry.key.session == key.session && entry.key.pictureNumber != key.pictureNumber
        }
        if containers.count >= limit { containers.removeFirst() }
        let container = make()
        containers.append((key, container))
        return container
    }
}
