import VirtualViewCompiler
import VirtualViewFormat

// The table goes on.

extension MalformedSourceTests {
    /// Values of every kind.
    static let values: [Source] = [
        Source(
            "emptyValues",
            #"<NText text="" lines="" textColor="" gravity="" visibility=" " layoutWidth=""/>"#,
            #"""
            error 1:14 value.empty-string: \#(empty)
            error 1:23 value.empty: the value is empty; \#(whole)
            error 1:36 value.empty: the value is empty; \#(color)
            error 1:47 value.empty: the value is empty; \#(gravity)
            error 1:61 value.empty: the value is empty; \#(visibility)
            error 1:77 value.empty: the value is empty; \#(size)
            """#
        ),
        Source(
            "numbersOfOtherLanguages",
            #"<NText textSize="1,5" lines="0x10" alpha=".5" lineSpaceExtra="1_0" maxLines="5.0" minWidth="1e3"/>"#,
            #"""
            error 1:18 value.not-a-number: '1,5' is not a number; the decimal separator is a point; did you mean \#
            '1.5'?
              fix-it: replace with '1.5'
            error 1:30 value.not-a-number: '0x10' is not a whole number; whole numbers are decimal; did you mean \#
            '16'?
              fix-it: replace with '16'
            error 1:43 value.not-a-number: '.5' is not a number; a digit must stand before the point; did you \#
            mean '0.5'?
              fix-it: replace with '0.5'
            error 1:63 value.not-a-number: '1_0' is not a decimal number; digits cannot be grouped; did you mean \#
            '10'?
              fix-it: replace with '10'
            error 1:78 value.not-a-number: '5.0' is not a whole number; a whole number has neither point nor \#
            exponent; did you mean '5'?
              fix-it: replace with '5'
            error 1:93 value.not-a-number: '1e3' is not a whole number; a whole number has neither point nor \#
            exponent; did you mean '1000'?
              fix-it: replace with '1000'
            """#
        ),
        Source(
            "numbersOutOfRange",
            #"<NText lines="2147483648" id="-2147483649" lineSpaceExtra="1e39"/>"#,
            #"""
            error 1:15 value.out-of-range: '2147483648' is out of range; expected -2147483648 to 2147483647
            error 1:31 value.out-of-range: '-2147483649' is out of range; expected -2147483648 to 2147483647
            error 1:60 value.not-finite: '1e39' is not a finite number of 32 bits
            """#
        ),
        Source(
            "notFiniteNumbersLenient",
            #"<NText lineSpaceExtra="NaN" borderWidth="Infinity"/>"#,
            isLenient: true,
            #"""
            warning 1:24 value.not-finite: 'NaN' is not a finite number of 32 bits; it is stored as it is
            warning 1:42 value.not-finite: 'Infinity' is not a finite number of 32 bits; it is stored as it is
            """#
        ),
        Source(
            "unitsOfOtherLanguages",
            #"<NText textSize="12dp" layoutWidth="50%" layoutHeight="20rpx" paddingLeft="3pt" minWidth="4em"/>"#,
            #"""
            error 1:18 value.unknown-unit: unknown unit 'dp'; \#(points); did you mean '12'?
              fix-it: replace with '12'
            error 1:37 value.unknown-unit: unknown unit '%'; \#(points)
            error 1:56 value.unknown-unit: unknown unit 'rpx'; \#(points); did you mean '20rp'?
              fix-it: replace with '20rp'
            error 1:76 value.unknown-unit: unknown unit 'pt'; \#(points); did you mean '3'?
              fix-it: replace with '3'
            error 1:91 value.unknown-unit: unknown unit 'em'; \#(points)
            """#
        ),
        Source(
            "blankBeforeTheUnit",
            #"<NText lines="1 rp" layoutWidth="12 rp"/>"#,
            #"""
            error 1:15 value.not-a-number: '1 rp' is not a whole number; no blank may stand before 'rp'; did you \#
            mean '1rp'?
              fix-it: replace with '1rp'
            error 1:34 value.not-a-number: '12 rp' is not a number; no blank may stand before 'rp'; did you mean \#
            '12rp'?
              fix-it: replace with '12rp'
            """#
        ),
        Source(
            "sizeWordsOfOtherLanguages",
            #"<NText layoutWidth="fill_parent" layoutHeight="wrap-content"/>"#,
            #"""
            error 1:21 value.unknown-word: unknown word 'fill_parent'; \#(size); did you mean 'match_parent'?
              fix-it: replace with 'match_parent'
            error 1:48 value.unknown-word: unknown word 'wrap-content'; \#(size); did you mean 'wrap_content'?
              fix-it: replace with 'wrap_content'
            """#
        ),
        Source(
            "colorsOfOtherLanguages",
            ##"<NText textColor="#F00" background="0xFF112233" borderColor="Transparent"/>"##,
            #"""
            error 1:19 value.not-a-color: '#F00' is not a color; it has 3 hexadecimal digits, expected 6 \#
            (RRGGBB) or 8 (AARRGGBB); did you mean '#FF0000'?
              fix-it: replace with '#FF0000'
            error 1:37 value.not-a-color: '0xFF112233' is not a color; \#(color); did you mean '#FF112233'?
              fix-it: replace with '#FF112233'
            error 1:62 value.not-a-color: 'Transparent' is not a color; \#(color); did you mean 'transparent'?
              fix-it: replace with 'transparent'
            """#
        ),
        Source(
            "wrongColors",
            ##"<NText textColor="#GG0000" background="#1234567" borderColor="reddish"/>"##,
            #"""
            error 1:20 value.not-a-color: '#GG0000' is not a color; 'G' is not a hexadecimal digit
            error 1:40 value.not-a-color: '#1234567' is not a color; it has 7 hexadecimal digits, expected 6 \#
            (RRGGBB) or 8 (AARRGGBB)
            error 1:63 value.not-a-color: 'reddish' is not a color; \#(color)
            """#
        ),
        Source(
            "gravityOfOtherLanguages",
            #"<NText gravity="center" layoutGravity="start|bottom"/>"#,
            #"""
            error 1:17 value.unknown-word: unknown word 'center'; \#(gravity); did you mean 'h_center|v_center'?
              fix-it: replace with 'h_center|v_center'
            error 1:40 value.unknown-word: unknown word 'start'; \#(gravity); did you mean 'left'?
              fix-it: replace with 'left'
            """#
        ),
        Source(
            "wordsWithWrongSeparators",
            #"<NText gravity="left,top" textStyle="bold italic" flag="flag_clickable;flag_draw"/>"#,
            #"""
            error 1:17 value.unknown-word: unknown word 'left,top'; \#(gravity); did you mean 'left|top'?
              fix-it: replace with 'left|top'
            error 1:38 value.unknown-word: unknown word 'bold italic'; \#(style); did you mean 'bold|italic'?
              fix-it: replace with 'bold|italic'
            error 1:57 value.unknown-word: unknown word 'flag_clickable;flag_draw'; \#(flags); did you mean \#
            'flag_clickable|flag_draw'?
              fix-it: replace with 'flag_clickable|flag_draw'
            """#
        ),
        Source(
            "emptyPieces",
            #"<NText gravity="|left" textStyle="bold||italic"/>"#,
            #"""
            error 1:17 value.empty-piece: a word is missing beside '|'; \#(gravity)
              fix-it: remove it
            error 1:40 value.empty-piece: a word is missing beside '|'; \#(style)
              fix-it: remove it
            """#
        ),
        Source(
            "numbersInsteadOfWords",
            #"<NText gravity="5" flag="32" textStyle="0"/>"#,
            #"""
            error 1:17 value.unknown-word: unknown word '5'; \#(gravity); did you mean 'left|h_center'?
              fix-it: replace with 'left|h_center'
            error 1:26 value.unknown-word: unknown word '32'; \#(flags); did you mean 'flag_clickable'?
              fix-it: replace with 'flag_clickable'
            error 1:41 value.unknown-word: unknown word '0'; \#(style)
            """#
        ),
        Source(
            "enumWords",
            #"<NImage scaleType="fitxy" layoutDirection="start"/>"#,
            #"""
            error 1:20 value.unknown-word: unknown word 'fitxy'; expected 'center', 'center_crop', \#
            'center_inside', 'fit_center', 'fit_end', 'fit_start', 'fit_xy' or 'matrix'; did you mean 'fit_xy'?
              fix-it: replace with 'fit_xy'
            error 1:44 value.unknown-word: unknown word 'start'; expected 'left', 'right', 'top' or 'bottom'; did you \#
            mean 'left'?
              fix-it: replace with 'left'
            """#
        ),
        Source(
            "blanksAroundWords",
            #"<VHLayout orientation=" V" visibility="gone "/>"#,
            #"""
            error 1:24 value.surrounding-blanks: blanks are part of this value; did you mean 'V'?
              fix-it: replace with 'V'
            error 1:40 value.surrounding-blanks: blanks are part of this value; did you mean 'gone'?
              fix-it: replace with 'gone'
            """#
        ),
        Source(
            "booleans",
            #"<NImage filterWhiteBg="1"/>"#,
            #"""
            error 1:24 value.not-a-boolean: '1' is neither 'true' nor 'false'
              fix-it: replace with 'true'
            """#
        ),
        Source(
            "booleansLenient",
            #"<NImage filterWhiteBg="${x}"/>"#,
            isLenient: true,
            #"""
            warning 1:24 value.not-a-boolean: '${x}' is neither 'true' nor 'false'; 'false' is stored
            """#
        ),
        Source(
            "visibilities",
            #"""
            <FrameLayout><NText visibility="hidden"/><NText visibility="3"/><NText visibility="1.0"/><NText \#
            visibility="1rp"/></FrameLayout>
            """#,
            #"""
            error 1:33 value.unknown-word: unknown word 'hidden'; \#(visibility); did you mean 'invisible'?
              fix-it: replace with 'invisible'
            error 1:61 value.out-of-range: '3' is out of range; \#(visibility)
            warning 1:84 value.decimal-visibility: '1.0' is stored as a decimal number, which shows nothing; \#
            \#(visibility)
            warning 1:109 value.scaled-word: 'rp' scales a number that stands for a word; \#(visibility)
              fix-it: remove it
            """#
        ),
        Source(
            "emptyBindings",
            #"<NText textSize="${}" text="${}" visibility="@{}"/>"#,
            #"""
            error 1:18 value.empty-binding: the binding has no expression
            warning 1:29 binding.empty-path: the binding has no path
            error 1:46 value.empty-binding: the binding has no expression
            """#
        ),
        Source(
            "emptyBindingsLenient",
            #"<NText textSize="${}" text="${}"/>"#,
            isLenient: true,
            #"""
            warning 1:18 value.empty-binding: the binding has no expression; its text is stored
            warning 1:29 binding.empty-path: the binding has no path
            """#
        ),
        Source(
            "unclosedBindings",
            #"<NText textSize="${size" visibility="@{${a} ? gone : visible"/>"#,
            #"""
            error 1:18 value.unclosed-binding: a data binding must end with '}' and be the whole value
            error 1:38 value.unclosed-binding: a data binding must end with '}' and be the whole value
            """#
        ),
        Source(
            "textAroundATypedBinding",
            #"<NText textSize="${size}pt" lines=" ${lines} "/>"#,
            #"""
            error 1:18 value.unclosed-binding: a data binding must end with '}' and be the whole value
            """#
        ),
        Source(
            "bindingsWhereThereAreNone",
            #"<NText flag="${f}" ellipsize="${e}"/>"#,
            #"""
            error 1:14 value.binding-not-allowed: a data binding cannot stand here; \#(flags)
            error 1:31 value.binding-not-allowed: a data binding cannot stand here; expected 'start', 'marquee', \#
            'middle', 'end' or 'none'
            """#
        ),
        Source(
            "dataModes",
            #"<Grid dataMode="${m}" dataTag="${d}"/>"#,
            #"""
            error 1:17 value.binding-not-allowed: a data binding cannot stand here; expected 'set' or 'append' \#
            (or 1 and 2)
            """#
        ),
        Source(
            "eventPrograms",
            #"<NText onClick="${this.text = 1}" onLongClick="@{x}"/>"#,
            #"""
            error 1:48 event.unknown-block: a handler takes a program '${…}', and no '@{…}'; write '${if (…) {…} else {…}}'
            """#
        ),
        Source(
            "emptyEventProgram",
            #"<NText onClick=""/>"#,
            #"""
            error 1:17 event.empty-program: the program is empty; remove the attribute or give it a statement
            """#
        ),
    ]

    /// Variables, ids, instructions, bindings and targets.
    static let rest: [Source] = [
        Source(
            "variableForms",
            #"<NText var_int="1" var_int_a_b="2" var_="3" var_int_="4" var_int_c="5"/>"#,
            #"""
            error 1:8 template.variable-form: 'var_int' is not the name of a user variable; \#(variable)
            error 1:20 template.variable-form: 'var_int_a_b' is not the name of a user variable; \#(variable)
            error 1:36 template.variable-form: 'var_' is not the name of a user variable; \#(variable)
            error 1:45 template.variable-form: 'var_int_' is not the name of a user variable; \#(variable)
            """#
        ),
        Source(
            "variableTypes",
            #"<NText var_Int_a="1" var_strng_b="x" var_bool_c="true"/>"#,
            #"""
            error 1:12 template.variable-type: unknown type 'Int' of user variable 'var_Int_a'; expected 'int', \#
            'float' or 'string'; did you mean 'int'?
              fix-it: replace with 'int'
            error 1:26 template.variable-type: unknown type 'strng' of user variable 'var_strng_b'; expected \#
            'int', 'float' or 'string'; did you mean 'string'?
              fix-it: replace with 'string'
            error 1:42 template.variable-type: unknown type 'bool' of user variable 'var_bool_c'; expected \#
            'int', 'float' or 'string'
            """#
        ),
        Source(
            "variableValues",
            #"""
            <NText var_int_a="1.5" var_int_b=" 2" var_int_c="" var_float_d="x" var_string_e="" \#
            var_int_f="3000000000"/>
            """#,
            #"""
            error 1:19 value.not-a-number: '1.5' is not a whole number; expected a whole number such as '12'
            error 1:35 value.surrounding-blanks: blanks are part of this value; did you mean '2'?
              fix-it: replace with '2'
            error 1:50 value.empty: the value is empty; expected a whole number such as '12'
            error 1:65 value.not-a-number: 'x' is not a decimal number; expected a decimal number such as '1.5'
            error 1:82 value.empty-string: \#(empty)
            error 1:95 value.out-of-range: '3000000000' is out of range; expected -2147483648 to 2147483647
            """#
        ),
        Source(
            "variableBindings",
            #"<NText var_int_a="${n}" var_float_b="1rp"/>"#,
            #"""
            error 1:19 value.binding-not-allowed: a user variable takes no data binding; expected a whole number \#
            such as '12'
            error 1:38 value.not-a-number: '1rp' is not a decimal number; expected a decimal number such as '1.5'
            """#
        ),
        Source(
            "collidingTexts",
            #"<FrameLayout>\#n    <NText text="Aa"/>\#n    <NText text="BB"/>\#n</FrameLayout>"#,
            #"""
            error 3:18 template.id-collision: 'BB' and 'Aa' have the same id 2112, and a file cannot hold both; \#
            change one of them
              note 2:18: 'Aa' is used here
            """#
        ),
        Source(
            "collidingAttributeNames",
            #"<NText Aa="1" BB="2"/>"#,
            #"""
            error 1:15 template.id-collision: 'BB' and 'Aa' have the same id 2112, and a file cannot hold both; \#
            change one of them
              note 1:8: 'Aa' is used here
            """#
        ),
        Source(
            "collidingVariableName",
            #"<NText text="Aa" var_int_BB="1"/>"#,
            #"""
            error 1:18 template.id-collision: 'BB' and 'Aa' have the same id 2112, and a file cannot hold both; \#
            change one of them
              note 1:14: 'Aa' is used here
            """#
        ),
        Source(
            "collidingWithAttributes",
            #"<NText qBdding="1" layoutNBrgin="2" lineIFight="3" var_int_qBdding="4"/>"#,
            #"""
            error 1:8 template.attribute-collision: 'qBdding' has the id -806339567 of the attribute 'padding', and \#
            clients take it for that; change it
            error 1:20 template.attribute-collision: 'layoutNBrgin' has the id 1697244536 of the attribute \#
            'layoutMargin', and clients take it for that; change it
            error 1:37 template.attribute-collision: 'lineIFight' has the id -515807685 of the attribute \#
            'lineHeight', and clients take it for that; change it
            error 1:52 template.attribute-collision: 'qBdding' has the id -806339567 of the attribute 'padding', and \#
            clients take it for that; change it
            """#
        ),
        Source(
            "collidingInAProgram",
            #"<NText onClick="${this.qBdding=1}"/>"#,
            #"""
            error 1:19 template.attribute-collision: 'qBdding' has the id -806339567 of the attribute 'padding', and \#
            clients take it for that; change it
            """#
        ),
        Source(
            "textCollidingWithALaterSystemString",
            #"<NText text="qBdding"/>"#,
            #"""
            error 1:14 template.system-string-collision: 'qBdding' has the id -806339567 of the system string \#
            'padding' and cannot be stored; change it
            """#
        ),
        Source(
            "collidingWithSystemStrings",
            #"<NText f1="a" text="jE"/>"#,
            #"""
            error 1:8 template.system-string-collision: 'f1' has the id 3211 of the system string 'do' and \#
            cannot be stored; change it
            error 1:21 template.system-string-collision: 'jE' has the id 3355 of the system string 'id' and \#
            cannot be stored; change it
            """#
        ),
        Source(
            "textWithIDZero",
            #"<NText text="f5a5a608"/>"#,
            #"""
            error 1:14 template.zero-id: the id of 'f5a5a608' is 0, which cannot be stored; change the text
            """#
        ),
        Source(
            "instructionItems",
            #"<?vvc nmae="Card" version="1.0" version="2"?>\#n<NText/>"#,
            #"""
            error 1:7 instruction.unknown-item: unknown item 'nmae' in the instruction; expected 'name' or \#
            'version'; did you mean 'name'?
              fix-it: replace with 'name'
            error 1:28 instruction.version-range: '1.0' is not a template version; expected a number from 0 to 65535
            error 1:33 instruction.duplicate-item: 'version' is given twice in the instruction
              note 1:19: 'version' first given here
            """#
        ),
        Source(
            "instructionForms",
            #"<?vvc name?>\#n<?vvc version=2?>\#n<?vvc name="Card?>\#n<NText/>"#,
            #"""
            error 1:7 instruction.malformed: 'name' is not an item of the instruction; expected 'name="value"'
            error 2:7 instruction.malformed: 'version=2' is not an item of the instruction; expected 'name="value"'
            error 3:7 instruction.malformed: 'name="Card' is not an item of the instruction; expected 'name="value"'
            """#
        ),
        Source(
            "instructionRangesLenient",
            #"<?vvc version="70000" name=""?>\#n<NText/>"#,
            isLenient: true,
            #"""
            warning 1:16 instruction.version-range: '70000' is not a template version; expected a number from 0 \#
            to 65535; its low 16 bits, 4464, are stored
            error 1:29 instruction.empty-name: the template's name is empty
            """#
        ),
        Source(
            "instructionBehindTheRoot",
            #"<NText/>\#n<?vvc name="Card"?>"#,
            #"""
            warning 2:1 xml.ignored-instruction: '<?vvc' is ignored here; expected it before the root element
            """#
        ),
        Source(
            "iosTarget",
            #"<Scroller layoutWidth="match_parent" span="4" padding="2" name="a"/>"#,
            client: .iOS,
            #"""
            warning 1:2 template.target-unknown-component: 'ios-1.2' does not know the component 'Scroller'
            """#
        ),
        Source(
            "iosTargetLimits",
            #"<?vvc version="32768"?>\#n<NText/>"#,
            client: .iOS,
            #"""
            error 2:2 template.client-limit: the template's version is 32768, but 'ios-1.2' reads at most 32767
            """#
        ),
        Source(
            "swiftTargetLimits",
            #"<?vvc version="65535"?>\#n<NText/>"#,
            #"""
            warning 2:2 template.client-limit: the template's version is 65535, but 'ios-1.2' and 'android-1.4' \#
            read at most 32767
            """#
        ),
        Source(
            "warningsAsErrors",
            #"<NText layoutWidht="1">text</NText>"#,
            warningsAreErrors: true,
            #"""
            error 1:8 template.misspelt-attribute: unknown attribute 'layoutWidht' on 'NText'; did you mean \#
            'layoutWidth'?
              fix-it: replace with 'layoutWidth'
            error 1:24 xml.ignored-text: text inside 'NText' is ignored
            """#
        ),
        Source(
            "iosTargetAttributes",
            #"<NText layoutWidth="10" padding="2" name="a" text="b"/>"#,
            client: .iOS,
            #"""
            warning 1:25 template.target-unknown-attribute: 'ios-1.2' ignores the attribute 'padding' on 'NText'
            warning 1:37 template.target-unknown-attribute: 'ios-1.2' ignores the attribute 'name' on 'NText'
            """#
        ),
        Source(
            "malformedBindings",
            #"<NText text="${a..b} and ${" visibility="@{${a} ? gone}"/>"#,
            #"""
            warning 1:17 binding.empty-key: an empty name in a path
            warning 1:26 binding.unclosed: the binding has no closing '}'
            warning 1:49 binding.missing-colon: the choice has no ':' after its '?'
            """#
        ),
        Source(
            "bindingsOfAnotherClient",
            #"<NText text="Hi ${name}" layoutWidth="${w}"/>"#,
            client: .iOS,
            #"""
            error 1:17 binding.ios-interpolation: ios-1.2 has no bindings inside a text and shows them as they \#
            are written
            warning 1:39 binding.ios-units: ios-1.2 applies what is missing or no number as 0, and ignores the \#
            unit 'rp'
            """#
        ),
        Source(
            "bindingBehindEntities",
            #"<NText text="&lt;&amp;&gt; ${a..b}"/>"#,
            #"""
            warning 1:31 binding.empty-key: an empty name in a path
            """#
        ),
        Source(
            "commentAndDoctype",
            #"<!-- a -- b -->\#n<!DOCTYPE NText [<!ENTITY x "y">]>\#n<NText text="&x;"/>"#,
            #"""
            warning 1:8 xml.double-hyphen: '--' inside a comment; XML does not allow it
            error 3:14 xml.unknown-entity: unknown entity '&x;'
              note 2:1: the entities of a DOCTYPE are not expanded
            """#
        ),
        Source(
            "textOutsideTheRoot",
            #"before\#n<NText/>\#nafter"#,
            #"""
            error 1:1 xml.text-outside-root: text outside the root element
            error 3:1 xml.text-outside-root: text outside the root element
            """#
        ),
        Source(
            "textOutsideTheRootLenient",
            #"before\#n<NText/>"#,
            isLenient: true,
            #"""
            warning 1:1 xml.text-outside-root: text outside the root element
            """#
        ),
        Source(
            "unterminatedValueThenWrongOne",
            #"<FrameLayout>\#n    <NText text="abc lines="x"/>\#n    <NText lines="y"/>\#n</FrameLayout>"#,
            #"""
            error 2:17 xml.unterminated-value: the value of 'text' has no closing quote
              fix-it: insert '"'
            error 2:29 value.not-a-number: 'x' is not a whole number; \#(whole)
            error 3:19 value.not-a-number: 'y' is not a whole number; \#(whole)
            """#
        ),
        Source(
            "cdataAndControlCharacters",
            #"<NText text="a\#u{1}b"><![CDATA[x]]></NText>"#,
            #"""
            warning 1:15 xml.control-character: control character U+0001 in the value of 'text'
            warning 1:19 xml.ignored-text: text inside 'NText' is ignored
            """#
        ),
        Source(
            "typographicQuotes",
            #"<NText text=“Hello” lines="x"/>"#,
            #"""
            error 1:13 xml.typographic-quotes: the value of 'text' stands in typographic quotes; expected '"'
              fix-it: replace with '"'
            error 1:28 value.not-a-number: 'x' is not a whole number; \#(whole)
            """#
        ),
        Source(
            "decodedPositionOfAWholeList",
            #"<NText gravity="&#32;left,top"/>"#,
            #"""
            error 1:22 value.unknown-word: unknown word 'left,top'; \#(gravity); did you mean 'left|top'?
              fix-it: replace with 'left|top'
            """#
        ),
    ]
}
