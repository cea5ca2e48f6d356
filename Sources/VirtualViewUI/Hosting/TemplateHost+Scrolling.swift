#if canImport(UIKit) || canImport(AppKit)
    import CoreGraphics
    import Foundation
    import VirtualView

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    // What scrolls: the views of the system, and the containers.

    extension TemplateHost {
        func makeScroller(_ number: Int) -> ScrollerView {
            let scroller = ScrollerView(frame: .zero)
            scroller.onScroll = { [weak self] isAtRest in self?.scrollerDidMove(number, isAtRest: isAtRest) }
            scroller.onDrag = { [weak self] isDragged in
                if isDragged { self?.followers[number]?.interrupt() }
                self?.setDragged(isDragged, number)
            }
            #if canImport(UIKit)
                scroller.outer = view
                scroller.isCovered = { [weak self] point in self?.isCovered(number, at: point) ?? false }
            #endif
            return scroller
        }

        func showScrolling(_ number: Int, _ item: DisplayList.Item, of node: Node?) {
            guard case .beginGroup(let group) = item.content, let scrolling = group.scrolling,
                let scroller = (views[number] as? GroupView)?.scroller
            else { return }
            scroller.show(scrolling, in: item.frame.size)
            scrollNodes[number] = node as? ItemContainerNode
            followers[number, default: ScrollFollower()].update(
                scrolling,
                in: item.frame.size,
                isRightToLeft: item.isRightToLeft,
                startCount: (node as? PageNode)?.startCount ?? 0
            )
        }

        #if canImport(UIKit)
            /// Returns whether something in front of what scrolls takes the fingers at a place.
            private func isCovered(_ number: Int, at point: CGPoint) -> Bool {
                guard let list = scrollNodes[number], let hit = container.hitTest(LayoutPoint(point)),
                    !hit.isInside(list)
                else { return false }
                // What is behind it, or around it, takes what nothing in it does.
                return isInFront(hit, of: list)
            }
        #endif

        /// Moves a view to where the container says, if that is elsewhere.
        ///
        /// - Parameter number: The number of the view.
        func follow(_ number: Int) {
            guard let scroller = (views[number] as? GroupView)?.scroller else { return }
            let isSmooth = view?.window != nil && !SystemSettings.reducesMotion
            let count = scrollNodes[number]?.scrollCount
            guard let move = followers[number]?.move(from: scroller.place, isSmooth: isSmooth, scrollCount: count)
            else { return }
            scroller.move(to: move.place, isAnimated: move.isAnimated, keepsSpeed: move.keepsSpeed)
        }

        private func scrollerDidMove(_ number: Int, isAtRest: Bool) {
            // What the host moves itself is not a movement of the user.
            guard !isUpdating, let scroller = (views[number] as? GroupView)?.scroller,
                let node = scrollNodes[number], node.isInside(container.tree.root)
            else { return }
            let count = node.scrollCount
            if let known = followers[number]?.scrollCount, let count, known != count, let view {
                // A program has scrolled meanwhile: the view goes there.
                return update(in: view.bounds.size, isMoving: !isAtRest)
            }
            var place = scroller.place
            #if canImport(AppKit) && !canImport(UIKit)
                // There are no pages in AppKit: they come to rest at the nearest one.
                if isAtRest, let page = followers[number]?.nearestPage(to: place), page != place {
                    isUpdating = true
                    scroller.move(to: page, isAnimated: false, keepsSpeed: false)
                    isUpdating = false
                    place = page
                }
            #endif
            let offset = followers[number]?.report(place, isAtRest: isAtRest, from: node.scrollOffset)
            if let offset { container.scroll(node, to: offset) }
            // What a program scrolls because of that is its own.
            followers[number]?.scrollCount = node.scrollCount.map { min($0, (count ?? $0) + (offset == nil ? 0 : 1)) }
            guard let view else { return }
            if container.needsDisplay {
                // In this frame still, so that what comes into view is there.
                update(in: view.bounds.size, isMoving: !isAtRest)
            } else if isAtRest {
                view.elementsDidChange(isHeard: true)
            }
        }

        /// Scrolls so that a rectangle of the container is seen, as far as its lists can.
        ///
        /// - Parameters:
        ///   - frame: The rectangle, where it is now.
        ///   - node: The node that it belongs to.
        func reveal(_ frame: LayoutRect, of node: Node) {
            var frame = frame
            var current = node.parent
            while let inner = current {
                if let list = inner as? ItemContainerNode, list is ScrollerNode || list is SliderNode {
                    let seen = container.seenFrame(of: list)
                    var offset = list.scrollOffset
                    let (top, bottom) = (frame.origin.y - seen.origin.y, frame.origin.y + frame.size.height)
                    let below = bottom - seen.origin.y - seen.size.height
                    if top < 0 { offset.y += top } else if below > 0 { offset.y += min(below, top) }
                    let (left, right) = (frame.origin.x - seen.origin.x, frame.origin.x + frame.size.width)
                    let beyond = right - seen.origin.x - seen.size.width
                    var distance = 0.0
                    if left < 0 { distance = left } else if beyond > 0 { distance = min(beyond, left) }
                    offset.x += list.isRightToLeft ? -distance : distance
                    let before = list.scrollOffset
                    if offset != before { container.scroll(list, to: offset) }
                    // Lists around this one see it where it is now.
                    frame.origin.y -= list.scrollOffset.y - before.y
                    frame.origin.x -= (list.scrollOffset.x - before.x) * (list.isRightToLeft ? -1 : 1)
                }
                current = inner.parent
            }
            if container.needsDisplay { view?.setNeedsUpdate() }
        }

        /// Scrolls a list around a node by as much as is visible: the nearest one that goes on.
        ///
        /// - Parameters:
        ///   - node: The node.
        ///   - isForward: Whether to go on, in the direction of reading.
        ///   - isVertical: Whether the list is one that scrolls vertically; `nil` for any.
        /// - Returns: How far the list is scrolled now, such as `40%`; `nil` if it could not be scrolled.
        func scrollPage(around node: Node, isForward: Bool, isVertical: Bool?) -> String? {
            var current: Node? = node
            while let inner = current {
                current = inner.parent
                guard let list = inner as? ItemContainerNode, list is ScrollerNode || list is SliderNode else {
                    continue
                }
                let (before, size) = (list.scrollOffset, container.frame(of: list).size)
                let most = LayoutSize(
                    width: max(0, list.contentSize.width - size.width),
                    height: max(0, list.contentSize.height - size.height)
                )
                let isUpright = most.height > 0
                guard isVertical == nil || isVertical == isUpright else { continue }
                let sign = isForward ? 1.0 : -1.0
                var offset = before
                if isUpright { offset.y += sign * size.height } else { offset.x += sign * size.width }
                container.scroll(list, to: offset)
                guard list.scrollOffset != before else { continue }
                view?.setNeedsUpdate()
                let share = isUpright ? list.scrollOffset.y / most.height : list.scrollOffset.x / most.width
                return "\(Int((share * 100).rounded()))%"
            }
            return nil
        }
    }
#endif
