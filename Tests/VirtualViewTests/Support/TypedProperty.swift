@testable import VirtualView
@testable import VirtualViewCore

/// A typed property of a class of nodes, seen through the values that the language has for it.
struct TypedProperty {
    /// The attribute's name.
    let name: String
    /// Reads it; `nil` for a node of another class.
    let read: (Node) -> NodeValue?
    /// Sets it, and tells whether the value has the type; `nil` when apps may not set it.
    let write: ((Node, NodeValue) -> Bool)?

    init<Owner: Node, Value: PropertyStorable>(_ name: String, _ path: ReferenceWritableKeyPath<Owner, Value>) {
        self.name = name
        read = { node in (node as? Owner)?[keyPath: path].nodeValue }
        write = { node, value in
            guard let owner = node as? Owner, let new = Value(nodeValue: value) else { return false }
            owner[keyPath: path] = new
            return true
        }
    }

    init<Owner: Node, Value: PropertyStorable>(reading name: String, _ path: KeyPath<Owner, Value>) {
        self.name = name
        read = { node in (node as? Owner)?[keyPath: path].nodeValue }
        write = nil
    }
}

extension TypedProperty {
    /// The typed properties of every class, by hand: a property that is added to the schema is missing here.
    static var all: [TypedProperty] { ofEveryNode + ofLeaves + ofLayouts + ofContainers }

    /// The names of the language that no client of ours reads, and so have no typed property.
    static let withoutMeaning: Set = ["size", "pos", "ck", "inMainThread", "supportHTMLStyle"]

    /// Those that the component of a node has, by name.
    static func all(of node: Node) -> [String: [TypedProperty]] {
        let names = Set(LanguageSchema.standard.properties(of: node.componentID).map(\.name))
        let present = all.filter { names.contains($0.name) && $0.read(node) != nil }
        return Dictionary(grouping: present, by: \.name)
    }

    private static var ofEveryNode: [TypedProperty] {
        [
            TypedProperty("id", \Node.id),
            TypedProperty("flag", \Node.flag),
            TypedProperty("action", \Node.action),
            TypedProperty("uuid", \Node.uuid),
            TypedProperty("name", \Node.name),
            TypedProperty("tag", \Node.tag),
            TypedProperty("class", \Node.className),
            TypedProperty("actionParam", \Node.actionParam),
            TypedProperty("data", \Node.data),
            TypedProperty("dataUrl", \Node.dataURL),
            TypedProperty("dataParam", \Node.dataParam),
            TypedProperty("backgroundImage", \Node.backgroundImage),
            TypedProperty("accessibilityLabel", \Node.accessibilityLabel),
            TypedProperty("accessibilityRole", \Node.accessibilityRole),
            TypedProperty("accessibilityValue", \Node.accessibilityValue),
            TypedProperty("accessibilityState", \Node.accessibilityState),
            TypedProperty("accessibilityGroup", \Node.isAccessibilityGroup),
            TypedProperty("accessibilityHidden", \Node.isAccessibilityHidden),
            TypedProperty("alignSelf", \Node.alignSelf),
            TypedProperty("flexBasis", \Node.flexBasis),
            TypedProperty("layoutWidth", \Node.layoutWidth),
            TypedProperty("layoutHeight", \Node.layoutHeight),
            TypedProperty("autoDimDirection", \Node.autoDimDirection),
            TypedProperty("autoDimX", \Node.autoDimX),
            TypedProperty("autoDimY", \Node.autoDimY),
            TypedProperty("minWidth", \Node.minWidth),
            TypedProperty("maxWidth", \Node.maxWidth),
            TypedProperty("minHeight", \Node.minHeight),
            TypedProperty("maxHeight", \Node.maxHeight),
            TypedProperty("layoutMargin", \Node.layoutMargin),
            TypedProperty("layoutMarginLeft", \Node.layoutMarginLeft),
            TypedProperty("layoutMarginTop", \Node.layoutMarginTop),
            TypedProperty("layoutMarginRight", \Node.layoutMarginRight),
            TypedProperty("layoutMarginBottom", \Node.layoutMarginBottom),
            TypedProperty("padding", \Node.padding),
            TypedProperty("paddingLeft", \Node.paddingLeft),
            TypedProperty("paddingTop", \Node.paddingTop),
            TypedProperty("paddingRight", \Node.paddingRight),
            TypedProperty("paddingBottom", \Node.paddingBottom),
            TypedProperty("visibility", \Node.visibility),
            TypedProperty("layoutGravity", \Node.layoutGravity),
            TypedProperty("layoutDirection", \Node.layoutDirection),
            TypedProperty("layoutRatio", \Node.layoutRatio),
            TypedProperty("flexGrow", \Node.flexGrow),
            TypedProperty("flexShrink", \Node.flexShrink),
            TypedProperty("order", \Node.order),
            TypedProperty("background", \Node.background),
            TypedProperty("borderColor", \Node.borderColor),
            TypedProperty("borderWidth", \Node.borderWidth),
            TypedProperty("borderRadius", \Node.borderRadius),
            TypedProperty("borderTopLeftRadius", \Node.borderTopLeftRadius),
            TypedProperty("borderTopRightRadius", \Node.borderTopRightRadius),
            TypedProperty("borderBottomLeftRadius", \Node.borderBottomLeftRadius),
            TypedProperty("borderBottomRightRadius", \Node.borderBottomRightRadius),
            TypedProperty("pressedBackground", \Node.pressedBackground),
            TypedProperty("pressedAlpha", \Node.pressedAlpha),
            TypedProperty("direction", \Node.direction),
            TypedProperty("alpha", \Node.alpha),
        ]
    }

    private static var ofLeaves: [TypedProperty] {
        [
            TypedProperty("type", \GraphNode.shape),
            TypedProperty("color", \GraphNode.color),
            TypedProperty("paintWidth", \GraphNode.paintWidth),
            TypedProperty("paintStyle", \GraphNode.paintStyle),
            TypedProperty("diameterX", \GraphNode.diameterX),
            TypedProperty("diameterY", \GraphNode.diameterY),
            TypedProperty("gravity", \GraphNode.gravity),
            TypedProperty("src", \ImageNode.src),
            TypedProperty("scaleType", \ImageNode.scaleType),
            TypedProperty("mirrorsImage", \ImageNode.mirrorsImage),
            TypedProperty("ratio", \ImageNode.ratio),
            TypedProperty("maskColor", \ImageNode.maskColor),
            TypedProperty("blurRadius", \ImageNode.blurRadius),
            TypedProperty("filterWhiteBg", \ImageNode.filterWhiteBg),
            TypedProperty("fixBy", \ImageNode.fixBy),
            TypedProperty("disablePlaceHolder", \ImageNode.disablePlaceHolder),
            TypedProperty("disableCache", \ImageNode.disableCache),
            TypedProperty("orientation", \LineNode.orientation),
            TypedProperty("gravity", \LineNode.gravity),
            TypedProperty("color", \LineNode.color),
            TypedProperty("paintWidth", \LineNode.paintWidth),
            TypedProperty("style", \LineNode.style),
            TypedProperty("dashEffect", \LineNode.dashEffect),
            TypedProperty("color", \ProgressNode.color),
            TypedProperty("type", \ProgressNode.type),
            TypedProperty("initValue", \ProgressNode.initValue),
            TypedProperty("text", \TextNode.text),
            TypedProperty("textSize", \TextNode.textSize),
            TypedProperty("textColor", \TextNode.textColor),
            TypedProperty("textStyle", \TextNode.textStyle),
            TypedProperty("gravity", \TextNode.gravity),
            TypedProperty("typeface", \TextNode.typeface),
            TypedProperty("lines", \TextNode.lines),
            TypedProperty("maxLines", \TextNode.maxLines),
            TypedProperty("ellipsize", \TextNode.ellipsize),
            TypedProperty("lineHeight", \TextNode.lineHeight),
            TypedProperty("lineSpaceExtra", \TextNode.lineSpaceExtra),
            TypedProperty("lineSpaceMultiplier", \TextNode.lineSpaceMultiplier),
            TypedProperty("type", \VariableNode.type),
            TypedProperty("initValue", \VariableNode.initValue),
        ]
    }

    private static var ofLayouts: [TypedProperty] {
        [
            TypedProperty("flexDirection", \FlexLayoutNode.flexDirection),
            TypedProperty("flexWrap", \FlexLayoutNode.flexWrap),
            TypedProperty("flexFlow", \FlexLayoutNode.flexFlow),
            TypedProperty("justifyContent", \FlexLayoutNode.justifyContent),
            TypedProperty("alignItems", \FlexLayoutNode.alignItems),
            TypedProperty("alignContent", \FlexLayoutNode.alignContent),
            TypedProperty("colCount", \GridLayoutNode.colCount),
            TypedProperty("itemHeight", \GridLayoutNode.itemHeight),
            TypedProperty("itemHorizontalMargin", \GridLayoutNode.itemHorizontalMargin),
            TypedProperty("itemVerticalMargin", \GridLayoutNode.itemVerticalMargin),
            TypedProperty("gravity", \FrameLayoutNode.gravity),
            TypedProperty("orientation", \VHLayoutNode.orientation),
            TypedProperty("gravity", \VHLayoutNode.gravity),
            TypedProperty("orientation", \VH2LayoutNode.orientation),
            TypedProperty("orientation", \RatioLayoutNode.orientation),
        ]
    }

    private static var ofContainers: [TypedProperty] {
        [
            TypedProperty(reading: "dataTag", \ItemContainerNode.dataTag),
            TypedProperty(reading: "dataMode", \ItemContainerNode.dataMode),
            TypedProperty("itemKey", \ItemContainerNode.itemKey),
            TypedProperty("colCount", \GridNode.colCount),
            TypedProperty("itemHeight", \GridNode.itemHeight),
            TypedProperty("itemHorizontalMargin", \GridNode.itemHorizontalMargin),
            TypedProperty("itemVerticalMargin", \GridNode.itemVerticalMargin),
            TypedProperty("orientation", \ScrollerNode.orientation),
            TypedProperty("mode", \ScrollerNode.mode),
            TypedProperty("span", \ScrollerNode.span),
            TypedProperty("lineSpace", \ScrollerNode.lineSpace),
            TypedProperty("firstSpace", \ScrollerNode.firstSpace),
            TypedProperty("lastSpace", \ScrollerNode.lastSpace),
            TypedProperty("supportSticky", \ScrollerNode.supportSticky),
            TypedProperty("autoRefreshThreshold", \ScrollerNode.autoRefreshThreshold),
            TypedProperty("anchor", \ScrollerNode.anchor),
            TypedProperty("orientation", \SliderNode.orientation),
            TypedProperty("span", \SliderNode.span),
            TypedProperty("itemWidth", \SliderNode.itemWidth),
            TypedProperty("itemMargin", \SliderNode.itemMargin),
            TypedProperty("anchor", \SliderNode.anchor),
            TypedProperty("orientation", \VHNode.orientation),
            TypedProperty("itemWidth", \VHNode.itemWidth),
            TypedProperty("itemHeight", \VHNode.itemHeight),
            TypedProperty("itemMargin", \VHNode.itemMargin),
            TypedProperty("orientation", \PageNode.orientation),
            TypedProperty("autoSwitch", \PageNode.autoSwitch),
            TypedProperty("canSlide", \PageNode.canSlide),
            TypedProperty("autoSwitchTime", \PageNode.autoSwitchTime),
            TypedProperty("stayTime", \PageNode.stayTime),
            TypedProperty("animatorTime", \PageNode.animatorTime),
            TypedProperty("animatorStyle", \PageNode.animatorStyle),
            TypedProperty("layoutOrientation", \PageNode.layoutOrientation),
            TypedProperty("containerID", \VirtualContainerNode.containerID),
        ]
    }
}

extension PropertySchema {
    /// Another value that the property takes.
    func value(otherThan old: NodeValue) -> NodeValue? {
        switch (kind, old) {
        case (.enumeration(let words), .int(let number)):
            words.words.first { $0.value != number }.map { .int($0.value) }
        case (.type, .int(let number)), (.visibility, .int(let number)), (.dataMode, .int(let number)):
            .int(number == 2 ? 1 : 2)
        // There is no grid without columns.
        case (_, .int(1)) where name == "colCount": .int(2)
        case (_, .int(let number)): .int(number == 1 ? 0 : 1)
        case (_, .float(let number)): .float(number == 0.5 ? 0.25 : 0.5)
        case (_, .string(let text)): .string(text + "x")
        default: .string("x")
        }
    }
}
