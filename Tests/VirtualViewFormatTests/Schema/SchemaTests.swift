import Testing
import VirtualViewFormat

@Suite struct SchemaTests {
    let schema = LanguageSchema.standard

    @Test func componentsAreThoseOfTheConfiguration() throws {
        let configuration = try ConfigurationFixture()
        #expect(configuration.components.count == 30)
        #expect(
            Dictionary(uniqueKeysWithValues: schema.components.map { ($0.name, $0.id) }) == configuration.components
        )
        for component in schema.components {
            #expect(component.internedNames == configuration.internedNames[component.name] ?? [])
        }
    }

    @Test func componentsAreThoseOfTheFormat() throws {
        let rows = try fixtureRows("Schema/components.tsv")
        #expect(rows.count == 30)
        #expect(rows.map { $0[0] + $0[1] } == schema.components.map { "\($0.id)\($0.name)" })
        for (row, component) in zip(rows, schema.components) {
            #expect(component.knownTo.contains(.iOS) == (row[2] == "yes"), "\(component.name)")
            #expect(component.knownTo.contains(.tools))
        }
    }

    @Test func coloursAreTransparentButThoseOfTextAndLines() {
        let black = PropertySchema.DefaultValue.int(Int32(bitPattern: 0xFF00_0000))
        let shown: [String: PropertySchema.DefaultValue] = ["textColor": black, "color": black]
        for property in schema.properties where property.kind == .color {
            #expect(property.defaultValue == shown[property.name] ?? .int(0), "\(property.name)")
        }
    }

    @Test func kindsAreThoseOfTheConfiguration() throws {
        let configuration = try ConfigurationFixture()
        #expect(configuration.kinds.count == 98)
        for (name, kind) in configuration.kinds {
            #expect(schema.property(named: name)?.kind == kind, "\(name)")
        }
        for property in schema.properties where property.kind != .string {
            #expect(configuration.kinds[property.name] == property.kind, "\(property.name)")
        }
        for component in schema.components {
            for property in component.properties {
                #expect(schema.property(property.key)?.kind == property.kind, "\(component.name).\(property.name)")
            }
        }
    }

    @Test func everyAttributeAmongTheSystemStringsIsAProperty() throws {
        // The rest of the list: components, words of the event language, and element names of other configurations.
        let others: Set = [
            "List", "Component", "TMVImage", "VTime", "Container", "self", "this", "parent", "ancestor", "siblings",
            "module", "children", "if", "elseif", "for", "while", "do", "else", "var", "vList", "waterfall",
        ]
        for text in SystemStrings.extended.strings {
            let isKnown = schema.property(named: text) != nil || schema.component(named: text) != nil
            #expect(isKnown != others.contains(text), "\(text)")
        }
    }

    @Test func namesIDsAndKeysAreUnique() {
        #expect(Set(schema.components.map(\.id)).count == schema.components.count)
        #expect(Set(schema.components.map(\.name)).count == schema.components.count)
        #expect(Set(schema.properties.map(\.name)).count == schema.properties.count)
        #expect(Set(schema.properties.map(\.key)).count == schema.properties.count)
        for property in schema.properties {
            let builtIn = SystemStrings.string(for: property.key)
            #expect(builtIn == nil || builtIn == property.name)
        }
    }

    @Test func propertiesNameOnlyComponentsThatExist() {
        for property in schema.properties {
            for name in property.components ?? [] {
                #expect(schema.component(named: name) != nil, "\(property.name) on \(name)")
            }
            #expect(Set(property.components ?? []).count == property.components?.count ?? 0, "\(property.name)")
        }
    }

    @Test func defaultsFitTheirKinds() {
        for property in schema.properties + schema.components.flatMap(\.properties) {
            switch (property.meaning ?? property.kind, property.defaultValue) {
            case (.string, .none), (.expression, .none): break
            case (.number, .float), (.float, .float), (.size, .float), (.int, .float), (.int, .int): break
            case (.bool, .int), (.color, .int), (.flags, .int), (.gravity, .int), (.textStyle, .int): break
            case (.type, .int), (.visibility, .int), (.dataMode, .int), (.enumeration, .int): break
            default: Issue.record("\(property.name): \(property.kind) with default \(property.defaultValue)")
            }
        }
    }

    @Test func onlyTextsHaveAMeaning() {
        for property in schema.properties where property.meaning != nil {
            #expect(property.kind == .string, "\(property.name)")
        }
    }

    @Test func bindingsAreForTheKindsThatStoreAText() {
        for property in schema.properties {
            #expect(property.isBindable == property.kind.acceptsBinding, "\(property.name)")
        }
        #expect(schema.property(named: "text")?.isBindable == true)
        #expect(schema.property(named: "layoutWidth")?.isBindable == true)
        #expect(schema.property(named: "orientation")?.isBindable == false)
        #expect(schema.property(named: "filterWhiteBg")?.isBindable == false)
        #expect(schema.property(named: "onClick")?.isBindable == false)
        #expect(schema.property(named: "flag")?.isBindable == false)
    }

    @Test func eventProgramsSeeNoHandlers() {
        for property in schema.properties where property.kind == .expression {
            #expect(property.eventAccess == .none)
            #expect(!property.knownTo.contains(.iOS))
        }
        for name in ["text", "textColor", "textSize", "src", "background", "visibility", "alpha"] {
            #expect(schema.property(named: name)?.eventAccess == .readWrite, "\(name)")
        }
    }

    @Test(arguments: [
        ("layoutWidth", PropertySchema.DefaultValue.float(0)), ("visibility", .int(1)), ("gravity", .int(9)),
        ("layoutGravity", .int(0)), ("layoutDirection", .int(3)), ("background", .int(0)), ("borderWidth", .float(0)),
        ("textSize", .float(17)), ("textColor", .int(-16_777_216)), ("lines", .int(1)), ("maxLines", .int(0)),
        ("ellipsize", .int(2)), ("scaleType", .int(1)), ("colCount", .int(2)), ("paintWidth", .float(1)),
        ("color", .int(-16_777_216)), ("stayTime", .int(2_000)), ("autoSwitchTime", .int(500)), ("autoSwitch", .int(0)),
        ("canSlide", .int(1)), ("orientation", .int(1)), ("autoDimDirection", .int(0)), ("flag", .int(0)),
    ])
    func defaultsAreThoseOfTheLayoutRules(_ name: String, _ value: PropertySchema.DefaultValue) {
        #expect(schema.property(named: name)?.defaultValue == value)
    }

    @Test(arguments: [
        ("textColor", PropertySchema.Invalidation.drawing), ("text", .ownSize), ("gravity", .childLayout),
        ("action", .nothing), ("visibility", .ownSize), ("src", .drawing), ("layoutGravity", .ownSize),
    ])
    func changesInvalidateWhatDependsOnThem(_ name: String, _ expected: PropertySchema.Invalidation) {
        #expect(schema.property(named: name)?.invalidation == expected)
    }

    @Test(arguments: [
        "padding", "layoutMargin", "minWidth", "minHeight", "alpha", "lineSpaceMultiplier", "dashEffect", "style",
    ])
    func iOSIgnores(_ name: String) {
        #expect(schema.property(named: name)?.knownTo.contains(.iOS) == false)
    }

    @Test(arguments: [
        "autoSwitchTime", "colCount", "ellipsize", "id", "layoutDirection", "lines", "maxLines", "scaleType",
        "stayTime", "textStyle", "layoutWidth", "layoutMarginLeft", "paddingTop", "borderRadius", "ratio",
        "layoutRatio", "textSize", "autoDimX", "lineSpaceExtra", "itemHeight", "action", "ck", "class", "src", "text",
        "background", "borderColor", "color", "textColor", "autoSwitch", "canSlide", "inMainThread", "visibility",
        "gravity", "layoutGravity",
    ])
    func iOSKnows(_ name: String) {
        #expect(schema.property(named: name)?.knownTo.contains(.iOS) == true)
    }
}
