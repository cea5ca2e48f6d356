import VirtualView
import VirtualViewFormat
import VirtualViewPreview

/// The content of the query of a page or picture.
package struct PictureRequest: CustomStringConvertible {
    /// The widths of the pictures in points.
    package var widths: [Double]
    /// The height of the screen; `nil` for pictures as high as they are.
    package var height: Double?
    package var setting = PreviewPage.Setting()
    /// The name of the file with the data: `nil` for the template's own, and ``everyData``.
    var data: String?
    var showsOverdraw = false

    /// The valid queries.
    static let help = help("NAME.json")
    /// The valid queries where all data can be shown.
    static let helpForViews = help("NAME.json or \(everyData)")

    private static func help(_ data: String) -> String {
        "expected width=320,375 (1 to 2000), height=812 (1 to 4000), appearance=light|dark, direction=ltr|rtl, "
            + "textScale=0.5…4, data=\(data), overdraw=1"
    }

    /// Stands for all data that a template has.
    static let everyData = "*"

    /// The largest number of pictures side by side.
    static let maximumWidths = 6

    /// Reads a query; parameters that are not known are left to others.
    ///
    /// Fails if a known parameter has a value that is not valid.
    ///
    /// - Parameters:
    ///   - target: The target of the request.
    ///   - standard: The widths of a query that has none.
    ///   - allowsEveryData: Whether all data can be shown, side by side.
    package init?(_ target: RequestTarget, widths standard: [Double], allowsEveryData: Bool = false) {
        widths = standard
        if let text = target.value("width") {
            widths = []
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                guard let width = DecimalText.number(part), Self.widthLimits.contains(width) else { return nil }
                if !widths.contains(width) { widths.append(width) }
            }
            guard widths.count <= Self.maximumWidths else { return nil }
        }
        if let text = target.value("height") {
            guard let height = DecimalText.number(text), Self.heightLimits.contains(height) else { return nil }
            self.height = height
        }
        if let text = target.value("appearance") {
            guard let appearance = ScreenEnvironment.Appearance(rawValue: text) else { return nil }
            setting.appearance = appearance
        }
        if let text = target.value("direction") {
            guard let direction = ScreenEnvironment.LayoutDirection(word: text) else { return nil }
            setting.layoutDirection = direction
        }
        if let text = target.value("textScale") {
            guard let scale = DecimalText.number(text), Self.scaleLimits.contains(scale) else { return nil }
            setting.textScale = scale
        }
        data = target.value("data")
        guard allowsEveryData || data != Self.everyData else { return nil }
        switch target.value("overdraw") {
        case nil, "0": break
        case "1": showsOverdraw = true
        default: return nil
        }
    }

    init(width: Double, height: Double?, setting: PreviewPage.Setting, data: String?, showsOverdraw: Bool) {
        widths = [width]
        self.height = height
        self.setting = setting
        self.data = data
        self.showsOverdraw = showsOverdraw
    }

    /// The widths, heights and text scales that are drawn.
    package static let widthLimits = 1.0...2000
    package static let heightLimits = 1.0...4000
    package static let scaleLimits = 0.5...4

    /// The same request, always in the same words.
    package var description: String {
        let screen = height.map { "\($0)" } ?? "any"
        return "\(widths) \(screen) \(setting.appearance) \(setting.layoutDirection) \(setting.textScale) "
            + "\(showsOverdraw) \(data ?? "")"
    }

    /// The same for the pictures.
    var preview: PreviewOptions {
        var options = PreviewOptions()
        options.widths = widths
        options.screenHeight = height
        // A device is as wide as its screen.
        if height != nil { options.screenWidth = nil }
        options.setting = setting
        options.showsOverdraw = showsOverdraw
        return options
    }
}
