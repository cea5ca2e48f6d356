/// What the manual says about the components and attributes of both languages, for editors.
///
/// The texts are those of the tables in `Docs/Language.md` and `Docs/Assemble.md`; a test compares them. A name and its
/// text are on one line, with a tab between them.
enum LanguageNotes {
    static let ofComponents = table(
        """
        FlexLayout\trows or columns as in CSS flexible boxes
        FrameLayout\ta stack of children, each at its own position
        Grid\tan `NGridLayout` of items
        GridLayout\tequal cells in columns
        NFrameLayout\ta stack of children, each at its own position
        NGridLayout\tequal cells in columns
        NImage\tan image
        NLine\ta line, horizontal or vertical
        NRatioLayout\ta row or a column whose room is divided by ratio
        NText\ttext
        NVH2Layout\ta row or a column that is filled from both ends
        NVHLayout\ta row or a column
        Page\tone item at a time; the user flips through them
        Progress\ta bar of which a part is filled
        RatioLayout\ta row or a column whose room is divided by ratio
        Scroller\ta list that scrolls
        Slider\ta strip of items that slides
        TMNImage\tan image
        TMVirtualImage\tan image
        TotalContainer\tits children, as a `FrameLayout` does
        VGraph\ta circle, a rectangle or an oval
        VH\ta row or a column of equal items
        VH2Layout\ta row or a column that is filled from both ends
        VHLayout\ta row or a column
        VImage\tan image
        VLine\ta line, horizontal or vertical
        VText\ttext
        Var\tnothing
        VirtualContainer\tthe one item of its data whose number, from 0, is its `order`; none without one
        VirtualTime\tits `text`, on one line
        """
    )

    static let ofProperties = table(
        """
        accessibilityGroup\t`true`: the component and everything below it are one element
        accessibilityHidden\t`true`: it is left out, with everything below it
        accessibilityLabel\twhat a screen reader says, instead of the texts. An attribute `contentDescription` has \
        the same meaning, if there is no label
        accessibilityRole\ta word as a text: `auto` (from the component and its clicks), `button`, `header`, \
        `image`, `link` or `none` (only the content counts)
        accessibilityState\t`selected`, `disabled` and `expanded`, joined by `|`. A binding may join them with \
        blanks, and words that are none of these are ignored
        accessibilityValue\twhat it says after the label, such as `3 of 5 stars`
        action\tthe text that a touch reports to the app, for example a URL. If the data has an entry of that name, the \
        app gets its value too
        actionParam\ta second text for the app about the action
        alignContent\t`flex-start` `flex-end` `center` `space-between` `space-around` `stretch`
        alignItems\t`flex-start` `flex-end` `center` `baseline` `stretch`
        alignSelf\t`alignItems` for this child alone
        alpha\topacity, 0 to 1
        anchor\t`end`: the list begins at its end and stays there when entries are added, as in a chat
        autoDimDirection\t`X`: the height follows from the width. `Y`: the width follows from the height
        autoDimX\tthe proportion for `autoDimDirection`; both must be above 0
        autoDimY\tthe proportion for `autoDimDirection`; both must be above 0
        autoRefreshThreshold\thow many items before the end the list asks for more
        autoSwitch\tflips by itself
        autoSwitchTime\tmilliseconds that a flip takes
        background\tthe colour that fills the component
        backgroundImage\tan image behind the content
        borderBottomLeftRadius\tthe radius of one corner; 0 means that of `borderRadius`
        borderBottomRightRadius\tthe radius of one corner; 0 means that of `borderRadius`
        borderColor\tcolour of the border
        borderRadius\tthe radius of all corners
        borderTopLeftRadius\tthe radius of one corner; 0 means that of `borderRadius`
        borderTopRightRadius\tthe radius of one corner; 0 means that of `borderRadius`
        borderWidth\tthe border, drawn inside; it takes no room, and lies over an image or a bar but under children
        canSlide\tcan be flipped by hand
        colCount\tnumber of columns
        color\tcolour of what is drawn
        dashEffect\tthe lengths of dashes and gaps in points, such as `4,2`; without it three times `paintWidth` \
        each
        dataTag\ta binding to the array of items
        diameterX\tsize of the shape
        diameterY\tsize of the shape
        direction\ta word as a text: what is in it is read from left to right (`ltr`), from right to left (`rtl`), \
        or as its parent (Layout.md)
        ellipsize\twhere a text is cut: `start` `middle` `end` `none` `marquee`
        firstSpace\troom between, before and after the items
        flag\t`flag_clickable` and `flag_longclickable` make it react to touches, `flag_exposure` reports that it \
        was shown; clients ignore the other flags
        flexBasis\tits length before the free room is divided: `auto`, points, or a part such as `50%`
        flexDirection\t`row` `row-reverse` `column` `column-reverse`
        flexFlow\t`flexDirection` and `flexWrap` in one, separated by a blank
        flexGrow\tshare of the free room
        flexShrink\ta number as a text: how much of what is too little it loses in a row or column. Not set, it is \
        1 in a `FlexLayout` and 0 elsewhere
        flexWrap\t`nowrap` `wrap` `wrap-reverse`
        gravity\tthe position of the content
        id\ta number to find the node by
        initValue\tthe filled part, in hundredths of the width
        itemHeight\tgrids: height of a cell, if the height of the grid is `wrap_content`; VH: height of an item
        itemHorizontalMargin\troom between cells
        itemKey\tthe path of an entry's key, such as `id`: an entry with the same key is the same one, wherever it \
        stands in new data; without it, the one at the same place
        itemMargin\troom between items
        itemVerticalMargin\troom between cells
        itemWidth\tVH: width of an item; Slider: length of an item along the strip
        justifyContent\t`flex-start` `flex-end` `center` `space-between` `space-around`
        lastSpace\troom between, before and after the items
        layoutDirection\tin a `VH2Layout`: the end from which it is placed (`left`, `right`, `top`, `bottom`)
        layoutGravity\twhere the parent puts this component
        layoutHeight\tthe size: a length, `match_parent` (what the parent offers) or `wrap_content` (what the \
        content needs)
        layoutMargin\tthe margin of every side that is not set individually
        layoutMarginBottom\troom outside the component
        layoutMarginLeft\troom outside the component
        layoutMarginRight\troom outside the component
        layoutMarginTop\troom outside the component
        layoutOrientation\t`normal` or `reverse`: the direction in which it flips by itself
        layoutRatio\tin a `RatioLayout`: its share of the free room
        layoutWidth\tthe size: a length, `match_parent` (what the parent offers) or `wrap_content` (what the \
        content needs)
        lineHeight\theight of a line, if it is more than the natural one
        lineSpace\troom between, before and after the items
        lineSpaceExtra\troom between lines
        lines\tnumber of lines. 0: as many as the text needs
        maxHeight\ta number as a text: the size is at most this; the minimum wins
        maxLines\tthe largest number of lines; the text has as few as it needs
        maxWidth\ta number as a text: the size is at most this; the minimum wins
        minHeight\tthe size is at least this
        minWidth\tthe size is at least this
        mirrorsImage\t`true` or `false` as a text: an arrow, which is turned where reading goes from right to left
        mode\t`linear` or `staggeredGrid`
        name\ta name to find the node by (Embedding.md)
        tag\ta text for programs and your own code
        class\ta second text for programs and your own code
        uuid\ta number for programs and your own code
        onAfterDataLoad\truns when the programs of `onSetData` have run, on all nodes
        onAutoRefresh\truns when the item that stands `autoRefreshThreshold` before the end comes into sight; once \
        for the same entries
        onBeforeDataLoad\truns when other data is about to be shown
        onClick\truns when the user taps the node
        onLongClick\truns when the user holds the node
        onPageFlip\truns when another of its pages is shown, whether the user or the app turned it
        onScroll\truns when the content was moved
        onSetData\truns when all nodes show the new data, including the items made from it
        order\tplace among the children
        orientation\t`H` or `V`
        padding\tthe padding of every side that is not set individually
        paddingBottom\troom between the edge and the content
        paddingLeft\troom between the edge and the content
        paddingRight\troom between the edge and the content
        paddingTop\troom between the edge and the content
        paintStyle\t`stroke` or `fill`
        paintWidth\tthickness of the stroke
        pressedAlpha\ta number as a text: the `alpha` while it is pressed
        pressedBackground\ta colour as a text: the `background` while it is pressed
        ratio\twidth ÷ height, for a `wrap_content` side
        scaleType\t`fit_xy` and `matrix` stretch. `fit_start`, `fit_center`, `fit_end`, `center_inside` show all of \
        it. `center_crop` fills. `center` does not scale
        span\tScroller with `staggeredGrid`: room between the columns; Slider: room between items, if `itemMargin` \
        is 0
        src\ta URL (any text with `//`) or the name of an image in the app
        stayTime\tmilliseconds between two flips; fewer than 100 count as 100
        style\t`solid` or `dash`
        text\tthe text to show
        textColor\tcolour of the letters
        textSize\tsize of the letters
        textStyle\t`bold`, `italic`, `underline`, `strike`
        type\t`circle`, `rect` or `oval`
        typeface\tname of a font as the system of the app knows it: a family, or on Apple's systems also one font of \
        it. A font that is not there is replaced
        visibility\t`invisible` keeps its room, `gone` does not
        """
    )

    static let ofBlocks = table(
        """
        extendWith\tthis part, counted from 1, is as high as the row or as wide as the column, if that size is \
        fixed; 0 means no part
        padding\tthe gap between neighbours; a negative one makes them overlap
        """
    )

    static let ofParts = table(
        """
        accessibilityGroup\tthe part is one element for it, or is left out
        accessibilityHidden\tthe part is one element for it, or is left out
        accessibilityLabel\twhat a screen reader says, and the value that it says after that
        accessibilityRole\twhat the part is for it
        accessibilityState\tthe state of the part
        accessibilityValue\twhat a screen reader says, and the value that it says after that
        alignmentMargin\tthe distance from that side, or from the centre to the right or down
        backBorderColor\tthe colour of the border
        backBorderRadius\tthe radius of the corners; the content is not clipped
        backBorderWidth\tthe width of the border
        backColor\tthe colour of the background
        backColorHexString\tthe colour of the background
        backPaddingHorizontal\tthe room at the left and right of the content
        backPaddingVertical\tthe room above and below the content
        button\tthe part can be tapped, and this is its action. Without a value it can be tapped and has none
        buttonHighlightColor\tthe background while the part is pressed; for other clients it is dropped, with a \
        warning
        color\tthe colour of the text
        colorHexString\tthe colour of the text
        crp\thow much the part resists when a row is too narrow: with `fit` it gives way first, with `required` \
        never. In a column it is dropped, with a warning, as it is for a part that is alone in its group of a row \
        pulled apart, and for other clients everywhere
        ellipsize\twhere a text that is too long is cut
        font\tthe size of the text
        fontSize\tthe size of the text
        height\tthe size of the part, with its background
        ignoreAlignment\tpulls the assemble apart before this part
        image\tthe image; wins over the next one
        imageName\tthe name of an image that the app contains
        imageUrl\tthe URL of the image; wins over the next two
        isFill\tin a row as high as the row, in a column as wide as the column; as the whole source as wide as the \
        place
        lines\thow many lines the text has; 0 is as many as needed
        maxLines\thow many lines the text has at most; replaces `lines`, but that of a fragment gives way to `lines` at the \
        place of use
        maxWidth\tbounds of the width; `minWidth` wins. For other clients `maxWidth` needs a `width` in the same \
        unit
        minWidth\tbounds of the width; `minWidth` wins. For other clients `maxWidth` needs a `width` in the same \
        unit
        padding\tthe gap before this part; 0 is a gap of 0
        partAlignment\tthe side at which this part stands across the row or column
        radius\tthe radius of the corners; the content is not clipped
        ratio\tthe image's width divided by its height, if only one of them is given
        scaleType\thow the image fills its place
        text\tthe text
        textStyle\tthe style of the text
        visibility\ta part that is gone takes the gap before it with it
        width\tthe size of the part, with its background
        """
    )

    private static func table(_ text: String) -> [String: String] {
        var notes: [String: String] = [:]
        for line in text.split(separator: "\n") {
            guard let tab = line.firstIndex(of: "\t") else { continue }
            notes[String(line[..<tab])] = String(line[line.index(after: tab)...])
        }
        return notes
    }
}
