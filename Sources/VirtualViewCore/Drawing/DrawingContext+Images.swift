extension DrawingContext {
    /// Returns an image and its place in the box.
    func image(of node: ImageNode, _ box: LayoutRect, _ frame: LayoutRect) -> ImageDrawing? {
        guard let source = node.src, !source.isEmpty else { return nil }
        let natural = imageMeasuring?.size(ofImage: source)
        return ImageDrawing(
            source: source,
            scaleType: node.scaleType,
            box: box,
            naturalSize: natural,
            destination: destination(of: natural, node.scaleType, in: box),
            radii: radii(of: node, frame.size)
        )
    }

    /// Returns the place of the whole image, by the rules of `scaleType` (`Docs/Layout.md`, "Images").
    private func destination(of natural: LayoutSize?, _ type: ImageScaleType, in box: LayoutRect) -> LayoutRect? {
        if type == .matrix || type == .fitXY { return box }
        guard let natural, natural.width > 0, natural.height > 0 else { return nil }
        let across = box.size.width / natural.width
        let down = box.size.height / natural.height
        let scale: Double
        switch type {
        case .center: scale = 1
        case .centerCrop: scale = max(across, down)
        case .centerInside: scale = min(1, min(across, down))
        default: scale = min(across, down)
        }
        let size = LayoutSize(width: natural.width * scale, height: natural.height * scale)
        let share: Double =
            switch type {
            case .fitStart: 0
            case .fitEnd: 1
            default: 0.5
            }
        return LayoutRect(
            x: box.origin.x + (box.size.width - size.width) * share,
            y: box.origin.y + (box.size.height - size.height) * share,
            width: size.width,
            height: size.height
        )
    }
}
