import VirtualView
import VirtualViewExpressions
import VirtualViewPreview

/// The options of a preview, apart from files.
struct PreviewOptions {
    /// The widths of the pictures in points, one at least.
    var widths: [Double] = [375]
    /// The height of the pictures; `nil` for the height that fits.
    var height: Double?
    /// The screen's width in points; `nil` for that of each picture.
    var screenWidth: Double? = 375
    /// The screen's height in points, which templates have that fill or scroll it; `nil` for the height that fits.
    var screenHeight: Double?
    /// The user's settings.
    var setting = PreviewPage.Setting()
    /// The identifier of the user's language and region; `nil` for the usual one, which is that of the browser where a
    /// page plays the template.
    var locale: String?
    /// What bindings read as `env` besides the screen and these settings.
    var values: BindingObject = [:]
    var metrics = TextMetricsName.builtin
    /// The place of a finger that presses; `nil` for none.
    var press: LayoutPoint?
    /// Whether a picture shows the frames of all nodes.
    var showsFrames = false
    /// Whether pictures describe themselves to screen readers, element by element.
    var showsAccessibility = false
    /// Whether colours say how often each point is painted.
    var showsOverdraw = false
    /// The families of fonts to prefer to the usual ones, the first one first.
    var fonts: [String] = []
    /// The script that plays the template in a page; `nil` for pictures only.
    var player: PlayedTemplate.Player?
    /// The amount of content that is shown.
    var room = PreviewRoom()
}

extension PreviewPage.Setting {
    /// The colour behind a template that paints none itself.
    var canvas: ARGBColor { appearance == .dark ? .black : ARGBColor(rawValue: 0xFFFF_FFFF) }

    /// Returns the screen and the user's settings.
    func environment(width: Double, locale: String?, values: BindingObject) -> ScreenEnvironment {
        ScreenEnvironment(
            width: width,
            textScale: textScale,
            appearance: appearance,
            layoutDirection: layoutDirection,
            locale: locale ?? ScreenEnvironment().locale,
            values: values
        )
    }
}
