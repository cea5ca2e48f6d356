// What a node draws itself when it is read from right to left.

extension DisplayList.Item.Content {
    /// Returns a drawing after left and right changed places in the node's frame.
    ///
    /// The letters of texts and the contents of images stay as they are.
    func mirrored(in frame: LayoutRect) -> DisplayList.Item.Content {
        switch self {
        case .beginGroup, .endGroup:
            return self
        case .box(var box):
            box.radii = box.radii.mirrored
            return .box(box)
        case .text(var text):
            text.box = text.box.mirrored(in: frame)
            text.alignment = text.alignment.mirrored
            for index in text.lines.indices {
                let line = text.lines[index]
                text.lines[index].baseline.x = frame.mirrored(line.baseline.x) - line.width
            }
            return .text(text)
        case .image(var image):
            image.box = image.box.mirrored(in: frame)
            image.destination = image.destination.map { $0.mirrored(in: frame) }
            image.radii = image.radii.mirrored
            return .image(image)
        case .line(var line):
            line.start.x = frame.mirrored(line.start.x)
            line.end.x = frame.mirrored(line.end.x)
            return .line(line)
        case .shape(var shape):
            shape.box = shape.box.mirrored(in: frame)
            return .shape(shape)
        case .bar(var bar):
            bar.box = bar.box.mirrored(in: frame)
            return .bar(bar)
        case .slot(var slot):
            slot.box = slot.box.mirrored(in: frame)
            return .slot(slot)
        }
    }
}

extension DisplayList.CornerRadii {
    /// The radii after left and right changed places.
    var mirrored: DisplayList.CornerRadii {
        DisplayList.CornerRadii(
            topLeft: topRight,
            topRight: topLeft,
            bottomLeft: bottomRight,
            bottomRight: bottomLeft
        )
    }
}

extension DisplayList.Text.Alignment {
    /// The alignment after left and right changed places.
    fileprivate var mirrored: DisplayList.Text.Alignment {
        switch self {
        case .left: .right
        case .center: .center
        case .right: .left
        }
    }
}

extension LayoutRect {
    /// Returns the place of a position after left and right changed places in the rectangle.
    fileprivate func mirrored(_ x: Double) -> Double {
        origin.x + (origin.x + size.width - x)
    }

    /// Returns the rectangle after left and right changed places in another one.
    package func mirrored(in frame: LayoutRect) -> LayoutRect {
        LayoutRect(
            origin: LayoutPoint(x: frame.mirrored(origin.x) - size.width, y: origin.y),
            size: size
        )
    }
}
