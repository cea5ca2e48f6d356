import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

/// Random templates whose properties are bound to data, and random data for them.
struct RandomLayout {
    enum Kind: CaseIterable {
        case size
        case length
        case ratio
        case visibility
        case gravity
        case text
        case image
        case count
        case items
        case direction
    }

    private var generator: SeededGenerator
    private let isExtreme: Bool
    private let targetsIOS: Bool
    private let hasDirections: Bool
    private(set) var keys: [(name: String, kind: Kind)] = []
    private var nodeCount = 0

    init(seed: UInt64, isExtreme: Bool = false, targetsIOS: Bool = false, hasDirections: Bool = false) {
        generator = SeededGenerator(seed: seed)
        self.isExtreme = isExtreme
        self.targetsIOS = targetsIOS
        self.hasDirections = hasDirections
    }

    // MARK: Templates

    mutating func template() -> String {
        node(depth: 0)
    }

    private mutating func node(depth: Int) -> String {
        nodeCount += 1
        let isLeaf = depth >= 5 || nodeCount > 30 || (depth > 0 && Int.random(in: 0..<3, using: &generator) == 0)
        let name = isLeaf ? pick(Self.leaves) : pick(Self.layouts)
        var text = "<\(name) id=\"\(nodeCount)\""
        text += attributes(of: name)
        if name == "Page" || name == "Grid" || name == "Scroller" || name == "Slider" || name == "VH" {
            text += " dataTag=\"\(binding(.items))\"/>"
            return text
        }
        guard !isLeaf else { return text + "/>" }
        text += ">\n"
        for _ in 0..<Int.random(in: 0...4, using: &generator) { text += node(depth: depth + 1) + "\n" }
        return text + "</\(name)>"
    }

    private static let leaves = [
        "NText", "VText", "NImage", "NLine", "FrameLayout", "Page", "Grid", "Scroller", "Slider", "VH", "Progress",
        "VGraph",
    ]
    private static let layouts = [
        "FrameLayout", "VHLayout", "VH2Layout", "RatioLayout", "GridLayout", "FlexLayout", "NVHLayout", "VHLayout",
        "FrameLayout", "TotalContainer",
    ]

    private mutating func attributes(of name: String) -> String {
        var text = " layoutWidth=\"\(value(.size))\" layoutHeight=\"\(value(.size))\""
        func chance(_ most: Int) -> Bool { Int.random(in: 0..<most, using: &generator) == 0 }
        for side in ["Left", "Top", "Right", "Bottom"] {
            if chance(6) { text += " layoutMargin\(side)=\"\(value(.length))\"" }
            if chance(6) { text += " padding\(side)=\"\(value(.length))\"" }
        }
        if chance(3) { text += " visibility=\"\(value(.visibility))\"" }
        if chance(3) { text += " layoutGravity=\"\(value(.gravity))\"" }
        if chance(4) { text += " layoutRatio=\"\(value(.ratio))\"" }
        if chance(8) {
            text += " autoDimDirection=\"\(pick(["X", "Y"]))\" autoDimX=\"2\" autoDimY=\"\(value(.ratio))\""
        }
        if chance(8) { text += " layoutMargin=\"\(value(.length))\"" }
        if chance(8) { text += " padding=\"\(value(.length))\"" }
        if chance(6) { text += " flexGrow=\"\(value(.ratio))\"" }
        if chance(6) { text += " flexShrink=\"\(value(.ratio))\"" }
        if chance(8) { text += " order=\"\(value(.count))\"" }
        if chance(8) { text += " minWidth=\"\(value(.length))\" minHeight=\"\(value(.length))\"" }
        if chance(6) { text += " maxWidth=\"\(value(.length))\"" }
        if chance(6) { text += " maxHeight=\"\(value(.length))\"" }
        if chance(8) { text += " alignSelf=\"\(pick(["stretch", "center", "flex-end"]))\"" }
        if chance(4) { text += " layoutDirection=\"\(pick(["left", "right", "top", "bottom"]))\"" }
        if hasDirections, chance(5) { text += " direction=\"\(value(.direction))\"" }
        switch name {
        case "FrameLayout": if chance(2) { text += " gravity=\"\(value(.gravity))\"" }
        case "VHLayout", "NVHLayout":
            text += " orientation=\"\(pick(["H", "V"]))\""
            if chance(2) { text += " gravity=\"\(value(.gravity))\"" }
        case "VH2Layout", "RatioLayout", "Page": text += " orientation=\"\(pick(["H", "V"]))\""
        case "Slider", "VH":
            text += " orientation=\"\(pick(["H", "V"]))\" itemMargin=\"\(value(.length))\""
            if chance(2) { text += " itemWidth=\"\(value(.length))\"" }
            if name == "VH", chance(2) { text += " itemHeight=\"\(value(.length))\"" }
        case "Scroller":
            text += " orientation=\"\(pick(["H", "V"]))\" mode=\"\(pick(["linear", "staggeredGrid"]))\""
            text += " firstSpace=\"\(value(.length))\" lineSpace=\"\(value(.length))\" span=\"\(value(.length))\""
        case "GridLayout", "Grid":
            text += " colCount=\"\(value(.count))\" itemHeight=\"\(value(.length))\" itemHorizontalMargin=\"3\""
        case "FlexLayout":
            text +=
                " flexDirection=\"\(pick(["row", "column", "row-reverse"]))\" flexWrap=\"\(pick(["wrap", "nowrap"]))\""
            text += " alignItems=\"\(pick(["stretch", "center", "flex-start"]))\""
        case "NText", "VText":
            text += " text=\"\(value(.text))\" textSize=\"10\" lines=\"\(value(.count))\""
            if chance(4) { text += " maxLines=\"\(value(.count))\"" }
            if chance(4) { text += " lineHeight=\"\(value(.length))\" lineSpaceExtra=\"\(value(.length))\"" }
        case "NImage":
            text += " src=\"\(value(.image))\""
            if chance(2) { text += " ratio=\"\(value(.ratio))\"" }
        default: break
        }
        return text
    }

    /// A value, or a binding for one.
    private mutating func value(_ kind: Kind) -> String {
        guard Int.random(in: 0..<3, using: &generator) > 0 else { return binding(kind) }
        var plain = plainValue(kind)
        // A source cannot say that a text is empty.
        if plain.text == "" { plain = .string("x") }
        return plain.text ?? plain.json
    }

    private mutating func binding(_ kind: Kind) -> String {
        let name = "k\(keys.count)"
        keys.append((name, kind))
        return "${\(name)}"
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }

    // MARK: Data

    /// Data in which some values are other than before.
    mutating func data(changing old: JSONValue?) -> JSONValue {
        var pairs: [(String, JSONValue)] = []
        let keeps = Int.random(in: 0...4, using: &generator)
        for key in keys {
            let isKept = Int.random(in: 0..<5, using: &generator) < keeps
            if isKept, let value = old?[key.name] {
                pairs.append((key.name, value))
            } else {
                pairs.append((key.name, dataValue(key.kind)))
            }
        }
        return .object(BindingObject(pairs))
    }

    private mutating func dataValue(_ kind: Kind) -> JSONValue {
        if isExtreme, kind == .size || kind == .length || kind == .ratio || kind == .count {
            return .double(pick([.nan, .infinity, -.infinity, 1e38, -1e38, 1e-40, -7, 0, 4_294_967_296, 30]))
        }
        guard kind == .items else { return plainValue(kind) }
        let count = Int.random(in: 0...4, using: &generator)
        return .array(
            (0..<count).map { _ in
                let types = targetsIOS ? ["ItBox"] : ["ItBox", "ItFlex", "ItFill", "ItNone"]
                return ["type": .string(pick(types)), "w": plainValue(.length), "h": plainValue(.length)]
            }
        )
    }

    private mutating func plainValue(_ kind: Kind) -> JSONValue {
        switch kind {
        case .size: .int(pick([-1, -1, -2, -2, 0, 15, 40, 90, 200]))
        case .length: .int(pick([0, 2, 5, 12, 30]))
        case .ratio: .int(pick([0, 1, 2, 3]))
        case .visibility: .string(pick(["visible", "visible", "invisible", "gone"]))
        case .gravity: .string(pick(["left", "right|bottom", "h_center", "v_center|right", "top|left", "bottom"]))
        case .text: .string(pick(["", "a", "some words", "a longer text that needs lines", "one\ntwo"]))
        case .image: .string(pick(["small", "large", "unknown"]))
        case .count: .int(pick([0, 1, 2, 3]))
        case .items: .array([])
        case .direction: .string(pick(["ltr", "rtl", "inherit"]))
        }
    }
}
