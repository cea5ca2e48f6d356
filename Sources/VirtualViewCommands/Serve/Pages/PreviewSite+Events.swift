import VirtualView
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewPreview

// Clicks in pictures run the event programs of a live container, and the page gets what results: picture and nodes.

extension PreviewSite {
    /// Answers `POST /NAME/.event`.
    func click(_ template: ServedTemplate, _ request: HTTPRequest) -> HTTPResponse {
        guard let click = PreviewClick(request.body) else { return .problem(.badRequest, PreviewClick.help) }
        var shown: DataFile??
        if let text = click.text {
            guard case .success(let data) = Self.data(Array(text.utf8), named: template.dataName) else {
                return .problem(.badRequest, "the data is not JSON")
            }
            shown = .some(data)
        } else {
            shown = template.data(named: click.wishes.data)
        }
        guard let shown, let preview = parts(template, click.wishes, showing: shown)?.preview() else {
            return .problem(
                .notFound,
                template.build == nil ? "the template has never compiled" : "there is no such data"
            )
        }
        let key = PreviewSessions.Key(
            session: click.session,
            template: template.type,
            pictureNumber: template.pictureNumber,
            request: click.wishes.description + (click.text.map { " \($0)" } ?? "")
        )
        let container = sessions.container(for: key) { preview.makeContainer(width: click.width, click.setting) }
        return HTTPResponse(.success, .json, Self.send(click, to: container, preview))
    }

    private static func send(_ click: PreviewClick, to container: Container, _ preview: TemplatePreview) -> String {
        var events: [NodeEvent] = []
        var errors: [String] = []
        container.onEvent = { events.append($0) }
        container.tree.onEventError = { errors.append(ServedText.cut("\($0)", to: 2000)) }
        click.send(to: container)
        container.onEvent = nil
        container.tree.onEventError = nil
        preview.layOut(container, width: click.width)
        container.turnDidEnd()
        return JSONWriter.visible { json in
            let view = preview.view(of: container, number: click.view, width: click.width, click.setting)
            json.value("page", written: PreviewPage.json(of: [view]))
            json.array("events") { json in
                for event in events.filter({ $0.kind != .scroll }).prefix(20) {
                    json.object { $0.value("text", text(of: event)) }
                }
            }
            json.array("issues", errors.prefix(20))
        }
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
