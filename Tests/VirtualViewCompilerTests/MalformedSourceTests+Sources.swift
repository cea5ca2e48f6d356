import VirtualViewCompiler
import VirtualViewFormat

// The table; what each source gives is checked as a whole.

extension MalformedSourceTests {
    /// Malformed XML together with wrong values, and positions in every kind of text.
    static let positions: [Source] = [
        Source(
            "emptySource",
            #""#,
            #"""
            error 1:1 xml.no-root: the source has no element; a template needs one root element
            """#
        ),
        Source(
            "severalErrorsInOneSource",
            #"""
            <FrameLayot layoutWidth="match_parent">
                <NText textSize="big" textColor="#12"/>
                <NImge src="a.png"/>
                <NText lines="x" text="a" text="b"/>
            </FrameLayot>
            """#,
            #"""
            error 1:2 template.unknown-component: unknown component 'FrameLayot'; did you mean 'FrameLayout'?
              fix-it: replace with 'FrameLayout'
            error 2:22 value.not-a-number: 'big' is not a number; \#(number)
            error 2:38 value.not-a-color: '#12' is not a color; it has 2 hexadecimal digits, expected 6 (RRGGBB) \#
            or 8 (AARRGGBB)
            error 3:6 template.unknown-component: unknown component 'NImge'; did you mean 'NImage'?
              fix-it: replace with 'NImage'
            error 4:19 value.not-a-number: 'x' is not a whole number; \#(whole)
            error 4:31 xml.duplicate-attribute: duplicate attribute 'text' on 'NText'
              note 4:22: 'text' first used here
            """#
        ),
        Source(
            "nestedErrors",
            #"""
            <FrameLayout>
              <VHLayout orientation="X">
                <GridLayout colCount="two">
                  <NText gravity="left|centre"/>
                </GridLayout>
              </VHLayout>
            </FrameLayout>
            """#,
            #"""
            error 2:26 value.unknown-word: unknown word 'X'; expected 'H' or 'V'
            error 3:27 value.not-a-number: 'two' is not a whole number; \#(whole)
            error 4:28 value.unknown-word: unknown word 'centre'; \#(gravity); did you mean 'v_center'?
              fix-it: replace with 'v_center'
            """#
        ),
        Source(
            "mismatchedTagAndWrongValue",
            #"<FrameLayout>\#n    <NText lines="one"></NTxt>\#n</FrameLayout>"#,
            #"""
            error 2:19 value.not-a-number: 'one' is not a whole number; \#(whole)
            error 2:26 xml.mismatched-end-tag: end tag 'NTxt' does not match start tag 'NText'
              note 2:6: 'NText' opened here
              fix-it: replace with 'NText'
            """#
        ),
        Source(
            "unclosedElementAndWrongValue",
            #"<FrameLayout>\#n    <VHLayout orientation="H">\#n        <NText lines="one"/>\#n</FrameLayout>"#,
            #"""
            error 2:6 xml.unclosed-element: element 'VHLayout' is not closed; expected '</VHLayout>'
              note 4:1: 'FrameLayout' is closed here
              fix-it: insert '</VHLayout>'
            error 3:23 value.not-a-number: 'one' is not a whole number; \#(whole)
            """#
        ),
        Source(
            "secondRootWithWrongValue",
            #"<NText text="a"/>\#n<NText lines="many"/>"#,
            #"""
            error 2:2 xml.multiple-roots: 'NText' is a second root element; a template has one
              note 1:2: the first root is 'NText'
            error 2:15 value.not-a-number: 'many' is not a whole number; \#(whole)
            """#
        ),
        Source(
            "brokenValueIsNotCheckedAgain",
            #"<NText lines="&nbsp;" textSize=12 text/>"#,
            #"""
            error 1:15 xml.unknown-entity: unknown entity '&nbsp;'; did you mean '&#160;'?
              fix-it: replace with '&#160;'
            error 1:32 xml.unquoted-value: the value of 'textSize' is not quoted
              fix-it: quote the value
            error 1:35 xml.missing-value: attribute 'text' has no value; expected '=' and a quoted value
            """#
        ),
        Source(
            "unquotedValueBesideAWrongOne",
            #"<NText lines=2 textSize="12dp"/>"#,
            #"""
            error 1:14 xml.unquoted-value: the value of 'lines' is not quoted
              fix-it: quote the value
            error 1:26 value.unknown-unit: unknown unit 'dp'; \#(points); did you mean '12'?
              fix-it: replace with '12'
            """#
        ),
        Source(
            "missingSpaceAndWrongValue",
            #"<NText lines="2"textSize="x"/>"#,
            #"""
            error 1:17 xml.missing-space: missing white space before attribute 'textSize'
              fix-it: insert ' '
            error 1:27 value.not-a-number: 'x' is not a number; \#(number)
            """#
        ),
        Source(
            "textBetweenTags",
            #"<FrameLayout>Hello<NText/>there</FrameLayout>"#,
            #"""
            warning 1:14 xml.ignored-text: text inside 'FrameLayout' is ignored
            warning 1:27 xml.ignored-text: text inside 'FrameLayout' is ignored
            """#
        ),
        Source(
            "rawLessThanInsideABinding",
            #"<NText text="@{a < b ? x : y}"/>"#,
            #"""
            warning 1:16 binding.operator-in-path: an operator is not read here, but is a part of the text; write \#
            '${= … }' to calculate
              fix-it: replace with '${= a < b}'
            warning 1:18 xml.raw-less-than: raw '<' in the value of 'text'; write '&lt;'
              fix-it: replace with '&lt;'
            """#
        ),
        Source(
            "rawOperatorsInAComputedBinding",
            #"<NText text="${= a < b and a<=b && 'x && y' == c}"/>"#,
            #"""
            warning 1:20 xml.raw-less-than: raw '<' in the value of 'text'; write 'lt'
              fix-it: replace with 'lt'
            error 1:33 xml.unescaped-ampersand: '&&' does not begin an entity; write 'and'
              fix-it: replace with 'and'
            error 1:39 xml.unescaped-ampersand: '&' does not begin an entity; write '&amp;'
              fix-it: replace with '&amp;'
            error 1:40 xml.unescaped-ampersand: '&' does not begin an entity; write '&amp;'
              fix-it: replace with '&amp;'
            """#
        ),
        Source(
            "malformedComputedBindings",
            #"<NText text="a ${= 1 +} b" visibility="${= n = 1 ? 'gone' : 'visible'}" layoutWidth="${= w | 2}"/>"#,
            #"""
            error 1:23 binding.expected-value: a value should stand here
            error 1:46 binding.unknown-operator: this is no operator; write '=='
              fix-it: replace with '=='
            error 1:92 binding.unknown-operator: this is no operator; write 'or'
              fix-it: replace with 'or'
            """#
        ),
        Source(
            "crlfLineEnds",
            #"""
            <FrameLayout>\#r\#n\#t<NText \#
            lines="x"/>\#r\#n\#t<NText\#r\#n\#t\#ttextSize="y"/>\#r\#n</FrameLayout>\#r\#n
            """#,
            #"""
            error 2:16 value.not-a-number: 'x' is not a whole number; \#(whole)
            error 4:13 value.not-a-number: 'y' is not a number; \#(number)
            """#
        ),
        Source(
            "loneCarriageReturns",
            #"<FrameLayout>\#r<NText lines="x"/>\#r</FrameLayout>"#,
            #"""
            error 2:15 value.not-a-number: 'x' is not a whole number; \#(whole)
            """#
        ),
        Source(
            "byteOrderMark",
            #"\#u{FEFF}<NText lines="x"/>"#,
            #"""
            error 1:15 value.not-a-number: 'x' is not a whole number; \#(whole)
            """#
        ),
        Source(
            "byteOrderMarkAndDeclaration",
            #"\#u{FEFF}<?xml version="1.0" encoding="gbk"?>\#r\#n<NText lines="x"/>"#,
            #"""
            warning 1:31 xml.declared-encoding: declared encoding 'gbk' is ignored; the source is read as UTF-8
              fix-it: replace with 'UTF-8'
            error 2:15 value.not-a-number: 'x' is not a whole number; \#(whole)
            """#
        ),
        Source(
            "tabsCountOne",
            #"\#t<NText\#tlines="x"\#ttextSize="y"/>"#,
            #"""
            error 1:16 value.not-a-number: 'x' is not a whole number; \#(whole)
            error 1:29 value.not-a-number: 'y' is not a number; \#(number)
            """#
        ),
        Source(
            "chineseBeforeTheError",
            #"<NText text="你好，世界" lines="两行"/>"#,
            #"""
            error 1:28 value.not-a-number: '两行' is not a whole number; \#(whole)
            """#
        ),
        Source(
            "chineseElementName",
            #"<文本 文字="好"/>"#,
            #"""
            error 1:2 template.unknown-component: unknown component '文本'
            """#
        ),
        Source(
            "emojiBeforeTheError",
            #"<NText text="👨\#u{200D}👩\#u{200D}👧 family" lines="x"/>"#,
            #"""
            error 1:35 value.not-a-number: 'x' is not a whole number; \#(whole)
            """#
        ),
        Source(
            "combiningMarksCountAlone",
            #"<NText text="e\#u{301}" lines="x"/>"#,
            #"""
            error 1:25 value.not-a-number: 'x' is not a whole number; \#(whole)
            """#
        ),
        Source(
            "entityShiftsTheColumn",
            #"<NText gravity="left&#124;rigt"/>"#,
            #"""
            error 1:27 value.unknown-word: unknown word 'rigt'; \#(gravity); did you mean 'right'?
              fix-it: replace with 'right'
            """#
        ),
        Source(
            "entitiesBeforeAnUnknownWord",
            #"<NText textStyle="&#98;old|&#105;talics"/>"#,
            #"""
            error 1:28 value.unknown-word: unknown word 'italics'; \#(style); did you mean 'italic'?
              fix-it: replace with 'italic'
            """#
        ),
        Source(
            "lineEndInsideAValue",
            #"<NText gravity="left|\#n    rigt"/>"#,
            #"""
            error 2:5 value.unknown-word: unknown word 'rigt'; \#(gravity); did you mean 'right'?
              fix-it: replace with 'right'
            """#
        ),
        Source(
            "crlfInsideAValue",
            #"<NText gravity="left|\#r\#n    rigt"/>"#,
            #"""
            error 2:5 value.unknown-word: unknown word 'rigt'; \#(gravity); did you mean 'right'?
              fix-it: replace with 'right'
            """#
        ),
        Source(
            "astralEntityInsideAValue",
            #"<NText textColor="&#x1F600;red"/>"#,
            #"""
            error 1:19 value.not-a-color: '😀red' is not a color; \#(color); did you mean 'red'?
              fix-it: replace with 'red'
            """#
        ),
        Source(
            "surrogateEntitiesInsideAValue",
            #"<NText textStyle="bold|&#xD83D;&#xDE00;"/>"#,
            #"""
            error 1:24 value.unknown-word: unknown word '😀'; \#(style)
            """#
        ),
        Source(
            "valueInSingleQuotes",
            #"<NText lines='x' text='a"b'/>"#,
            #"""
            error 1:15 value.not-a-number: 'x' is not a whole number; \#(whole)
            """#
        ),
        Source(
            "errorsOnOneLineInOrder",
            #"<FrameLayout a1="" alpha="x" background="y"><NText lines="z"/></FrameLayout>"#,
            #"""
            error 1:18 value.empty-string: \#(empty)
            error 1:27 value.not-a-number: 'x' is not a number; \#(number)
            error 1:42 value.not-a-color: 'y' is not a color; \#(color)
            error 1:59 value.not-a-number: 'z' is not a whole number; \#(whole)
            """#
        ),
    ]

    /// Components and attributes.
    static let names: [Source] = [
        Source(
            "unknownComponentWithSuggestion",
            #"<FrameLayuot></FrameLayuot>"#,
            #"""
            error 1:2 template.unknown-component: unknown component 'FrameLayuot'; did you mean 'FrameLayout'?
              fix-it: replace with 'FrameLayout'
            """#
        ),
        Source(
            "unknownComponentWithoutSuggestion",
            #"<Button/>"#,
            #"""
            error 1:2 template.unknown-component: unknown component 'Button'
            """#
        ),
        Source(
            "componentInWrongCase",
            #"<ntext/>"#,
            #"""
            error 1:2 template.unknown-component: unknown component 'ntext'; did you mean 'NText'?
              fix-it: replace with 'NText'
            """#
        ),
        Source(
            "componentOfTheApp",
            #"<Badge/>"#,
            #"error 1:2 template.unknown-component: unknown component 'Badge'; did you mean 'Page'?"#
        ),
        Source(
            "prefixedComponent",
            #"<v:NText/>"#,
            #"""
            error 1:2 template.unknown-component: unknown component 'v:NText'; did you mean 'NText'?
              fix-it: replace with 'NText'
            """#
        ),
        Source(
            "misspeltAttribute",
            #"<NText layoutWidht="120rp" textsize="20" colour="red"/>"#,
            #"""
            warning 1:8 template.misspelt-attribute: unknown attribute 'layoutWidht' on 'NText'; did you mean \#
            'layoutWidth'?
              fix-it: replace with 'layoutWidth'
            warning 1:28 template.misspelt-attribute: unknown attribute 'textsize' on 'NText'; did you mean \#
            'textSize'?
              fix-it: replace with 'textSize'
            warning 1:42 template.misspelt-attribute: unknown attribute 'colour' on 'NText'; did you mean 'color'?
            """#
        ),
        Source(
            "misspeltAttributeOnEachElement",
            #"<FrameLayout><NText txetSize="1"/><NText txetSize="2"/></FrameLayout>"#,
            #"""
            warning 1:21 template.misspelt-attribute: unknown attribute 'txetSize' on 'NText'; did you mean \#
            'textSize'?
              fix-it: replace with 'textSize'
            warning 1:42 template.misspelt-attribute: unknown attribute 'txetSize' on 'NText'; did you mean \#
            'textSize'?
              fix-it: replace with 'textSize'
            """#
        ),
        Source(
            "unknownAttributeWithEmptyValue",
            #"<NText extra=""/>"#,
            #"""
            error 1:15 value.empty-string: \#(empty)
            """#
        ),
        Source(
            "duplicateAttribute",
            #"<NText text="a" lines="1" text="b"/>"#,
            #"""
            error 1:27 xml.duplicate-attribute: duplicate attribute 'text' on 'NText'
              note 1:8: 'text' first used here
            """#
        ),
        Source(
            "duplicateAttributeLenient",
            #"<NText text="a" lines="1" text="b"/>"#,
            isLenient: true,
            #"""
            warning 1:27 xml.duplicate-attribute: duplicate attribute 'text' on 'NText'
              note 1:8: 'text' first used here
            """#
        ),
        Source(
            "duplicateAttributeWithAWrongValue",
            #"<NText lines="1" lines="x"/>"#,
            #"""
            error 1:18 xml.duplicate-attribute: duplicate attribute 'lines' on 'NText'
              note 1:8: 'lines' first used here
            error 1:25 value.not-a-number: 'x' is not a whole number; \#(whole)
            """#
        ),
    ]
}
