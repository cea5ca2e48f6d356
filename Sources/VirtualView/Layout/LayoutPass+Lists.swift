// `Scroller`, `Slider` and `VH`.

extension LayoutPass {
    func measureList(_ box: Box, _ room: LayoutSize) {}
    func placeList(_ box: Box) {}
}
