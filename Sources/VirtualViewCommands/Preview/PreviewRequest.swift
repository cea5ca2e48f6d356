import VirtualView
import VirtualViewPreview

/// The options of a preview, apart from files.
struct PreviewRequest {
    /// The widths of the pictures in points, one at least.
    var widths: [Double] = [375]
    /// The height of the pictures; `nil` for the height that fits.
    var height: Double?
    /// The screen's width in points; `nil` for that of each picture.
    var screenWidth: Double? = 375
    /// The surroundings of the template.
    var setting = PreviewPage.Setting()
    var metrics = TextMetricsName.builtin
    /// Whether a picture shows the frames of all nodes.
    var showsFrames = false
    /// The amount of content that is shown.
    var room = PreviewRoom()

    /// Returns the screen and the user's settings.
    func environment(_ setting: PreviewPage.Setting, width: Double) -> ScreenEnvironment {
        ScreenEnvironment(
            width: screenWidth ?? width,
            textScale: setting.textScale,
            appearance: setting.appearance,
            layoutDirection: setting.layoutDirection
        )
    }
}
