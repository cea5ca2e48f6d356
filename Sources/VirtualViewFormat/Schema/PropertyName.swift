/// The names of the language's properties: the rows of the schema, the accessors of nodes and layout use them.
///
/// A new property begins here (`Docs/Contributing.md`, "How to").
package enum PropertyName: String, CaseIterable, Sendable {
    // Identity and data
    case id, uuid, name, tag, `class`, flag, action, actionParam, ck, inMainThread
    case data, dataUrl, dataParam, dataTag, dataMode, containerID

    // Event programs
    case onClick, onLongClick, onSetData, onBeforeDataLoad, onAfterDataLoad, onPageFlip, onAutoRefresh, onScroll

    // Size, spacing and place
    case layoutWidth, layoutHeight, autoDimDirection, autoDimX, autoDimY
    case minWidth, maxWidth, minHeight, maxHeight
    case layoutMargin, layoutMarginLeft, layoutMarginTop, layoutMarginRight, layoutMarginBottom
    case padding, paddingLeft, paddingTop, paddingRight, paddingBottom
    case visibility, layoutGravity, layoutDirection, layoutRatio, gravity, direction

    // Box
    case background, backgroundImage, alpha, borderWidth, borderColor, borderRadius
    case borderTopLeftRadius, borderTopRightRadius, borderBottomLeftRadius, borderBottomRightRadius
    case pressedBackground, pressedAlpha

    // Arrangement
    case orientation, colCount, itemHeight, itemHorizontalMargin, itemVerticalMargin
    case flexDirection, flexWrap, flexFlow, justifyContent, alignItems, alignContent
    case alignSelf, order, flexGrow, flexShrink, flexBasis
    case itemWidth, itemMargin, span, mode, lineSpace, firstSpace, lastSpace, supportSticky, autoRefreshThreshold
    case itemKey, anchor

    // Paging
    case autoSwitch, autoSwitchTime, stayTime, canSlide, animatorTime, animatorStyle, layoutOrientation

    // Text
    case text, textSize, textColor, textStyle, typeface, lines, maxLines, ellipsize, lineHeight
    case lineSpaceExtra, lineSpaceMultiplier, supportHTMLStyle

    // Image
    case src, scaleType, mirrorsImage, ratio, maskColor, blurRadius, filterWhiteBg, fixBy, disablePlaceHolder,
        disableCache

    // Shapes
    case color, paintWidth, style, dashEffect, type, paintStyle, diameterX, diameterY, initValue

    // Accessibility
    case accessibilityLabel, accessibilityRole, accessibilityValue, accessibilityState
    case accessibilityGroup, accessibilityHidden

    // Names without a function
    case size, pos

    /// The number of names.
    package static let count = allCases.count

    /// The position in the list above, from 0.
    @inlinable
    @inline(__always)
    package var index: Int {
        // An enumeration without payloads is stored as the number of its case; a test compares the two.
        Int(unsafeBitCast(self, to: UInt8.self))
    }
}
