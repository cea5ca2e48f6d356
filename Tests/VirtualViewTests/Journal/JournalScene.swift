import Foundation
import Testing
import VirtualView
import VirtualViewFormat

/// A screen whose own component does what a test says when it is at work, in the host or in an item.
struct JournalScene {
    /// The moment at which something happens.
    struct Moment: Hashable, Codable, CustomStringConvertible {
        /// The raw value of the phase.
        let phase: UInt8
        /// The type of the template that is at work.
        let type: String

        init(_ phase: TemplatePhase, in type: String) {
            self.phase = phase.rawValue
            self.type = type
        }

        var description: String { "\(TemplatePhase(rawValue: phase).map { "\($0)" } ?? "?") of \(type)" }
    }

    /// What happens, and when; `nil` in a process that is to live on.
    static let trap = Locked<(moment: Moment, body: @Sendable () -> Void)?>(nil)

    /// Does what is to happen at a moment.
    static func reach(_ phase: TemplatePhase, in type: String) {
        let moment = Moment(phase, in: type)
        trap.withLock { $0?.moment == moment ? $0?.body : nil }?()
    }

    static let types = ["Host", "Item", "ListHost"]

    let manager: TemplateManager

    init(_ journal: TemplateJournal?) throws {
        var configuration = TemplateManager.Configuration(loader: MomentLoader())
        configuration.journal = journal
        configuration.onPreparation = { Self.reach(.prepare, in: $0) }
        try configuration.registry.register(MomentNode.self, for: MomentNode.component)
        manager = TemplateManager(configuration: configuration)
    }

    static func bytes(_ type: String) throws -> [UInt8] {
        let moment = NodeSpec(
            component: MomentNode.component.id,
            ["layoutWidth": -2, "layoutHeight": -2, "tea": "${tea}", "onClick": .handler("this.id = 3;")]
        )
        let children: [NodeSpec] =
            switch type {
            case "Host": [moment, NodeSpec("Grid", ["dataTag": "${items}"])]
            case "ListHost":
                [
                    NodeSpec(
                        "Scroller",
                        ["dataTag": "${items}", "orientation": 1, "layoutWidth": -1, "layoutHeight": -1]
                    )
                ]
            default: [moment]
            }
        return try makeTemplate(
            NodeSpec("VHLayout", ["orientation": 1, "layoutWidth": -1, "layoutHeight": -2], children),
            type: type
        ).bytes
    }

    static func file(_ type: String) throws -> LaunchRecord.File {
        let hash = SHA256.digest(of: try bytes(type))
        return LaunchRecord.File(type: type, sha256: HexText.text(hash))
    }

    static let data: JSONValue = ["tea": "green", "items": [["type": "Item", "tea": "black"]]]

    /// Loads all templates in the manager's queue.
    func loadInQueue() throws {
        for type in Self.types { manager.enqueue(try Self.bytes(type), as: type) }
        manager.waitUntilQueueIsIdle()
    }

    /// Loads all templates and shows one of them: every phase of the host and its items is passed.
    func show(_ host: String) throws {
        for type in Self.types { try manager.load(try Self.bytes(type), as: type) }
        let container = Container(
            try manager.makeNodeTree(of: host, environment: ScreenEnvironment(width: 100)),
            textMeasuring: FixedTextMetrics()
        )
        container.onEvent = { Self.reach(.event, in: $0.templateType) }
        container.update(data: Self.data)
        _ = container.sizeThatFits(width: 100)
        container.layout(in: LayoutSize(width: 100, height: 100))
        _ = container.displayList()
        for node in container.tree.nodes where node is MomentNode { container.send(.click, to: node) }
    }
}

/// A component of the app that says when it is at work.
final class MomentNode: Node {
    static let component = ComponentSchema(
        id: 1_301,
        name: "Moment",
        properties: [PropertySchema("tea", .string, default: .string(""), invalidates: .drawing)]
    )

    required init(prototype: NodePrototype) {
        super.init(prototype: prototype)
        JournalScene.reach(.create, in: templateType)
    }

    override func ownPropertyDidChange(_ property: PropertySchema) {
        JournalScene.reach(.bind, in: templateType)
    }

    override func measureContent(in room: LayoutSize) -> LayoutSize? {
        JournalScene.reach(.layout, in: templateType)
        return LayoutSize(width: 10, height: 10)
    }

    override func draw(in drawing: inout NodeDrawing) {
        JournalScene.reach(.draw, in: templateType)
    }
}

/// A loader that says what it loads.
private struct MomentLoader: TemplateLoader {
    func load(_ bytes: [UInt8]) throws(TemplateError) -> Template {
        let template = try TemplateBinaryLoader().load(bytes)
        JournalScene.reach(.load, in: template.type)
        return template
    }
}
