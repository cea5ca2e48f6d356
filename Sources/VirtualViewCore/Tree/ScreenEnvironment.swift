public import VirtualViewExpressions
import VirtualViewFormat

/// The environment of a tree of nodes: the screen and the user's settings.
///
/// Lengths in `rp` are converted to points by ``width``. Bindings read the environment as `${env.appearance}`,
/// `${env.width}` and so on, unless the data has an `env` of its own.
public struct ScreenEnvironment: Hashable, Sendable {
    /// The user's choice of light or dark appearance.
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

    /// The number of pixels in a point.
    public var scale: Double
    /// The screen's width in points: 750 `rp`.
    public var width: Double
    /// The user's factor for larger texts.
    public var textScale: Double
    /// The user's choice of light or dark appearance.
    public var appearance: Appearance
    /// The direction in which the user's language is written.
    public var layoutDirection: LayoutDirection
    /// The identifier of the user's language and region, such as `en_GB`: Foundation's `Locale.current.identifier`.
    public var locale: String
    /// The app's own values: theme colours, localized texts, flags.
    ///
    /// Bindings read them as `${env.name}` too. The names of the environment's other properties, and `language`, are
    /// taken: values with such a name are not read. Nor are values that would make what bindings read deeper than
    /// `JSONValue.maximumDepth`: `env` and the object around it are two levels.
    public var values: BindingObject

    /// Makes an environment.
    public init(
        scale: Double = 2,
        width: Double = 375,
        textScale: Double = 1,
        appearance: Appearance = .light,
        layoutDirection: LayoutDirection = .leftToRight,
        locale: String = "en",
        values: BindingObject = [:]
    ) {
        self.scale = scale
        self.width = width
        self.textScale = textScale
        self.appearance = appearance
        self.layoutDirection = layoutDirection
        self.locale = locale
        self.values = values
    }

    /// Returns whether both are the same, so that whatever reads them does the same; `==` compares numbers among the app's
    /// values by their value.
    package func isSame(as other: ScreenEnvironment) -> Bool {
        self == other && values.isSame(as: other.values)
    }

    /// The points in one `rp`; 0 if the width is NaN or infinite.
    public var pointsPerRP: Double {
        width.isFinite ? width / 750 : 0
    }
}

extension ScreenEnvironment {
    /// The value of `env` in bindings.
    ///
    /// `language` is the part of the locale before its script and region.
    package var bindingValue: JSONValue {
        let readable = values.sortedKeys.map { ($0, values[$0] ?? .null) }
            .filter { $0.1.depth + 2 <= JSONValue.maximumDepth }
        return .object(BindingObject(readable + ownValues))
    }

    /// Whether a name is that of a value that every environment has, so that ``values`` cannot use it.
    package static func hasOwnValue(named name: String) -> Bool {
        ScreenEnvironment().ownValues.contains { $0.0 == name }
    }

    private var ownValues: [(String, JSONValue)] {
        [
            ("scale", .double(scale)), ("width", .double(width)), ("textScale", .double(textScale)),
            ("appearance", .string(appearance.rawValue)), ("layoutDirection", .string(layoutDirection.rawValue)),
            ("locale", .string(locale)), ("language", .string(String(locale.unicodeScalars.prefix { $0.isLetter }))),
        ]
    }
}
