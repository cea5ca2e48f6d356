import VirtualViewExpressions

/// What surrounds a tree of nodes: the screen and the user's settings.
///
/// Lengths in `rp` become points by ``width``. Bindings read the environment as `${env.appearance}`, `${env.width}` and
/// so on, unless the data has an `env` of its own.
public struct ScreenEnvironment: Hashable, Sendable {
    /// Light or dark.
    @nonexhaustive
    public enum Appearance: String, Hashable, Sendable {
        /// Dark on light.
        case light
        /// Light on dark.
        case dark
    }

    /// The direction in which the user's language is written.
    @nonexhaustive
    public enum LayoutDirection: String, Hashable, Sendable {
        /// From left to right.
        case leftToRight
        /// From right to left.
        case rightToLeft
    }

    /// Pixels in a point.
    public var scale: Double
    /// The screen's width in points: 750 `rp`.
    public var width: Double
    /// The factor by which the user wants texts larger.
    public var textScale: Double
    /// Light or dark.
    public var appearance: Appearance
    /// The direction in which the user's language is written.
    public var layoutDirection: LayoutDirection
    /// The identifier of the user's language and region, such as `en_GB`: Foundation's `Locale.current.identifier`.
    public var locale: String

    /// Describes a screen and the user's settings.
    ///
    /// - Parameters:
    ///   - scale: Pixels in a point.
    ///   - width: The screen's width in points.
    ///   - textScale: The factor by which the user wants texts larger.
    ///   - appearance: Light or dark.
    ///   - layoutDirection: The direction in which the user's language is written.
    ///   - locale: The identifier of the user's language and region, such as `en_GB`.
    public init(
        scale: Double = 2,
        width: Double = 375,
        textScale: Double = 1,
        appearance: Appearance = .light,
        layoutDirection: LayoutDirection = .leftToRight,
        locale: String = "en"
    ) {
        self.scale = scale
        self.width = width
        self.textScale = textScale
        self.appearance = appearance
        self.layoutDirection = layoutDirection
        self.locale = locale
    }

    /// The points in one `rp`; 0 for a width that is no number.
    public var pointsPerRP: Double {
        width.isFinite ? width / 750 : 0
    }
}

extension ScreenEnvironment {
    /// What bindings read under `env`.
    ///
    /// `language` is the part of the locale in front of its script and region.
    var bindingValue: JSONValue {
        [
            "scale": .double(scale), "width": .double(width), "textScale": .double(textScale),
            "appearance": .string(appearance.rawValue), "layoutDirection": .string(layoutDirection.rawValue),
            "locale": .string(locale), "language": .string(String(locale.prefix { $0.isLetter })),
        ]
    }
}
