import VirtualView
import VirtualViewExpressions

/// Any tree with any properties and data is laid out, and after changes as if everything were laid out again.
///
/// The bytes choose the components, their properties and the data, so that every input is a template.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLayout(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count > 8, count < 4_096, let data else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    var writer = TreeWriter(choices: RandomChoices(bytes[1..<(count * 3 / 4)]))
    guard let template = try? writer.template() else { preconditionFailure("the tree can be written") }
    let limits = TreeLimits(maximumDepth: 64, maximumContainerDepth: 2, maximumNodeCount: 2_000)
    let target: Target = bytes[0] & 1 == 0 ? .swift : .iOS
    guard let prepared = try? PreparedTemplate(template, target: target, limits: limits) else {
        preconditionFailure("the tree can be prepared")
    }
    let choices = RandomChoices(bytes[(count * 3 / 4)...])
    var check = ScreenCheck(prepared, source: TreeWriter.items(target), choices: choices)
    check.run(rounds: 4)
    return 0
}

/// Writes a template as choices say.
private struct TreeWriter {
    var choices: RandomChoices
    private var builder = TemplateBuilder(type: "Fuzz")
    private var nodeCount = 0
    private var bindingCount = 0

    init(choices: RandomChoices) {
        self.choices = choices
    }

    private static let components = Schema.standard.components
    private static let properties = Schema.standard.properties.map(\.name)
    /// The properties that decide about sizes and places; they come more often.
    private static let sizes = [
        "layoutWidth", "layoutHeight", "layoutMarginLeft", "layoutMarginTop", "paddingLeft", "paddingBottom", "gravity",
        "layoutGravity", "orientation", "autoDimDirection", "autoDimX", "autoDimY", "layoutRatio", "visibility", "text",
        "dataTag", "colCount", "itemHeight", "flexGrow", "flexShrink", "flexWrap", "flexBasis", "alignItems",
        "textSize",
        "lines", "maxLines", "borderWidth", "background", "layoutDirection", "itemMargin", "justifyContent",
    ]

    /// A template of two boxes for the items of containers.
    static func items(_ target: Target) -> (any TemplateSource)? {
        var writer = TreeWriter(choices: RandomChoices([4, 1, 0, 0, 3, 20, 1, 3, 30]))
        guard let template = try? writer.template() else { return nil }
        return (try? PreparedTemplate(template, target: target)).map(SelfSource.init)
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
        if depth < 12 {
            for _ in 0..<choices.byte() % 4 where nodeCount < 60 { try writeNode(depth: depth + 1) }
        }
        try builder.closeNode()
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
            try builder.set(.string(builder.intern(choices.pick(["a", "some words", "1", "漢字", "gone"]))), for: key)
        default:
            bindingCount += 1
            try builder.set(.string(builder.intern("${k\(bindingCount % 16)}")), for: key)
        }
    }
}
