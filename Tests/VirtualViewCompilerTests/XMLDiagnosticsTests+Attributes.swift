extension XMLDiagnosticsTests {
    /// Sources whose attributes, values or surroundings are wrong.
    static let attributeSources: [Source] = [
        Source(
            "invalidAttributeName",
            #"<A 1️⃣1b="x"/>"#,
            .error("xml.invalid-name", "'1b' is not a valid attribute name", at: "1️⃣")
        ),
        Source(
            "symbolInAttributeName",
            #"<A 1️⃣a$b="x"/>"#,
            .error("xml.invalid-name", "'a$b' is not a valid attribute name", at: "1️⃣")
        ),
        Source(
            "missingAttributeName",
            #"<A 1️⃣="x"/>"#,
            .error("xml.missing-name", "expected the name of an attribute before '='", at: "1️⃣")
        ),
        Source(
            "missingAttributeNameBeforeAttribute",
            #"<A 1️⃣= id="1" text="x"/>"#,
            .error("xml.missing-name", "expected the name of an attribute before '='", at: "1️⃣")
        ),
        Source(
            "missingAttributeNameWithoutSpace",
            #"<A1️⃣=id="1" text="x"/>"#,
            .error("xml.missing-name", "expected the name of an attribute before '='", at: "1️⃣")
        ),
        Source(
            "loneValue",
            #"<A 1️⃣"x"/>"#,
            .error(
                "xml.unexpected-character",
                #"unexpected '"x"' in the tag of 'A'; expected an attribute, '>' or '/>'"#,
                at: "1️⃣"
            )
        ),
        Source(
            "strayCharacter",
            #"<A id="1" 1️⃣, text="x"/>"#,
            .error(
                "xml.unexpected-character",
                "unexpected ',' in the tag of 'A'; expected an attribute, '>' or '/>'",
                at: "1️⃣",
                fixIts: ["replace with ' '"]
            )
        ),
        Source(
            "strayCharacterWithoutSpace",
            #"<A id="1"1️⃣,text="x"/>"#,
            .error(
                "xml.unexpected-character",
                "unexpected ',' in the tag of 'A'; expected an attribute, '>' or '/>'",
                at: "1️⃣",
                fixIts: ["replace with ' '"]
            )
        ),
        Source(
            "missingEquals",
            #"<A 1️⃣id "1"/>"#,
            .error("xml.missing-equals", "missing '=' after attribute 'id'", at: "1️⃣", fixIts: ["insert '='"])
        ),
        Source(
            "equalsBehindTheQuote",
            #"<A 1️⃣id"=1"/>"#,
            .error(
                "xml.missing-equals",
                "missing '=' after attribute 'id'",
                at: "1️⃣",
                fixIts: [#"replace with '="'"#]
            )
        ),
        Source(
            "missingValue",
            "<A 1️⃣id/>",
            .error("xml.missing-value", "attribute 'id' has no value; expected '=' and a quoted value", at: "1️⃣")
        ),
        Source(
            "missingValueAfterEquals",
            "<A 1️⃣id=/>",
            .error("xml.missing-value", "attribute 'id' has no value; expected '=' and a quoted value", at: "1️⃣")
        ),
        Source(
            "missingValueBeforeAttribute",
            #"<A 1️⃣id= text="x"/>"#,
            .error("xml.missing-value", "attribute 'id' has no value; expected '=' and a quoted value", at: "1️⃣")
        ),
        Source(
            "unquotedValue",
            #"<A id=1️⃣1 text="x"/>"#,
            .error("xml.unquoted-value", "the value of 'id' is not quoted", at: "1️⃣", fixIts: ["quote the value"])
        ),
        Source(
            "unquotedValueBeforeEnd",
            "<A id=1️⃣1/>",
            .error("xml.unquoted-value", "the value of 'id' is not quoted", at: "1️⃣", fixIts: ["quote the value"])
        ),
        Source(
            "unquotedBinding",
            "<A background=1️⃣${= theme ?: (mode == 'dark' ? '}' : 'b')}/>",
            .error(
                "xml.unquoted-value",
                "the value of 'background' is not quoted",
                at: "1️⃣",
                fixIts: ["quote the value"]
            )
        ),
        Source(
            "unquotedBindingWithoutEnd",
            #"<A text=1️⃣@{${a} ? yes : no id="1"/>"#,
            .error("xml.unquoted-value", "the value of 'text' is not quoted", at: "1️⃣")
        ),
        Source(
            "unquotedBindingBeforeAnAttribute",
            "<A text=1️⃣${= a > b}color=#FF0000/>",
            .error("xml.unquoted-value", "the value of 'text' is not quoted", at: "1️⃣")
        ),
        Source(
            "missingOpeningQuoteOfABinding",
            #"<A text=1️⃣@{${a} ? ' b=' : c}" id="1"/>"#,
            .error("xml.unquoted-value", "the value of 'text' has no opening quote", at: "1️⃣", fixIts: [#"insert '"'"#])
        ),
        Source(
            "missingOpeningQuoteOfABindingWithQuotes",
            #"<A text=1️⃣@{${a} ? "b" : c}" id="1"/>"#,
            .error("xml.unquoted-value", "the value of 'text' has no opening quote", at: "1️⃣")
        ),
        Source(
            "missingOpeningQuote",
            #"<A id=1️⃣1" text="x"/>"#,
            .error("xml.unquoted-value", "the value of 'id' has no opening quote", at: "1️⃣", fixIts: [#"insert '"'"#])
        ),
        Source(
            "typographicQuotes",
            #"<A id=1️⃣“1” text="x"/>"#,
            .error(
                "xml.typographic-quotes",
                #"the value of 'id' stands in typographic quotes; expected '"'"#,
                at: "1️⃣",
                fixIts: [#"replace with '"'"#]
            )
        ),
        Source(
            "typographicQuoteBefore",
            #"<A id=1️⃣“1" text="x"/>"#,
            .error(
                "xml.typographic-quotes",
                #"the value of 'id' stands in typographic quotes; expected '"'"#,
                at: "1️⃣",
                fixIts: [#"replace with '"'"#]
            )
        ),
        Source(
            "typographicQuoteBehind",
            #"<A id=1️⃣"1” text="x"/>"#,
            .error(
                "xml.unterminated-value",
                "the value of 'id' has no closing quote",
                at: "1️⃣",
                fixIts: [#"replace with '"'"#]
            )
        ),
        // Those of a pair belong to the text, and so does an apostrophe.
        Source(
            "typographicQuotesInValue",
            #"<A id=1️⃣"“1” text="x"/>"#,
            .error(
                "xml.unterminated-value",
                "the value of 'id' has no closing quote",
                at: "1️⃣",
                fixIts: [#"insert '"'"#]
            )
        ),
        Source(
            "apostropheInValue",
            #"<A id=1️⃣"dogs’ text="x"/>"#,
            .error(
                "xml.unterminated-value",
                "the value of 'id' has no closing quote",
                at: "1️⃣",
                fixIts: [#"insert '"'"#]
            )
        ),
        Source(
            "missingClosingQuote",
            #"<A text=1️⃣"x id="1"/>"#,
            .error(
                "xml.unterminated-value",
                "the value of 'text' has no closing quote",
                at: "1️⃣",
                fixIts: [#"insert '"'"#]
            )
        ),
        Source(
            "missingClosingQuoteAtLineEnd",
            #"<A text=1️⃣"x\#n   id="1"/>"#,
            .error(
                "xml.unterminated-value",
                "the value of 'text' has no closing quote",
                at: "1️⃣",
                fixIts: [#"insert '"'"#]
            )
        ),
        Source(
            "missingClosingQuoteAtTagEnd",
            #"<A><B text=1️⃣"x/>\#n<C text="y"/></A>"#,
            .error(
                "xml.unterminated-value",
                "the value of 'text' has no closing quote",
                at: "1️⃣",
                fixIts: [#"insert '"'"#]
            )
        ),
        Source(
            "missingClosingQuoteAtEndOfSource",
            #"<A text=1️⃣"x"#,
            .error("xml.unterminated-value", "the value of 'text' has no closing quote", at: "1️⃣")
        ),
        Source(
            "quoteInValue",
            #"<A text="say 1️⃣"hi" now" id="1"/>"#,
            .error(
                "xml.quote-in-value",
                "quote inside the value of 'text'; write '&quot;'",
                at: "1️⃣",
                fixIts: ["replace with '&quot;'"]
            )
        ),
        Source(
            "doubledQuote",
            #"<A text="hi1️⃣"" id="1"/>"#,
            .error("xml.quote-in-value", "quote inside the value of 'text'; write '&quot;'", at: "1️⃣")
        ),
        // The quote of the next attribute closes nothing.
        Source(
            "wordBehindAValue",
            #"<A text="a"1️⃣x id="1"/>"#,
            .error(
                "xml.missing-space",
                "missing white space before attribute 'x'",
                at: "1️⃣",
                fixIts: ["insert ' '"]
            ),
            .error("xml.missing-value", "attribute 'x' has no value; expected '=' and a quoted value", at: "1️⃣")
        ),
        Source(
            "slashBeforeATag",
            #"<R>1️⃣<A id="1"/\#n<B/></R>"#,
            .error(
                "xml.unterminated-tag",
                "start tag 'A' is not terminated; expected '>' or '/>'",
                at: "1️⃣",
                fixIts: ["insert '>'"]
            )
        ),
        // A name and `=` at the beginning of a value is no attribute after it.
        Source(
            "nameInValue",
            #"<A text="id=1️⃣"b"/>"#,
            .error(
                "xml.quote-in-value",
                "quote inside the value of 'text'; write '&quot;'",
                at: "1️⃣",
                fixIts: ["replace with '&quot;'"]
            )
        ),
        Source(
            "missingSpace",
            #"<A id="1"1️⃣text="x"/>"#,
            .error(
                "xml.missing-space",
                "missing white space before attribute 'text'",
                at: "1️⃣",
                fixIts: ["insert ' '"]
            )
        ),
        Source(
            "missingSpaceLenient",
            #"<A id="1"1️⃣text="x"/>"#,
            isLenient: true,
            .warning(
                "xml.missing-space",
                "missing white space before attribute 'text'",
                at: "1️⃣",
                fixIts: ["insert ' '"]
            )
        ),
        Source(
            "duplicateAttribute",
            #"<A 1️⃣id="1" 2️⃣id="2"/>"#,
            .error(
                "xml.duplicate-attribute",
                "duplicate attribute 'id' on 'A'",
                at: "2️⃣",
                notes: [.init("'id' first used here", at: "1️⃣")]
            )
        ),
        Source(
            "duplicateAttributeLenient",
            #"<A 1️⃣id="1" 2️⃣id="2"/>"#,
            isLenient: true,
            .warning(
                "xml.duplicate-attribute",
                "duplicate attribute 'id' on 'A'",
                at: "2️⃣",
                notes: [.init("'id' first used here", at: "1️⃣")]
            )
        ),
        Source(
            "tripleAttribute",
            #"<A 1️⃣a="1" 2️⃣a="1" 3️⃣a="1"/>"#,
            .error(
                "xml.duplicate-attribute",
                "duplicate attribute 'a' on 'A'",
                at: "2️⃣",
                notes: [.init("'a' first used here", at: "1️⃣")]
            ),
            .error(
                "xml.duplicate-attribute",
                "duplicate attribute 'a' on 'A'",
                at: "3️⃣",
                notes: [.init("'a' first used here", at: "1️⃣")]
            )
        ),
        Source("sameNameInChild", #"<A a="1"><B a="1"/></A>"#),
        Source(
            "rawLessThan",
            #"<A text="1 1️⃣< 2 < 3"/>"#,
            .warning(
                "xml.raw-less-than",
                "raw '<' in the value of 'text'; write '&lt;'",
                at: "1️⃣",
                fixIts: ["replace with '&lt;'"]
            )
        ),
        Source(
            "bareAmpersand",
            #"<A url="?a=11️⃣&b=2"/>"#,
            .error(
                "xml.unescaped-ampersand",
                "'&' does not begin an entity; write '&amp;'",
                at: "1️⃣",
                fixIts: ["replace with '&amp;'"]
            )
        ),
        Source(
            "ampersandAtEnd",
            #"<A url="a 1️⃣&"/>"#,
            .error(
                "xml.unescaped-ampersand",
                "'&' does not begin an entity; write '&amp;'",
                at: "1️⃣",
                fixIts: ["replace with '&amp;'"]
            )
        ),
        Source(
            "unterminatedEntity",
            #"<A text="1 1️⃣&lt 2"/>"#,
            .error(
                "xml.unterminated-entity",
                "entity '&lt' is not terminated; expected ';'",
                at: "1️⃣",
                fixIts: ["insert ';'"]
            )
        ),
        Source(
            "unterminatedNumericEntity",
            #"<A text="1️⃣&#65 x"/>"#,
            .error(
                "xml.unterminated-entity",
                "entity '&#65' is not terminated; expected ';'",
                at: "1️⃣",
                fixIts: ["insert ';'"]
            )
        ),
        Source(
            "numericEntityWithoutDigits",
            #"<A text="1️⃣&#;"/>"#,
            .error("xml.invalid-character-reference", "'&#;' does not name a character", at: "1️⃣")
        ),
        Source(
            "numericEntityWithWrongDigit",
            #"<A text="1️⃣&#12a;"/>"#,
            .error("xml.invalid-character-reference", "'&#12a;' does not name a character", at: "1️⃣")
        ),
        Source(
            "numericEntityOutOfRange",
            #"<A text="1️⃣&#x110000;"/>"#,
            .error("xml.invalid-character-reference", "'&#x110000;' does not name a character", at: "1️⃣")
        ),
        Source(
            "hugeNumericEntity",
            #"<A text="1️⃣&#99999999999999999999;"/>"#,
            .error("xml.invalid-character-reference", "'&#99999999999999999999;' does not name a character", at: "1️⃣")
        ),
        Source(
            "nulEntity",
            #"<A text="1️⃣&#0;"/>"#,
            .error("xml.invalid-character-reference", "'&#0;' does not name a character", at: "1️⃣")
        ),
        Source(
            "upperCaseHexadecimalEntity",
            #"<A text="1️⃣&#X41;"/>"#,
            .error(
                "xml.invalid-character-reference",
                "'&#X41;' does not name a character; did you mean '&#x41;'?",
                at: "1️⃣",
                fixIts: ["replace with '&#x41;'"]
            )
        ),
        Source(
            "loneHighSurrogate",
            #"<A text="1️⃣&#xD83D;"/>"#,
            .error("xml.lone-surrogate", "'&#xD83D;' is half of a surrogate pair; name the character itself", at: "1️⃣")
        ),
        Source(
            "loneLowSurrogate",
            #"<A text="1️⃣&#xDE00;"/>"#,
            .error("xml.lone-surrogate", "'&#xDE00;' is half of a surrogate pair; name the character itself", at: "1️⃣")
        ),
        Source(
            "surrogatesInWrongOrder",
            #"<A text="1️⃣&#xDE00;2️⃣&#xD83D;"/>"#,
            .error(
                "xml.lone-surrogate",
                "'&#xDE00;' is half of a surrogate pair; name the character itself",
                at: "1️⃣"
            ),
            .error(
                "xml.lone-surrogate",
                "'&#xD83D;' is half of a surrogate pair; name the character itself",
                at: "2️⃣"
            )
        ),
        Source("surrogatePair", #"<A text="&#xD83D;&#xDE00;"/>"#),
        Source(
            "htmlEntity",
            #"<A text="a1️⃣&nbsp;b"/>"#,
            .error(
                "xml.unknown-entity",
                "unknown entity '&nbsp;'; did you mean '&#160;'?",
                at: "1️⃣",
                fixIts: ["replace with '&#160;'"]
            )
        ),
        Source(
            "upperCaseEntity",
            #"<A text="1️⃣&AMP;"/>"#,
            .error(
                "xml.unknown-entity",
                "unknown entity '&AMP;'; did you mean '&amp;'?",
                at: "1️⃣",
                fixIts: ["replace with '&amp;'"]
            )
        ),
        Source(
            "misspeltEntity",
            #"<A text="1️⃣&quote;"/>"#,
            .error(
                "xml.unknown-entity",
                "unknown entity '&quote;'; did you mean '&quot;'?",
                at: "1️⃣",
                fixIts: ["replace with '&quot;'"]
            )
        ),
        Source(
            "unknownEntity",
            #"<A text="1️⃣&company;"/>"#,
            .error("xml.unknown-entity", "unknown entity '&company;'", at: "1️⃣")
        ),
        Source(
            "declaredEntity",
            #"1️⃣<!DOCTYPE A [<!ENTITY co "x>">]>\#n<A text="2️⃣&co;"/>"#,
            .error(
                "xml.unknown-entity",
                "unknown entity '&co;'",
                at: "2️⃣",
                notes: [.init("the entities of a DOCTYPE are not expanded", at: "1️⃣")]
            )
        ),
        Source(
            "entityInText",
            "<A>1️⃣&nbsp;</A>",
            .error(
                "xml.unknown-entity",
                "unknown entity '&nbsp;'; did you mean '&#160;'?",
                at: "1️⃣",
                fixIts: ["replace with '&#160;'"]
            )
        ),
        Source(
            "ampersandInText",
            "<A>1️⃣a 2️⃣& b</A>",
            .warning("xml.ignored-text", "text inside 'A' is ignored", at: "1️⃣"),
            .error(
                "xml.unescaped-ampersand",
                "'&' does not begin an entity; write '&amp;'",
                at: "2️⃣",
                fixIts: ["replace with '&amp;'"]
            )
        ),
        Source(
            "unterminatedComment",
            "<A>1️⃣<!-- x</A>",
            .error("xml.unterminated-comment", "comment is not terminated; expected '-->'", at: "1️⃣")
        ),
        Source(
            "hyphensInComment",
            "<A/><!-- a 1️⃣-- b -->",
            .warning("xml.double-hyphen", "'--' inside a comment; XML does not allow it", at: "1️⃣")
        ),
        Source(
            "unterminatedCDATA",
            "<A>1️⃣<![CDATA[x</A>",
            .error("xml.unterminated-cdata", "CDATA section is not terminated; expected ']]>'", at: "1️⃣")
        ),
        Source(
            "unterminatedInstruction",
            "<A/>1️⃣<?php x",
            .error("xml.unterminated-instruction", "instruction '<?php' is not terminated; expected '?>'", at: "1️⃣")
        ),
        Source(
            "unterminatedDeclaration",
            #"1️⃣<?xml version="1.0"\#n<A/>"#,
            .error("xml.unterminated-instruction", "instruction '<?xml' is not terminated; expected '?>'", at: "1️⃣")
        ),
        Source(
            "unterminatedDoctype",
            "1️⃣<!DOCTYPE A [ <A/>",
            .error("xml.unterminated-doctype", "DOCTYPE is not terminated; expected '>'", at: "1️⃣")
        ),
        Source(
            "doctypeAfterRoot",
            "<A/>1️⃣<!DOCTYPE A>",
            .warning("xml.misplaced-doctype", "'<!DOCTYPE' is ignored; expected it before the root element", at: "1️⃣")
        ),
        Source(
            "unknownMarkup",
            "1️⃣<!ELEMENT A ANY><A/>",
            .error(
                "xml.unknown-markup",
                "unknown markup '<!ELEMENT'; expected '<!--', '<![CDATA[' or '<!DOCTYPE'",
                at: "1️⃣"
            )
        ),
        Source(
            "declarationAfterSpace",
            #"\#n1️⃣<?xml version="1.0"?><A/>"#,
            .warning(
                "xml.misplaced-declaration",
                "'<?xml' is ignored here; expected it at the start of the source",
                at: "1️⃣",
                fixIts: ["remove the white space before it"]
            )
        ),
        Source(
            "declaredEncoding",
            #"<?xml version="1.0" encoding="1️⃣GBK"?><A/>"#,
            .warning(
                "xml.declared-encoding",
                "declared encoding 'GBK' is ignored; the source is read as UTF-8",
                at: "1️⃣",
                fixIts: ["replace with 'UTF-8'"]
            )
        ),
        Source("declaredUTF8", #"<?xml version="1.0" encoding='utf-8'?><A/>"#),
        Source(
            "lateInstruction",
            "<A/>1️⃣<?vvc name=x?>",
            .warning(
                "xml.ignored-instruction",
                "'<?vvc' is ignored here; expected it before the root element",
                at: "1️⃣"
            )
        ),
        Source(
            "controlCharacter",
            #"<A text="a1️⃣\#u{0001}b"/>"#,
            .warning("xml.control-character", "control character U+0001 in the value of 'text'", at: "1️⃣")
        ),
        Source(
            "nulCharacter",
            #"<A text="a1️⃣\#u{0000}b"/>"#,
            .error("xml.nul-character", "NUL character in the value of 'text'", at: "1️⃣")
        ),
        Source(
            "severalProblems",
            #"<A id=1️⃣1>\#n  <2️⃣B 3️⃣text="a 4️⃣& b" 5️⃣text="6️⃣&nbsp;">\#n  <7️⃣C></8️⃣D>\#n9️⃣</A>"#,
            .error("xml.unquoted-value", "the value of 'id' is not quoted", at: "1️⃣", fixIts: ["quote the value"]),
            .error(
                "xml.unclosed-element",
                "element 'B' is not closed; expected '</B>'",
                at: "2️⃣",
                notes: [.init("'A' is closed here", at: "9️⃣")]
            ),
            .error(
                "xml.unescaped-ampersand",
                "'&' does not begin an entity; write '&amp;'",
                at: "4️⃣",
                fixIts: ["replace with '&amp;'"]
            ),
            .error(
                "xml.duplicate-attribute",
                "duplicate attribute 'text' on 'B'",
                at: "5️⃣",
                notes: [.init("'text' first used here", at: "3️⃣")]
            ),
            .error(
                "xml.unknown-entity",
                "unknown entity '&nbsp;'; did you mean '&#160;'?",
                at: "6️⃣",
                fixIts: ["replace with '&#160;'"]
            ),
            .error(
                "xml.mismatched-end-tag",
                "end tag 'D' does not match start tag 'C'",
                at: "8️⃣",
                notes: [.init("'C' opened here", at: "7️⃣")],
                fixIts: ["replace with 'C'"]
            )
        ),
        Source(
            "crlfPositions",
            #"<A\#r\#n  1️⃣id="1"\#r\#n  2️⃣id="2"/>\#r\#n"#,
            .error(
                "xml.duplicate-attribute",
                "duplicate attribute 'id' on 'A'",
                at: "2️⃣",
                notes: [.init("'id' first used here", at: "1️⃣")]
            )
        ),
        Source(
            "byteOrderMark",
            #"\#u{FEFF}<A id=1️⃣1/>"#,
            .error("xml.unquoted-value", "the value of 'id' is not quoted", at: "1️⃣", fixIts: ["quote the value"])
        ),
        Source(
            "tabPositions",
            #"<A>\#t<B\#tid=1️⃣1/></A>"#,
            .error("xml.unquoted-value", "the value of 'id' is not quoted", at: "1️⃣", fixIts: ["quote the value"])
        ),
        Source(
            "widePositions",
            #"<A 标题="你好😀" id=1️⃣1/>"#,
            .error("xml.unquoted-value", "the value of 'id' is not quoted", at: "1️⃣", fixIts: ["quote the value"])
        ),
    ]
}
