import Testing
import VirtualViewCompiler
import VirtualViewFormat

@testable import VirtualView
@testable import VirtualViewCore

@Suite struct NodeDefaultsTests {
    /// A default in the form in which nodes hold it.
    private func stored(_ value: PropertySchema.DefaultValue) -> NodeValue {
        switch value {
        case .int(let number): .int(number)
        case .float(let number): .float(number)
        case .string(let text): .string(text)
        case .none: .none
        }
    }

    @Test(arguments: LanguageSchema.standard.components.map(\.name))
    func everyPropertyStartsWithTheDefaultOfTheSchema(_ name: String) throws {
        let node = try NodeRegistry.standard.makeNode(named: name)
        var count = 0
        for property in LanguageSchema.standard.properties(of: node.componentID) where property.kind != .expression {
            #expect(node.property(named: property.name) == stored(property.defaultValue), "\(name).\(property.name)")
            count += 1
        }
        #expect(count > 40)
        #expect(node.frame == .zero && !node.isRightToLeft)
        #expect(node.ownPropertyNames.isEmpty, "every property of the language has a typed place")
    }

    @Test(arguments: LanguageSchema.standard.components.map(\.name))
    func aNodeHasNoPropertyThatTheSchemaDoesNotGiveIt(_ name: String) throws {
        let node = try NodeRegistry.standard.makeNode(named: name)
        let names = Set(LanguageSchema.standard.properties(of: node.componentID).map(\.name))
        for other in PropertyName.allCases where !names.contains(other.rawValue) {
            #expect(node.property(named: other.rawValue) == nil, "\(name).\(other.rawValue)")
        }
    }

    @Test func everyNameHasItsRowAndItsPlace() throws {
        #expect(LanguageSchema.standard.properties.map(\.builtInName).count == PropertyName.count)
        for (index, name) in PropertyName.allCases.enumerated() {
            #expect(name.index == index)
            let property = try #require(LanguageSchema.standard.property(named: name.rawValue))
            #expect(property.builtInName == name)
            #expect(name.invalidation == property.invalidation)
            #expect((name.home == .content) == (property.components != nil), "\(name)")
            #expect((name.detail != nil) == (name.home == .fewNodes), "\(name)")
        }
    }

    /// What `Docs/Contributing.md` says about a new property, done to a copy of the schema.
    @Test func aRowIsAllThatCompilerDataAndProgramsNeedForAProperty() throws {
        let row = PropertySchema(
            "letterSpacing",
            .float,
            default: .float(0.5),
            components: ["NText"],
            eventAccess: .readWrite,
            invalidates: .ownSize
        )
        let standard = LanguageSchema.standard
        let schema = LanguageSchema(components: standard.components, properties: standard.properties + [row])
        let registry = NodeRegistry(schema)
        let compiler = TemplateCompiler(configuration: Configuration(schema: schema))
        func tree(_ value: String) throws -> NodeTree {
            let source = #"<NText letterSpacing="\#(value)" onClick="${this.letterSpacing = this.letterSpacing * 2}"/>"#
            let result = compiler.compile(SourceFile(path: "New.xml", text: source))
            #expect(result.diagnostics.isEmpty)
            let template = try Template(decoding: #require(result.bytes))
            let prepared = try PreparedTemplate(template, registry: registry)
            #expect(prepared.issues.isEmpty)
            return prepared.makeTree()
        }
        #expect(try registry.makeNode(named: "NText").property(named: "letterSpacing") == .float(0.5))
        #expect(try registry.makeNode(named: "VText").property(named: "letterSpacing") == nil)
        #expect(try tree("2.5").root.property(named: "letterSpacing") == .float(2.5))
        let bound = try tree("${space}")
        bound.update(data: ["space": 3])
        #expect(bound.root.property(named: "letterSpacing") == .float(3))
        bound.root.needs = []
        bound.send(.click, to: bound.root)
        #expect(bound.root.property(named: "letterSpacing") == .float(6))
        #expect(bound.root.needs.contains(.measuring))
        bound.update(data: [:])
        #expect(bound.root.property(named: "letterSpacing") == .float(0.5))
    }

    @Test func everyPropertyTakesAValueAndGivesItBack() throws {
        for component in LanguageSchema.standard.components {
            let node = try NodeRegistry.standard.makeNode(named: component.name)
            for property in LanguageSchema.standard.properties(of: component.id) where property.kind != .expression {
                let old = try #require(node.property(named: property.name))
                let new = try #require(property.value(otherThan: old))
                #expect(node.setProperty(new, named: property.name), "\(component.name).\(property.name)")
                #expect(node.property(named: property.name) == new, "\(component.name).\(property.name)")
            }
        }
    }
}

@Suite struct PropertyWordTests {
    private func words(of name: String) throws -> [Int32] {
        let property = try #require(LanguageSchema.standard.property(named: name))
        return switch property.meaning ?? property.kind {
        case .enumeration(let table): table.words.map(\.value).sorted()
        case .visibility: WordTable.visibilities.words.map(\.value).sorted()
        case .dataMode: WordTable.dataModes.words.map(\.value).sorted()
        case .flags: WordTable.flags.words.map(\.value).sorted()
        case .gravity: WordTable.gravity.words.map(\.value).sorted()
        case .textStyle: WordTable.textStyle.words.map(\.value).sorted()
        default: []
        }
    }

    private func values<Word: CaseIterable & RawRepresentable<Int32>>(_ type: Word.Type) -> [Int32] {
        type.allCases.map(\.rawValue).sorted()
    }

    @Test func typesHaveTheNumbersOfTheSchema() throws {
        #expect(try values(Node.Visibility.self) == words(of: "visibility"))
        #expect(try values(Orientation.self) == words(of: "orientation"))
        #expect(try values(TextNode.Ellipsis.self) == words(of: "ellipsize"))
        #expect(try values(ImageNode.ScaleType.self) == words(of: "scaleType"))
        #expect(try values(FlexLayoutNode.Direction.self) == words(of: "flexDirection"))
        #expect(try values(FlexLayoutNode.Wrap.self) == words(of: "flexWrap"))
        #expect(try values(FlexLayoutNode.JustifyContent.self) == words(of: "justifyContent"))
        #expect(try values(FlexLayoutNode.AlignItems.self) == words(of: "alignItems"))
        #expect(try values(FlexLayoutNode.AlignContent.self) == words(of: "alignContent"))
        #expect(try values(ScrollerNode.Mode.self) == words(of: "mode"))
        #expect(try values(LineNode.Style.self) == words(of: "style"))
        #expect(try values(GraphNode.PaintStyle.self) == words(of: "paintStyle"))
        #expect(try values(PageNode.AnimatorStyle.self) == words(of: "animatorStyle"))
        #expect(try values(PageNode.Direction.self) == words(of: "layoutOrientation"))
        #expect(try values(Node.AccessibilityRole.self) == words(of: "accessibilityRole"))
        #expect(try values(ItemContainerNode.DataMode.self) == words(of: "dataMode"))
        // Besides the words there is a number for "none".
        #expect(try values(Node.DimensionAxis.self) == [0] + words(of: "autoDimDirection"))
    }

    @Test func setsHaveTheNumbersOfTheSchema() throws {
        let gravity: [Gravity] = [.left, .right, .horizontalCenter, .top, .bottom, .verticalCenter]
        #expect(try gravity.map(\.rawValue) == words(of: "gravity"))
        let styles: [TextNode.Style] = [.bold, .italic, .underline, .strike]
        #expect(try styles.map(\.rawValue) == words(of: "textStyle"))
        let directions: [Node.PlacementDirection] = [.left, .top, .right, .bottom]
        #expect(try directions.map(\.rawValue) == words(of: "layoutDirection"))
        let flags: [Node.Flags] = [
            .draw, .event, .dynamic, .software, .exposure, .clickable, .longClickable, .touchable,
        ]
        #expect(try flags.map(\.rawValue) == words(of: "flag"))
        let shapes: [GraphNode.Shape] = [.circle, .rect, .oval]
        #expect(shapes.map(\.rawValue) == ["circle", "rect", "oval"].map { WordTable.variableTypes.value(of: $0) })
    }

    @Test func aColourGivesItsParts() {
        let color = ARGBColor(rawValue: 0x1234_5678)
        #expect([color.alpha, color.red, color.green, color.blue] == [0x12, 0x34, 0x56, 0x78])
        #expect(ARGBColor(stored: color.stored) == color)
    }
}
