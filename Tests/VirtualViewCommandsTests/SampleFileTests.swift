import Testing

@testable import VirtualViewCommands

/// Which files beside a template have data for it, for tests, editors and the preview server alike.
@Suite struct SampleFileTests {
    @Test(arguments: [
        ("Card.empty.json", true), ("Card.a.b.json", true), ("Card..json", false), ("Card.json", false),
        ("Card.wide.json", false), ("Cards.a.json", false), ("Card.a.txt", false), ("Card.test.json", false),
        ("Card.parts.json", false), ("Card.a.test.json", false), ("Card.\u{301}.json", true), (".json", false),
        ("Card.dump.json", false), ("Card.a.dump.json", false),
    ])
    func aVariantHasTheNameOfItsTemplate(_ name: String, _ isVariant: Bool) {
        #expect(SampleFile.isVariant(name, of: "Card") { $0 == "Card.wide" } == isVariant)
    }
}
