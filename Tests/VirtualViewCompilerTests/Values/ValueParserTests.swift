import Testing
import VirtualViewCompiler
import VirtualViewFormat

/// Every row of the value language both ways: what is accepted with its value, what is refused with its id.
@Suite struct ValueParserTests {
    @Test(arguments: ValueCases.all) func readsAsTheTableSays(_ row: ValueCase) {
        #expect(row.kind.outcome(of: row.text) == row.outcome, "\(row)")
    }

    @Test(arguments: ValueCases.lenient) func lenientReadingStoresWhatTheReferenceStores(_ row: ValueCase) {
        #expect(row.kind.outcome(of: row.text, isLenient: true) == row.outcome, "\(row)")
    }

    @Test(arguments: ValueCases.all) func leniencyChangesNothingElse(_ row: ValueCase) {
        let isListed = ValueCases.lenient.contains { $0.kind == row.kind && $0.text == row.text }
        guard !isListed else { return }
        #expect(row.kind.outcome(of: row.text, isLenient: true) == row.outcome, "\(row)")
    }

    /// Of the Basic Multilingual Plane, as in Java.
    @Test func digitsOfEveryScriptHaveTheValueThatUnicodeGivesThem() {
        for scalar in (0x80...UInt32(0xFFFF)).lazy.compactMap(Unicode.Scalar.init) {
            let isDigit = scalar.properties.generalCategory == .decimalNumber
            let value = isDigit ? scalar.properties.numericValue.map { LoweredValue.int(Int32($0), .none) } : nil
            let parsed = ValueParser().parse(String(scalar), as: .int).value
            if parsed != value { Issue.record("\(scalar.value)") }
        }
    }

    @Test(arguments: ValueCases.colors) func knowsTheColor(_ name: String, _ argb: UInt32) {
        let value = LoweredValue.int(Int32(bitPattern: argb), .none)
        #expect(ValueParser().parse(name, as: .color).value == value)
    }

    @Test(arguments: ValueCases.colors) func knowsTheColorInCapitalsUnlessItIsOneOfThree(_ name: String, _ argb: UInt32)
    {
        let value = ValueParser().parse(name.uppercased(), as: .color).value
        let isCaseSensitive = ["dkgray", "ltgray", "transparent"].contains(name)
        #expect(value == (isCaseSensitive ? nil : .int(Int32(bitPattern: argb), .none)))
    }

    @Test(arguments: [
        (ValueKind.flags, WordTable.flags), (.gravity, .gravity), (.textStyle, .textStyle), (.type, .variableTypes),
        (.size, .sizes), (.visibility, .visibilities), (.dataMode, .dataModes),
    ]) func knowsEachWordAndNoCapitals(_ kind: ValueKind, _ table: WordTable) {
        for word in table.words {
            #expect(ValueParser().parse(word.name, as: kind).value == .int(word.value, .none))
            #expect(ValueParser().parse(word.name.uppercased(), as: kind).value == nil)
        }
    }

    @Test(arguments: [ValueKind.flags, .gravity, .textStyle]) func joinsAllWordsOfAList(_ kind: ValueKind) {
        let table: WordTable = kind == .flags ? .flags : kind == .gravity ? .gravity : .textStyle
        let text = table.words.map(\.name).joined(separator: " | ")
        let bits = table.words.reduce(Int32(0)) { $0 | $1.value }
        #expect(ValueParser().parse(text, as: kind).value == .int(bits, .none))
    }

    @Test func lastOfEqualEnumerationWordsCounts() {
        let table: WordTable = ["a": 1, "A": 2]
        #expect(ValueParser().parse("a", as: .enumeration(table)).value == .int(2, .none))
    }

    @Test func enumerationComparesBytesOfUpperCase() {
        let table: WordTable = ["straße": 1, "caf\u{E9}": 2]
        let kind = ValueKind.enumeration(table)
        #expect(ValueParser().parse("STRASSE", as: kind).value == .int(1, .none))
        #expect(ValueParser().parse("CAF\u{C9}", as: kind).value == .int(2, .none))
        #expect(ValueParser().parse("cafe\u{301}", as: kind).value == nil)
    }

    @Test func textIsNeverTrimmedOrRead() {
        for text in [" ", "${}", "$", "\n", "true", "1 rp"] {
            #expect(ValueParser().parse(text, as: .string).value == .string)
        }
    }

    @Test(arguments: [
        (ValueKind.int, "5", "int 5"), (.int, "-5", "int -5"), (.int, " 5", "value.surrounding-blanks"),
        (.int, "5rp", "value.not-a-number"), (.int, "true", "value.not-a-number"), (.int, "", "value.empty"),
        (.int, "2147483648", "value.out-of-range"), (.int, "${a}", "value.binding-not-allowed"),
        (.int, " @{a", "value.binding-not-allowed"), (.float, "${a}", "value.binding-not-allowed"),
        (.float, " 1.5 ", "float 1.5"), (.float, "1", "float 1.0"), (.float, "1.5rp", "value.not-a-number"),
        (.float, "NaN", "value.not-finite"), (.float, "", "value.empty"), (.string, "x", "string"),
        (.string, "", "value.empty-string"),
    ]) func readsUserVariables(_ kind: ValueKind, _ text: String, _ outcome: String) {
        #expect(ValueParser().parseVariable(text, as: kind).description == outcome)
    }
}
