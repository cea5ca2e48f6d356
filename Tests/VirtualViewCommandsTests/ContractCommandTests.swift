import Foundation
import Testing
import VirtualViewCommands
import VirtualViewExpressions
import VirtualViewTestSupport

/// `vvc contract`.
@Suite struct ContractCommandTests {
    private let space = Workspace.fresh()

    private func contract(_ source: String) throws -> JSONValue {
        try space.write("Card.xml", source)
        let result = space.vvc("contract", "@/Card.xml")
        #expect(result.code == .success && result.error.isEmpty, "\(result.error)")
        return try JSONValue(json: Array(result.out.utf8))
    }

    @Test func dataMayBeAList() throws {
        let list = try contract(#"<NText text="${[1]}" layoutWidth="9" layoutHeight="9"/>"#)
        #expect(list["type"] == "array" && list["properties"] == nil, "\(list)")
        #expect(try contract(#"<NText text="a" layoutWidth="9" layoutHeight="9"/>"#)["type"] == "object")
    }

    /// What has to have a member is an object, though it is also read as a text.
    @Test func whatIsReadWholeMayBeATextIfNothingInItIsNeeded() throws {
        let types: [(String, JSONValue)] = [("", "object"), (" ?: 'x'", ["object", "string", "number", "boolean"])]
        for (fallback, type) in types {
            let schema = try contract(##"<NText text="${a} ${a.b\##(fallback)}" layoutWidth="9" layoutHeight="9"/>"##)
            #expect(schema["properties"]?["a"]?["type"] == type, "\(schema.json)")
        }
    }

    /// What a condition tests may be empty, which counts as false, and what stands in for another value may be missing.
    @Test func whatIsTestedMayBeEmpty() throws {
        func properties(_ text: String) throws -> JSONValue? {
            try contract("<NText text=\"\(text)\" layoutWidth=\"9\" layoutHeight=\"9\"/>")["properties"]
        }
        let list = try properties("@{${a} ? ${a[0].t} : none}")?["a"]
        #expect(
            list?["anyOf"] == [["maxItems": 0], ["minItems": 1]] && list?["minItems"] == nil,
            "\(String(describing: list))"
        )
        let object = try properties("@{${a} ? ${a.b} : none}")?["a"]
        #expect(object?["anyOf"] == [["maxProperties": 0], ["required": ["b"]]] && object?["required"] == nil)
        let counted = try contract(
            #"<NText text="${= length(a) > 0 ? a[0].t : ''}" layoutWidth="9" layoutHeight="9"/>"#
        )
        #expect(counted["required"] == nil && counted["properties"]?["a"]?["anyOf"] != nil, "\(counted.json)")
        for text in ["${a ?: ${b}}", "${= a ?: b}"] {
            let either = try contract("<NText text=\"\(text)\" layoutWidth=\"9\" layoutHeight=\"9\"/>")
            #expect(either["required"] == nil && either["properties"]?["b"] != nil, "\(either.json)")
        }
        for (text, isTest) in [
            ("length(a) > 2 ? 'b' : a", false), ("length(a) >= 1 ? a[0].t : ''", true),
            ("1 > length(a) ? '' : a[0].t", true),
            ("1 &lt;= length(a) ? a[0].t : ''", true), ("length(a) &lt; 1 ? '' : a[0].t", true),
            ("1 >= length(a) ? '' : a[0].t", false),
            ("a != null ? a[0].t : ''", true), ("length(a) > 1 ? a[1].t : ''", false),
        ] {
            let schema = try contract(##"<NText text="${= \##(text)}" layoutWidth="9" layoutHeight="9"/>"##)
            #expect((schema["required"] == nil) == isTest, "\(text): \(schema.json)")
            let takesEmpty = schema["properties"]?["a"]?["anyOf"] != nil
            #expect(takesEmpty == (isTest && text.contains("length")), "\(text): \(schema.json)")
        }
        // What holds the other value has to be there for both.
        for text in ["${a.t ?: ${a}}", "${= a.t ?: a}"] {
            let both = try contract("<NText text=\"\(text)\" layoutWidth=\"9\" layoutHeight=\"9\"/>")
            #expect(both["required"] == ["a"], "\(both.json)")
        }
    }

    @Test func severalAreInTheOrderOfTheirNames() throws {
        for name in ["A", "B", "C"] { try space.write("in/\(name).xml", "<NText text=\"${a}\"/>") }
        let both = space.vvc("contract", "@/in/C.xml", "@/in/A.xml", "@/in/B.xml")
        #expect(both.code == .success && both.out == space.vvc("contract", "@/in").out, "\(both)")
    }

    @Test func aTemplateThatIsGivenTwiceIsThereOnce() throws {
        for name in ["A", "sub/B"] { try space.write("in/\(name).xml", "<NText text=\"${a}\"/>") }
        let once = space.vvc("contract", "@/in").out
        #expect(space.vvc("contract", "@/in", "@/in/sub").out == once)
        #expect(space.vvc("contract", "@/in/sub/../A.xml", "@/in").out == once)
    }

    /// The compiled file holds more than the attributes show.
    @Test(arguments: [
        #"<NText text="q" animatorTime="${a}"/>"#,
        #"<NText text="var_string_x" var_string_x="${a}"/>"#, #"<?vvc node="0" key="x" text="${a}"?><NText text="q"/>"#,
    ])
    func sourcesReadWhatTheirFilesRead(_ source: String) throws {
        let schema = try contract(source)
        #expect(space.vvc("compile", "@/Card.xml", "-o", "@/Card.out").code == .success)
        let result = space.vvc("contract", "@/Card.out")
        let compiled = try JSONValue(json: result.out)
        #expect(result.code == .success && schema == compiled, "\(result)")
        #expect(schema["properties"]?["a"] != nil)
    }

    @Test func pathsAreProperties() throws {
        let schema = try contract(
            """
            <VHLayout>
              <NText text="${title} ${price.now}" textColor="${color ?: '#FF0000'}" textSize="${size}"/>
              <NText text="${badge}" visibility="@{${badge} ? visible : gone}"/>
              <NImage src="${images[1].url}"/>
              <Grid dataTag="${items}"/>
              <NText text="${env.user.name}"/>
            </VHLayout>
            """
        )
        let expected = """
            {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Card","type":"object","properties":{
            "badge":{"type":["string","number","boolean","null"]},
            "color":{"type":["string","number","null"],"format":"color","default":"#FF0000"},
            "images":{"type":"array","prefixItems":[{},{"type":"object","properties":{
            "url":{"type":["string","number","boolean"]}},"required":["url"]}],"minItems":2},
            "items":{"type":"array","items":{"type":"object","properties":{"type":{"type":"string"}},
            "required":["type"]}},
            "price":{"type":"object","properties":{"now":{"type":["string","number","boolean"]}},"required":["now"]},
            "size":{"type":["number","string"]},
            "title":{"type":["string","number","boolean"]}},
            "required":["images","items","price","size","title"]}
            """
        #expect(schema == (try JSONValue(json: Array(expected.utf8))), "\(schema.json)")
    }

    /// Names are compared byte for byte, as the look-up does.
    @Test func twoEncodingsOfALetterAreTwoNames() throws {
        let schema = try contract("<NText text=\"${caf\u{E9}}\" textSize=\"${cafe\u{301}}\"/>")
        #expect(schema["properties"]?["caf\u{E9}"]?["type"] == ["string", "number", "boolean"])
        #expect(schema["properties"]?["cafe\u{301}"]?["type"] == ["number", "string"])
    }

    /// The entries that a template reads itself are items, too.
    @Test func entriesThatAreReadNameTheirTemplates() throws {
        let expected = """
            {"type":"array","prefixItems":[{"type":"object","properties":{"type":{"type":"string"}},"required":["type"]},
            {"type":"object","properties":{"name":{"type":["string","number","boolean"]},"type":{"type":"string"}},
            "required":["name","type"]}],"minItems":2,
            "items":{"type":"object","properties":{"type":{"type":"string"}},"required":["type"]}}
            """
        let schema = try contract(#"<VHLayout><NText text="${rows[1].name}"/><Grid dataTag="${rows}"/></VHLayout>"#)
        #expect(schema["properties"]?["rows"] == (try JSONValue(json: Array(expected.utf8))), "\(schema.json)")
    }

    /// An entry that may be missing need not be there because it would have a type.
    @Test func optionalEntriesMayBeMissing() throws {
        let schema = try contract(
            #"<VHLayout><NText text="${rows[1].name ?: 'none'}"/><Grid dataTag="${rows}"/></VHLayout>"#
        )
        let entry: JSONValue = ["type": "A"]
        for rows: JSONValue in [[], [entry], [entry, ["type": "A", "name": "b"]]] {
            #expect(Self.problems(of: ["rows": rows], schema).isEmpty, "\(rows): \(schema.json)")
        }
        for rows: JSONValue in [[entry, ["name": "b"]], [entry, .null], [[:]]] {
            #expect(!Self.problems(of: ["rows": rows], schema).isEmpty, "\(rows): \(schema.json)")
        }
    }

    /// Bindings look for `env` in the environment; programs read data alone.
    @Test func whatProgramsReadFromEnvIsInTheData() throws {
        let source = #"<NText text="${env.currency}" onClick="${this.textSize = data.env.rate - 1}"/>"#
        #expect(
            try contract(source)["properties"] == [
                "env": [
                    "type": "object", "properties": ["rate": ["type": ["number", "boolean"]]], "required": ["rate"],
                ]
            ]
        )
    }

    @Test(arguments: ["-=", "*=", "/=", "%="]) func operatorsThatAssignNeedQuantities(_ sign: String) throws {
        let source = "<NText onClick=\"${this.textSize \(sign) data.x}\" text=\"a\" flag=\"flag_clickable\"/>"
        let schema = try contract(source)
        #expect(schema["properties"]?["x"]?["type"] == ["number", "boolean"], "\(schema.json)")
    }

    /// A text such as `24rp` is a length, but no number to calculate with.
    ///
    /// For programs a truth value counts as 1 or 0.
    @Test(
        arguments: [
            ("textSize=\"${x}\"", ["number", "string"]), ("textSize=\"${= x * 2}\"", "number"),
            ("text=\"${= x - 1}\"", "number"),
            ("text=\"${= -x}\"", "number"), ("text=\"${= round(x)}\"", "number"),
            ("textSize=\"${= on ? x : 3}\"", ["number", "string"]),
            ("textSize=\"${= x + 1}\"", "number"),
            ("text=\"${= x + 1}\"", ["string", "number", "boolean"]),
            ("onClick=\"${this.textSize = data.x * 2}\" flag=\"flag_clickable\"", ["number", "boolean"]),
            ("onClick=\"${this.alpha = data.x > 2 ? 0.5 : 0.25}\" flag=\"flag_clickable\"", ["number", "boolean"]),
            (
                "onClick=\"${this.alpha = data.x + 1}\" flag=\"flag_clickable\"", ["string", "number", "boolean"]
            ),
        ] as [(String, JSONValue)]
    )
    func calculationsNeedNumbers(_ attributes: String, _ type: JSONValue) throws {
        let schema = try contract("<NText \(attributes)/>")
        #expect(schema["properties"]?["x"]?["type"] == type, "\(schema.json)")
        #expect(schema["required"] == ["x"] || attributes.contains("on ?"), "\(schema.json)")
    }

    @Test(arguments: ["upper(x)", "startsWith(x, 'a')", "replace('a', x, 'b')", "join(list('a'), x)"])
    func functionsOfTextsNeedTexts(_ call: String) throws {
        let schema = try contract("<NText text=\"${= \(call)}\"/>")
        #expect(schema["properties"]?["x"]?["type"] == "string", "\(schema.json)")
    }

    @Test(
        arguments: [
            ("${x} ${x ?: 'a'}", ["x"], nil), ("${x ?: 'a'} ${x ?: 'a'}", nil, "a"),
            ("${x ?: 'a'} ${x ?: 'b'}", nil, nil),
            ("@{${x} ? ${x} : ${x ?: 'a'}}", nil, "a"),
        ] as [(String, JSONValue?, JSONValue?)]
    )
    func whatIsReadWithoutADefaultIsRequired(_ text: String, _ required: JSONValue?, _ fallback: JSONValue?) throws {
        let schema = try contract("<NText text=\"\(text)\"/>")
        #expect(schema["required"] == required && schema["properties"]?["x"]?["default"] == fallback, "\(schema.json)")
    }

    @Test func filesReadTheDataAsTheConfigurationSays() throws {
        let properties = #"[{"name": "text", "kind": "Int"}, {"name": "size", "kind": "Int"}]"#
        let components = #"{"version": 1, "components": [{"name": "Own", "id": 1001, "properties": \#(properties)}]}"#
        try space.write("own.json", components)
        try space.write("Card.xml", #"<Own text="${t}" size="${s}" animatorTime="${a}" other="${o}"/>"#)
        let options = ["--components", "@/own.json"]
        #expect(space.vvc(["compile", "@/Card.xml", "-o", "@/Card.out"] + options).code == .success)
        let contracts = ["@/Card.xml", "@/Card.out"].map { space.vvc(["contract", $0] + options).out }
        #expect(contracts[0] == contracts[1] && contracts[0].contains("number"))
        let difference = space.vvc(["diff", "--breaking", "@/Card.out", "@/Card.xml"] + options)
        #expect(difference.code == .success, "\(difference)")
    }

    /// Elements far into an array are not described one by one, but make it an array all the same.
    @Test func elementsFarIntoAnArrayAreCounted() throws {
        let array = #"{"type":"array","minItems":5001}"#
        let schema = try contract(#"<NText text="${images[5000].url} ${images[4000].url ?: 'x'}"/>"#)
        #expect(schema["properties"]?["images"] == (try JSONValue(json: Array(array.utf8))), "\(schema.json)")
        #expect(schema["required"] == ["images"])
        let optional = try contract(#"<NText text="${images[5000].url ?: 'x'} ${images[0].url}"/>"#)
        #expect(optional["properties"]?["images"]?["minItems"] == 1, "\(optional.json)")
        #expect(try contract("<NText text=\"${a[\(Int.max)].b}\"/>")["properties"]?["a"]?["type"] != "object")
    }

    @Test(.enabled(if: Tool.exists, "vvc was not built with the tests"))
    func projectNamesTheTemplates() throws {
        try space.write("project/vvc.json", #"{"templates": "in"}"#)
        try space.write("project/in/A.xml", #"<NText text="${a}"/>"#)
        let result = try Shell(folder: space.folder.appendingPathComponent("project")).run("vvc contract")
        #expect(result.status == 0 && result.text.contains("\"title\": \"A\""), "\(result)")
    }

    @Test func severalAreAnArrayInTheOrderOfTheirNames() throws {
        try space.write("in/B.xml", #"<NText text="${b}"/>"#)
        try space.write("in/A.xml", #"<NText text="a"/>"#)
        let result = space.vvc("contract", "@/in")
        let value = try JSONValue(json: Array(result.out.utf8))
        #expect(value[0]?["title"] == "A" && value[1]?["title"] == "B")
        #expect(value[0]?["properties"] == [:] && value[0]?["required"] == nil)
        #expect(space.vvc("contract", "@/in").out == result.out)
    }

    // MARK: - Samples

    @Test(arguments: Fixtures.templateNames)
    func sampleDataKeepsTheContractOfItsTemplate(_ name: String) throws {
        let result = space.vvc("contract", Fixtures.templates.appendingPathComponent(name).path)
        let schema = try JSONValue(json: Array(result.out.utf8))
        let path = Fixtures.templates.appendingPathComponent(String(name.dropLast(4)) + ".json")
        let data = try JSONValue(json: [UInt8](try Data(contentsOf: path)))
        #expect(Self.problems(of: data, schema).isEmpty)
        // Data without anything keeps it only where nothing is required.
        #expect(Self.problems(of: [:], schema).isEmpty == (schema["required"] == nil))
    }

    /// Says what is wrong with data, by the words that contracts have.
    private static func problems(of data: JSONValue, _ schema: JSONValue, at place: String = "$") -> [String] {
        guard case .object(let words) = schema else { return ["\(place): the schema is no object"] }
        var problems: [String] = []
        let known = [
            "$schema", "title", "type", "properties", "required", "prefixItems", "items", "minItems", "format",
            "default", "anyOf", "maxItems", "maxProperties",
        ]
        problems += words.sortedKeys.filter { !known.contains($0) }.map { "\(place): \($0) is not known" }
        if let type = schema["type"] {
            var types: [String] = []
            if case .array(let several) = type {
                for case .string(let name) in several { types.append(name) }
            } else if case .string(let name) = type {
                types = [name]
            }
            if !types.contains(Self.type(of: data)) {
                problems.append("\(place): \(Self.type(of: data)) is not \(types)")
            }
        }
        if case .array(let choices)? = schema["anyOf"],
            choices.allSatisfy({ !Self.problems(of: data, $0, at: place).isEmpty })
        {
            problems.append("\(place): none of \(choices.count) fits")
        }
        if case .object(let object) = data {
            if case .int(let most)? = schema["maxProperties"], object.sortedKeys.count > Int(most) {
                problems.append("\(place): there are \(object.sortedKeys.count) members")
            }
            if case .array(let names)? = schema["required"] {
                for case .string(let name) in names where object[name] == nil {
                    problems.append("\(place): there is no \(name)")
                }
            }
            if case .object(let members)? = schema["properties"] {
                for name in members.sortedKeys {
                    guard let value = object[name], let member = members[name] else { continue }
                    problems += Self.problems(of: value, member, at: "\(place).\(name)")
                }
            }
        }
        if case .array(let elements) = data {
            if case .int(let most)? = schema["maxItems"], elements.count > Int(most) {
                problems.append("\(place): there are \(elements.count) elements")
            }
            if case .int(let least)? = schema["minItems"], elements.count < Int(least) {
                problems.append("\(place): there are \(elements.count) elements")
            }
            for (index, element) in elements.enumerated() {
                guard let part = schema["prefixItems"]?[index] ?? schema["items"] else { continue }
                problems += Self.problems(of: element, part, at: "\(place)[\(index)]")
            }
        }
        return problems
    }

    private static func type(of value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "boolean"
        case .int, .double: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
