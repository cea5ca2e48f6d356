import VirtualView
import VirtualViewFormat
import VirtualViewPreview

/// The content of the query of a page or picture.
struct PictureRequest: CustomStringConvertible {
    let widths: [Double]
    let setting: PreviewPage.Setting

    /// The valid queries.
    static let help = "expected width=320,375 (1 to 2000), appearance=light|dark, direction=ltr|rtl, textScale=0.5…4"

    private static let maximumWidths = 6

    /// Reads a query; parameters that are not known are left to others.
    ///
    /// Fails if a known parameter has a value that is not valid.
    ///
    /// - Parameters:
    ///   - target: The target of the request.
    ///   - isPage: Whether the request is for a page, which shows two widths by default.
    init?(_ target: RequestTarget, isPage: Bool) {
        var widths: [Double] = isPage ? [320, 375] : [375]
        var setting = PreviewPage.Setting()
        if let text = target.value("width") {
            widths = []
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                guard let width = DecimalText.number(part), (1...2000).contains(width) else { return nil }
                if !widths.contains(width) { widths.append(width) }
            }
            guard widths.count <= Self.maximumWidths else { return nil }
        }
        if let text = target.value("appearance") {
            guard let appearance = ScreenEnvironment.Appearance(rawValue: text) else { return nil }
            setting.appearance = appearance
        }
        switch target.value("direction") {
        case nil, "ltr": break
        case "rtl": setting.layoutDirection = .rightToLeft
        default: return nil
        }
        if let text = target.value("textScale") {
            guard let scale = DecimalText.number(text), (0.5...4).contains(scale) else { return nil }
            setting.textScale = scale
        }
        self.init(widths: widths, setting: setting)
    }

    init(widths: [Double], setting: PreviewPage.Setting) {
        self.widths = widths
        self.setting = setting
    }

    /// The same request, always in the same words.
    var description: String {
        "\(widths) \(setting.appearance) \(setting.layoutDirection) \(setting.textScale)"
    }

    /// The same for the pictures.
    var preview: PreviewRequest {
        var request = PreviewRequest()
        request.widths = widths
        request.setting = setting
        return request
    }
}
