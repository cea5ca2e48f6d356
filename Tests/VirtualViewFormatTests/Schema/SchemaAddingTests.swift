import Testing
import VirtualViewFormat

@Suite struct SchemaAddingTests {
    @Test func addsAComponentWithItsProperties() throws {
        let badge = ComponentSchema(
            id: 1_001,
            name: "Badge",
            properties: [
                PropertySchema("text", .string, default: .string("new")),
                PropertySchema("badgeCount", .int, default: .int(1)),
            ]
        )
        let schema = try LanguageSchema.standard.adding([badge])
        #expect(schema.component(id: 1_001) == badge)
        #expect(schema.component(named: "Badge") == badge)
        #expect(schema.components.count == 31)
        #expect(schema.property(named: "badgeCount")?.components == ["Badge"])
        #expect(schema.property(StringID(hashing: "text"), of: 1_001)?.defaultValue == .string("new"))
        #expect(schema.property(StringID(hashing: "text"), of: 7)?.defaultValue == PropertySchema.DefaultValue.none)
        #expect(schema.property(StringID(hashing: "badgeCount"), of: 7) == nil)
        #expect(schema.property(StringID(hashing: "layoutWidth"), of: 1_001) != nil)
        #expect(schema.property(named: "text")?.components?.last == "Badge")
        #expect(LanguageSchema.standard.component(id: 1_001) == nil)
    }

    @Test func namesThatUnicodeCallsTheSameAreTwo() throws {
        let names = ["Caf\u{E9}", "Cafe\u{301}"]
        let schema = try LanguageSchema.standard.adding([
            ComponentSchema(id: 2_000, name: names[0], properties: [PropertySchema("stars", .float)]),
            ComponentSchema(id: 2_001, name: names[1]),
        ])
        #expect(names.map { schema.component(named: $0)?.id } == [2_000, 2_001])
        #expect([2_000, 2_001].map { schema.property(StringID(hashing: "stars"), of: $0) != nil } == [true, false])
    }

    @Test func twoComponentsMayShareAProperty() throws {
        let stars = PropertySchema("stars", .float)
        let schema = try LanguageSchema.standard
            .adding([ComponentSchema(id: 2_000, name: "Rating", properties: [stars])])
            .adding([ComponentSchema(id: 2_001, name: "Review", properties: [stars])])
        #expect(schema.property(named: "stars")?.components == ["Rating", "Review"])
    }

    static let words: WordTable = ["left": 1, "right": 2]

    @Test(
        arguments: [
            (ComponentSchema(id: 999, name: "Own"), SchemaError.Code.reservedComponentID, ["Own", "999"]),
            (ComponentSchema(id: 1_010, name: "Own"), .duplicateComponentID, ["Own", "TotalContainer"]),
            (ComponentSchema(id: 1_500, name: "NText"), .duplicateComponentName, ["1500", "7"]),
            (ComponentSchema(id: 1_500, name: ""), .invalidName, ["element name"]),
            (ComponentSchema(id: 1_500, name: "A b"), .invalidName, ["'A b'"]),
            (
                ComponentSchema(id: 1_500, name: "Own", properties: [PropertySchema("text", .int)]), .kindConflict,
                ["Own", "text", "Int instead of String"]
            ),
            (
                ComponentSchema(
                    id: 1_500,
                    name: "Own",
                    properties: [PropertySchema("orientation", .enumeration(words))]
                ),
                .kindConflict, ["orientation", "other words"]
            ),
            (
                ComponentSchema(id: 1_500, name: "Own", properties: [PropertySchema("jE", .int)]), .keyCollision,
                ["'jE'", "'id'"]
            ),
            (
                ComponentSchema(
                    id: 1_500,
                    name: "Own",
                    properties: [PropertySchema("keyAa", .int), PropertySchema("keyBB", .int)]
                ), .keyCollision, ["'keyAa'", "'keyBB'"]
            ),
            (
                ComponentSchema(
                    id: 1_500,
                    name: "Own",
                    properties: [PropertySchema("x", .int), PropertySchema("x", .int)]
                ),
                .duplicateProperty, ["'x'", "twice"]
            ),
            (
                ComponentSchema(id: 1_500, name: "Own", properties: [PropertySchema("var_int_x", .int)]), .invalidName,
                ["var_int_x"]
            ),
            (
                ComponentSchema(id: 1_500, name: "Own", properties: [PropertySchema("f5a5a608", .int)]), .invalidName,
                ["key is 0"]
            ),
            (
                ComponentSchema(id: 1_500, name: "Own", properties: [PropertySchema("1st", .int)]), .invalidName,
                ["'1st'", "attribute name"]
            ),
            (
                ComponentSchema(id: 1_500, name: "Own", properties: [PropertySchema("a b", .int)]), .invalidName,
                ["'a b'", "attribute name"]
            ),
            (ComponentSchema(id: 1_500, name: "Own", internedNames: ["f1"]), .keyCollision, ["'f1'", "'do'"]),
        ] as [(ComponentSchema, SchemaError.Code, [String])]
    )
    func refusesACollision(_ component: ComponentSchema, _ code: SchemaError.Code, _ parts: [String]) {
        #expect {
            try LanguageSchema.standard.adding([component])
        } throws: { error in
            guard let error = error as? SchemaError else { return false }
            return error.code == code && parts.allSatisfy(error.message.contains)
        }
    }

    @Test func everyCodeHasANameOfItsOwn() {
        #expect(
            SchemaError.Code.allCases.map(\.rawValue) == [
                "reserved-component-id", "duplicate-component-id", "duplicate-component-name", "invalid-name",
                "duplicate-property", "kind-conflict", "key-collision",
            ]
        )
    }

    @Test func refusesACollisionAmongTheAdded() {
        let components = [ComponentSchema(id: 1_500, name: "One"), ComponentSchema(id: 1_500, name: "Two")]
        #expect {
            try LanguageSchema.standard.adding(components)
        } throws: { error in
            let error = error as? SchemaError
            return error?.code == .duplicateComponentID && error?.subject == "Two" && error?.other == "One"
        }
    }
}
