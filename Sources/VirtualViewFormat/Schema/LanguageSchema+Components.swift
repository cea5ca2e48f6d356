extension LanguageSchema {
    /// The built-in components, with the ids that files store.
    ///
    /// `knownTo` says which clients have a class for the id; on the others such a node is a plain node or, on Android,
    /// has no view. The id 1001, which one client's own configuration calls `Dot9Image`, is omitted: ids from 1000
    /// belong to apps, and the language itself never had that element.
    static let standardComponents: [ComponentSchema] = layouts + leaves + containers

    private static let notIOS: ClientSet = [.swift, .android, .tools]
    private static let toolsOnly: ClientSet = [.tools]

    private static let layouts: [ComponentSchema] = [
        ComponentSchema(id: 1, name: "FrameLayout", family: .layout),
        ComponentSchema(id: 2, name: "VHLayout", family: .layout),
        ComponentSchema(id: 3, name: "VH2Layout", family: .layout),
        ComponentSchema(id: 4, name: "GridLayout", family: .layout),
        ComponentSchema(id: 5, name: "FlexLayout", family: .layout, knownTo: notIOS),
        ComponentSchema(id: 6, name: "RatioLayout", family: .layout),
        ComponentSchema(id: 25, name: "NFrameLayout", family: .layout),
        ComponentSchema(id: 26, name: "NGridLayout", family: .layout),
        ComponentSchema(id: 27, name: "NRatioLayout", family: .layout),
        ComponentSchema(id: 28, name: "NVH2Layout", family: .layout),
        ComponentSchema(id: 29, name: "NVHLayout", family: .layout),
    ]

    private static let leaves: [ComponentSchema] = [
        ComponentSchema(id: 7, name: "NText"),
        ComponentSchema(id: 8, name: "VText"),
        ComponentSchema(id: 9, name: "NImage"),
        ComponentSchema(id: 10, name: "VImage"),
        ComponentSchema(id: 11, name: "TMVirtualImage", knownTo: toolsOnly),
        ComponentSchema(id: 12, name: "TMNImage", knownTo: toolsOnly),
        ComponentSchema(id: 13, name: "NLine"),
        ComponentSchema(id: 14, name: "VLine"),
        ComponentSchema(id: 20, name: "VirtualTime", knownTo: [.android, .tools]),
        ComponentSchema(id: 21, name: "VGraph", knownTo: notIOS),
        ComponentSchema(id: 22, name: "Progress", properties: [progressColor], knownTo: notIOS),
        ComponentSchema(id: 24, name: "Var", knownTo: toolsOnly),
    ]

    private static let containers: [ComponentSchema] = [
        ComponentSchema(
            id: 15,
            name: "Scroller",
            family: .container,
            properties: [verticalOrientation],
            knownTo: notIOS
        ),
        ComponentSchema(id: 16, name: "Page", family: .container, properties: [verticalOrientation]),
        ComponentSchema(id: 17, name: "Grid", family: .container),
        ComponentSchema(id: 18, name: "VH", family: .container, knownTo: notIOS),
        ComponentSchema(id: 19, name: "Slider", family: .container, knownTo: notIOS),
        // Sources of the field give these two children of their own, so none is reported.
        ComponentSchema(
            id: 23,
            name: "VirtualContainer",
            family: .container,
            children: .any,
            properties: [noOrder],
            knownTo: [.android, .tools]
        ),
        ComponentSchema(
            id: 1010,
            name: "TotalContainer",
            family: .container,
            children: .any,
            internedNames: ["native"],
            knownTo: toolsOnly
        ),
    ]
}

extension LanguageSchema {
    /// The built-in language.
    ///
    /// With it the compiler reads every attribute as the reference workspace's `config.properties` says, so both
    /// give the same bytes. An attribute without a kind in that file is a text.
    public static let standard = LanguageSchema(components: standardComponents, properties: standardProperties)
}
