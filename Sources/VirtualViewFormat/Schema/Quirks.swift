/// The oddities in which a client differs from the plain rules of layout and binding.
///
/// Each has a stable name, which `Docs/Layout.md` and `Docs/Expressions.md` explain with both results.
public struct Quirks: OptionSet, Hashable, Sendable {
    /// One bit an oddity; the bits are not stable between versions, the names are.
    public let rawValue: UInt32

    /// Wraps a bit set.
    ///
    /// - Parameter rawValue: One bit an oddity.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    // MARK: Layout

    /// `grid-rowcount`: a grid has (all children + 1) / columns rows, rounded down, whichever children are gone.
    public static let gridRowCount = Quirks(rawValue: 1 << 0)
    /// `grid-centre-offset`: a grid centres a child on cell and gap together, and ignores its margins.
    public static let gridCentreOffset = Quirks(rawValue: 1 << 1)
    /// `grid-itemheight-lost`: a grid that wraps both ways forgets `itemHeight`.
    public static let gridItemHeightLost = Quirks(rawValue: 1 << 2)
    /// `zero-fixed-side-becomes-max`: a side fixed at 0 takes all the room when the other side wraps.
    public static let zeroFixedSideBecomesMax = Quirks(rawValue: 1 << 3)
    /// `ratio-wrap-is-match`: `wrap_content` of a ratio layout means `match_parent`.
    public static let ratioWrapIsMatch = Quirks(rawValue: 1 << 4)
    /// `wrap-sum-includes-match-parent`: a wrapping row counts a `match_parent` child with the size it had at first.
    public static let wrapSumIncludesMatchParent = Quirks(rawValue: 1 << 5)
    /// `ratio-padding-shift`: a ratio layout places a child across by its size without its padding.
    public static let ratioPaddingShift = Quirks(rawValue: 1 << 6)
    /// `line-mid-full-thickness`: a horizontal line in the middle is moved up by its whole thickness, not by half.
    public static let lineMidFullThickness = Quirks(rawValue: 1 << 7)
    /// `dataTag-order`: reused children of a container keep their old place, whatever the order of the data.
    public static let dataTagOrder = Quirks(rawValue: 1 << 8)
    /// `empty-page-crash`: a page does not survive an empty array.
    public static let emptyPageCrash = Quirks(rawValue: 1 << 9)
    /// `vh-full-size-children`: a row or column measures each child with all of its room, not with what is left.
    public static let vhFullSizeChildren = Quirks(rawValue: 1 << 10)
    /// `shorthands-ignored`: `padding` and `layoutMargin` do nothing.
    public static let shorthandsIgnored = Quirks(rawValue: 1 << 11)
    /// `plain-unknown-components`: `FlexLayout`, `Scroller`, `Slider`, `VH`, `Progress` and other components without a
    /// class are plain nodes whose children are not laid out.
    public static let plainUnknownComponents = Quirks(rawValue: 1 << 12)
    /// `page-turns-back`: each layout turns a page back to its first item.
    public static let pageTurnsBack = Quirks(rawValue: 1 << 17)

    // MARK: Binding

    /// `iif-truth`: in `@{…}` only a missing value and the text `false` are false, and the data must be an object or
    /// array.
    public static let iifTruth = Quirks(rawValue: 1 << 13)
    /// `path-fall-through`: a step that does not fit hands its value on to the next step.
    public static let pathFallThrough = Quirks(rawValue: 1 << 14)
    /// `coercion`: values are converted through their text, and a missing value clears the property.
    public static let coercion = Quirks(rawValue: 1 << 15)
    /// `binding-grammar`: the reference's own reading of `${…}` and `@{…}`, without interpolation, defaults and quotes.
    public static let bindingGrammar = Quirks(rawValue: 1 << 16)
}

// MARK: - Names

extension Quirks {
    /// All oddities with their names, in the order of the documentation.
    public static let named: [(name: String, quirk: Quirks)] = [
        ("grid-rowcount", .gridRowCount),
        ("grid-centre-offset", .gridCentreOffset),
        ("grid-itemheight-lost", .gridItemHeightLost),
        ("iif-truth", .iifTruth),
        ("path-fall-through", .pathFallThrough),
        ("coercion", .coercion),
        ("binding-grammar", .bindingGrammar),
        ("zero-fixed-side-becomes-max", .zeroFixedSideBecomesMax),
        ("ratio-wrap-is-match", .ratioWrapIsMatch),
        ("wrap-sum-includes-match-parent", .wrapSumIncludesMatchParent),
        ("ratio-padding-shift", .ratioPaddingShift),
        ("line-mid-full-thickness", .lineMidFullThickness),
        ("dataTag-order", .dataTagOrder),
        ("empty-page-crash", .emptyPageCrash),
        ("vh-full-size-children", .vhFullSizeChildren),
        ("shorthands-ignored", .shorthandsIgnored),
        ("plain-unknown-components", .plainUnknownComponents),
        ("page-turns-back", .pageTurnsBack),
    ]

    /// Finds an oddity by its name.
    ///
    /// - Parameter name: The name, such as `grid-rowcount`.
    public init?(named name: String) {
        guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
        self = found.quirk
    }

    /// The names of the oddities in this set, in the order of the documentation.
    public var names: [String] {
        Self.named.filter { contains($0.quirk) }.map { $0.name }
    }
}

extension Quirks: CustomStringConvertible {
    /// The names, separated by commas.
    public var description: String {
        names.joined(separator: ", ")
    }
}
