#if canImport(UIKit) || canImport(AppKit)
    import CoreGraphics
    import VirtualView

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    // The views of the pieces, and those that the app makes.

    extension TemplateHost {
        func makeView(for step: ViewUpdate.Step, _ item: DisplayList.Item) -> PlatformView {
            switch step.piece.kind {
            case .group: return GroupView(frame: .zero)
            case .fill: return FillView(frame: .zero)
            case .drawing: return DrawnView(frame: .zero)
            case .scroller:
                let group = GroupView(frame: .zero)
                group.scroll(with: makeScroller(step.view))
                return group
            case .slot:
                guard case .slot(let slot) = item.content, let made = slots?.makeView(for: slot) else {
                    return PieceView(frame: .zero)
                }
                return made
            }
        }

        func showContent(of piece: ViewPiece, in view: PlatformView, _ node: () -> Node?) {
            switch (piece.content, view) {
            case (.beginGroup(let group), let view as GroupView): view.show(group)
            case (.box(let box), let view as FillView): view.show(box)
            // The place is left empty: the app made no view.
            case (.slot, is PieceView): break
            case (.slot(let slot), _):
                if let node = node() { slots?.update(view, for: slot, of: node) }
            case (_, let view as DrawnView): view.show(piece) { [images] in images.image(for: $0) }
            default: break
            }
        }
    }

    // MARK: - The app's own views

    extension TemplateHost {
        /// The app's own views that are seen and read, with the numbers of their nodes, in the order of the nodes.
        var slotViews: [(place: Int, view: PlatformView)] {
            if slotNodes.isEmpty { return [] }
            // The pages next to a shown one have theirs already.
            let seen = slotNodes.filter { _, node in
                !container.seenFrame(of: node, isClipped: true).isEmpty
                    && sequence(first: node, next: \.parent).allSatisfy { !$0.isAccessibilityHidden }
            }
            let places = container.tree.places(of: seen.map { $0.value })
            return zip(seen, places).sorted { $0.1 < $1.1 }.compactMap { slot, place in
                guard let view = views[slot.key], !(view is PieceView) else { return nil }
                return (place, view)
            }
        }

        /// Lets another provider make all views anew, with the next frame.
        func forgetSlotViews() {
            for number in slotNodes.keys { forget(number) }
            isShown = false
            view?.setNeedsUpdate()
        }
    }
#endif
