import Foundation
import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// What a configuration says of elements and attributes, and what is wrong with one.
@Suite struct ConfigurationTests {
    private func configuration(_ text: String) -> Configuration {
        Configuration().applying(SourceFile(path: "config.properties", text: text)).configuration
    }

    private func kind(_ attribute: String, on element: String?, in configuration: Configuration) -> ValueKind {
        configuration.kind(of: attribute, on: element.flatMap { configuration.element(named: $0) })
    }

    private func expect(_ text: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        let file = SourceFile(path: "config.properties", text: text)
        let diagnostics = Configuration().applying(file).diagnostics
        expectDiagnostics(diagnostics, of: text, expected, sourceLocation: sourceLocation)
    }

    // MARK: - Looking up

    @Test func startsFromTheSchema() {
        let configuration = Configuration()
        for component in LanguageSchema.standard.components {
            let element = configuration.element(named: component.name)
            #expect(element?.id == component.id)
            #expect(element?.internedNames == component.internedNames)
        }
        for property in LanguageSchema.standard.properties {
            #expect(kind(property.name, on: nil, in: configuration) == property.kind)
            #expect(kind(property.name, on: "NText", in: configuration) == property.kind)
        }
        #expect(configuration.element(named: "Nothing") == nil)
        #expect(configuration.knownKind(of: "nothing", on: nil) == nil)
        #expect(kind("nothing", on: nil, in: configuration) == .string)
    }

    @Test func overridesAndExtends() {
        let text = """
            VIEW_ID_Badge=1001
            DEFAULT_PROPERTY_Badge=|tint||size|
            textSize=Int
            mood=Enum<good:1,bad:-1>
            text=String
            """
        let configuration = configuration(text)
        #expect(configuration.element(named: "Badge")?.id == 1001)
        #expect(configuration.element(named: "Badge")?.internedNames == ["tint", "size"])
        #expect(configuration.element(named: "NText")?.id == 7)
        #expect(kind("textSize", on: "NText", in: configuration) == .int)
        #expect(kind("mood", on: nil, in: configuration) == .enumeration(["good": 1, "bad": -1]))
        #expect(kind("text", on: nil, in: configuration) == .string)
        #expect(kind("layoutWidth", on: "Badge", in: configuration) == .size)
        #expect(configuration.elementNames.contains("Badge"))
        #expect(configuration.attributeNames(on: nil).contains("mood"))
    }

    @Test func scopedKindsWinOnTheirElementAlone() {
        let text = """
            NText.size=Number
            VImage.size=Int
            size=Float
            NText.mode=Enum<a:1,b:2>
            Page.pulse=Float
            """
        let configuration = configuration(text)
        #expect(kind("size", on: "NText", in: configuration) == .number)
        #expect(kind("size", on: "VImage", in: configuration) == .int)
        #expect(kind("size", on: "NImage", in: configuration) == .float)
        #expect(kind("size", on: nil, in: configuration) == .float)
        #expect(kind("mode", on: "NText", in: configuration) == .enumeration(["a": 1, "b": 2]))
        #expect(kind("mode", on: "Scroller", in: configuration) == Configuration().kind(of: "mode", on: nil))
        #expect(kind("pulse", on: "Page", in: configuration) == .float)
        #expect(kind("pulse", on: "Grid", in: configuration) == .string)
        let page = configuration.element(named: "Page")
        #expect(configuration.attributeNames(on: page).contains("pulse"))
        #expect(!configuration.attributeNames(on: nil).contains("pulse"))
    }

    @Test func scopedEnumerationsRead() {
        let configuration = configuration("NText.mood=Enum<good:7>\n")
        let kind = kind("mood", on: "NText", in: configuration)
        #expect(ValueParser().parse("Good", as: kind).value == .int(7, .none))
    }

    @Test func dotsBelongToEitherName() {
        let configuration = configuration("VIEW_ID_ui.Card=1001\nui.Card.a.b=Int\nx.y=Bool\n")
        #expect(kind("a.b", on: "ui.Card", in: configuration) == .int)
        #expect(kind("x.y", on: "NText", in: configuration) == .bool)
        #expect(kind("ui.Card.a.b", on: nil, in: configuration) == .int)
    }

    /// The FNV-1a hashes of these names are the same.
    @Test func elementsAreNotMistakenForOthersOfTheSameHash() {
        let (one, other) = ("8yn0iYCKYHlIj4-BwPqk", "GReLUrM4wMqfg9yzV3KQ")
        let ids = "VIEW_ID_\(one)=1001\nVIEW_ID_\(other)=1002\n"
        let configuration = configuration(ids + "\(one).size=Int\n\(other).size=Bool\n")
        #expect(kind("size", on: one, in: configuration) == .int)
        #expect(kind("size", on: other, in: configuration) == .bool)
    }

    @Test func namesAreComparedByteForByte() {
        let configuration = configuration("VIEW_ID_caf\\u00E9=1001\ncaf\\u00E9=Int\n")
        #expect(configuration.element(named: "caf\u{E9}")?.id == 1001)
        #expect(configuration.element(named: "cafe\u{301}") == nil)
        #expect(kind("cafe\u{301}", on: nil, in: configuration) == .string)
    }

    @Test func aTakenIdForgetsTheBuiltInComponent() {
        let configuration = configuration("VIEW_ID_Label=7\nVIEW_ID_VText=7007\n")
        #expect(configuration.element(named: "Label")?.id == 7)
        #expect(configuration.element(named: "NText") == nil)
        #expect(configuration.element(named: "VText")?.id == 7007)
    }

    @Test func exchangedIdsForgetNothing() {
        let configuration = configuration("VIEW_ID_NText=8\nVIEW_ID_VText=7\n")
        #expect(configuration.element(named: "NText")?.id == 8)
        #expect(configuration.element(named: "VText")?.id == 7)
    }

    @Test func appComponentsAreTypedOnThemselvesAlone() {
        let badge = ComponentSchema(
            id: 1001,
            name: "Badge",
            properties: [PropertySchema("tint", .color), PropertySchema("textSize", .int)],
            internedNames: ["tint"]
        )
        let configuration = Configuration(components: [badge])
        #expect(configuration.element(named: "Badge")?.id == 1001)
        #expect(kind("tint", on: "Badge", in: configuration) == .color)
        #expect(kind("tint", on: "NText", in: configuration) == .string)
        #expect(kind("textSize", on: "Badge", in: configuration) == .int)
        #expect(kind("textSize", on: "NText", in: configuration) == .number)
    }

    @Test func theCorpusConfigurationChangesOnlyItsScopedEntries() throws {
        let bytes = try Fixtures.bytes("Compile/config.properties")
        let (configuration, diagnostics) = Configuration()
            .applying(SourceFile(path: "config.properties", bytes: bytes))
        #expect(diagnostics.isEmpty)
        let standard = Configuration()
        #expect(configuration.elementNames == standard.elementNames)
        for name in standard.elementNames {
            let (before, after) = (standard.element(named: name), configuration.element(named: name))
            #expect(before?.id == after?.id)
            #expect(before?.internedNames == after?.internedNames)
        }
        for attribute in standard.attributeNames(on: nil) {
            let (before, after) = (standard.kind(of: attribute, on: nil), configuration.kind(of: attribute, on: nil))
            guard case .enumeration(let words) = before, case .enumeration(let others) = after else {
                #expect(before == after)
                continue
            }
            #expect(Set(words.words) == Set(others.words))
        }
        #expect(kind("size", on: "NText", in: configuration) == .number)
        #expect(kind("ratio", on: "NImage", in: configuration) == .int)
        #expect(kind("ratio", on: "VImage", in: configuration) == .float)
    }

    @Test func theSampleConfigurationIsRight() throws {
        let bytes = [UInt8](try Data(contentsOf: Fixtures.packageRoot.appending(path: "Templates/config.properties")))
        let file = SourceFile(path: "config.properties", bytes: bytes)
        #expect(Configuration().applying(file).diagnostics.isEmpty)
    }

    // MARK: - Problems

    @Test func acceptsEveryKind() {
        let kinds = [
            "String", "Number", "Int", "Float", "Bool", "Color", "Flag", "Align", "TextStyle", "Type",
            "LayoutWidthHeight", "Visibility", "DataMode", "Expr", "Enum<a:1>", "Enum<a:+1,b:-1,>",
        ]
        for kind in kinds { expect("thing=\(kind)\n", []) }
    }

    @Test func reportsUnknownKinds() {
        let kinds =
            "'String', 'Number', 'Int', 'Float', 'Bool', 'Color', 'Flag', 'Align', 'TextStyle', 'Type', "
            + "'LayoutWidthHeight', 'Visibility', 'DataMode', 'Expr' or 'Enum<word:number,…>'"
        expect(
            "a=number\nb=Boolean\nc=Colour\nd=Wibble\ne=\nf=Enum\ng=Enum<a:1\nh=Int \ni=\u{1}Int\nj=Int!\n",
            [
                "error config.unknown-kind 'number': unknown kind 'number'; did you mean 'Number'? | "
                    + "replace with 'Number'",
                "error config.unknown-kind 'Boolean': unknown kind 'Boolean'; did you mean 'Bool'? | "
                    + "replace with 'Bool'",
                "error config.unknown-kind 'Colour': unknown kind 'Colour'; did you mean 'Color'? | "
                    + "replace with 'Color'",
                "error config.unknown-kind 'Wibble': unknown kind 'Wibble'; expected one of \(kinds)",
                "error config.unknown-kind '': unknown kind ''; expected one of \(kinds)",
                "error config.enum-without-words 'Enum': an enumeration needs words; expected 'Enum<word:number,…>'",
                "error config.unknown-kind 'Enum<a:1': unknown kind 'Enum<a:1'; expected one of \(kinds)",
                "error config.blanks ' ': blanks cannot stand here; did you mean 'Int'? | remove the blanks: '' for ' '",
                "error config.blanks '\u{1}': blanks cannot stand here; did you mean 'Int'? | "
                    + "remove the blanks: '' for '\u{1}'",
                "error config.unknown-kind 'Int!': unknown kind 'Int!'; did you mean 'Int'? | replace with 'Int'",
            ]
        )
    }

    @Test func reportsBadIds() {
        expect(
            """
            VIEW_ID_A=x
            VIEW_ID_B=0
            VIEW_ID_C=-3
            VIEW_ID_D=65536
            VIEW_ID_E=99999999999
            VIEW_ID_F=1001\u{20}
            VIEW_ID_G=40000
            VIEW_ID_=5000
            VIEW_ID_H=+1002
            VIEW_ID_I=1.5
            VIEW_ID_J=
            """,
            [
                "error config.bad-id 'x': 'x' is not a component id; expected a number from 1 to 65535",
                "error config.id-out-of-range '0': the id '0' cannot be stored; expected a number from 1 to 65535",
                "error config.id-out-of-range '-3': the id '-3' cannot be stored; expected a number from 1 to 65535",
                "error config.id-out-of-range '65536': the id '65536' cannot be stored; "
                    + "expected a number from 1 to 65535",
                "error config.id-out-of-range '99999999999': the id '99999999999' cannot be stored; "
                    + "expected a number from 1 to 65535",
                "error config.blanks '1001 ': blanks cannot stand here; did you mean '1001'? | replace with '1001'",
                "warning config.large-id '40000': some clients cannot read ids over 32767, such as 40000",
                "error config.empty-name 'VIEW_ID_': a name is missing in this key",
                "error config.bad-id '1.5': '1.5' is not a component id; expected a number from 1 to 65535",
                "error config.bad-id '': '' is not a component id; expected a number from 1 to 65535",
            ]
        )
    }

    @Test func aComponentWithABadIdStaysKnown() {
        #expect(configuration("VIEW_ID_A=x").element(named: "A")?.id == 0)
        #expect(configuration("VIEW_ID_NText=x").element(named: "NText")?.id == 7)
    }

    @Test func idsOfAnAppAreNotCalledBuiltIn() {
        let base = Configuration(components: [
            ComponentSchema(id: 1_100, name: "Foo"), ComponentSchema(id: 1_101, name: "Bar"),
        ])
        let text = "VIEW_ID_Foo=1200\nVIEW_ID_Baz=1101\n"
        expectDiagnostics(
            base.applying(SourceFile(path: "config.properties", text: text)).diagnostics,
            of: text,
            [
                "warning config.renumbered '1200': the app declares 'Foo' with the id 1100; it will not find the "
                    + "component under this one",
                "warning config.taken-id '1101': 1101 is the id that the app declares for 'Bar', which is unknown in "
                    + "this configuration",
            ]
        )
    }

    @Test func reportsIdsThatMeet() {
        expect(
            "VIEW_ID_A=1001\nVIEW_ID_B=1001\nVIEW_ID_C=7\nVIEW_ID_VText=1002\n",
            [
                "error config.duplicate-id '1001': two components have the id 1001 | "
                    + "also the id of this component at '1001'",
                "warning config.taken-id '7': 7 is the built-in id of 'NText', which is unknown in this configuration",
                "warning config.renumbered '1002': 'VText' has the built-in id 8; clients that know it will not find it "
                    + "under this one",
            ]
        )
    }

    @Test func reportsWrongEnumerations() {
        expect(
            "a=Enum<>\nb=Enum<,>\nc=Enum<x>\nd=Enum<x:>\ne=Enum<x: 1>\nf=Enum<x:1, y:2>\ng=Enum<x:1,X:2>\n"
                + "h=Enum<x:1:2>\ni=Enum<:1,x:2>\nj=Enum<x:1.5,y:z>\nk=Enum<x:9999999999>\nl=Enum<,x:1>\n",
            [
                "error config.enum-without-words 'Enum<>': an enumeration needs words; expected 'Enum<word:number,…>'",
                "error config.enum-without-words 'Enum<,>': an enumeration needs words; "
                    + "expected 'Enum<word:number,…>'",
                "error config.enum-number 'x': 'x' has no number; expected 'word:number' with a number of 32 bits",
                "error config.enum-number 'x:': 'x:' has no number; expected 'word:number' with a number of 32 bits",
                "error config.blanks ' 1': blanks cannot stand here; did you mean '1'? | replace with '1'",
                "warning config.blank-in-name ' y': the blanks of ' y' are part of the name | replace with 'y'",
                "warning config.duplicate-word 'X:2': the word 'X' is given again; the last number counts",
                "warning config.extra-text 'x:1:2': the text after the number of 'x:1:2' is ignored",
                "warning config.empty-word ':1': a word is missing before ':'",
                "error config.enum-number '1.5': 'x:1.5' has no number; expected 'word:number' with a number of 32 bits",
                "error config.enum-number 'z': 'y:z' has no number; expected 'word:number' with a number of 32 bits",
                "error config.enum-number '9999999999': 'x:9999999999' has no number; expected 'word:number' with a "
                    + "number of 32 bits",
                "error config.enum-number '': '' has no number; expected 'word:number' with a number of 32 bits",
            ]
        )
    }

    @Test func blanksInEnumerationWordsAreKept() {
        let configuration = configuration("a=Enum<x:1, y:2>\n")
        let kind = kind("a", on: nil, in: configuration)
        #expect(ValueParser().parse(" y", as: kind).value == .int(2, .none))
        #expect(ValueParser().parse("y", as: kind).value == nil)
    }

    @Test func reportsNamesOfUnknownComponents() {
        expect(
            "DEFAULT_PROPERTY_NTxet=a\nNTexts.size=Int\nWidget.size=Int\nDEFAULT_PROPERTY_NText=a| b\n.x=Int\nNText.=Int\n=Int\n",
            [
                "warning config.unknown-component 'NTxet': unknown component 'NTxet'; did you mean 'NText'? | "
                    + "replace with 'NText'",
                "warning config.unknown-component 'NTexts': unknown component 'NTexts'; did you mean 'NText'? | "
                    + "replace with 'NText'",
                "warning config.unknown-component 'Widget': unknown component 'Widget'",
                "warning config.blank-in-name ' b': the blanks of ' b' are part of the name | replace with 'b'",
                "warning config.unknown-component '': unknown component ''",
                "error config.empty-name 'NText.': a name is missing in this key",
                "error config.empty-name '': a name is missing in this key",
            ]
        )
    }

    @Test func reportsMisspeltPrefixes() {
        expect(
            "VIEWID_Badge=1001\nview_id_Badge=1001\nVIEW_IDS_Badge=1001\nDEFAULT_PROPERTIES_Badge=a|b\nDEFAULT_PROPRETY_A=b\n",
            [
                "error config.unknown-prefix 'VIEWID_': unknown prefix 'VIEWID_'; did you mean 'VIEW_ID_'? | "
                    + "replace with 'VIEW_ID_'",
                "error config.unknown-prefix 'view_id_': unknown prefix 'view_id_'; did you mean 'VIEW_ID_'? | "
                    + "replace with 'VIEW_ID_'",
                "error config.unknown-prefix 'VIEW_IDS_': unknown prefix 'VIEW_IDS_'; did you mean 'VIEW_ID_'? | "
                    + "replace with 'VIEW_ID_'",
                "error config.unknown-prefix 'DEFAULT_PROPERTIES_': unknown prefix 'DEFAULT_PROPERTIES_'; "
                    + "did you mean 'DEFAULT_PROPERTY_'? | replace with 'DEFAULT_PROPERTY_'",
                "error config.unknown-prefix 'DEFAULT_PROPRETY_': unknown prefix 'DEFAULT_PROPRETY_'; "
                    + "did you mean 'DEFAULT_PROPERTY_'? | replace with 'DEFAULT_PROPERTY_'",
            ]
        )
    }

    @Test func readsTheSchemasOwnConfigurationBack() {
        var lines: [String] = []
        for component in LanguageSchema.standard.components {
            lines.append("VIEW_ID_\(component.name)=\(component.id)")
        }
        for property in LanguageSchema.standard.properties {
            guard case .enumeration(let table) = property.kind else {
                lines.append("\(property.name)=\(property.kind.configurationName)")
                continue
            }
            let words = table.words.map { "\($0.name):\($0.value)" }.joined(separator: ",")
            lines.append("\(property.name)=Enum<\(words)>")
        }
        expect(lines.joined(separator: "\n"), [])
    }

    @Test func nothingTrapsOnMutatedConfigurations() throws {
        var random = SeededGenerator(seed: RandomTests.seed)
        let seed = try Fixtures.bytes("Compile/config.properties")
        let bytes = Array("VIEW_ID_=:\\u<>,|. \n\r\tEnum0129a.NText".utf8) + [0, 0x80, 0xFF, 0xE4, 0xB8]
        for _ in 0..<RandomTests.count(60) {
            var text = Array(seed[..<Int.random(in: 0...seed.count, using: &random)])
            for _ in 0..<60 where !text.isEmpty {
                let place = Int.random(in: 0..<text.count, using: &random)
                text[place] = bytes.randomElement(using: &random) ?? 0
            }
            let file = SourceFile(path: "config.properties", bytes: text)
            let diagnostics = Configuration().applying(file).diagnostics
            #expect(diagnostics.allSatisfy { $0.range.offsets.upperBound <= text.count })
            #expect(diagnostics.map(\.range.offsets.lowerBound) == diagnostics.map(\.range.offsets.lowerBound).sorted())
        }
    }
}
