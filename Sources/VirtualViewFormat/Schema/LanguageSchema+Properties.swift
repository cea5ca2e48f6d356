// The kinds and words are those of the reference workspace's configuration; a test compares the two. A property which
// that configuration does not type is a text for the compiler, also where nodes hold something else for it
// (`flexShrink`): what the text means is checked (`PropertySchema.meaning`). For numbers, -1 stands for none.
//
// The case of a default says what nodes hold: `.float` a measure or factor, `.int` a count, code, word, colour or set
// of flags, `.string` and `.none` a text. Colours are ARGB.

extension LanguageSchema {
    /// The built-in properties.
    static let standardProperties: [PropertySchema] = [
        identityProperties, dataProperties, handlerProperties, sizeProperties, spacingProperties, placementProperties,
        boxProperties, arrangementProperties, flexProperties, itemProperties, pagingProperties, textProperties,
        imageProperties, shapeProperties, accessibilityProperties, legacyProperties,
    ].flatMap { $0 }

    // MARK: Refinements

    /// `orientation` of the components that are vertical by default.
    static let verticalOrientation = sized(.orientation, .enumeration(orientations), .int(0), known: .all)
    /// `order` of a `VirtualContainer`: which entry of the data it shows, none by default.
    static let noOrder = sized(.order, .int, .int(-1), known: [.swift, .android, .tools])
    /// `color` of a `Progress`: blue.
    static let progressColor = drawn(.color, .color, argb(0xFF00_00FF), known: notIOS)

    // MARK: Groups of components

    private static let texts = ["NText", "VText"]
    private static let textsAndTime = ["NText", "VText", "VirtualTime"]
    private static let images = ["NImage", "VImage", "TMVirtualImage", "TMNImage"]
    private static let lines = ["NLine", "VLine"]
    private static let grids = ["GridLayout", "NGridLayout", "Grid"]
    private static let flex = ["FlexLayout"]
    private static let page = ["Page"]
    private static let scroller = ["Scroller"]
    private static let dataContainers = ["Page", "Grid", "Scroller", "Slider", "VH", "VirtualContainer"]
    private static let oriented = [
        "VHLayout", "VH2Layout", "RatioLayout", "NVHLayout", "NVH2Layout", "NRatioLayout", "NLine", "VLine", "Page",
        "Scroller", "Slider", "VH",
    ]
    private static let withGravity = [
        "FrameLayout", "VHLayout", "NFrameLayout", "NVHLayout", "NText", "VText", "NLine", "VLine", "VGraph",
    ]

    // MARK: Groups of targets

    private static let notIOS: ClientSet = [.swift, .android, .tools]
    private static let androidOnly: ClientSet = [.android, .tools]
    private static let iOSOnly: ClientSet = [.iOS, .tools]
    private static let swiftOnly: ClientSet = [.swift, .tools]
    private static let toolsOnly: ClientSet = [.tools]

    // MARK: Words

    private static let orientations: WordTable = ["H": 1, "V": 0]
    private static let layoutDirections: WordTable = ["left": 1, "right": 4, "top": 2, "bottom": 8]
    private static let readingDirections: WordTable = ["inherit": 0, "ltr": 1, "rtl": 2]
    private static let dimensionAxes: WordTable = ["X": 1, "Y": 2]
    private static let alignContents: WordTable = [
        "flex-start": 0, "flex-end": 1, "center": 2, "space-between": 3, "space-around": 4, "stretch": 5,
    ]
    private static let alignItemses: WordTable = [
        "flex-start": 0, "flex-end": 1, "center": 2, "baseline": 3, "stretch": 4,
    ]
    private static let alignSelves: WordTable = [
        "auto": -1, "flex-start": 0, "flex-end": 1, "center": 2, "baseline": 3, "stretch": 4, "start": 0, "end": 1,
    ]
    private static let justifyContents: WordTable = [
        "flex-start": 0, "flex-end": 1, "center": 2, "space-between": 3, "space-around": 4,
    ]
    private static let flexDirections: WordTable = ["row": 0, "row-reverse": 1, "column": 2, "column-reverse": 3]
    private static let flexWraps: WordTable = ["wrap": 1, "nowrap": 0, "wrap-reverse": 2]
    private static let flexFlows = WordTable(flexDirections.words + flexWraps.words)
    private static let listAnchors: WordTable = ["end": 1]
    private static let animatorStyles: WordTable = [
        "linear": 0, "decelerate": 1, "accelerate": 2, "accelerateDecelerate": 3, "spring": 4,
    ]
    private static let pageDirections: WordTable = ["normal": 0, "reverse": 1]
    private static let scrollerModes: WordTable = ["staggeredGrid": 2, "linear": 1]
    private static let ellipses: WordTable = ["start": 0, "marquee": 3, "middle": 1, "end": 2, "none": -1]
    private static let scaleTypes: WordTable = [
        "center": 5, "center_crop": 6, "center_inside": 7, "fit_center": 3, "fit_end": 4, "fit_start": 2, "fit_xy": 1,
        "matrix": 0,
    ]
    private static let lineStyles: WordTable = ["solid": 1, "dash": 2]
    private static let paintStyles: WordTable = ["stroke": 1, "fill": 2]
    private static let accessibilityRoles: WordTable = [
        "auto": 0, "button": 1, "header": 2, "image": 3, "link": 4, "none": 5,
    ]
    private static let accessibilityStates: WordTable = ["selected": 1, "disabled": 2, "expanded": 4]

    // MARK: The table

    private static let identityProperties: [PropertySchema] = [
        inert(.id, .int, .int(0)),
        inert(.uuid, .int, .int(0), known: notIOS),
        inert(.name, .string, .none, known: notIOS),
        inert(.tag, .string, .none, known: notIOS),
        inert(.class, .string, .none, access: .read),
        drawn(.flag, .flags, .int(0)),
        inert(.action, .string, .none),
        inert(.actionParam, .string, .none, known: notIOS),
        inert(.ck, .string, .none, known: iOSOnly),
        inert(.inMainThread, .string, .none, access: .none, known: [.iOS]),
    ]

    private static let dataProperties: [PropertySchema] = [
        inert(.data, .string, .none, access: .read, known: androidOnly),
        inert(.dataUrl, .string, .none, access: .read, known: androidOnly),
        inert(.dataParam, .string, .none, access: .read, known: androidOnly),
        sized(.dataTag, .string, .none, on: dataContainers, access: .read),
        inert(.dataMode, .dataMode, .int(1), on: dataContainers, known: androidOnly),
        inert(.containerID, .int, .int(0), on: ["VirtualContainer"], known: toolsOnly),
    ]

    private static let handlerProperties: [PropertySchema] = [
        handler(.onClick),
        handler(.onLongClick, known: swiftOnly),
        handler(.onSetData),
        handler(.onBeforeDataLoad),
        handler(.onAfterDataLoad),
        handler(.onPageFlip, on: page),
        handler(.onAutoRefresh, on: scroller),
        handler(.onScroll, on: ["Slider", "Scroller"]),
    ]

    private static let sizeProperties: [PropertySchema] = [
        sized(.layoutWidth, .size, .float(0)),
        sized(.layoutHeight, .size, .float(0)),
        sized(.autoDimDirection, .enumeration(dimensionAxes), .int(0)),
        sized(.autoDimX, .number, .float(0)),
        sized(.autoDimY, .number, .float(0)),
        sized(.minWidth, .int, .float(0), known: notIOS),
        sized(.maxWidth, .string, .float(-1), known: swiftOnly).meaning(.float).accepting(.notNegative),
        sized(.minHeight, .int, .float(0), known: notIOS),
        sized(.maxHeight, .string, .float(-1), known: swiftOnly).meaning(.float).accepting(.notNegative),
    ]

    private static let spacingProperties: [PropertySchema] = [
        sized(.layoutMargin, .number, .float(0), known: notIOS),
        sized(.layoutMarginLeft, .number, .float(0)),
        sized(.layoutMarginTop, .number, .float(0)),
        sized(.layoutMarginRight, .number, .float(0)),
        sized(.layoutMarginBottom, .number, .float(0)),
        sized(.padding, .number, .float(0), known: notIOS),
        sized(.paddingLeft, .number, .float(0)),
        sized(.paddingTop, .number, .float(0)),
        sized(.paddingRight, .number, .float(0)),
        sized(.paddingBottom, .number, .float(0)),
    ]

    private static let placementProperties: [PropertySchema] = [
        sized(.visibility, .visibility, .int(1)),
        sized(.layoutGravity, .gravity, .int(0)),
        sized(.layoutDirection, .enumeration(layoutDirections), .int(3)),
        sized(.layoutRatio, .number, .float(0)),
        placed(.gravity, .gravity, .int(9), on: withGravity),
        sized(.direction, .string, .int(0), known: swiftOnly).meaning(.enumeration(readingDirections)),
    ]

    private static let boxProperties: [PropertySchema] = [
        drawn(.background, .color, argb(0)),
        drawn(.backgroundImage, .string, .none, known: notIOS),
        drawn(.alpha, .number, .float(1), known: notIOS),
        drawn(.borderWidth, .float, .float(0)).accepting(.notNegative),
        drawn(.borderColor, .color, argb(0)),
        drawn(.borderRadius, .float, .float(0)).accepting(.notNegative),
        drawn(.borderTopLeftRadius, .float, .float(0)).accepting(.notNegative),
        drawn(.borderTopRightRadius, .float, .float(0)).accepting(.notNegative),
        drawn(.borderBottomLeftRadius, .float, .float(0)).accepting(.notNegative),
        drawn(.borderBottomRightRadius, .float, .float(0)).accepting(.notNegative),
        drawn(.pressedBackground, .string, argb(0), known: swiftOnly).meaning(.color),
        drawn(.pressedAlpha, .string, .float(-1), known: swiftOnly).accepting(.notNegative).meaning(.float),
    ]

    private static let arrangementProperties: [PropertySchema] = [
        sized(.orientation, .enumeration(orientations), .int(1), on: oriented),
        sized(.colCount, .int, .int(2), on: grids).accepting(.positive),
        sized(.itemHeight, .number, .float(0), on: grids + ["VH"]).accepting(.notNegative),
        sized(.itemHorizontalMargin, .number, .float(0), on: grids),
        sized(.itemVerticalMargin, .number, .float(0), on: grids),
    ]

    private static let flexProperties: [PropertySchema] = [
        sized(.flexDirection, .enumeration(flexDirections), .int(0), on: flex, known: notIOS),
        sized(.flexWrap, .enumeration(flexWraps), .int(0), on: flex, known: notIOS),
        sized(.flexFlow, .string, .none, on: flex, known: swiftOnly).written(.styleWords(flexFlows)),
        placed(.justifyContent, .enumeration(justifyContents), .int(0), on: flex, known: notIOS),
        placed(.alignItems, .enumeration(alignItemses), .int(0), on: flex, known: notIOS),
        placed(.alignContent, .enumeration(alignContents), .int(0), on: flex, known: notIOS),
        sized(.alignSelf, .string, .none, known: swiftOnly).written(.styleWord(alignSelves)),
        sized(.order, .int, .int(1), known: swiftOnly),
        sized(.flexGrow, .number, .float(0), known: notIOS),
        sized(.flexShrink, .string, .float(-1), known: swiftOnly).meaning(.float).accepting(.notNegative),
        sized(.flexBasis, .string, .none, known: swiftOnly).written(.basis),
    ]

    private static let itemProperties: [PropertySchema] = [
        sized(.itemWidth, .number, .float(0), on: ["VH", "Slider"], known: notIOS),
        sized(.itemMargin, .number, .float(0), on: ["VH", "Slider"], known: notIOS),
        sized(.span, .number, .float(0), on: ["Scroller", "Slider"], known: notIOS),
        sized(.mode, .enumeration(scrollerModes), .int(1), on: scroller, known: notIOS),
        sized(.lineSpace, .int, .float(0), on: scroller, known: notIOS),
        sized(.firstSpace, .int, .float(0), on: scroller, known: notIOS),
        sized(.lastSpace, .int, .float(0), on: scroller, known: notIOS),
        inert(.supportSticky, .int, .int(0), on: scroller, known: androidOnly),
        inert(.autoRefreshThreshold, .int, .int(5), on: scroller, known: notIOS),
        inert(.itemKey, .string, .none, on: dataContainers, known: swiftOnly).written(.path),
        inert(.anchor, .string, .none, on: ["Scroller", "Slider"], known: swiftOnly).written(.word(listAnchors)),
    ]

    private static let pagingProperties: [PropertySchema] = [
        drawn(.autoSwitch, .int, .int(0), on: page).accepting(.truth),
        inert(.autoSwitchTime, .int, .int(500), on: page),
        inert(.stayTime, .int, .int(2_000), on: page),
        drawn(.canSlide, .int, .int(1), on: page).accepting(.truth),
        inert(.animatorTime, .int, .int(100), on: page, known: androidOnly),
        inert(.animatorStyle, .enumeration(animatorStyles), .int(0), on: page, known: androidOnly),
        inert(.layoutOrientation, .enumeration(pageDirections), .int(0), on: page, known: notIOS),
    ]

    private static let textProperties: [PropertySchema] = [
        sized(.text, .string, .none, on: textsAndTime),
        sized(.textSize, .number, .float(17), on: textsAndTime).accepting(.positive),
        drawn(.textColor, .color, argb(0xFF00_0000), on: textsAndTime),
        sized(.textStyle, .textStyle, .int(0), on: textsAndTime),
        sized(.typeface, .string, .none, on: textsAndTime, known: notIOS),
        sized(.lines, .int, .int(1), on: texts).accepting(.notNegative),
        sized(.maxLines, .int, .int(0), on: texts).accepting(.notNegative).resetting(.lines),
        sized(.ellipsize, .enumeration(ellipses), .int(2), on: texts),
        sized(.lineHeight, .number, .float(0), on: texts),
        sized(.lineSpaceExtra, .float, .float(0), on: texts).accepting(.notNegative),
        sized(.lineSpaceMultiplier, .float, .float(1), on: texts, known: androidOnly),
        sized(.supportHTMLStyle, .int, .int(0), on: texts + ["TotalContainer"], known: androidOnly),
    ]

    private static let imageProperties: [PropertySchema] = [
        drawn(.src, .string, .none, on: images),
        drawn(.scaleType, .enumeration(scaleTypes), .int(1), on: images),
        drawn(.mirrorsImage, .string, .int(0), on: images, known: swiftOnly).meaning(.bool),
        sized(.ratio, .float, .float(0), on: images),
        drawn(.maskColor, .color, argb(0), on: images, known: toolsOnly),
        drawn(.blurRadius, .int, .int(0), on: images, known: toolsOnly),
        drawn(.filterWhiteBg, .bool, .int(0), on: images, known: toolsOnly).accepting(.truth),
        sized(.fixBy, .number, .float(0), on: images, known: toolsOnly),
        inert(.disablePlaceHolder, .number, .float(0), on: images, known: toolsOnly),
        inert(.disableCache, .number, .float(0), on: images, known: toolsOnly),
    ]

    private static let shapeProperties: [PropertySchema] = [
        drawn(.color, .color, argb(0xFF00_0000), on: lines + ["VGraph", "Progress"]),
        drawn(.paintWidth, .number, .float(1), on: lines + ["VGraph"]),
        drawn(.style, .enumeration(lineStyles), .int(1), on: lines, known: notIOS),
        drawn(.dashEffect, .string, .none, on: lines, known: notIOS).written(.dashes),
        sized(.type, .type, .int(1), on: ["VGraph", "Progress", "Var"], known: notIOS),
        drawn(.paintStyle, .enumeration(paintStyles), .int(1), on: ["VGraph"], known: notIOS),
        sized(.diameterX, .number, .float(0), on: ["VGraph"], known: notIOS),
        sized(.diameterY, .number, .float(0), on: ["VGraph"], known: notIOS),
        drawn(.initValue, .number, .float(0), on: ["Progress", "Var"], known: notIOS),
    ]

    private static let accessibilityProperties: [PropertySchema] = [
        drawn(.accessibilityLabel, .string, .none, known: swiftOnly),
        drawn(.accessibilityRole, .string, .int(0), known: swiftOnly).meaning(.enumeration(accessibilityRoles)),
        drawn(.accessibilityValue, .string, .none, known: swiftOnly),
        drawn(.accessibilityState, .string, .none, known: swiftOnly).listing(accessibilityStates),
        drawn(.accessibilityGroup, .string, .int(0), known: swiftOnly).meaning(.bool),
        drawn(.accessibilityHidden, .string, .int(0), known: swiftOnly).meaning(.bool),
    ]

    /// The names that every compiler has built in and that no client reads.
    private static let legacyProperties: [PropertySchema] = [
        inert(.size, .string, .none, access: .none, known: toolsOnly),
        inert(.pos, .string, .none, access: .none, known: toolsOnly),
    ]
}

// MARK: - Rows

extension LanguageSchema {
    /// Makes a default that is a colour.
    private static func argb(_ value: UInt32) -> PropertySchema.DefaultValue {
        .int(Int32(bitPattern: value))
    }

    /// Makes a property that does not affect layout or drawing.
    private static func inert(
        _ name: PropertyName,
        _ kind: ValueKind,
        _ defaultValue: PropertySchema.DefaultValue,
        on components: [String]? = nil,
        access: PropertySchema.EventAccess = .readWrite,
        known targets: ClientSet = .all
    ) -> PropertySchema {
        row(name, kind, defaultValue, components, access, .nothing, targets)
    }

    /// Makes a property that changes the drawing of the node.
    private static func drawn(
        _ name: PropertyName,
        _ kind: ValueKind,
        _ defaultValue: PropertySchema.DefaultValue,
        on components: [String]? = nil,
        known targets: ClientSet = .all
    ) -> PropertySchema {
        row(name, kind, defaultValue, components, .readWrite, .drawing, targets)
    }

    /// Makes a property that changes the positions of the children.
    private static func placed(
        _ name: PropertyName,
        _ kind: ValueKind,
        _ defaultValue: PropertySchema.DefaultValue,
        on components: [String],
        known targets: ClientSet = .all
    ) -> PropertySchema {
        row(name, kind, defaultValue, components, .readWrite, .childLayout, targets)
    }

    /// Makes a property that may change the node's size or its position in the parent.
    private static func sized(
        _ name: PropertyName,
        _ kind: ValueKind,
        _ defaultValue: PropertySchema.DefaultValue,
        on components: [String]? = nil,
        access: PropertySchema.EventAccess = .readWrite,
        known targets: ClientSet = .all
    ) -> PropertySchema {
        row(name, kind, defaultValue, components, access, .ownSize, targets)
    }

    /// Makes a handler: an event program that clients run on an event.
    private static func handler(
        _ name: PropertyName,
        on components: [String]? = nil,
        known targets: ClientSet = [.swift, .android, .tools]
    ) -> PropertySchema {
        row(name, .expression, .none, components, .none, .nothing, targets)
    }

    private static func row(
        _ name: PropertyName,
        _ kind: ValueKind,
        _ defaultValue: PropertySchema.DefaultValue,
        _ components: [String]?,
        _ access: PropertySchema.EventAccess,
        _ invalidation: PropertySchema.Invalidation,
        _ targets: ClientSet
    ) -> PropertySchema {
        let property = PropertySchema(
            name.rawValue,
            kind,
            default: defaultValue,
            components: components,
            isBindable: kind.acceptsBinding,
            eventAccess: access,
            invalidates: invalidation,
            knownTo: targets
        )
        return switch kind {
        case .enumeration, .type, .dataMode: property.accepting(.words)
        default: property
        }
    }
}
