/// The properties of `NText`, `VText` and `VirtualTime`.
struct TextProperties: PropertyGroup, Equatable {
    var text: String?
    var typeface: String?
    var textSize: Float = 17
    var textColor = ARGBColor.black
    var textStyle: TextStyle = []
    var gravity: Gravity = [.left, .top]
    var lines: Int32 = 1
    var maxLines: Int32 = 0
    var lineHeight: Float = 0
    var lineSpaceExtra: Float = 0
    var lineSpaceMultiplier: Float = 1
    var ellipsize = TextEllipsis.end
    var supportHTMLStyle: Int32 = 0

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        switch slot {
        case .text: visitor.visit(&text)
        case .typeface: visitor.visit(&typeface)
        case .textSize: visitor.visit(&textSize, where: { $0 > 0 })
        case .textColor: visitor.visit(&textColor)
        case .textStyle: visitor.visit(&textStyle)
        case .gravity: visitor.visit(&gravity)
        case .lines: visitor.visit(&lines, where: { $0 >= 0 })
        case .maxLines: visitMaxLines(with: &visitor)
        case .lineHeight: visitor.visit(&lineHeight)
        case .lineSpaceExtra: visitor.visit(&lineSpaceExtra, where: { $0 >= 0 })
        case .lineSpaceMultiplier: visitor.visit(&lineSpaceMultiplier)
        case .ellipsize: visitor.visit(&ellipsize)
        case .supportHTMLStyle: visitor.visit(&supportHTMLStyle)
        default: break
        }
    }

    /// Visits `maxLines`: setting it resets `lines`, until `lines` is set after it (`Docs/Layout.md`, "Text").
    private mutating func visitMaxLines(with visitor: inout some PropertyVisitor) {
        guard visitor.visit(&maxLines, where: { $0 >= 0 }), lines != 0 else { return }
        lines = 0
        visitor.noteChange()
    }
}
