public import VirtualViewExpressions

/// Makes the cells of an app's own lists, on any thread.
///
/// What it makes depends only on the template, the data, the width, the environment and the metrics, and equals what a
/// ``Container`` gives that makes all items of its lists. Event programs of new data run; an app's own components are
/// made and measured on the calling thread.
///
/// ```swift
/// let renderer = ItemRenderer(manager, environment: ScreenEnvironment(scale: 3, width: 390))
/// let cell = try renderer.render("Card", data: ["title": "Tea"], width: 390)
/// ```
public struct ItemRenderer: Sendable {
    /// The source of the templates, such as a template manager.
    public let source: any TemplateSource
    /// The screen and the user's settings.
    public var environment: ScreenEnvironment
    /// The limits for nodes made from data.
    public var limits: NodeTree.Limits
    /// Measures texts, on several threads at once.
    public let textMeasuring: any TextMeasuring
    /// Returns the size of images, on several threads at once; the same size each time.
    public let imageMeasuring: (any ImageMeasuring)?

    /// Makes a renderer.
    ///
    /// - Parameters:
    ///   - source: The source of the templates, such as a template manager.
    ///   - environment: The screen and the user's settings.
    ///   - limits: The limits for nodes made from data.
    ///   - textMeasuring: Measures texts.
    ///   - imageMeasuring: Returns the size of images; the reference iOS runtime never uses it.
    public init(
        _ source: any TemplateSource,
        environment: ScreenEnvironment = ScreenEnvironment(),
        limits: NodeTree.Limits = NodeTree.Limits(),
        textMeasuring: any TextMeasuring = BuiltInTextMetrics(),
        imageMeasuring: (any ImageMeasuring)? = nil
    ) {
        self.source = source
        self.environment = environment
        self.limits = limits
        self.textMeasuring = textMeasuring
        self.imageMeasuring = imageMeasuring
    }

    /// Makes a cell on the calling thread.
    ///
    /// - Parameters:
    ///   - type: The template's name.
    ///   - data: The data; `nil` for none.
    ///   - width: The largest width in points; the height is that of the content.
    /// - Returns: The cell.
    /// - Throws: ``TemplateError`` if the source does not have the template.
    /// - Complexity: That of making, laying out and drawing the nodes.
    public func render(_ type: String, data: JSONValue?, width: Double) throws(TemplateError) -> RenderedItem {
        let prepared = try source.preparedTemplate(for: type)
        return RenderedOrigin(type, prepared, self, data: data, width: width).makeItem()
    }
}
