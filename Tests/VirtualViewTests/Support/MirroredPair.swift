import Testing
import VirtualView
import VirtualViewExpressions

/// The same template twice, read from left to right and from right to left.
///
/// What is seen in one must be the mirror image of what is seen in the other.
struct MirroredPair {
    let left: Container
    let right: Container

    init(_ makeContainer: () throws -> Container) rethrows {
        left = try makeContainer()
        right = try makeContainer()
        right.environment.layoutDirection = .rightToLeft
    }

    func both(_ body: (Container) -> Void) {
        body(left)
        body(right)
    }

    /// The nodes of both that correspond and have a place, which mirroring could change.
    var nodes: [(left: Node, right: Node)] {
        zip(left.tree.nodes, right.tree.nodes).map { ($0, $1) }.filter { Self.hasPlace($0.0) }
    }

    /// Whether all that is not gone has a place: what stands in a node without an end is seen and touched elsewhere.
    var hasPlaces: Bool { left.tree.nodes.allSatisfy { Self.hasPlace($0) || Self.isGone($0) } }

    /// Whether nothing that a node stands in is gone, without an end, or smaller than nothing.
    private static func hasPlace(_ node: Node) -> Bool {
        !isGone(node)
            && path(node).allSatisfy { next in
                let (origin, size) = (next.frame.origin, next.frame.size)
                return [origin.x, origin.y, size.width, size.height].allSatisfy(\.isFinite) && size.width >= 0
            }
    }

    private static func isGone(_ node: Node) -> Bool {
        path(node).contains { $0.visibility == .gone }
    }

    /// The node and all that it stands in.
    private static func path(_ node: Node) -> some Sequence<Node> {
        sequence(first: node) { $0.parent }
    }

    /// Scrolls and turns everything that can be scrolled and turned.
    func scroll(by offset: LayoutPoint, toPage page: Int) {
        both { container in
            // Scrolling one list may release the items with another.
            for node in container.tree.nodes.compactMap({ $0 as? ItemContainerNode }) {
                guard container.contains(node) else { continue }
                if let page = node as? PageNode, !page.canSlide { continue }
                container.scroll(node, to: offset)
            }
            for node in container.tree.nodes.compactMap({ $0 as? PageNode }) where container.contains(node) {
                container.turn(node, to: page)
            }
        }
    }

    // MARK: - Frames

    /// Returns the first node whose frame is not that of the other, mirrored in its parent or as it is; `nil` for none.
    func differingFrame() -> String? {
        let counts = [left, right].map { $0.tree.nodes.reduce(0) { count, _ in count + 1 } }
        guard counts[0] == counts[1] else { return "other nodes" }
        for (number, pair) in nodes.enumerated() {
            guard pair.left.visibility != .gone else { continue }
            guard let parent = pair.left.parent, let other = pair.right.parent else { continue }
            // A parent that places no children has no frames for them.
            if pair.left.frame == .zero, pair.right.frame == .zero { continue }
            let width = Self.contentWidth(parent)
            let isMirrored = parent.isRightToLeft != other.isRightToLeft
            let expected = isMirrored ? Self.mirrored(pair.left.frame, in: width) : pair.left.frame
            guard isNear(pair.right.frame, expected), isNear(Self.contentWidth(other), width) else {
                return "node \(number): \(pair.right.frame) is not \(expected), from \(pair.left.frame) in \(width)"
            }
            let twice = isMirrored ? Self.mirrored(pair.right.frame, in: width) : pair.right.frame
            guard isNear(twice, pair.left.frame) else { return "node \(number): \(twice) is not \(pair.left.frame)" }
        }
        return nil
    }

    private static func contentWidth(_ node: Node) -> Double {
        let width = node.frame.size.width
        return (node as? ItemContainerNode).map { max(width, $0.contentSize.width) } ?? width
    }

    private static func mirrored(_ rect: LayoutRect, in width: Double) -> LayoutRect {
        LayoutRect(
            x: width - rect.origin.x - rect.size.width,
            y: rect.origin.y,
            width: rect.size.width,
            height: rect.size.height
        )
    }

    // MARK: - What is seen

    /// Returns the first difference between the screen and the mirrored other one; `nil` for none.
    ///
    /// It holds if no node has a direction of its own.
    func differingImage() -> String? {
        let width = left.size.width
        for pair in nodes where pair.left.visibility != .gone {
            let expected = Self.mirrored(left.frame(of: pair.left), in: width)
            let found = right.frame(of: pair.right)
            if left.frame(of: pair.left) != .zero, !isNear(found, expected) {
                return "\(pair.left.componentName) \(found) is not \(expected)"
            }
        }
        let (first, second) = (left.displayList(culling: false).items, right.displayList(culling: false).items)
        guard first.count == second.count else { return "\(second.count) items are not \(first.count)" }
        for (item, other) in zip(first, second) {
            let expected = MirrorImage(item, in: width)
            let found = MirrorImage(other, in: nil)
            if !found.isSame(as: expected) { return "item \(found) is not \(expected)" }
        }
        return nil
    }

    /// Returns the first difference between a touch and one at the mirrored place; `nil` for none.
    func differingTouch() -> String? {
        both { container in
            for node in container.tree.nodes where node.flag.isEmpty { node.flag = .clickable }
        }
        let numbers = [left, right].map { container in
            Dictionary(container.tree.nodes.enumerated().map { (ObjectIdentifier($1), $0) }) { first, _ in first }
        }
        for step in 1...40 {
            // Multiples of two irrational numbers are spread over the whole.
            let x = (Double(step) * 0.754_877_666).truncatingRemainder(dividingBy: 1) * left.size.width
            let y = (Double(step) * 0.569_840_291).truncatingRemainder(dividingBy: 1) * left.size.height
            let first = left.hitTest(LayoutPoint(x: x, y: y)).flatMap { numbers[0][ObjectIdentifier($0)] }
            let place = LayoutPoint(x: left.size.width - x, y: y)
            let second = right.hitTest(place).flatMap { numbers[1][ObjectIdentifier($0)] }
            if first != second { return "a touch at \(x),\(y) is \(second ?? -1), not \(first ?? -1)" }
        }
        return nil
    }

    /// Returns the first container that is scrolled by another distance, or finds an entry elsewhere; `nil` for none.
    func differingScrolling() -> String? {
        // A list that nothing concerned since may have a place for an entry whose length nobody knew when it was filled.
        both { container in
            for node in container.tree.nodes where node is ItemContainerNode { node.invalidate(.childLayout) }
            container.layout(in: container.size)
        }
        for pair in nodes {
            guard let first = pair.left as? ItemContainerNode, let second = pair.right as? ItemContainerNode else {
                continue
            }
            guard Self.isSame(first.scrollOffset, second.scrollOffset) else {
                return "\(first.componentName): \(second.scrollOffset) is not \(first.scrollOffset)"
            }
            guard first.liveRange == second.liveRange else { return "live \(second.liveRange), not \(first.liveRange)" }
            for index in 0..<8 {
                let (place, other) = (first.scrollOffset(ofEntry: index), second.scrollOffset(ofEntry: index))
                guard Self.isSame(place, other) else { return "entry \(index) at \(other), not at \(place)" }
            }
        }
        return nil
    }

    private static func isSame(_ first: LayoutPoint, _ second: LayoutPoint) -> Bool {
        isNear(first.x, second.x) && isNear(first.y, second.y)
    }

    /// The first difference of any kind.
    func difference() -> String? {
        differingFrame() ?? differingImage() ?? differingTouch() ?? differingScrolling()
    }
}

extension Container {
    /// Whether a node is in the tree, and not in an item that waits for another entry.
    fileprivate func contains(_ node: Node) -> Bool {
        var current: Node? = node
        while let next = current {
            if next === tree.root { return true }
            current = next.parent
        }
        return false
    }
}

/// Whether two numbers are equal, as far as rounding allows, or no numbers at all.
private func isNear(_ first: Double, _ second: Double) -> Bool {
    first == second || abs(first - second) <= 1e-6 || (first.isNaN && second.isNaN)
}

private func isNear(_ first: LayoutRect, _ second: LayoutRect) -> Bool {
    isNear(first.origin.x, second.origin.x) && isNear(first.origin.y, second.origin.y)
        && isNear(first.size.width, second.size.width) && isNear(first.size.height, second.size.height)
}

/// What a display item shows, or its mirror image, as numbers that can be compared.
private struct MirrorImage: CustomStringConvertible {
    private var kind = ""
    private var numbers: [Double] = []
    /// The width in which everything is mirrored; `nil` to leave it as it is.
    private let width: Double?

    init(_ item: DisplayList.Item, in width: Double?) {
        self.width = width
        add(item.frame)
        switch item.content {
        case .beginGroup(let group):
            kind = "group \(group.opacity) \(group.scrolling?.isPaged ?? false)"
            if let clip = group.clip { add(clip) }
            add(group.radii)
            if let scrolling = group.scrolling {
                numbers += [scrolling.offset.x, scrolling.offset.y]
                numbers += [scrolling.contentSize.width, scrolling.contentSize.height]
            }
        case .endGroup:
            kind = "end"
        case .box(let box):
            kind = "box \(box.background) \(box.borderWidth)"
            add(box.radii)
        case .text(let text):
            kind = "text \(text.lines.map(\.text))"
            switch text.alignment {
            case .center: numbers.append(0)
            case .right: numbers.append(width == nil ? 1 : -1)
            case .left: numbers.append(width == nil ? -1 : 1)
            }
            add(text.box)
            for line in text.lines {
                add(LayoutRect(x: line.baseline.x, y: line.baseline.y, width: line.width, height: 0))
            }
        case .image(let image):
            kind = "image \(image.source)"
            add(image.box)
            if let destination = image.destination { add(destination) }
            add(image.radii)
        case .line(let line):
            kind = "line \(line.width) \(line.dashes)"
            add(LayoutRect(origin: line.start, size: .zero))
            add(LayoutRect(origin: line.end, size: .zero))
        case .shape(let shape):
            kind = "shape \(shape.kind)"
            add(shape.box)
        case .bar(let bar):
            kind = "bar \(bar.fraction)"
            add(bar.box)
        case .slot(let slot):
            kind = "slot \(slot.component)"
            add(slot.box)
        }
    }

    private mutating func add(_ rect: LayoutRect) {
        let x = width.map { $0 - rect.origin.x - rect.size.width } ?? rect.origin.x
        numbers += [x, rect.origin.y, rect.size.width, rect.size.height]
    }

    private mutating func add(_ radii: DisplayList.CornerRadii) {
        numbers +=
            width == nil
            ? [radii.topLeft, radii.topRight, radii.bottomLeft, radii.bottomRight]
            : [radii.topRight, radii.topLeft, radii.bottomRight, radii.bottomLeft]
    }

    func isSame(as other: MirrorImage) -> Bool {
        kind == other.kind && numbers.count == other.numbers.count
            && zip(numbers, other.numbers).allSatisfy { isNear($0, $1) }
    }

    var description: String { "\(kind) \(numbers)" }
}
