import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// An app's own components as a file.
@Suite struct ComponentsReaderTests {
    private func read(_ text: String) -> (components: [ComponentSchema], diagnostics: [Diagnostic]) {
        ComponentsReader.read(SourceFile(path: "components.json", text: text))
    }

    private func expect(_ text: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        expectDiagnostics(read(text).diagnostics, of: text, expected, sourceLocation: sourceLocation)
    }

    private static let samples: [ComponentSchema] = [
        ComponentSchema(id: 1001, name: "Badge"),
        ComponentSchema(
            id: 65_535,
            name: "标签",
            family: .container,
            children: .any,
            properties: [
                PropertySchema("tint", .color, default: .int(-65_536), invalidates: .drawing),
                PropertySchema("shape", .enumeration(["round": 0, "say \"hi\"": -1, "中": 7]), default: .int(0)),
                PropertySchema("ratio", .float, default: .float(1), isBindable: false, eventAccess: .readWrite),
                PropertySchema("wide", .number, default: .float(1e20), eventAccess: .read, invalidates: .ownSize),
                PropertySchema("small", .number, default: .float(-0.0), invalidates: .childLayout),
                PropertySchema("endless", .number, default: .float(-.infinity)),
                PropertySchema("title", .string, default: .string("a\n\u{0}\\\u{1F600}\u{2028}")),
                PropertySchema("onTap", .expression, knownTo: [.swift, .android]),
                PropertySchema("where", .gravity, default: .int(9)),
            ],
            internedNames: ["native", "a \"b\""],
            knownTo: .swift
        ),
        ComponentSchema(id: 1002, name: "Row", family: .layout, knownTo: []),
        ComponentSchema(id: 1003, name: "Map", family: .layout, isSlot: true),
    ]

    @Test func readsBackWhatItWrites() {
        let text = ComponentSchema.json(Self.samples)
        let (components, diagnostics) = read(text)
        #expect(diagnostics.isEmpty)
        #expect(components == Self.samples)
        #expect(ComponentSchema.json(components) == text)
    }

    @Test func readsBackEveryKind() {
        let kinds: [ValueKind] = [
            .string, .number, .int, .float, .bool, .color, .flags, .gravity, .textStyle, .type, .size, .visibility,
            .dataMode, .expression, .enumeration(["a": 1]),
        ]
        let properties = kinds.enumerated().map { PropertySchema("p\($0.offset)", $0.element) }
        let components = [ComponentSchema(id: 1001, name: "Badge", properties: properties)]
        #expect(read(ComponentSchema.json(components)).components == components)
    }

    @Test func writesAFileForPeople() {
        let badge = ComponentSchema(
            id: 1001,
            name: "Badge",
            properties: [
                PropertySchema("tint", .color, default: .int(-65_536), invalidates: .drawing),
                PropertySchema("shape", .enumeration(["round": 0, "square": 1])),
            ]
        )
        let expected = """
            {
              "version": 1,
              "components": [
                {
                  "id": 1001,
                  "name": "Badge",
                  "family": "leaf",
                  "children": "none",
                  "properties": [
                    {"name": "tint", "kind": "Color", "default": -65536, "invalidates": "drawing"},
                    {"name": "shape", "kind": "Enum", "words": {"round": 0, "square": 1}}
                  ]
                }
              ]
            }

            """
        #expect(ComponentSchema.json([badge]) == expected)
    }

    @Test func notANumberIsKept() {
        let property = PropertySchema("p", .number, default: .float(.nan))
        let text = ComponentSchema.json([ComponentSchema(id: 1001, name: "A", properties: [property])])
        guard case .float(let value)? = read(text).components.first?.properties.first?.defaultValue else {
            Issue.record("no default in \(text)")
            return
        }
        #expect(value.isNaN)
    }

    @Test func leavesOutWhatHasDefaults() {
        let text =
            #"{"version": 1, "components": [{"id": 1001, "name": "A", "properties": [{"name": "p", "kind": "Int"}]}]}"#
        let expected = ComponentSchema(id: 1001, name: "A", properties: [PropertySchema("p", .int)])
        #expect(read(text).components == [expected])
        #expect(read(#"{"version": 1, "components": []}"#).components.isEmpty)
        #expect(read(#"{"version": 1, "components": []}"#).diagnostics.isEmpty)
    }

    @Test func aWholeDefaultOfAFloatIsADecimalNumber() {
        let text =
            #"{"version":1,"components":[{"id":1001,"name":"A","properties":[{"name":"p","kind":"Float","default":2}]}]}"#
        #expect(read(text).components.first?.properties.first?.defaultValue == .float(2))
    }

    @Test func reportsEverythingThatIsWrong() {
        expect(
            #"{"version": 2, "component": [], "components": [3, {"id": 7, "name": "B"}, {"id": 1010, "name": "C"}, "#
                + #"{"id": 1001, "name": "NText"}, {"id": 1001, "name": "D"}, {"id": 1001, "name": "D"}, "#
                + #"{"id": "x", "name": 5}, {"id": 1.5, "name": "a b"}, {}, {"id": 70000, "name": ""}]}"#,
            [
                "error components.unknown-version '2': this version of the format is not known; expected 1",
                "error components.unknown-member 'component': the file has no 'component'; did you mean 'components'? | "
                    + "replace with 'components'",
                "error components.wrong-type '3': 'a component' is a number, expected an object",
                "error components.id-out-of-range '7': 7 cannot be the id of an app's own component; "
                    + "expected a number from 1000 to 65535",
                "error components.taken-id '1010': 1010 is the id of the component 'TotalContainer' already",
                "error components.taken-name '\"NText\"': 'NText' is the name of a component already",
                "error components.duplicate-id '1001': two components have the id 1001 | "
                    + "also the id of this component at '1001'",
                "error components.duplicate-id '1001': two components have the id 1001 | "
                    + "also the id of this component at '1001'",
                "error components.duplicate-name '\"D\"': the name 'D' is given again | first given here at '\"D\"'",
                "error components.wrong-type '\"x\"': 'id' is a string, expected a whole number",
                "error components.wrong-type '5': 'name' is a number, expected a string",
                "error components.bad-number '1.5': the number of 'id' is not a whole number of 32 bits",
                "error components.bad-name '\"a b\"': 'a b' cannot be a name in a template",
                "error components.missing-member '{': a component needs 'id'",
                "error components.missing-member '{': a component needs 'name'",
                "error components.id-out-of-range '70000': 70000 cannot be the id of an app's own component; "
                    + "expected a number from 1000 to 65535",
                "error components.bad-name '\"\"': '' cannot be a name in a template",
            ]
        )
    }

    @Test func reportsWrongProperties() {
        func property(_ members: String) -> String {
            #"{"version": 1, "components": [{"id": 1001, "name": "A", "properties": [{\#(members)}]}]}"#
        }
        expect(
            property(#""name": "p", "kind": "Colour""#),
            [
                "error components.unknown-word 'Colour': 'Colour' is unknown in 'kind'; did you mean 'Color'? | "
                    + "replace with 'Color'"
            ]
        )
        expect(
            property(#""name": "p", "kind": "Enum""#),
            ["error components.missing-member '{': a property needs 'words'"]
        )
        expect(
            property(#""name": "p", "kind": "Enum", "words": {}"#),
            ["error components.no-words '{}': an enumeration needs words, such as {\"round\": 0}"]
        )
        expect(
            property(#""name": "p", "kind": "Enum", "words": {"a": 1, "A": 2, "b": "x", "": 3}"#),
            [
                "error components.duplicate-name 'A': the name 'A' is given again | first given here at 'a'",
                "error components.wrong-type '\"x\"': 'words' is a string, expected a whole number",
                "error components.bad-name '3': '' cannot be a name in a template",
            ]
        )
        expect(
            property(#""name": "p", "kind": "Enum", "words": ["a"]"#),
            ["error components.wrong-type '[\"a\"]': 'words' is an array, expected an object"]
        )
        expect(
            property(#""name": "p", "kind": "Int", "words": {"a": 1}"#),
            ["error components.words-without-enum '{\"a\": 1}': only the kind 'Enum' has words"]
        )
        expect(
            property(#""name": "p", "kind": "Int", "default": 9999999999"#),
            [
                "error components.bad-number '9999999999': the number of 'default' is not a whole number of 32 bits"
            ]
        )
        expect(
            property(#""name": "p", "kind": "Float", "default": 1e39"#),
            [
                "error components.bad-number '1e39': the number of 'default' is not a whole number of 32 bits "
                    + "or a finite decimal number"
            ]
        )
        expect(
            property(#""name": "p", "kind": "Int", "default": [1]"#),
            ["error components.wrong-type '[1]': 'default' is an array, expected a number or a string"]
        )
        expect(
            property(#""name": "p", "kind": "Int", "events": "write", "invalidates": "Drawing", "bindable": 1"#),
            [
                "error components.unknown-word 'write': 'write' is unknown in 'events'; "
                    + "expected 'none', 'read' or 'readWrite'",
                "error components.unknown-word 'Drawing': 'Drawing' is unknown in 'invalidates'; "
                    + "did you mean 'drawing'? | replace with 'drawing'",
                "error components.wrong-type '1': 'bindable' is a number, expected a boolean",
            ]
        )
    }

    /// A property that no template could set.
    @Test func namesThatTemplatesDoNotTellApartAreErrors() {
        func property(_ members: String) -> String {
            #"{"version": 1, "components": [{"id": 1001, "name": "A", "properties": [{\#(members)}]}]}"#
        }
        expect(
            property(#""name": "var_int_x", "kind": "Int""#),
            [
                "error components.bad-name '\"var_int_x\"': 'var_int_x' cannot be a property; an attribute that begins "
                    + "with 'var_' is a user variable"
            ]
        )
        expect(
            property(#""name": "f1", "kind": "Int""#),
            [
                "error components.bad-name '\"f1\"': 'f1' has the id 3211 of 'do', so no template can set it; rename it"
            ]
        )
        expect(
            property(#""name": "AaAa", "kind": "Int"}, {"name": "BBBB", "kind": "Int""#),
            [
                "error components.bad-name '\"BBBB\"': 'BBBB' has the id 2031744 of 'AaAa', so no template can set it; "
                    + "rename it | 'AaAa' is given here at '\"AaAa\"'"
            ]
        )
        expect(property(#""name": "maxWidth", "kind": "String"}, {"name": "var", "kind": "Int""#), [])
    }

    @Test(arguments: [
        ("", "error json.unexpected '': found the end of the file, expected a value"),
        ("{", "error json.unexpected '': found the end of the file, expected a name in quotes"),
        ("[1,]", "error json.unexpected ']': found ']', expected a value"),
        ("{\"a\":1,}", "error json.unexpected '}': found '}', expected a name in quotes"),
        ("{\"a\" 1}", "error json.unexpected '1': found '1', expected ':'"),
        ("[1 2]", "error json.unexpected '2': found '2', expected ',' or ']'"),
        ("{\"a\":1 \"b\":2}", "error json.unexpected '\"': found '\"', expected ',' or '}'"),
        ("{} x", "error json.unexpected 'x': found 'x', expected the end of the file"),
        ("01", "error json.bad-number '01': this is not a number of JSON"),
        ("-", "error json.bad-number '-': this is not a number of JSON"),
        ("1.", "error json.bad-number '1.': this is not a number of JSON"),
        ("1e", "error json.bad-number '1e': this is not a number of JSON"),
        ("1x", "error json.bad-number '1x': this is not a number of JSON"),
        (".5", "error json.unexpected '.': found '.', expected a value"),
        ("+1", "error json.unexpected '+': found '+', expected a value"),
        ("NaN", "error json.unexpected 'N': found 'N', expected a value"),
        ("nul", "error json.unexpected 'n': found 'n', expected a value"),
        ("nullx", "error json.unexpected 'n': found 'n', expected a value"),
        ("'a'", "error json.unexpected ''': found ''', expected a value"),
        ("\"a", "error json.unterminated-string '\"': this string has no end"),
        (
            "\"\u{1}\"",
            "error json.control-character '\u{1}': a control character in a string must be written as an escape"
        ),
        (
            "\"\\x\"",
            "error json.bad-escape '\\x': this is no escape; expected one of "
                + #"'\"', '\\', '\/', '\b', '\f', '\n', '\r', '\t' or '\uXXXX'"#
        ),
        (
            "\"\\u12g4\"",
            "error json.bad-escape '\\u': this is no escape; expected one of "
                + #"'\"', '\\', '\/', '\b', '\f', '\n', '\r', '\t' or '\uXXXX'"#
        ),
        (
            "\"\\uD800x\"",
            "error json.lone-surrogate '\\uD800': this escape is half of a surrogate pair; the other half is missing"
        ),
        (
            "{\"a\":1,\"a\":2}",
            "error json.duplicate-name 'a': the name 'a' is given again | first given here at 'a'"
        ),
    ]) func refusesWhatIsNotJSON(_ text: String, _ expected: String) {
        expectDiagnostics(JSONNode.read(SourceFile(path: "j", text: text)).diagnostics, of: text, [expected])
    }

    @Test(arguments: ["null", " true ", "\u{FEFF}[]", "-0", "0.5e+3", "\"\\u00e9\\ud83d\\ude00\\/\"", "{\"\":{}}"])
    func acceptsJSON(_ text: String) {
        let (node, diagnostics) = JSONNode.read(SourceFile(path: "j", text: text))
        #expect(node != nil && diagnostics.isEmpty)
    }

    @Test func nestingEndsAtALimit() {
        let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(JSONNode.read(SourceFile(path: "j", text: deep)).node != nil)
        let deeper = String(repeating: "[", count: 100_000)
        #expect(JSONNode.read(SourceFile(path: "j", text: deeper)).diagnostics.map(\.id) == ["json.too-deep"])
    }

    @Test func everyTruncationAndMutationIsRead() {
        let text = Array(ComponentSchema.json(Self.samples).utf8)
        for length in 0..<text.count - 1 {
            let (_, diagnostics) = ComponentsReader.read(SourceFile(path: "c", bytes: Array(text[..<length])))
            #expect(!diagnostics.isEmpty)
        }
        var random = SeededGenerator(seed: RandomTests.seed)
        let bytes = Array("{}[]\",:\\u0123456789eE.-+ntfalsx\u{0}\n".utf8) + [0x80, 0xFF]
        for _ in 0..<RandomTests.count(1000) {
            var mutated = text
            for _ in 0..<3 {
                mutated[Int.random(in: 0..<text.count, using: &random)] = bytes.randomElement(using: &random) ?? 0
            }
            let (_, diagnostics) = ComponentsReader.read(SourceFile(path: "c", bytes: mutated))
            #expect(diagnostics.allSatisfy { $0.range.offsets.upperBound <= mutated.count })
        }
    }
}
