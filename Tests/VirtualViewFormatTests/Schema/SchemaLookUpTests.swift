import Testing
import VirtualViewFormat

@Suite struct SchemaLookUpTests {
    let schema = LanguageSchema.standard

    @Test func findsEveryComponent() {
        for component in schema.components {
            #expect(schema.component(id: component.id) == component)
            #expect(schema.component(named: component.name) == component)
        }
        #expect(schema.component(id: 0) == nil)
        #expect(schema.component(id: 1_001) == nil)
        #expect(schema.component(named: "ntext") == nil)
    }

    @Test func findsEveryProperty() {
        for property in schema.properties {
            #expect(schema.property(property.key) == property)
            #expect(schema.property(named: property.name) == property)
            #expect(schema.property(named: Substring(property.name)) == property)
        }
        #expect(schema.property(named: "layoutwidth") == nil)
        #expect(schema.property(StringID(rawValue: 1)) == nil)
    }

    @Test func doesNotTakeAnotherTextWithTheSameKey() throws {
        // The hash of two letters is 31 * first + second, so these two have one key.
        #expect(StringID(hashing: "jE") == StringID(hashing: "id"))
        #expect(schema.property(named: "jE") == nil)
    }

    @Test func listsTheSameAsItFinds() {
        for component in schema.components {
            let listed = schema.properties(of: component.id)
            #expect(Set(listed.map(\.key)).count == listed.count)
            for property in schema.properties {
                let found = schema.property(property.key, of: component.id)
                #expect(found == listed.first { $0.key == property.key })
                let index = schema.entryIndex(of: property.key, in: component.id)
                #expect(index.map(schema.entry(at:)) == found)
                let belongs = property.components?.contains(component.name) ?? true
                #expect((found != nil) == belongs, "\(component.name).\(property.name)")
            }
        }
    }

    @Test func componentsRefineTheirDefaults() throws {
        let orientation = StringID(hashing: "orientation")
        #expect(schema.property(orientation, of: 2)?.defaultValue == .int(1))
        #expect(schema.property(orientation, of: 16)?.defaultValue == .int(0))
        #expect(schema.property(orientation, of: 7) == nil)
        let color = StringID(hashing: "color")
        #expect(schema.property(color, of: 22)?.defaultValue == .int(Int32(bitPattern: 0xFF00_00FF)))
    }

    @Test func anUnknownComponentHasTheCommonProperties() {
        #expect(schema.property(StringID(hashing: "layoutWidth"), of: 4_000) != nil)
        #expect(schema.property(StringID(hashing: "text"), of: 4_000) == nil)
        #expect(schema.properties(of: 4_000) == schema.properties.filter { $0.components == nil })
    }
}
