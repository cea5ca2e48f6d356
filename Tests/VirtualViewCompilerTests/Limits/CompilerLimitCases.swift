import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// The lines of `Docs/Limits.md` about sources.
enum CompilerLimitCases {
    // MARK: - XML

    static let xml =
        [
            LimitCase("bytes of a source, one more than 16 MiB", 16_777_217, "xml.file-too-large") { count in
                compile(String(repeating: " ", count: count))
            },
            LimitCase("elements inside each other", 50_000, "template.too-large") { count in
                compile(
                    String(repeating: "<FrameLayout>", count: count) + String(repeating: "</FrameLayout>", count: count)
                )
            },
            LimitCase("elements beside each other", 50_000, "template.too-large") { count in
                compile(inRoot(String(repeating: "<NText/>", count: count)))
            },
            LimitCase("elements with names of their own", 20_000, "template.unknown-component") { count in
                compile(inRoot((0..<count).map { "<Own\($0)x y=\"1\"/>" }.joined()))
            },
            LimitCase("elements with names near to those of as many others", 10_000, "template.unknown-component") {
                count in
                let known = (0..<count).map { "VIEW_ID_OwnComponent\($0)=\(2_000 + $0)\n" }.joined()
                return compile(inRoot((0..<count).map { "<OwnComponnet\($0)/>" }.joined()), known)
            },
            LimitCase("bytes of one attribute", 1_000_000, "template.string-too-long") { count in
                compile("<NText text=\"\(String(repeating: "x", count: count))\"/>")
            },
            LimitCase("entities in one attribute", 100_000, "template.string-too-long") { count in
                compile("<NText text=\"\(String(repeating: "&amp;", count: count))\"/>")
            },
            LimitCase("attributes of one element", 20_000, "template.too-many-properties") { count in
                compile("<NText" + (0..<count).map { " a\($0)q=\"v\"" }.joined() + "/>")
            },
            LimitCase("attributes of one element, with one name", 50_000, "xml.duplicate-attribute") { count in
                compile("<NText" + String(repeating: " text=\"a\"", count: count) + "/>")
            },
            LimitCase("attributes that nobody knows, on one element each", 10_000, "template.too-large") { count in
                compile(inRoot((0..<count).map { "<NText layoutWidht\($0 % 997)=\"1\"/>" }.joined()))
            },
            LimitCase("attributes with names near to those of as many others", 10_000, "template.too-large") { count in
                let known = (0..<count).map { "ownAttribute\($0)=Int\n" }.joined()
                return compile(inRoot((0..<count).map { "<NText ownAtribute\($0)=\"1\"/>" }.joined()), known)
            },
            LimitCase("values that are none of 10,000 words", 1_000, "value.unknown-word") { count in
                let known = "mood=Enum<" + (0..<10_000).map { "word\($0):\($0)" }.joined(separator: ",") + ">"
                return compile(inRoot((0..<count).map { "<NText mood=\"wrod\($0)\"/>" }.joined()), known)
            },
            LimitCase("texts, two of which have one id", 2, "template.id-collision") { _ in
                compile(inRoot("<NText text=\"Aa\"/><NText text=\"BB\"/>"))
            },
            LimitCase("texts that have one id", 1_024, "template.id-collision") { count in
                compile(inRoot(colliding(count).map { "<NText text=\"\($0)\"/>" }.joined()))
            },
            LimitCase("texts with the id of one before as many others", 20_000, "template.id-collision") { count in
                let others = String(repeating: "<NText text=\"x\"/>", count: count)
                let same = String(repeating: "<NText text=\"BB\"/>", count: count)
                return compile(inRoot(others + "<NText text=\"Aa\"/>" + same))
            },
            LimitCase("problems in one line", 50_000, "value.not-a-number") { count in
                compile(inRoot(String(repeating: "<NText lines=\"x\"/>", count: count)))
            },
            LimitCase("comments", 100_000, "compiles") { count in
                compile(inRoot(String(repeating: "<!-- c -->", count: count)))
            },
            LimitCase("instructions", 50_000, "compiles") { count in
                compile(String(repeating: "<?other x?>\n", count: count) + "<NText/>")
            },
            LimitCase("brackets in a DOCTYPE", 200_000, "xml.unterminated-doctype") { count in
                compile("<!DOCTYPE a [" + String(repeating: "[<!", count: count) + "<NText/>")
            },
        ]
        + pieces.map { piece, outcome in
            LimitCase("times `\(piece)` in an element", 20_000, outcome) { count in
                compile(inRoot(String(repeating: piece, count: count)))
            }
        }

    /// What each of them becomes when there are many: the scanner must not look ahead anew for each.
    private static let pieces = [
        ("<", "xml.stray-less-than"), ("<a ", "xml.unterminated-tag"), ("</a>", "xml.mismatched-end-tag"),
        ("</", "xml.missing-name"), ("<a b=\"", "xml.unterminated-tag"), ("<a b='c\"", "xml.unterminated-tag"),
        ("<a b=\"c\"d", "xml.unterminated-tag"), ("<a b=c\"", "xml.unterminated-tag"),
        ("<a b=“c", "xml.unterminated-tag"),
        ("<a b=\"c\"d\" ", "xml.unterminated-tag"), ("<a><b></a>", "xml.unclosed-element"),
        ("<a></b>", "xml.mismatched-end-tag"), ("<!--", "xml.unterminated-comment"),
        ("<![CDATA[", "xml.unterminated-cdata"),
        ("<?a ", "xml.unterminated-instruction"), ("<!x", "xml.unknown-markup"), ("&", "xml.unescaped-ampersand"),
        ("&#", "xml.unescaped-ampersand"), ("&lt", "xml.unterminated-entity"),
        ("<a b=\"&\"/>", "xml.unescaped-ampersand"),
        ("é", "compiles"), ("<a b>", "xml.missing-value"), ("<a =\"c\">", "xml.missing-name"),
        ("<a b='>\"", "xml.unclosed-element"),
    ]

    // MARK: - Other sources

    static let others = [
        LimitCase("bytes of an assemble source, one more than 1 MiB", 1_048_577, "E106") { count in
            assemble(String(repeating: " ", count: count))
        },
        LimitCase("assembles inside each other", 100_000, "E118") { count in
            assemble(String(repeating: "{hc", count: count))
        },
        LimitCase("parts of one assemble", 5_000, "template.too-large") { count in
            assemble("{hc" + String(repeating: "[(text:\"a\")]", count: count) + "}")
        },
        LimitCase("brackets in an assemble source", 100_000, "E111") { count in
            assemble(String(repeating: "[(", count: count))
        },
        LimitCase("quotes in an assemble source", 100_000, "E111") { count in
            assemble("{hc[(text:" + String(repeating: "\"", count: count))
        },
        LimitCase("escaped quotes behind a quote in an assemble source", 160_000, "E111") { count in
            assemble("{vc x \"" + String(repeating: "\\\"", count: count))
        },
        LimitCase("lists of attributes of one part", 100_000, "E121") { count in
            assemble("[" + String(repeating: "(text:a)", count: count) + "]")
        },
        LimitCase("lists of attributes of one assemble", 100_000, "E121") { count in
            assemble("{hc" + String(repeating: "(text:a)", count: count) + "}")
        },
        LimitCase("fragments that use each other twice", 20, "E110") { count in
            let parts = (0..<count).map { "def f\($0) {hc[f\($0 + 1)][f\($0 + 1)]}\n" }.joined()
            return assemble(parts + "def f\(count) {hc[(text:\"a\")]}\n{hc[f0]}")
        },
        LimitCase("parentheses inside each other in a program", 100_000, "event.too-deep") { count in
            program("a = " + String(repeating: "(", count: count) + "1" + String(repeating: ")", count: count))
        },
        LimitCase("signs before a number in a program", 100_000, "event.too-deep") { count in
            program("a = " + String(repeating: "!", count: count) + "data.x")
        },
        LimitCase("terms of one sum in a program", 100_000, "event.too-large") { count in
            program("a = data.x" + String(repeating: " + data.x", count: count))
        },
        LimitCase("numbers of one sum in a program", 100_000, "compiles") { count in
            program("this.alpha = 1" + String(repeating: " + 1", count: count))
        },
        LimitCase("assignments in one chain", 100_000, "event.too-deep") { count in
            program(String(repeating: "a = ", count: count) + "1")
        },
        LimitCase("questions in one chain", 100_000, "event.too-deep") { count in
            program("a = " + String(repeating: "data.x ? 1 : ", count: count) + "1")
        },
        LimitCase("statements of a program", 50_000, "event.too-large") { count in
            program(String(repeating: "this.alpha = 1;", count: count))
        },
        LimitCase("empty statements of a program", 100_000, "event.empty-program") { count in
            program(String(repeating: ";", count: count))
        },
        LimitCase("conditions in one chain of a program", 20_000, "event.too-large") { count in
            program(String(repeating: "if (data.x) { this.alpha = 1 } else ", count: count) + "{ }")
        },
        LimitCase("blocks inside each other in a program", 50_000, "event.too-deep") { count in
            program(String(repeating: "if (data.x) {", count: count))
        },
        LimitCase("loops of other languages that only open", 20_000, "event.too-large") { count in
            program(String(repeating: "while(1;", count: count))
        },
        LimitCase("brackets that only open in a program", 20_000, "event.expected-separator") { count in
            program(String(repeating: "x y[;", count: count))
        },
        LimitCase("names in one path of a program", 50_000, "event.too-many-parts") { count in
            program("this.alpha = data" + String(repeating: ".x", count: count))
        },
        LimitCase("arguments of one call", 50_000, "event.too-large") { count in
            program("util.call(1" + String(repeating: ",1", count: count) + ")")
        },
        LimitCase("texts joined in a program", 20_000, "event.too-large") { count in
            program("this.text = 'a'" + String(repeating: " + 'b'", count: count))
        },
        LimitCase("entries of a configuration", 50_000, "reads") { count in
            configure((0..<count).map { "attribute\($0)=Int\n" }.joined())
        },
        LimitCase("entries of a configuration, with one key", 50_000, "reads") { count in
            configure(String(repeating: "attribute=Int\n", count: count))
        },
        LimitCase("continued lines of a configuration", 200_000, "reads") { count in
            configure("attribute=" + String(repeating: "\\\n", count: count) + "Int")
        },
        LimitCase("escapes in a configuration", 50_000, "reads") { count in
            configure("a" + String(repeating: "\\u0061", count: count) + "=Int")
        },
        LimitCase("components of a configuration, with one id", 20_000, "config.duplicate-id") { count in
            configure((0..<count).map { "VIEW_ID_Own\($0)=1001\n" }.joined())
        },
        LimitCase("components that a configuration does not have", 1_000, "reads") { count in
            configure(
                (0..<count).map { "VIEW_ID_OwnComponent\($0)=\(2_000 + $0)\n" }.joined()
                    + (0..<count).map { "DEFAULT_PROPERTY_OwnComponnet\($0)=x\n" }.joined()
            )
        },
        LimitCase("words of one kind of a configuration", 50_000, "reads") { count in
            configure("a=Enum<" + (0..<count).map { "w\($0):1" }.joined(separator: ",") + ">")
        },
        LimitCase("entries of a list of templates, with one output", 50_000, "list.same-output") { count in
            list((0..<count).map { "file\($0)=Card,1\n" }.joined())
        },
        LimitCase("fields of an entry of a list of templates", 100_000, "reads") { count in
            list("file=" + String(repeating: "a,", count: count))
        },
        LimitCase("components of a components file, with one id", 10_000, "components.duplicate-id") { count in
            components((0..<count).map { "{\"id\":1001,\"name\":\"Own\($0)\"}" })
        },
        LimitCase("properties of a component", 20_000, "reads") { count in
            let properties = (0..<count).map { "{\"name\":\"p\($0)\",\"kind\":\"Int\"}" }.joined(separator: ",")
            return components(["{\"id\":1001,\"name\":\"Own\",\"properties\":[\(properties)]}"])
        },
        LimitCase("arrays inside each other in a components file", 100_000, "json.too-deep") { count in
            components([String(repeating: "[", count: count)])
        },
        LimitCase("names of one object in a components file", 50_000, "components.missing-member") { count in
            components(["{" + repeatElement("\"id\":1", count: count).joined(separator: ",") + "}"])
        },
        LimitCase("blocks of a file", 10_000, "reads") { count in
            blocks((0..<count).map { "block b\($0) { this.text = 'x' }\n" }.joined())
        },
        LimitCase("blocks of a file, with one name", 10_000, "event.duplicate-block") { count in
            blocks(String(repeating: "block b { this.text = 'x' }\n", count: count))
        },
        LimitCase("blocks that a file with as many does not have", 4_000, "event.unknown-block") { count in
            let text = (0..<count).map { "block program\($0) { this.text = 'x' }\n" }.joined()
            var options = TemplateCompiler.Options()
            var found = DiagnosticList()
            options.blocks.read(SourceFile(path: "blocks.txt", text: text), isLenient: false, into: &found)
            let source = inRoot((0..<count).map { "<NText onClick=\"porgram\($0)\"/>" }.joined())
            let compiler = TemplateCompiler(options: options)
            return outcome(compiler.compile(SourceFile(path: "Card.xml", text: source)).diagnostics, "compiles")
        },
    ]

    // MARK: - Compiled templates

    static let templates = [
        LimitCase("siblings that lint looks at", 2_500, "template.client-limit") { count in
            lint(inRoot(String(repeating: "<NText text=\"a\"/>", count: count)))
        },
        LimitCase("elements inside each other that lint looks at", 4_000, "template.client-limit") { count in
            lint(String(repeating: "<FrameLayout>", count: count) + String(repeating: "</FrameLayout>", count: count))
        },
        LimitCase("comments that silence lint", 20_000, "lint.missing-size") { count in
            lint(
                inRoot(
                    String(repeating: "<!-- vvc-ignore lint.missing-size lint.nothing -->", count: count) + "<NText/>"
                )
            )
        },
        LimitCase("equal ids that lint looks at", 1_500, "template.client-limit") { count in
            lint(
                inRoot(
                    String(repeating: "<NText id=\"7\" text=\"a\" layoutWidth=\"1\" layoutHeight=\"1\"/>", count: count)
                )
            )
        },
        LimitCase("bindings of one text that lint looks at", 2_000, "lint.missing-size") { count in
            lint("<NText text=\"\(String(repeating: "${a.b} ", count: count))\"/>")
        },
        LimitCase(
            "children of a FlexLayout that lint looks at, with twelve times as many words",
            1_300,
            "template.client-limit"
        ) { count in
            let words = repeatElement("row", count: 12 * count).joined(separator: " ")
            let child = "<NText layoutWidth=\"wrap_content\" text=\"a\"/>"
            return lint("<FlexLayout flexFlow=\"\(words)\">\(String(repeating: child, count: count))</FlexLayout>")
        },
        LimitCase("nodes decompiled", 2_000, "comes back") { count in
            decompile { builder in
                for number in 0..<count {
                    try builder.openNode(component: 7)
                    try builder.set(.int(Int32(number), .none), for: builder.intern("lines"))
                    try builder.closeNode()
                }
            }
        },
        LimitCase("unused strings decompiled", 20_000, "comes back") { count in
            decompile { builder in for number in 0..<count { _ = try builder.intern("text \(number)") } }
        },
        LimitCase("programs decompiled", 5_000, "comes back") { count in
            decompile { builder in
                for number in 0..<count { try builder.addExpression([0xFF], id: StringID(rawValue: Int32(number + 1))) }
            }
        },
    ]

    static let all = xml + others + templates

    // MARK: - Using inputs

    private static func inRoot(_ text: String) -> String {
        "<FrameLayout>\(text)</FrameLayout>"
    }

    /// Different texts of one length that have one id: each pair of letters is `Aa` or `BB`.
    private static func colliding(_ count: Int) -> [String] {
        (0..<count).map { number in (0..<10).map { number >> $0 & 1 == 0 ? "Aa" : "BB" }.joined() }
    }

    /// The id of the first error, then of the first warning that stops nothing.
    private static func outcome(_ found: [Diagnostic], _ success: String) -> String {
        var list = DiagnosticList()
        for diagnostic in found { list.add(diagnostic) }
        return outcome(list, success)
    }

    private static func outcome(_ list: DiagnosticList, _ success: String) -> String {
        let found = list.ordered
        var formatter = DiagnosticFormatter()
        let text = formatter.format(found)
        guard text.utf8.count < 4_000_000 else { return "prints too much" }
        return found.first { $0.severity == .error }?.id ?? success
    }

    private static func compile(_ text: String, _ properties: String = "") -> String {
        let file = SourceFile(path: "config.properties", text: properties)
        let compiler = TemplateCompiler(configuration: Configuration().applying(file).configuration)
        return outcome(compiler.compile(SourceFile(path: "Card.xml", text: text)).diagnostics, "compiles")
    }

    private static func assemble(_ text: String) -> String {
        outcome(TemplateCompiler().compile(SourceFile(path: "Card.asv", text: text)).diagnostics, "compiles")
    }

    private static func program(_ text: String) -> String {
        guard let result = EventProgramCompiler.compile("${\(text)}") else { return "is no program" }
        let file = SourceFile(path: "program", text: text)
        let found = result.problems.map { problem in
            Diagnostic(problem.message, at: SourceRange(file, 0..<0))
        }
        return outcome(found, "compiles")
    }

    private static func configure(_ text: String) -> String {
        let (configuration, found) = Configuration().applying(SourceFile(path: "config.properties", text: text))
        guard !configuration.elementNames.isEmpty else { return "is empty" }
        return outcome(found, "reads")
    }

    private static func list(_ text: String) -> String {
        let (list, found) = TemplateList.read(SourceFile(path: "templatelist.properties", text: text))
        return list.entries.count > text.utf8.count ? "is too long" : outcome(found, "reads")
    }

    private static func blocks(_ text: String) -> String {
        var blocks = EventBlocks()
        var found = DiagnosticList()
        blocks.read(SourceFile(path: "blocks.txt", text: text), isLenient: false, into: &found)
        return outcome(found, "reads")
    }

    private static func components(_ objects: [String]) -> String {
        let text = "{\"version\":1,\"components\":[\(objects.joined(separator: ","))]}"
        return outcome(ComponentsReader.read(SourceFile(path: "components.json", text: text)).diagnostics, "reads")
    }

    private static func lint(_ text: String) -> String {
        let compiler = TemplateCompiler()
        let compiled = compiler.compile(SourceFile(path: "Card.xml", text: text))
        let found = TemplateLinter.lint(compiled, compiledBy: compiler).ordered
        return found.first { $0.severity == .error }?.id ?? found.first?.id ?? "finds nothing"
    }

    private static func decompile(_ fill: (inout TemplateBuilder) throws -> Void) -> String {
        do {
            var builder = TemplateBuilder(type: "Card")
            try builder.openNode(component: 1)
            try fill(&builder)
            try builder.closeNode()
            let bytes = try builder.encoded()
            guard let source = Decompiler(try Template(decoding: bytes)).run()?.source else { return "has no source" }
            let again = TemplateCompiler().compile(SourceFile(path: "Again.xml", text: source))
            return again.bytes == bytes ? "comes back" : "differs"
        } catch {
            return "\(error)"
        }
    }
}
