import VirtualView

// The directions as options, project files and addresses of pictures have them.
extension ScreenEnvironment.LayoutDirection {
    /// Reads `ltr` or `rtl`.
    init?(word: String) {
        switch word {
        case "ltr": self = .leftToRight
        case "rtl": self = .rightToLeft
        default: return nil
        }
    }

    /// The word that is read as this direction.
    var word: String { self == .rightToLeft ? "rtl" : "ltr" }
}
