/// The oddities in which a client differs from the plain rules of layout and binding.
///
/// Each has a stable name; `Docs/Layout.md` and `Docs/Expressions.md` explain it with both results. They are inlinable
/// because layout asks about them for each node.
public struct Quirks: OptionSet, Hashable, Sendable {
    /// The bits, one for each oddity; only the names are stable between versions.
    public let rawValue: UInt32

    /// Wraps a bit set.
    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    // MARK: Layout

    /// `grid-rowcount`: a grid has (all children + 1) / columns rows, rounded down, including gone children.
    @inlinable public static var gridRowCount: Quirks { Quirks(rawValue: 1 << 0) }
    /// `grid-centre-offset`: a grid centres a child on cell and gap together, and ignores its margins.
    @inlinable public static var gridCentreOffset: Quirks { Quirks(rawValue: 1 << 1) }
    /// `grid-itemheight-lost`: a grid that wraps both ways ignores `itemHeight`.
    @inlinable public static var gridItemHeightLost: Quirks { Quirks(rawValue: 1 << 2) }
    /// `zero-fixed-side-becomes-max`: a side fixed at 0 takes all the room when the other side wraps.
    @inlinable public static var zeroFixedSideBecomesMax: Quirks { Quirks(rawValue: 1 << 3) }
    /// `ratio-wrap-is-match`: `wrap_content` of a ratio layout means `match_parent`.
    @inlinable public static var ratioWrapIsMatch: Quirks { Quirks(rawValue: 1 << 4) }
    /// `wrap-sum-includes-match-parent`: a wrapping row counts a `match_parent` child with its first size.
    @inlinable public static var wrapSumIncludesMatchParent: Quirks { Quirks(rawValue: 1 << 5) }
    /// `ratio-padding-shift`: a ratio layout places a child across by its size without its padding.
    @inlinable public static var ratioPaddingShift: Quirks { Quirks(rawValue: 1 << 6) }
    /// `line-mid-full-thickness`: a horizontal line in the middle is moved up by its whole thickness, not by half.
    @inlinable public static var lineMidFullThickness: Quirks { Quirks(rawValue: 1 << 7) }
    /// `dataTag-order`: reused children of a container keep their old place, whatever the order of the data.
    @inlinable public static var dataTagOrder: Quirks { Quirks(rawValue: 1 << 8) }
    /// `vh-full-size-children`: a row or column measures each child with all of its room, not with what is left.
    @inlinable public static var vhFullSizeChildren: Quirks { Quirks(rawValue: 1 << 10) }
    /// `shorthands-ignored`: `padding` and `layoutMargin` do nothing.
    @inlinable public static var shorthandsIgnored: Quirks { Quirks(rawValue: 1 << 11) }
    /// `plain-unknown-components`: `FlexLayout`, `Scroller`, `Slider`, `VH`, `Progress` and other components without a
    /// class are plain nodes whose children are not laid out.
    @inlinable public static var plainUnknownComponents: Quirks { Quirks(rawValue: 1 << 12) }
    /// `bounds-ignored`: `minWidth`, `maxWidth`, `minHeight`, `maxHeight` and `flexShrink` do nothing.
    @inlinable public static var boundsIgnored: Quirks { Quirks(rawValue: 1 << 18) }
    /// `never-mirrors`: nothing is mirrored for languages that are read from right to left, and `direction` does nothing.
    @inlinable public static var neverMirrors: Quirks { Quirks(rawValue: 1 << 19) }
    /// `exclusive-text-styles`: a bold text is never italic, and an underlined one never struck through.
    @inlinable public static var exclusiveTextStyles: Quirks { Quirks(rawValue: 1 << 20) }
    /// `maxLines-caps-lines`: a text with `lines` and `maxLines` has at most `maxLines` lines.
    @inlinable public static var maxLinesCapsLines: Quirks { Quirks(rawValue: 1 << 21) }
    /// `page-turns-back`: each layout turns a page back to its first item.
    @inlinable public static var pageTurnsBack: Quirks { Quirks(rawValue: 1 << 17) }

    // MARK: Binding

    /// `iif-truth`: in `@{…}` only a missing value and the text `false` are false, and the data must be an object or
    /// array.
    @inlinable public static var iifTruth: Quirks { Quirks(rawValue: 1 << 13) }
    /// `path-fall-through`: a step that does not fit passes its value on to the next step.
    @inlinable public static var pathFallThrough: Quirks { Quirks(rawValue: 1 << 14) }
    /// `coercion`: values are converted through their text, and a missing value clears the property.
    @inlinable public static var coercion: Quirks { Quirks(rawValue: 1 << 15) }
    /// `binding-grammar`: `${…}` and `@{…}` have the reference's grammar, without interpolation, defaults and quotes.
    @inlinable public static var bindingGrammar: Quirks { Quirks(rawValue: 1 << 16) }
}

// MARK: - Names

extension Quirks {
    /// All oddities with their names, in the order in which messages and lists name them.
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
        ("vh-full-size-children", .vhFullSizeChildren),
        ("shorthands-ignored", .shorthandsIgnored),
        ("plain-unknown-components", .plainUnknownComponents),
        ("page-turns-back", .pageTurnsBack),
        ("bounds-ignored", .boundsIgnored),
        ("never-mirrors", .neverMirrors),
        ("exclusive-text-styles", .exclusiveTextStyles),
        ("maxLines-caps-lines", .maxLinesCapsLines),
    ]

    /// Finds an oddity by its name.
    ///
    /// - Parameter name: The name, such as `grid-rowcount`.
    public init?(named name: String) {
        guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
        self = found.quirk
    }

    /// The names of the oddities in this set, in the order of `named`.
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
