import Testing
import VirtualViewExpressions

@Suite struct ColorTextTests {
    @Test(arguments: [
        ("#123456", 0xFF12_3456), ("#80abCDef", 0x80AB_CDEF), ("#00000000", 0), ("red", 0xFFFF_0000),
        ("RED", 0xFFFF_0000), ("DarkGrey", 0xFF44_4444), ("dkgray", 0xFF44_4444), ("ltgray", 0xFFCC_CCCC),
        ("transparent", 0), ("silver", 0xFFC0_C0C0), ("gray", 0xFF88_8888),
    ])
    func readsColors(_ text: String, _ argb: UInt32) {
        #expect(ColorText.argb(text.utf8) == argb)
        #expect(ColorText.argb(Array(text.utf8)) == argb)
    }

    @Test(arguments: [
        "", "#", "#123", "#1234", "#12345", "#1234567", "#123456789", "#12345g", "#-00001", "123456", "0x123456",
        "DKGRAY", "Transparent", "pink", " red", "red ", "#１２３４５６",
    ])
    func refusesOtherTexts(_ text: String) {
        #expect(ColorText.argb(text.utf8) == nil)
    }

    @Test func hasUniqueNames() {
        let names = (ColorText.exactNames + ColorText.names).map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0 == $0.lowercased() })
    }
}
