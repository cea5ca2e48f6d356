import VirtualViewCore

extension DisplayList {
    /// The number of drawing steps: the items, and the lines of texts.
    package var drawingCount: Int {
        items.reduce(0) { $0 + $1.drawingCount }
    }

    /// Returns the first part of the drawing.
    ///
    /// A group that is open where the list is cut has no end; renderers end it.
    ///
    /// - Parameter count: The largest number of drawing steps.
    /// - Returns: The list without the rest.
    /// - Complexity: O(*n*) in the number of items.
    package func first(_ count: Int) -> DisplayList {
        var first = DisplayList(size: size)
        var room = max(0, count)
        for item in items {
            var item = item
            if case .text(var text) = item.content, text.lines.count > room {
                text.lines.removeLast(text.lines.count - room)
                item.content = .text(text)
            }
            guard item.drawingCount <= room else { break }
            room -= item.drawingCount
            first.items.append(item)
        }
        return first
    }
}

extension DisplayItem {
    fileprivate var drawingCount: Int {
        switch content {
        case .text(let text): text.lines.count
        case .endGroup: 0
        default: 1
        }
    }
}
