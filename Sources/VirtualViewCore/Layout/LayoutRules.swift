import VirtualViewFormat

/// The quirks that passes ask about, as plain flags: asking a set of another module costs more than the answer.
struct LayoutRules {
    /// `plain-unknown-components`.
    let plainUnknownComponents: Bool
    /// `grid-rowcount`.
    let gridRowCount: Bool
    /// `grid-centre-offset`.
    let gridCentreOffset: Bool
    /// `grid-itemheight-lost`.
    let gridItemHeightLost: Bool
    /// `zero-fixed-side-becomes-max`.
    let zeroFixedSideBecomesMax: Bool
    /// `ratio-wrap-is-match`.
    let ratioWrapIsMatch: Bool
    /// `wrap-sum-includes-match-parent`.
    let wrapSumIncludesMatchParent: Bool
    /// `ratio-padding-shift`.
    let ratioPaddingShift: Bool

    init(_ quirks: Quirks) {
        plainUnknownComponents = quirks.contains(.plainUnknownComponents)
        gridRowCount = quirks.contains(.gridRowCount)
        gridCentreOffset = quirks.contains(.gridCentreOffset)
        gridItemHeightLost = quirks.contains(.gridItemHeightLost)
        zeroFixedSideBecomesMax = quirks.contains(.zeroFixedSideBecomesMax)
        ratioWrapIsMatch = quirks.contains(.ratioWrapIsMatch)
        wrapSumIncludesMatchParent = quirks.contains(.wrapSumIncludesMatchParent)
        ratioPaddingShift = quirks.contains(.ratioPaddingShift)
    }
}
