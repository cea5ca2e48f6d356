import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// Any tree with any properties, programs and data is laid out, and after changes as if everything were laid out again.
///
/// The bytes choose the components, their properties and the data, so that every input is a template.
func fuzzLayout(_ bytes: [UInt8]) {
    guard bytes.count > 8, bytes.count < 4_096 else { return }
    var writer = TreeWriter(choices: RandomChoices(bytes[1..<(bytes.count * 3 / 4)]), hasPrograms: bytes[0] & 2 != 0)
    guard let template = try? writer.template() else { preconditionFailure("the tree can be written") }
    let limits = NodeTree.Limits(maximumDepth: 64, maximumContainerDepth: 2, maximumNodeCount: 2_000)
    let client: Client = bytes[0] & 1 == 0 ? .swift : .iOS
    guard
        let prepared = try? PreparedTemplate(template, registry: ScreenModule.registry, client: client, limits: limits)
    else {
        preconditionFailure("the tree can be prepared")
    }
    let choices = RandomChoices(bytes[(bytes.count * 3 / 4)...])
    var check = ScreenCheck(prepared, source: TreeWriter.items(client), choices: choices)
    check.run(rounds: 4)
}

/// Writes a template as choices say.
private struct TreeWriter {
    var choices: RandomChoices
    private let hasPrograms: Bool
    private var builder = TemplateBuilder(type: "Fuzz")
    private var nodeCount = 0
    private var bindingCount = 0

    init(choices: RandomChoices, hasPrograms: Bool = false) {
        self.choices = choices
        self.hasPrograms = hasPrograms
    }

    private static let components = LanguageSchema.standard.components
    private static let properties = LanguageSchema.standard.properties.map(\.name)
    /// The properties that decide about sizes and places; they come more often.
    private static let sizes = [
        "layoutWidth", "layoutHeight", "layoutMarginLeft", "layoutMarginTop", "paddingLeft", "paddingBottom", "gravity",
        "layoutGravity", "orientation", "autoDimDirection", "autoDimX", "autoDimY", "layoutRatio", "visibility", "text",
        "dataTag", "colCount", "itemHeight", "flexGrow", "flexShrink", "flexWrap", "flexBasis", "alignItems",
        "textSize",
        "lines", "maxLines", "borderWidth", "background", "layoutDirection", "itemMargin", "justifyContent",
        "minWidth", "maxWidth", "maxHeight", "direction",
    ]

    private static let handlers = [
        "onClick", "onLongClick", "onSetData", "onBeforeDataLoad", "onAfterDataLoad", "onScroll", "onPageFlip",
        "onAutoRefresh",
    ]
    /// Programs that change what is being shown, and those that call back.
    private static let programs = [
        "this.layoutWidth = 40", "this.visibility = data.k1", "this.text = data.k2", "this.parent.paddingTop = 7",
        "this.tag = this.layoutWidth", "app.click(2)", "app.click(5)", "app.show(data.k1)", "app.reuse(data.k3)",
        "app.environment(0)", "app.environment(200)", "app.environment(129)", "app.scroll(30)",
    ].compactMap { EventProgramCompiler.compile("${\($0)}") }

    /// A template of two boxes for the items of containers.
    static func items(_ client: Client) -> (any TemplateSource)? {
        var writer = TreeWriter(choices: RandomChoices([4, 1, 0, 0, 3, 20, 1, 3, 30]))
        guard let template = try? writer.template() else { return nil }
        return (try? PreparedTemplate(template, client: client)).map { PreparedTemplates(otherwise: $0) }
    }

    mutating func template() throws -> Template {
        try writeNode(depth: 0)
        return try Template(decoding: builder.encoded())
    }

    private mutating func writeNode(depth: Int) throws {
        nodeCount += 1
        let component = Self.components[choices.byte() % Self.components.count]
        try builder.openNode(component: component.id)
        for _ in 0..<choices.byte() % 8 { try writeProperty() }
        if hasPrograms, choices.byte() & 3 == 0 { try writeProgram() }
        if depth < 12 {
            for _ in 0..<choices.byte() % 4 where nodeCount < 60 { try writeNode(depth: depth + 1) }
        }
        try builder.closeNode()
    }

    private mutating func writeProgram() throws {
        let program = choices.pick(Self.programs)
        guard let code = program.code else { return }
        for text in program.strings { _ = try builder.intern(text.text) }
        let id = StringID(hashing: "program \(nodeCount)")
        try builder.addExpression(code, id: id)
        try builder.set(.expression(id), for: builder.intern(choices.pick(Self.handlers)))
        try builder.set(.int(255, .none), for: builder.intern("flag"))
    }

    private mutating func writeProperty() throws {
        let isSize = choices.byte() & 3 != 0
        let key = try builder.intern(isSize ? choices.pick(Self.sizes) : choices.pick(Self.properties))
        switch choices.byte() % 6 {
        case 0, 1: try builder.set(.int(Int32(choices.byte()) - 2, choices.byte() & 7 == 7 ? .rp : .none), for: key)
        case 2:
            let value: Int32 = choices.pick([-1, -2, 0, .max, .min, 1 << 24, 100_000])
            try builder.set(.int(value, .none), for: key)
        case 3:
            let value: Float = choices.pick([0.5, -1, .nan, .infinity, -.infinity, 3e38, 1e-38, 12.75])
            try builder.set(.float(value, .none), for: key)
        case 4:
            try builder.set(
                .string(builder.intern(choices.pick(["a", "some words", "1", "漢字", "gone", "rtl", "ltr"]))),
                for: key
            )
        default:
            bindingCount += 1
            try builder.set(.string(builder.intern("${k\(bindingCount % 16)}")), for: key)
        }
    }
}
