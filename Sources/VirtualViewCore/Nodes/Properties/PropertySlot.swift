/// The number of a typed property, to which a template's key is resolved once, so that later nothing is looked up.
///
/// The raw values are the names of the schema's properties; event handlers are not included.
enum PropertySlot: String, CaseIterable, Sendable {
    // Identity and data
    case id, uuid, name, tag, `class`, flag, action, actionParam, ck, inMainThread
    case data, dataUrl, dataParam, dataTag, dataMode, containerID

    // Size, spacing and place
    case layoutWidth, layoutHeight, autoDimDirection, autoDimX, autoDimY, minWidth, minHeight
    case layoutMargin, layoutMarginLeft, layoutMarginTop, layoutMarginRight, layoutMarginBottom
    case padding, paddingLeft, paddingTop, paddingRight, paddingBottom
    case visibility, layoutGravity, layoutDirection, layoutRatio, gravity

    // Box
    case background, backgroundImage, alpha, borderWidth, borderColor, borderRadius
    case borderTopLeftRadius, borderTopRightRadius, borderBottomLeftRadius, borderBottomRightRadius

    // Arrangement
    case orientation, colCount, itemHeight, itemHorizontalMargin, itemVerticalMargin
    case flexDirection, flexWrap, flexFlow, justifyContent, alignItems, alignContent
    case alignSelf, order, flexGrow, flexShrink, flexBasis
    case itemWidth, itemMargin, span, mode, lineSpace, firstSpace, lastSpace, supportSticky, autoRefreshThreshold

    // Paging
    case autoSwitch, autoSwitchTime, stayTime, canSlide, animatorTime, animatorStyle, layoutOrientation

    // Text
    case text, textSize, textColor, textStyle, typeface, lines, maxLines, ellipsize, lineHeight
    case lineSpaceExtra, lineSpaceMultiplier, supportHTMLStyle

    // Image
    case src, scaleType, ratio, maskColor, blurRadius, filterWhiteBg, fixBy, disablePlaceHolder, disableCache

    // Shapes
    case color, paintWidth, style, dashEffect, type, paintStyle, diameterX, diameterY, initValue

    // Names without a function
    case size, pos
}

extension PropertySlot {
    /// Finds the slot of a property of the language; `nil` for handlers and for an app's own properties.
    init?(_ property: PropertySchema) {
        guard let slot = Self.byKey[property.key], slot.rawValue == property.name else { return nil }
        self = slot
    }

    private static let byKey: [StringID: PropertySlot] = allCases.reduce(into: [:]) {
        $0[StringID(hashing: $1.rawValue)] = $1
    }

    /// The work that a change makes necessary, independent of the component.
    var invalidation: PropertySchema.Invalidation {
        Self.invalidations[self] ?? .ownSize
    }

    private static let invalidations: [PropertySlot: PropertySchema.Invalidation] =
        LanguageSchema.standard.properties.reduce(into: [:]) { slots, property in
            if let slot = PropertySlot(property) { slots[slot] = property.invalidation }
        }
}
