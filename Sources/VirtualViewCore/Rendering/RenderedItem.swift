import VirtualViewExpressions
public import VirtualViewFormat

/// Everything that a cell needs to show a template with its data: a size, what to draw, what touches hit, and what a
/// screen reader presents.
///
/// An ``ItemRenderer`` makes it on any thread, without live nodes that stay alive. It never changes. Two items are equal
/// if cells show the same for both, also to a screen reader, and touches give the same events. When a touch is more than an event for the app,
/// ``hydrate()`` makes the live container.
public struct RenderedItem: Sendable {
    /// The name of the template.
    public let templateType: String
    /// The version of the template.
    public let templateVersion: FormatVersion
    /// The items to draw, from back to front.
    public let displayList: DisplayList
    /// The parts that take touches, those in front first.
    public let touchAreas: [TouchArea]
    /// What a screen reader presents, in reading order, as ``Container/accessibilityTree()`` gives it.
    public let accessibilityElements: [AccessibilityTree.Element]
    let origin: RenderedOrigin

    /// The size in points.
    public var size: LayoutSize { displayList.size }

    /// Returns the part that a touch hits, as ``Container/hitTest(_:)`` finds it.
    ///
    /// - Parameter point: The point in the item, in points.
    /// - Returns: The part in front, or `nil` if none takes touches there.
    /// - Complexity: O(*n*) in the number of parts that take touches.
    public func touch(at point: LayoutPoint) -> TouchArea? {
        touchAreas.first { $0.contains(point) }
    }

    /// Makes the live container that the item was made from.
    ///
    /// It has the same size, draws the same and takes the same touches, also if newer templates were loaded meanwhile.
    /// A template that was missing stays so until ``Container/follow(_:)``. It makes all items of its lists (``Container/listWindow`` is `nil`).
    ///
    /// - Returns: The container after layout, for the thread that calls.
    /// - Complexity: That of making and laying out the nodes.
    public func hydrate() -> sending Container {
        origin.makeContainer()
    }
}

extension RenderedItem: Hashable {
    /// Returns whether two items look the same and give the same events.
    public static func == (lhs: RenderedItem, rhs: RenderedItem) -> Bool {
        lhs.templateType == rhs.templateType && lhs.templateVersion == rhs.templateVersion
            && lhs.displayList == rhs.displayList && lhs.touchAreas == rhs.touchAreas
            && lhs.accessibilityElements == rhs.accessibilityElements
    }

    /// Hashes what items are compared by.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(templateType)
        hasher.combine(templateVersion)
        hasher.combine(displayList)
        hasher.combine(touchAreas)
        hasher.combine(accessibilityElements)
    }
}

extension RenderedItem {
    /// Returns whether a source still gives the templates that the item was made from.
    ///
    /// - Parameter source: The source; it may load templates.
    /// - Returns: Whether the item would be made from the same templates now.
    package func isCurrent(in source: any TemplateSource) -> Bool {
        guard let now = try? source.preparedTemplate(for: origin.type), now === origin.prepared else { return false }
        return origin.templates?.isCurrent(in: source) ?? true
    }
}

/// What an item was made from.
final class RenderedOrigin: Sendable {
    /// The name by which the template was asked for.
    let type: String
    let prepared: PreparedTemplate
    private let renderer: ItemRenderer
    private let data: JSONValue?
    private let width: Double
    /// The templates of the items inside; `nil` if there is no container for them.
    let templates: RecordedTemplates?

    init(_ type: String, _ prepared: PreparedTemplate, _ renderer: ItemRenderer, data: JSONValue?, width: Double) {
        self.type = type
        self.prepared = prepared
        self.renderer = renderer
        self.data = data
        self.width = width
        templates = prepared.makesItems ? RecordedTemplates(renderer.source) : nil
    }

    /// Makes a container that shows the data, and lays it out.
    func makeContainer() -> sending Container {
        makeContainer(source: templates.map { RecordedTemplates($0) } ?? renderer.source)
    }

    private func makeContainer(source: any TemplateSource) -> sending Container {
        let tree = prepared.makeTree(
            as: type,
            environment: renderer.environment,
            source: source,
            limits: renderer.limits
        )
        let container = Container(
            tree,
            textMeasuring: renderer.textMeasuring,
            imageMeasuring: renderer.imageMeasuring
        )
        tree.context.listWindow = nil
        container.update(data: data)
        container.layout(in: container.sizeThatFits(width: width))
        return container
    }

    /// Makes the item.
    func makeItem() -> RenderedItem {
        let container = makeContainer(source: templates ?? renderer.source)
        return RenderedItem(
            templateType: prepared.origin.type,
            templateVersion: prepared.origin.version,
            displayList: container.displayList(),
            touchAreas: container.touchAreas(),
            accessibilityElements: container.accessibilityTree().elements,
            origin: self
        )
    }
}

/// A source that gives the same answer for a name each time, and remembers which ones there were.
final class RecordedTemplates: TemplateSource {
    private let source: any TemplateSource
    /// The templates, and the errors of names that had none.
    private let known: Locked<[String: Result<PreparedTemplate, TemplateError>]>

    init(_ source: any TemplateSource) {
        self.source = source
        known = Locked([:])
    }

    /// Copies a record, so that what the copy is asked for does not change it.
    convenience init(_ other: RecordedTemplates) {
        self.init(other.source)
        let templates = other.known.withLock { $0 }
        known.withLock { $0 = templates }
    }

    func preparedTemplate(for type: String) throws(TemplateError) -> PreparedTemplate {
        if let answer = known.withLock({ $0[type] }) { return try answer.get() }
        let source = source
        let answer = Result { () throws(TemplateError) in try source.preparedTemplate(for: type) }
        known.withLock { $0[type] = answer }
        return try answer.get()
    }

    /// Returns whether a source still gives the same templates.
    func isCurrent(in source: any TemplateSource) -> Bool {
        for (type, answer) in known.withLock({ $0 }) {
            guard (try? source.preparedTemplate(for: type)) === (try? answer.get()) else { return false }
        }
        return true
    }
}
