import VirtualView
import VirtualViewPreview

/// What a preview was asked for, apart from files.
struct PreviewRequest {
    /// The widths of the pictures in points, one at least.
    var widths: [Double] = [375]
    /// The height of the pictures; `nil` for the height that fits.
    var height: Double?
    /// The screen's width in points; `nil` for that of each picture.
    var screenWidth: Double? = 375
    /// What surrounds the template.
    var setting = PreviewPage.Setting()
    var target = Client.swift
    var metrics = TextMetricsName.builtin
    /// Whether a picture shows the frames of all nodes.
    var showsFrames = false
    /// How much is shown.
    var room = PreviewRoom()

    /// The most pictures side by side.
    static let maximumWidthCount = 12

    /// What is asked for when nothing is said.
    init() {}

    init(_ arguments: ParsedArguments) throws(UsageError) {
        if let text = arguments.value("--width") { widths = try Self.widths(text) }
        height = try LayoutRequest.length(arguments, "--height")
        if arguments.value("--screen-width") == "auto" {
            screenWidth = nil
        } else {
            screenWidth = try LayoutRequest.length(arguments, "--screen-width") ?? 375
        }
        target = try LayoutRequest.target(arguments.value("--target"))
        metrics = arguments.value("--metrics").flatMap(TextMetricsName.init) ?? .builtin
        showsFrames = arguments.isSet("--frames")
        setting.appearance = arguments.value("--appearance").flatMap(Environment.Appearance.init) ?? .light
        if arguments.value("--direction") == "rtl" { setting.layoutDirection = .rightToLeft }
        if let text = arguments.value("--text-scale") {
            guard let scale = DecimalText.number(text), (0.1...10).contains(scale) else {
                throw UsageError("'\(text)' is not a value of '--text-scale': expected a factor from 0.1 to 10")
            }
            setting.textScale = scale
        }
    }

    private static func widths(_ text: String) throws(UsageError) -> [Double] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        var widths: [Double] = []
        for part in parts {
            guard let width = DecimalText.number(part), width > 0, width <= 10_000 else {
                throw UsageError(
                    "'\(text)' is not a value of '--width': expected widths in points up to 10000, as 320,375"
                )
            }
            if !widths.contains(width) { widths.append(width) }
        }
        guard widths.count <= maximumWidthCount else {
            throw UsageError("'--width' takes \(maximumWidthCount) widths at most")
        }
        return widths
    }

    /// The screen and the user's settings.
    func environment(_ setting: PreviewPage.Setting, width: Double) -> Environment {
        Environment(
            width: screenWidth ?? width,
            textScale: setting.textScale,
            appearance: setting.appearance,
            layoutDirection: setting.layoutDirection
        )
    }
}
