import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewPreview

/// The limits of a preview's content, whatever the sizes of the template and the data are.
///
/// No browser shows half a million lines in a reasonable time, and writing them takes gigabytes. Content that does not
/// fit is omitted at the end, and the preview has a warning about that.
struct PreviewRoom {
    /// The lines of text, boxes, images and other drawings in all pictures.
    var drawingCount = 50_000
    /// The nodes in all trees.
    var nodeCount = 50_000
    /// The bytes of data.
    var dataByteCount = 256 << 10
    /// The characters of a value.
    static let valueLength = 400

    /// Returns the part for one of several pictures.
    func share(among count: Int) -> PreviewRoom {
        var share = self
        share.drawingCount /= max(1, count)
        share.nodeCount /= max(1, count)
        return share
    }

    /// Leaves what a picture does not need to the others.
    mutating func take(_ rendering: TemplatePreview.Rendering) {
        drawingCount -= rendering.list.drawingCount
        nodeCount -= rendering.nodes.count
    }

    /// Returns the warnings about parts of a picture that are omitted because they do not fit.
    func warnings(drawings: Int, nodes: Int, share: PreviewRoom, width: Double) -> [RuntimeWarning] {
        var warnings: [RuntimeWarning] = []
        let width = JSONWriter.number(width)
        if drawings > share.drawingCount {
            warnings.append(
                RuntimeWarning(
                    leftOut:
                        "at width \(width) there are \(drawings) lines of text, boxes and images; those at the end are "
                        + "left out, for a preview draws \(drawingCount) in all"
                )
            )
        }
        if nodes > share.nodeCount {
            warnings.append(
                RuntimeWarning(
                    leftOut:
                        "at width \(width) there are \(nodes) nodes; those at the end are left out of the tree, for a "
                        + "preview lists \(nodeCount) in all"
                )
            )
        }
        return warnings
    }

    /// Returns the beginning of the data, and the sentence about the rest.
    func data(_ bytes: [UInt8]) -> (text: String, warning: RuntimeWarning?) {
        guard bytes.count > dataByteCount else { return (String(decoding: bytes, as: UTF8.self), nil) }
        // A character that is cut in two would be shown as another one.
        var end = max(0, dataByteCount)
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return (
            String(decoding: bytes[..<end], as: UTF8.self) + "…",
            RuntimeWarning(
                leftOut:
                    "the data has \(bytes.count) bytes; those at the end are left out, for a page shows \(dataByteCount)"
            )
        )
    }

    /// Returns the beginning of a value.
    static func value(_ text: String) -> String {
        let first = text.prefix(valueLength)
        return first.endIndex == text.endIndex ? text : first + "…"
    }
}

/// The options of a preview, apart from files.
struct PreviewRequest {
    /// The widths of the pictures in points, one at least.
    var widths: [Double] = [375]
    /// The height of the pictures; `nil` for the height that fits.
    var height: Double?
    /// The screen's width in points; `nil` for that of each picture.
    var screenWidth: Double? = 375
    /// The screen's height in points, which templates have that fill or scroll it; `nil` for the height that fits.
    var screenHeight: Double?
    /// The surroundings of the template.
    var setting = PreviewPage.Setting()
    /// What bindings read as `env` besides the surroundings.
    var values: BindingObject = [:]
    var metrics = TextMetricsName.builtin
    /// The place of a finger that presses; `nil` for none.
    var press: LayoutPoint?
    /// Whether a picture shows the frames of all nodes.
    var showsFrames = false
    /// Whether pictures describe themselves to screen readers, element by element.
    var showsAccessibility = false
    /// Whether colours say how often each point is painted.
    var showsOverdraw = false
    /// The families of fonts to prefer to the usual ones, the first one first.
    var fonts: [String] = []
    /// The script that plays the template in a page; `nil` for pictures only.
    var player: PlayedTemplate.Player?
    /// The amount of content that is shown.
    var room = PreviewRoom()

    /// Returns the screen and the user's settings.
    func environment(_ setting: PreviewPage.Setting, width: Double) -> ScreenEnvironment {
        ScreenEnvironment(
            width: screenWidth ?? width,
            textScale: setting.textScale,
            appearance: setting.appearance,
            layoutDirection: setting.layoutDirection,
            values: values
        )
    }
}

/// Describes the properties that a template sets on live nodes, and their places.
struct NodeDescription {
    private let input: TemplateInput
    private var dumps: [String: TemplateDump] = [:]

    init(_ input: TemplateInput) {
        self.input = input
    }

    /// Returns a node's properties and its place in the source.
    mutating func describe(_ node: Node) -> (properties: [PreviewNode.Property], source: SourceMap.Position?) {
        let type = node.templateType
        let index = node.templateIndex
        let source = input.sourceMaps[type]?.position(ofNode: index)
        guard let dump = dump(of: type), dump.template.nodes.indices.contains(index) else { return ([], source) }
        let properties = dump.template.nodes[index].setters.map { setter in
            let text = dump.text(of: setter)
            let name = dump.name(of: setter.key)
            return PreviewNode.Property(name: name, text: text, value: Self.value(of: setter, name, text, node))
        }
        return (Array(properties), source)
    }

    private mutating func dump(of type: String) -> TemplateDump? {
        if let dump = dumps[type] { return dump }
        guard let template = input.template(of: type) else { return nil }
        let dump = TemplateDump(template)
        dumps[type] = dump
        return dump
    }

    /// Returns the value of a binding or a length in `rp` with the data and the screen; `nil` if it is as written.
    private static func value(of setter: PropertySetter, _ name: String, _ text: String, _ node: Node) -> String? {
        let isBinding = setter.text.map { $0.contains("${") || $0.contains("@{") } ?? false
        guard isBinding || text.hasSuffix("rp"), let value = node.property(named: name) else { return nil }
        let kind = LanguageSchema.standard.property(setter.key)?.kind
        let shown: String
        switch value {
        case .int(let number):
            shown = kind.flatMap { ValuePrinter.text(for: .int(number, .none), kind: $0) } ?? "\(number)"
        case .float(let number): shown = number.isFinite ? ValuePrinter.shortest(number) : "\(number)"
        case .string(let text): shown = JSONText.quoted(PreviewRoom.value(text))
        case .data(let value): shown = PreviewRoom.value(value.json)
        default: shown = "nothing"
        }
        return shown
    }
}
