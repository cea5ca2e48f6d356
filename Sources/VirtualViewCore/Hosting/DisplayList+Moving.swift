// Contents of a display list at another place: a host's view draws from its own corner.

extension Double {
    /// The number to the nearest 1,024th of a point.
    ///
    /// What is scrolled away and moved back is not the same to the last bit; so it is.
    var settled: Double { (self * 1_024).rounded() / 1_024 }
}

extension LayoutPoint {
    func moved(by distance: LayoutPoint) -> LayoutPoint {
        LayoutPoint(x: (x + distance.x).settled, y: (y + distance.y).settled)
    }
}

extension LayoutRect {
    func moved(by distance: LayoutPoint) -> LayoutRect {
        LayoutRect(
            origin: origin.moved(by: distance),
            size: LayoutSize(width: size.width.settled, height: size.height.settled)
        )
    }
}

extension DisplayList.Item.Content {
    /// Returns a content at another place; lengths are those to the nearest 1,024th of a point.
    package func moved(by distance: LayoutPoint) -> DisplayList.Item.Content {
        switch self {
        case .endGroup, .box:
            return self
        case .beginGroup(var group):
            group.clip = group.clip.map { $0.moved(by: distance) }
            return .beginGroup(group)
        case .text(var text):
            text.box = text.box.moved(by: distance)
            for index in text.lines.indices {
                text.lines[index].baseline = text.lines[index].baseline.moved(by: distance)
            }
            return .text(text)
        case .image(var image):
            image.box = image.box.moved(by: distance)
            image.destination = image.destination.map { $0.moved(by: distance) }
            return .image(image)
        case .line(var line):
            line.start = line.start.moved(by: distance)
            line.end = line.end.moved(by: distance)
            return .line(line)
        case .shape(var shape):
            shape.box = shape.box.moved(by: distance)
            return .shape(shape)
        case .bar(var bar):
            bar.box = bar.box.moved(by: distance)
            return .bar(bar)
        case .slot(var slot):
            slot.box = slot.box.moved(by: distance)
            return .slot(slot)
        }
    }
}
