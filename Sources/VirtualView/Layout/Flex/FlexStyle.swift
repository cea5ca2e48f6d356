struct FlexStyle {
    init() {}
    init(_ p: FlexProperties) {}
}
struct FlexItemStyle {
    init() {}
    init(_ n: Node, parent: Node?) {}
}
struct FlexScratch {}
extension LayoutPass {
    func measureFlex(_ box: Box, _ room: LayoutSize) {}
    func placeFlex(_ box: Box) {}
}
