// `GridLayout` and `Grid`: children in cells of one size, row by row.

extension LayoutPass {
    /// Returns the gaps of a grid.
    private func gaps(of box: Box) -> LayoutSize {
        LayoutSize(width: box.pointee.numbers.0, height: box.pointee.numbers.1)
    }

    private func rowCount(of box: Box) -> Int {
        let columns = box.pointee.columns
        if quirks.contains(.gridRowCount) { return (Int(box.pointee.childCount) + 1) / columns }
        let live = liveCount(of: box)
        return live / columns + (live % columns == 0 ? 0 : 1)
    }

    /// Returns the distance from one cell to the next.
    private func step(of box: Box) -> LayoutSize {
        let content = box.contentSize
        let gaps = gaps(of: box)
        return LayoutSize(
            width: (content.width + gaps.width) / Double(box.pointee.columns),
            height: (content.height + gaps.height) / Double(rowCount(of: box))
        )
    }

    /// Returns the height that a grid needs for its rows.
    private func height(of box: Box, rows: Double, _ row: Double) -> Double {
        let gap = gaps(of: box).height
        // That client also subtracts a gap where there is no row.
        let hasGaps = rows > 0 || quirks.contains(.gridRowCount)
        let content = hasGaps ? (row + gap) * rows - gap : 0
        return content + box.pointee.paddings.top + box.pointee.paddings.bottom
    }

    func measureGrid(_ box: Box, _ room: LayoutSize) {
        let gaps = gaps(of: box)
        let rows = Double(rowCount(of: box))
        let itemHeight = box.pointee.numbers.2
        let hasItemHeight = box.wrapsHeight && itemHeight > 0
        if box.pointee.size.height <= 0, hasItemHeight {
            box.pointee.size.height = height(of: box, rows: rows, itemHeight)
            box.pointee.applyAutoDim()
        }
        guard box.hasOpenSide else { return }
        fillOpenSides(box, room)
        let step = step(of: box)
        let cell = LayoutSize(width: step.width - gaps.width, height: step.height - gaps.height)
        let extent = measureChildren(of: box, in: cell)
        if box.wrapsWidth {
            box.pointee.size.width =
                (extent.widest + gaps.width) * Double(box.pointee.columns) - gaps.width
                + box.pointee.paddings.left + box.pointee.paddings.right
        }
        if box.wrapsHeight {
            let keepsItemHeight = hasItemHeight && !quirks.contains(.gridItemHeightLost)
            box.pointee.size.height = height(of: box, rows: rows, keepsItemHeight ? itemHeight : extent.highest)
        }
        box.pointee.applyAutoDim()
        markDependentsDirty(box)
    }

    func placeGrid(_ box: Box) {
        let gaps = gaps(of: box)
        let step = step(of: box)
        let cell = LayoutSize(width: step.width - gaps.width, height: step.height - gaps.height)
        let columns = box.pointee.columns
        var column = 0
        var row = 0
        for child in box.shownChildren {
            measure(child, cell)
            let gravity = child.pointee.layoutGravity
            let margins = child.pointee.margins
            child.pointee.origin.x = placeInCell(
                Cell(number: column, start: box.pointee.paddings.left, step: step.width, gap: gaps.width),
                (child.pointee.size.width, margins.left, margins.right),
                centered: gravity.contains(.horizontalCenter),
                atEnd: gravity.contains(.right)
            )
            child.pointee.origin.y = placeInCell(
                Cell(number: row, start: box.pointee.paddings.top, step: step.height, gap: gaps.height),
                (child.pointee.size.height, margins.top, margins.bottom),
                centered: gravity.contains(.verticalCenter),
                atEnd: gravity.contains(.bottom)
            )
            layout(child)
            column += 1
            if column == columns {
                column = 0
                row += 1
            }
        }
    }

    /// A cell along one axis.
    private struct Cell {
        let number: Int
        let start: Double
        let step: Double
        let gap: Double
    }

    private func placeInCell(
        _ cell: Cell,
        _ child: (size: Double, near: Double, far: Double),
        centered: Bool,
        atEnd: Bool
    ) -> Double {
        let number = Double(cell.number)
        if centered, quirks.contains(.gridCentreOffset) {
            return cell.start + cell.step * (number + 0.5) - child.size / 2
        }
        if centered {
            let length = cell.step - cell.gap
            return cell.start + cell.step * number + (length + child.near - child.far) / 2 - child.size / 2
        }
        if atEnd {
            return cell.start + cell.step * (number + 1) - cell.gap - child.far - child.size
        }
        return cell.start + cell.step * number + child.near
    }
}
