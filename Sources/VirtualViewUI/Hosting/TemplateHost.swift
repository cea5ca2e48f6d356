#if canImport(UIKit) || canImport(AppKit)
    import CoreGraphics
    import Foundation
    import VirtualView

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    /// What a view needs of the one that shows a template, on either system.
    @MainActor protocol HostingView: PlatformView {
        /// Asks for another call of ``TemplateHost/update(in:)`` with the next frame.
        func setNeedsUpdate()
        /// The part of the view that is on the screen; `nil` if none is.
        var partOnScreen: CGRect? { get }
        /// What there is for assistive technology has changed; it is told so if `isHeard`.
        func elementsDidChange(isHeard: Bool)
        /// Tells who knows another size than the template needs now.
        func tellSize()
    }

    /// Shows a container in a view of either system.
    ///
    /// It lays out, keeps a view for each item of the display list, loads images, and follows scrolling, touches and the
    /// time. The views themselves only pass on what their system tells them.
    @MainActor final class TemplateHost {
        let container: Container
        let metrics: ScreenTextMetrics
        weak var view: (any HostingView)?
        var onEvent: ((NodeEvent) -> Void)?
        weak var slots: (any SlotViewProviding)? {
            didSet { if slots !== oldValue { forgetSlotViews() } }
        }
        /// The words that the host says itself.
        var words = TemplateWords()
        /// Whether pages turn by themselves, as far as the app says.
        var turnsPages = true

        let images: ImageStore
        var list = DisplayList(size: .zero)
        private var reconciler = ViewReconciler()
        var views: [Int: PlatformView] = [:]
        var followers: [Int: ScrollFollower] = [:]
        /// The nodes that scroll, by their views.
        var scrollNodes: [Int: ItemContainerNode] = [:]
        /// The nodes of the app's own views, by their views.
        var slotNodes: [Int: Node] = [:]
        private var scale = 1.0
        var isUpdating = false
        /// Whether the next update need not show what has not changed.
        var isShown = false
        var timer: Timer?
        /// The scrolling views that the user drags.
        private var dragged: Set<Int> = []
        /// Whether a view is gone that would have told of the end of a press.
        private var losesFingers = false
        /// Whether items were made that the elements for assistive technology do not have.
        private var hasItemsAhead = false
        /// Whether all that is not shown yet are items made since the last frame.
        private var awaitsItemsAhead = false
        /// The fingers that are down, by their numbers.
        var fingers: [Int: Finger] = [:]
        var spokenTree: AccessibilityTree?
        /// The last size that was measured, and how much was measured until then: it counts until more is.
        var fitting: (width: Double, height: Double, size: LayoutSize, measureCount: Int)?
        /// The width of the environment before there was a window.
        private let firstWidth: Double
        /// What tells of settings and fonts.
        private var observations: [Any] = []

        /// A finger that is down, and whether something took it.
        struct Finger {
            var identity: ObjectIdentifier
            var isTaken: Bool
        }

        init(_ tree: sending NodeTree, images loader: any ImageLoading) {
            let store = ImageStore(loader)
            images = store
            metrics = ScreenTextMetrics(scale: tree.environment.scale)
            firstWidth = tree.environment.width
            container = Container(tree, textMeasuring: metrics, imageMeasuring: store.sizes)
            container.onEvent = { [weak self] event in self?.onEvent?(event) }
            container.onModelChange = { [weak self] in self?.view?.setNeedsUpdate() }
            store.onArrival = { [weak self] source in self?.imageDidArrive(source) }
            observations = SystemSettings.observations { [weak self] in self?.view?.setNeedsUpdate() }
            let fonts = Observation(of: ScreenTextMetrics.fontsDidChange) { [weak self] in self?.fontsDidChange() }
            observations.append(fonts)
        }
    }

    // MARK: - Showing

    extension TemplateHost {
        /// Shows other data.
        func show(_ data: JSONValue?) {
            container.update(data: data)
            view?.setNeedsUpdate()
        }

        /// Shows the data of another entry: what the last one loads is not wanted any more.
        func reuse(for data: JSONValue?) {
            container.reuse(for: data)
            for number in followers.keys { followers[number]?.startOver() }
            view?.setNeedsUpdate()
        }

        /// Shows the versions of the templates that a manager has now, and keeps the views of nodes that still exist.
        ///
        /// - Parameter templates: The manager.
        /// - Returns: Whether other versions are shown.
        /// - Throws: ``TemplateError`` if a template in use is not available.
        func follow(_ templates: TemplateManager) throws(TemplateError) -> Bool {
            guard try container.follow(templates, willForget: { reconciler.follow($0) }) else { return false }
            spokenTree = nil
            view?.elementsDidChange(isHeard: false)
            view?.setNeedsUpdate()
            return true
        }

        /// Follows the screen and the user's settings.
        func setEnvironment(_ environment: ScreenEnvironment) {
            guard !container.environment.isSame(as: environment) || environment.scale != scale else { return }
            if environment.appearance != container.environment.appearance {
                images.askAgain()
                isShown = false
            }
            if environment.scale != scale {
                scale = environment.scale
                isShown = false
                if metrics.setScale(scale) { container.textMetricsDidChange() }
            }
            container.environment = environment
            // Only for a change: this is called while the view lays out, which must come to an end.
            view?.setNeedsUpdate()
        }

        /// Gives back the width that the environment had before a window or the app said another one.
        func forgetWidth() {
            container.environment.width = firstWidth
        }

        private func fontsDidChange() {
            container.textMetricsDidChange()
            view?.setNeedsUpdate()
        }

        /// Lays out and shows what changed.
        ///
        /// - Parameters:
        ///   - size: The size of the view.
        ///   - isMoving: Whether something is being scrolled, which assistive technology need not hear of.
        func update(in size: CGSize, isMoving: Bool = false) {
            guard !isUpdating, size.width > 0 else { return }
            isUpdating = true
            awaitsItemsAhead = false
            // The root gets its size without being measured.
            if container.needsLayout { fitting = nil }
            container.layout(in: LayoutSize(size))
            let isNew = container.needsDisplay || !isShown
            if isNew {
                show(container.displayListWithNextPages())
                // Images at hand may give their nodes other sizes.
                container.layout(in: LayoutSize(size))
                if container.needsDisplay { show(container.displayListWithNextPages()) }
            }
            isUpdating = false
            if losesFingers {
                losesFingers = false
                cancelFingers()
            }
            settle(isHeard: isNew && !isMoving)
            view?.tellSize()
        }

        private func show(_ list: DisplayList) {
            let node = container.nodeFinder()
            let update = reconciler.update(to: list, scale: scale, node: node)
            self.list = list
            isShown = true
            for number in update.dropped { forget(number) }
            // The last view of each parent so far.
            var last: [Int: PlatformView] = [:]
            for step in update.steps {
                let item = list.items[step.item]
                last[step.parent] = perform(step, item, of: { node(item) }, after: last[step.parent])
            }
            // One that got another place never left the window, so that a view of the app keeps the focus.
            let placed = Set(update.steps.lazy.filter { $0.isPlaced }.map { $0.view })
            for number in update.detached where !placed.contains(number) { views[number]?.removeFromSuperview() }
            for number in reconciler.trimSpares() { forget(number) }
            for step in update.steps where step.piece.kind == .scroller { follow(step.view) }
            loadImages()
        }

        func forget(_ number: Int) {
            #if !canImport(UIKit)
                // Not at once: what a finger that ends sets off may look for views.
                if (views[number] as? GroupView)?.scroller?.isPressed == true { losesFingers = true }
            #endif
            views[number]?.removeFromSuperview()
            views[number] = nil
            // A view that goes does not say that the user is done.
            if dragged.contains(number) { setDragged(false, number) }
            followers[number] = nil
            scrollNodes[number] = nil
            slotNodes[number] = nil
        }

        /// Shows a piece in front of the one before it, whatever else still is in their parent.
        private func perform(
            _ step: ViewUpdate.Step,
            _ item: DisplayList.Item,
            of node: () -> Node?,
            after previous: PlatformView?
        ) -> PlatformView {
            let piece = step.piece
            let known = views[step.view]
            let view = known ?? makeView(for: step, item)
            views[step.view] = view
            // A slot gets another view for the same piece from another provider.
            let change = known == nil ? .all : step.change
            func apply() {
                if change.contains(.frame) { view.frame = CGRect(piece.frame) }
                if change.contains(.content) || piece.kind == .slot { showContent(of: piece, in: view, node) }
                if piece.kind == .scroller { showScrolling(step.view, item, of: node()) }
            }
            // A new piece does not come from where the view was made, or from where it showed another one.
            if known == nil || step.isNew { PlatformView.withoutAnimation(apply) } else { apply() }
            if piece.kind == .slot { slotNodes[step.view] = node() }
            if step.isPlaced || known == nil {
                let parent = step.parent == ViewReconciler.root ? self.view : views[step.parent]
                ((parent as? GroupView)?.holder ?? parent)?.insert(view, inFrontOf: previous)
            }
            return view
        }
    }

    // MARK: - After showing

    extension TemplateHost {
        /// Does what follows from what is shown now, and asks for what is due later.
        private func settle(isHeard: Bool) {
            spokenTree = nil
            allowTurns()
            exposeNodes()
            tellTime(container.advance(to: SystemSettings.now))
            view?.elementsDidChange(isHeard: isHeard)
            queueIdleWork()
        }

        private func allowTurns() {
            container.turnsPages = turnsPages && !SystemSettings.keepsPagesStill && dragged.isEmpty
        }

        /// Reports the nodes that the user sees, also in templates inside of the app's own views.
        func exposeNodes() {
            guard let view, let part = view.partOnScreen else { return }
            container.exposeNodes(in: LayoutRect(part))
            for number in slotNodes.keys.sorted() { views[number]?.exposeVisibleNodes() }
        }

        /// Makes items of lists ahead while the run loop has nothing else to do, one at a time.
        private func queueIdleWork() {
            TurnEnd.shared.add(self) { [weak self] in self?.makeItemAhead() ?? false }
        }

        /// Follows a finger that begins or ends to drag a view.
        func setDragged(_ isDragged: Bool, _ number: Int) {
            if isDragged { dragged.insert(number) } else { dragged.remove(number) }
            TurnEnd.shared.setDragged(!dragged.isEmpty, in: self)
            // An update does this at its end.
            guard !isUpdating else { return }
            allowTurns()
            timeDidCome()
        }

        /// Makes one item ahead.
        ///
        /// - Returns: Whether there are more to make.
        private func makeItemAhead() -> Bool {
            guard let view, view.window != nil else { return false }
            // What programs changed meanwhile is shown with the next frame, not in this one again and again.
            guard !container.needsLayout, awaitsItemsAhead || !container.needsDisplay else {
                view.setNeedsUpdate()
                return false
            }
            let isMade = container.prepareItemsAhead(1)
            if isMade {
                hasItemsAhead = true
                awaitsItemsAhead = true
            } else if hasItemsAhead {
                // What is just outside of the visible part can be read now.
                hasItemsAhead = false
                spokenTree = nil
                view.elementsDidChange(isHeard: false)
            }
            if container.needsDisplay { view.setNeedsUpdate() }
            return isMade
        }

        /// The view came into a window or left it.
        func windowDidChange() {
            if view?.window == nil {
                tellTime(nil)
                cancelFingers()
                for number in dragged { setDragged(false, number) }
                images.pause()
                // A page that slides stops where it is, and nobody says so: in the next window it is put at its place.
                for number in followers.keys { followers[number]?.startOver() }
                isShown = false
            } else {
                // The images of another list are asked for when that is shown.
                if !container.needsDisplay { loadImages() }
                view?.setNeedsUpdate()
            }
        }
    }
#endif
