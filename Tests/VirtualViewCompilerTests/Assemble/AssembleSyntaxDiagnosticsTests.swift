import Testing
import VirtualViewCompiler

@Suite struct AssembleSyntaxDiagnosticsTests {
    // MARK: Characters

    @Test func refusesControlCharacters() {
        expectAssemble(
            "{ hc [(text:a1️⃣\u{1}b)] }",
            .error("E101", "unexpected control character U+0001; no template can hold it", at: "1️⃣")
        )
        expectClean("{ hc [(text:a\tb)] }")
    }

    @Test func refusesBytesThatAreNotUTF8() {
        let bytes = Array("{ hc [(text:a".utf8) + [0xFF] + Array("b)] }".utf8)
        let reading = AssembleReading(SourceFile(path: "test.asv", bytes: bytes))
        #expect(reading.places == ["1:14: E101"])
        #expect(reading.output.tree == nil)
    }

    @Test func refusesTextBetweenParts() {
        expectAssemble(
            "{ hc [(text:a)] 1️⃣oops, again /* [ */ [(text:b)] 2️⃣= }",
            .error("E101", "unexpected 'oops' in an assemble; expected '[' or '}'", at: "1️⃣"),
            .error("E101", "unexpected '=' in an assemble; expected '[' or '}'", at: "2️⃣")
        )
    }

    @Test func refusesTextInParts() {
        expectAssemble(
            "{ hc [1️⃣= (text:b)] [2️⃣\"x]y\" (text:c)] }",
            .error("E101", "unexpected '=' in a part; expected a name, '{', '(' or ']'", at: "1️⃣"),
            .error("E101", "unexpected '\"' in a part; expected a name, '{', '(' or ']'", at: "2️⃣")
        )
    }

    @Test func refusesTextThatIsNoAttributeName() {
        expectAssemble(
            "{ hc [(1️⃣\"text\":a,font:12)] }",
            .error("E101", "unexpected '\"'; expected the name of an attribute", at: "1️⃣")
        )
        // A comma ended the value before.
        expectAssemble(
            "{ hc [(text:Only 1,1️⃣200 left)] }",
            .error(
                "E101",
                "unexpected '2'; expected the name of an attribute; a comma in a plain value is written '\\,'",
                at: "1️⃣"
            )
        )
    }

    @Test func wantsTheAttributesOfAnAssembleAfterItsHead() {
        expectAssemble(
            "{ hc [(text:a)] 1️⃣(padding:4) }",
            .error("E101", "unexpected '('; the attributes of an assemble stand right after its head", at: "1️⃣")
        )
        expectClean("{ hc (padding:4) [(text:a)] }")
    }

    // MARK: Values

    @Test func cutsAStringWithoutEndAtItsLine() {
        expectAssemble(
            "{ hc\n [(text:1️⃣\"abc\n font:13)]\n [(text:2️⃣\"a, font:1)] }",
            .error("E102", "string is not closed; expected '\"' before the end of the line", at: "1️⃣"),
            .error("E102", "string is not closed; expected '\"' before the end of the line", at: "2️⃣")
        )
    }

    /// What should stand before the next bracket can stand in the string.
    @Test(arguments: [
        "{ vl\n [(text:1️⃣\"Tea\n [(text:Milk)]\n}", "{ vl\n [(text:1️⃣\"Tea]\n}", "{ vl\n [(text:1️⃣\"Tea // x\n// y\n]}",
        "{ vl\n [(text:1️⃣\"Tea\n { hc [(text:Milk)] }]}", "{ vl [(text:1️⃣\"Tea]}", "{ vl [(text:1️⃣\"Tea\n // x\n",
    ])
    func explainsWhatAStringWithoutEndSwallows(_ source: String) {
        expectAssemble(
            source,
            .error("E102", "string is not closed; expected '\"' before the end of the line", at: "1️⃣")
        )
    }

    @Test func explainsNothingAfterMoreThanTheString() {
        expectAssemble(
            "{ vl\n [1️⃣(text:2️⃣\"Tea\n font:12] }",
            .error("E111", "'(' is not closed before ']'", at: "1️⃣", fixIts: ["insert ')'"]),
            .error("E102", "string is not closed; expected '\"' before the end of the line", at: "2️⃣")
        )
    }

    @Test func refusesACommentWithoutEnd() {
        expectAssemble(
            "{ hc [(text:a)] 1️⃣/* } ",
            .error("E103", "comment is not closed; expected '*/'", at: "1️⃣")
        )
        expectAssemble("1️⃣/*/", .error("E103", "comment is not closed; expected '*/'", at: "1️⃣"))
        expectClean("/**/{ hc /* } */ [(text:a) // ]\n] /***/ }//")
    }

    @Test(arguments: [
        ("<>", "empty binding; expected a path such as 'user.name'"),
        ("< >", "empty binding; expected a path such as 'user.name'"),
        ("<a..b>", "'a..b' is not a path; expected names with '.' and '[index]', such as 'user.tags[0]'"),
        ("<1a>", "'1a' is not a path; expected names with '.' and '[index]', such as 'user.tags[0]'"),
        ("<a b>", "'a b' is not a path; expected names with '.' and '[index]', such as 'user.tags[0]'"),
        ("<a[x]>", "'a[x]' is not a path; expected names with '.' and '[index]', such as 'user.tags[0]'"),
        ("<a", "'<' is not closed; expected a path and '>'"),
    ])
    func refusesBadBindings(_ value: String, _ message: String) {
        expectAssemble("{ hc [(text:1️⃣\(value),font:12)] }", .error("E104", message, at: "1️⃣"))
    }

    /// In parentheses as anywhere; with escapes it is one.
    @Test func aBindingOfDataIsNoPlainText() {
        expectAssemble(
            "{ hc [(text:Price (1️⃣${a}),font:12)] }",
            .error("E104", "'${a}' is not a binding here; expected '<path>', or the expression in quotes", at: "1️⃣")
        )
        expectLowers(
            #"[(text:only $\{a\} \\$\{b\} $5)]"#,
            to: #"""
                NText layoutWidth="wrap_content" layoutHeight="wrap_content" text="only ${a} \\${b} $5" textSize="17" textColor="#000000" lines="1"
                """#
        )
    }

    @Test func takesPathsWithIndicesAndSpace() {
        expectLowers(
            "[(text:< user-1.标签[0][12].x >)]",
            to: #"""
                NText layoutWidth="wrap_content" layoutHeight="wrap_content" text="${user-1.标签[0][12].x}" textSize="17" textColor="#000000" lines="1"
                """#
        )
    }

    @Test func refusesABindingInsideText() {
        expectAssemble(
            "{ hc [(text:(Hi 1️⃣<user[0].name>, you),font:12)] [(text:a 2️⃣< b)] }",
            .error(
                "E104",
                "'<' inside text; a binding is the whole value, and a plain '<' is written '\\<'",
                at: "1️⃣"
            ),
            .error(
                "E104",
                "'<' inside text; a binding is the whole value, and a plain '<' is written '\\<'",
                at: "2️⃣"
            )
        )
        expectClean(#"{ hc [(text:a \< b > c)] }"#)
    }

    @Test func refusesAnExpressionWithoutQuotes() {
        expectAssemble(
            "{ hc [(text:1️⃣${user.name},font:12)] [(text:2️⃣@{a ? b : c})] [(text:3️⃣${a} là , font:12)] }",
            .error(
                "E104",
                "'${user.name}' is not a binding here; expected '<path>', or the expression in quotes",
                at: "1️⃣",
                fixIts: ["replace with '<user.name>'"]
            ),
            .error(
                "E104",
                "'@{a ? b : c}' is not a binding here; expected '<path>', or the expression in quotes",
                at: "2️⃣",
                fixIts: ["replace with '\"@{a ? b : c}\"'"]
            ),
            // The last byte of the letter is that of a blank, which has one byte more.
            .error(
                "E104",
                "'${a}' is not a binding here; expected '<path>', or the expression in quotes",
                at: "3️⃣",
                fixIts: ["replace with '\"${a} là\"'"]
            )
        )
        expectClean(#"{ hc [(text:"@{a ? b : c}",color:"${tint}")] }"#)
    }

    @Test(arguments: [
        (#"\u{D800}"#, #"'\u{D800}' is not a character; a surrogate or a number above 10FFFF is none"#),
        (#"\u{dfff}"#, #"'\u{dfff}' is not a character; a surrogate or a number above 10FFFF is none"#),
        (#"\u{110000}"#, #"'\u{110000}' is not a character; a surrogate or a number above 10FFFF is none"#),
        (#"\u{0}"#, #"'\u{0}' is a control character; no template can hold it"#),
        (#"\u{}"#, #"bad escape; expected one to six hexadecimal digits in braces, such as '\u{4E2D}'"#),
        (#"\u{0000041}"#, #"bad escape; expected one to six hexadecimal digits in braces, such as '\u{4E2D}'"#),
        (#"\u41"#, #"bad escape; expected one to six hexadecimal digits in braces, such as '\u{4E2D}'"#),
        (#"\x"#, #"unknown escape '\x'; a backslash itself is written '\\'"#),
        (#"\é"#, #"unknown escape '\é'; a backslash itself is written '\\'"#),
    ])
    func refusesBadEscapes(_ escape: String, _ message: String) {
        expectAssemble("{ hc [(text:\"a1️⃣\(escape)b\")] }", .error("E105", message, at: "1️⃣"))
    }

    @Test func refusesABackslashAtTheEndOfALine() {
        expectAssemble(
            "{ hc [(text:a1️⃣\\\n)] }",
            .error("E105", "nothing follows '\\'; a backslash itself is written '\\\\'", at: "1️⃣")
        )
    }

    @Test func readsEveryEscape() throws {
        let source = #"{ vl [(text:"\\\"\,\:\(\)\<\>\[\]\{\}\ \n\t\u{1F600}\u{4e2d}")] [(text:\ a\,\ )] }"#
        let reading = AssembleReading(source)
        let tree = try #require(reading.output.tree)
        let texts = tree.attributes.filter { $0.name == "text" }.map(\.value)
        #expect(texts == ["\\\",:()<>[]{} \n\t\u{1F600}中", " a, "])
    }

    @Test func takesPlainValuesAsTheyStand() throws {
        let values = [
            "https://h/a.png?b=c&d", "//cdn/x.png", "a (b, c) d", "it's 5 o'clock", "say \"x\"", "50% @home", "：）",
        ]
        for value in values {
            let tree = try #require(AssembleReading("[(text:  \(value) \u{3000}\n)]").output.tree)
            #expect(tree.attributes.filter { $0.name == "text" }.map(\.value) == [value])
        }
    }

    @Test func wantsParenthesesInsideAValueToBeClosed() {
        expectAssemble(
            "{ hc [(text:a 1️⃣(b, c] }",
            .error("E111", "'(' is never closed", at: "1️⃣")
        )
    }

    // MARK: Structure

    @Test(arguments: [
        ("", "the end of the file"), ("oops", "'oops'"), ("}", "'}'"), ("\"x\"", "'\"'"), ("ASS", "'ASS'"),
    ])
    func wantsABraceOrBracketAtTheStart(_ source: String, _ found: String) {
        expectAssemble(
            " // nothing\n1️⃣\(source)",
            .error("E110", "expected '{' or '[' at the start, found \(found)", at: "1️⃣")
        )
    }

    @Test func wantsCompleteDefinitions() {
        expectAssemble(
            "def 1️⃣= [(font:12)] { hc [(text:a)] }",
            .error("E110", "expected the name of the fragment after 'def', found '='", at: "1️⃣")
        )
        expectAssemble(
            "def small 1️⃣[(font:12)] { hc [small(text:a)] }",
            .error("E110", "expected '=' after 'def small', found '['", at: "1️⃣", fixIts: ["insert ' ='"])
        )
        expectAssemble(
            "def small = 1️⃣(font:12) { hc [small(text:a)] }",
            .error(
                "E110",
                "expected '{' or '[' as the body of 'small', found '('",
                at: "1️⃣",
                fixIts: ["wrap in '[ ]'"]
            )
        )
        expectAssemble(
            "def small = 1️⃣12 { hc [(text:a)] }",
            .error("E110", "expected '{' or '[' as the body of 'small', found '1'", at: "1️⃣")
        )
        expectClean("def small = [(font:12)] { hc [small(text:a)] }")
    }

    @Test func takesDefForANameAfterTheStart() {
        expectClean("{ hc [def(width:1)] }")
    }

    @Test func reportsEveryOpenerThatIsNeverClosed() {
        expectAssemble(
            "1️⃣{ hc 2️⃣[3️⃣(text:a",
            .error("E111", "'{' is never closed", at: "1️⃣"),
            .error("E111", "'[' is never closed", at: "2️⃣"),
            .error("E111", "'(' is never closed", at: "3️⃣")
        )
    }

    @Test func closesAListAtABracket() {
        expectAssemble(
            "{ hc [1️⃣(text:a] [(text:b)] }",
            .error("E111", "'(' is not closed before ']'", at: "1️⃣", fixIts: ["insert ')'"])
        )
    }

    @Test func closesAPartAtABrace() {
        expectAssemble(
            "{ hc 1️⃣[(text:a) }",
            .error("E111", "'[' is not closed before '}'", at: "1️⃣", fixIts: ["insert ']'"])
        )
    }

    @Test func closesAnAssembleAtWhatBelongsToThePartAroundIt() {
        expectAssemble(
            "{ vl\n [ 1️⃣{ hc [(text:a)] // x\n ]\n [2️⃣{ hc [(text:a)] (width:9) ]\n [3️⃣{ hc [(text:a)]]\n}",
            .error("E111", "'{' is not closed before ']'", at: "1️⃣", fixIts: ["insert '}'"]),
            .error("E111", "'{' is not closed before '('", at: "2️⃣", fixIts: ["insert '}'"]),
            .error("E111", "'{' is not closed before ']'", at: "3️⃣")
        )
        expectAssemble(
            "{ vl [{ hc [(text:a)] 1️⃣(padding:4) }] }",
            .error("E101", "unexpected '('; the attributes of an assemble stand right after its head", at: "1️⃣")
        )
    }

    @Test func closesNoAssembleEarlyIfNoBraceIsMissing() {
        let unmatched = ExpectedDiagnostic.error("E112", "unmatched ']'", at: "1️⃣")
        expectAssemble("{ vl [{ hc [(text:a)] 1️⃣] [(text:b)] }] }", unmatched)
        // Those in strings and comments do not count, and a value begins no comment.
        expectAssemble("{ vl [{ hc [(text:\"{\")] 1️⃣] [(text:b)] }] /* { */ } // {", unmatched)
        expectAssemble("{ vl [{ hc [(text:http://a/b)] 1️⃣] [(text://a)] }] }", unmatched)
        expectAssemble("{ vl [{ hc [(text:\\{)] 1️⃣] [(text:5\")] }] } // \"", unmatched)
        expectAssemble(
            "{ vl [{ hc [(text:a)] 2️⃣(padding:4)1️⃣] [(text:b)] }] }",
            .error("E101", "unexpected '('; the attributes of an assemble stand right after its head", at: "2️⃣"),
            unmatched
        )
    }

    @Test func offersTheBraceThatAloneIsMissingAtTheEnd() {
        let message = "'{' is never closed"
        expectAssemble("1️⃣{ hc [(text:a)] // x\n", .error("E111", message, at: "1️⃣", fixIts: ["insert '}'"]))
        expectAssemble(
            "1️⃣{ hc 2️⃣[(text:a)",
            .error("E111", message, at: "1️⃣"),
            .error("E111", "'[' is never closed", at: "2️⃣")
        )
        expectAssemble(
            "1️⃣{ vl [(text:a)]\n2️⃣{ hc [(text:b)] }",
            .error("E111", message, at: "1️⃣"),
            .error(
                "E118",
                "an assemble inside an assemble stands in a part: '[ {…} ]'",
                at: "2️⃣",
                fixIts: ["wrap in '[ ]'"]
            )
        )
        // The root is lost in it.
        expectAssemble(
            "def a = 1️⃣{ hc [(text:a)]2️⃣",
            .error("E111", message, at: "1️⃣"),
            .error("E110", "expected '{' or '[' at the start, found the end of the file", at: "2️⃣")
        )
    }

    @Test func refusesClosersThatCloseNothing() {
        expectAssemble(
            "{ hc [(text:a) 1️⃣)] 2️⃣) 3️⃣] }",
            .error("E112", "unmatched ')'", at: "1️⃣"),
            .error("E112", "unmatched ')'", at: "2️⃣"),
            .error("E112", "unmatched ']'", at: "3️⃣")
        )
    }

    @Test(arguments: [
        ("{ hc(padding:4) (text:a)1️⃣] [(text:b)] }", "{ hc(padding:4) [(text:a)] [(text:b)] }"),
        ("{ hc (text:a)1️⃣], [(text:b)] }", "{ hc [(text:a)], [(text:b)] }"),
        ("{ hc [(text:b)] (text:a, padding:4)1️⃣], }", "{ hc [(text:b)] [(text:a, padding:4)], }"),
        ("{ vl [{ hc (text:a)1️⃣] [(text:b)] }] }", "{ vl [{ hc [(text:a)] [(text:b)] }] }"),
    ])
    func offersTheBracketOfAPart(_ source: String, _ corrected: String) {
        expectAssemble(source, .error("E112", "unmatched ']'", at: "1️⃣", fixIts: ["insert '['"]))
        expectClean(corrected)
    }

    @Test func aBracketBehindOtherAttributesIsOneTooMany() {
        expectAssemble("{ hc(padding:4)1️⃣] [(text:b)] }", .error("E112", "unmatched ']'", at: "1️⃣"))
        expectAssemble(
            "{ hc [(text:b)] 1️⃣name(text:a)2️⃣] }",
            .error("E101", "unexpected 'name' in an assemble; expected '[' or '}'", at: "1️⃣"),
            .error("E112", "unmatched ']'", at: "2️⃣")
        )
    }

    @Test func wantsAHead() {
        expectAssemble(
            "{ 1️⃣}",
            .error("E113", "expected a two-letter head such as 'hc' or 'vl' after '{', found '}'", at: "1️⃣")
        )
        expectAssemble(
            "{ 1️⃣HC [(text:a)] }",
            .error(
                "E114",
                "'HC' is not a head; expected 'h' or 'v', then 'c', 'l', 'r', 't' or 'b'",
                at: "1️⃣",
                fixIts: ["replace with 'hc'"]
            )
        )
    }

    @Test func wantsAColonAfterAName() {
        expectAssemble(
            "{ hc [(text1️⃣)] [(text 2️⃣= a)] [(text 3️⃣a (b, c), font:12)] }",
            .error("E115", "expected ':' after 'text', found ')'", at: "1️⃣"),
            .error("E115", "expected ':' after 'text', found '='", at: "2️⃣", fixIts: ["replace with ':'"]),
            .error("E115", "expected ':' after 'text', found 'a'", at: "3️⃣", fixIts: ["insert ':'"])
        )
    }

    /// Where a comma ended a plain value, no attribute may have been meant at all.
    @Test func offersAColonAfterTheNameOfAnAttributeAlone() {
        let hint = "; a comma in a plain value is written '\\,'"
        expectAssemble(
            "{ hc [(text:Fish, chips 1️⃣and more, font:12)] [(text:Fish, chips2️⃣)] [(text:\"Fish\", chips 3️⃣= 1)] }",
            .error("E115", "expected ':' after 'chips', found 'and'\(hint)", at: "1️⃣"),
            .error("E115", "expected ':' after 'chips', found ')'\(hint)", at: "2️⃣"),
            .error("E115", "expected ':' after 'chips', found '='", at: "3️⃣")
        )
        expectAssemble(
            "{ hc (extendWith 1️⃣1) [(chips 2️⃣and)] [(text:Fish, font 3️⃣12)] }",
            .error("E115", "expected ':' after 'extendWith', found '1'", at: "1️⃣", fixIts: ["insert ':'"]),
            .error("E115", "expected ':' after 'chips', found 'and'", at: "2️⃣"),
            .error("E115", "expected ':' after 'font', found '1'", at: "3️⃣", fixIts: ["insert ':'"])
        )
    }

    @Test func wantsACommaBetweenAttributes() {
        expectAssemble(
            "{ hc [(text:\"a\" 1️⃣font:12)] [(text:<b> 2️⃣items,font:12)] }",
            .error(
                "E117",
                "expected ',' or ')' after the value of 'text', found 'font'",
                at: "1️⃣",
                fixIts: ["insert ','"]
            ),
            .error("E117", "expected ',' or ')' after the value of 'text', found 'items'", at: "2️⃣")
        )
        expectClean("{ hc [(text:\"a\"\n,\nfont:12)] }")
    }

    @Test func wantsAnAssembleInAnAssembleToStandInAPart() {
        expectAssemble(
            "{ hc 1️⃣{ vl [(text:a)] } [(text:b)] }",
            .error(
                "E118",
                "an assemble inside an assemble stands in a part: '[ {…} ]'",
                at: "1️⃣",
                fixIts: ["wrap in '[ ]'"]
            )
        )
        expectClean("{ hc [{ vl [(text:a)] }] [(text:b)] }")
    }

    @Test(arguments: [
        ("{ hc 1️⃣{ vl [(text:a)] }] [(text:b)] }", "{ hc [{ vl [(text:a)] }] [(text:b)] }"),
        ("{ hc [(text:b)] 1️⃣{ vl [(text:a)] } /* x */ ], }", "{ hc [(text:b)] [{ vl [(text:a)] } /* x */ ], }"),
        ("{ hc [{ vl 1️⃣{ vl [(text:a)] }] [(text:b)] }] }", "{ hc [{ vl [{ vl [(text:a)] }] [(text:b)] }] }"),
    ])
    func offersTheBracketOfAPartWithAnAssemble(_ source: String, _ corrected: String) {
        let message = "an assemble inside an assemble stands in a part: '[ {…} ]'"
        expectAssemble(source, .error("E118", message, at: "1️⃣", fixIts: ["insert '['"]))
        expectClean(corrected)
    }

    /// To close what it opens would be the next mistake.
    @Test(arguments: [
        ("{{ hc [(text:a)] }", ["E111", "E113", "E118"]),
        ("{ vl [{{ hc [(text:a)] }] }", ["E111", "E113", "E118"]),
        ("{ hc [((text:a)] }", ["E111", "E101"]),
        ("{ hc [{ vl [(text:a)] }}] }", ["E111", "E120"]),
        ("{ hc [vl [(text:a)] }] }", ["E123", "E120"]),
        ("{ hc [title vl [(text:a)] }] }", ["E124", "E123", "E120"]),
        ("{ hc name { vl [(text:a)] }] }", ["E101", "E118"]),
        ("{ hc { vl [(text:a)] } (color:ff0000)] }", ["E118", "E112"]),
    ])
    func whatIsOneTooManyOrMissingBeforeIsNotClosed(_ source: String, _ ids: [String]) {
        let found = AssembleReading(source).diagnostics
        #expect(found.map(\.id) == ids)
        #expect(found.allSatisfy { $0.fixIts.isEmpty }, "\(found)")
    }

    @Test func refusesASecondAssembleInAPart() {
        let note = ExpectedDiagnostic.Note("the first assemble is here", at: "1️⃣")
        expectAssemble(
            "def a = { hc [(text:a)] } { hc [1️⃣a 2️⃣{ hc [(text:b)] }] }",
            .error("E119", "second assemble in a part; a part holds at most one", at: "2️⃣", notes: [note])
        )
        expectAssemble(
            "def a = { hc [(text:a)] } { hc [1️⃣{ hc [(text:b)] } 2️⃣a] }",
            .error("E119", "second assemble in a part; a part holds at most one", at: "2️⃣", notes: [note])
        )
    }

    @Test func refusesTextAfterTheEnd() {
        expectAssemble(
            "[(text:a)] 1️⃣} [(text:b)]",
            .error("E120", "unexpected '}' after the end of the template", at: "1️⃣")
        )
        expectClean("[(text:a)] // the end")
    }

    @Test func refusesASecondList() {
        expectAssemble(
            "{ hc(padding:4) 1️⃣(extendWith:1) [(text:a)2️⃣(font:12)] }",
            .error(
                "E121",
                "second list of attributes; join it with the first",
                at: "1️⃣",
                fixIts: ["join the lists"]
            ),
            .error(
                "E121",
                "second list of attributes; join it with the first",
                at: "2️⃣",
                fixIts: ["join the lists"]
            )
        )
        expectClean("{ hc(padding:4, extendWith:1) [(text:a, font:12)] }")
    }

    @Test func reportsStrayCommas() {
        expectAssemble(
            "{ hc1️⃣, [(2️⃣,text:a,3️⃣,font:12,) 4️⃣,], 5️⃣, [(text:b6️⃣)] }",
            .warning("W122", "stray ','", at: "1️⃣", fixIts: ["remove ','"]),
            .warning("W122", "stray ','", at: "2️⃣", fixIts: ["remove ','"]),
            .warning("W122", "stray ','", at: "3️⃣", fixIts: ["remove ','"]),
            .warning("W122", "stray ','", at: "4️⃣", fixIts: ["remove ','"]),
            .warning("W122", "stray ','", at: "5️⃣", fixIts: ["remove ','"])
        )
    }

    @Test func closesAPartAtTheNextOne() {
        expectAssemble(
            "{ hc 1️⃣[(text:a) 2️⃣[(text:b)] }",
            .error(
                "E123",
                "'[' inside a part; the part before is not closed with ']'",
                at: "2️⃣",
                notes: [.init("the part before begins here", at: "1️⃣")],
                fixIts: ["insert ']'"]
            )
        )
        expectClean("{ hc [(text:a)] [(text:b)] }")
        // To close an empty part would be the next mistake.
        expectAssemble(
            "{ hc 1️⃣[2️⃣[(text:b)] }",
            .error(
                "E123",
                "'[' inside a part; the part before is not closed with ']'",
                at: "2️⃣",
                notes: [.init("the part before begins here", at: "1️⃣")]
            )
        )
        expectAssemble("{ hc 1️⃣[ }", .error("E111", "'[' is not closed before '}'", at: "1️⃣"))
    }

    @Test func refusesASecondName() {
        expectAssemble(
            "{ hc [1️⃣a 2️⃣b] }",
            .error(
                "E124",
                "second name 'b' in a part; a part has at most one",
                at: "2️⃣",
                notes: [.init("the first name is here", at: "1️⃣")]
            )
        )
        expectClean("{ hc [a] [b] }")
    }

    @Test func refusesASecondNameFromAnArgument() {
        expectAssemble(
            "ASS(@\"{ hc [1️⃣x 2️⃣%@] }\", y)",
            .error(
                "E124",
                "second name 'y' in a part; a part has at most one",
                at: "2️⃣",
                notes: [.init("the first name is here", at: "1️⃣")]
            )
        )
        expectAssemble(
            "ASS(@\"{ hc [1️⃣%@ 2️⃣%@] }\", x, y)",
            .error(
                "E124",
                "second name '%@' in a part; a part has at most one",
                at: "2️⃣",
                notes: [.init("the first is here", at: "1️⃣")]
            )
        )
        expectClean("ASS(@\"{ hc [%@] [%@] }\", x, y)")
    }

    // MARK: Limits

    private static func nested(_ levels: Int) -> String {
        String(repeating: "[{hc", count: levels) + "[(text:a)]" + String(repeating: "}]", count: levels)
    }

    @Test func readsAsDeepAsTheLimit() {
        // A pair is two levels, and the text's part is the last one.
        expectClean("{hc" + Self.nested(31) + "}")
        #expect(AssembleReading("{hc[(text:x)]" + Self.nested(32) + "}").places == ["1:139: E125"])
    }

    @Test func reportsTooDeepNestingOnce() {
        let deep = String(repeating: "[{hc", count: 100_000)
        let reading = AssembleReading(deep)
        #expect(reading.places == ["1:129: E125"])
        #expect(reading.diagnostics.first?.message == "nested deeper than 64 brackets and braces")
    }

    /// Named parts are as deep as what they stand for, wherever they are used.
    @Test func reportsNamesThatAreTooDeep() {
        let names = (1...25).map { "def f\($0) = { hc [f\($0 - 1)] }\n" }.joined()
        func places(_ levels: Int) -> [String] {
            let (open, close) = (String(repeating: "[{hc", count: levels), String(repeating: "}]", count: levels))
            let uses = String(repeating: "[f5] ", count: 40)
            return AssembleReading("def f0 = { hc [(text:a)] }\n\(names){ vl \(uses)\(open)[f25]\(close) }").places
        }
        #expect(places(3).isEmpty)
        #expect(places(10).count == 1 && places(10).first?.hasSuffix("E125") == true, "\(places(10))")
    }

    @Test func refusesALargeSource() {
        let file = SourceFile(path: "test.asv", text: "[(text:abcdefgh)]")
        let reading = AssembleReading(file, options: AssembleOptions(maximumSize: 16))
        #expect(reading.places == ["1:1: E106"])
        #expect(reading.diagnostics.first?.message == "the source has 17 bytes; at most 16 are read")
        #expect(AssembleReading(file, options: AssembleOptions(maximumSize: 17)).places == [])
    }

    @Test func keepsABoundedNumberOfDiagnostics() {
        let reading = AssembleReading("{hc" + String(repeating: "[]", count: 5000) + "}")
        #expect(reading.diagnostics.count == 1001)
        #expect(reading.output.tree == nil)
    }

    // MARK: Columns

    @Test func countsColumnsInScalarsAndLinesOfAnyKind() {
        #expect(AssembleReading("{ hc\r\n  [(text:é😀\u{301}, font:x)]\r\n}").places == ["2:20: E202"])
        #expect(AssembleReading("{ hc\r\n\r\n  [(text:a,\r\n    bad:1)]\r\n}").places == ["4:5: E201"])
        #expect(AssembleReading("\u{FEFF}{ hx }").places == ["1:3: E114"])
        #expect(AssembleReading("{\thc\t[(font:x)] }").places == ["1:13: E202"])
    }

    @Test func endsAPlainValueAtACarriageReturn() {
        expectAssemble(
            "{ hc [(text:Hello\r\n    1️⃣font:13)] }",
            .error(
                "E117",
                "expected ',' or ')' after the value of 'text', found 'font'",
                at: "1️⃣",
                fixIts: ["insert ','"]
            )
        )
    }

    @Test func takesAByteOrderMarkAndWideSpace() {
        expectClean("\u{FEFF}{\u{3000}hc\u{A0}[(text:a)]\u{2003}}")
    }
}
