#if canImport(UIKit) || canImport(AppKit)
    import CoreGraphics
    import Foundation
    import VirtualView

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    // Fingers, the time, and assistive technology.

    extension TemplateHost {
        /// Calls back at a time on the clock of touches, also while something scrolls.
        func tellTime(_ deadline: Double?) {
            timer?.invalidate()
            timer = nil
            guard let deadline, view?.window != nil else { return }
            let timer = Timer(timeInterval: max(0, deadline - SystemSettings.now), repeats: false) { [weak self] _ in
                // The timer is one of the main run loop.
                MainActor.assumeIsolated { self?.timeDidCome() }
            }
            // In the common modes it runs while a finger scrolls.
            RunLoop.main.add(timer, forMode: .common)
            self.timer = timer
        }

        /// Does what is due, and asks for what is due later.
        func timeDidCome() {
            tellTime(container.advance(to: SystemSettings.now))
            if container.needsDisplay { view?.setNeedsUpdate() }
        }

        /// Passes on a finger or the mouse.
        ///
        /// - Parameters:
        ///   - phase: What it does.
        ///   - finger: What identifies it.
        ///   - point: Its place in the view.
        ///   - time: The time of the event.
        /// - Returns: Whether something takes it.
        @discardableResult
        func touch(_ phase: Container.TouchPhase, _ finger: ObjectIdentifier, at point: CGPoint, time: Double) -> Bool {
            let place = LayoutPoint(point)
            guard let number = number(of: finger, phase) else { return false }
            // The container hears of all fingers: no page turns while one is down, wherever that is.
            if phase == .began {
                fingers[number] = Finger(identity: finger, isTaken: container.hitTest(place) != nil)
            }
            let isTaken = fingers[number]?.isTaken ?? false
            if phase == .ended || phase == .cancelled { fingers[number] = nil }
            tellTime(container.touch(phase, finger: number, at: place, time: time))
            if container.needsDisplay { view?.setNeedsUpdate() }
            return isTaken
        }

        /// Lets go of all fingers.
        func cancelFingers() {
            for number in fingers.keys.sorted() {
                container.touch(.cancelled, finger: number, at: .zero, time: SystemSettings.now)
            }
            fingers = [:]
        }

        /// Returns the number of a finger: for one that goes down, the lowest that no other finger has.
        private func number(of finger: ObjectIdentifier, _ phase: Container.TouchPhase) -> Int? {
            if let known = fingers.first(where: { $0.value.identity == finger })?.key { return known }
            return phase == .began ? (0...fingers.count).first { fingers[$0] == nil } : nil
        }
    }

    // MARK: - What is in front

    extension TemplateHost {
        /// Returns the view that gets the fingers at a place: what is drawn in front of a view of the app has no view that
        /// takes them.
        ///
        /// - Parameters:
        ///   - found: The view that the system finds there.
        ///   - point: The place in the view.
        /// - Returns: The view, or the one that passes on what a node in front of it takes.
        func target(_ found: PlatformView?, at point: CGPoint) -> PlatformView? {
            guard let found, let view, !slotNodes.isEmpty, let hit = container.hitTest(LayoutPoint(point)) else {
                return found
            }
            let around = sequence(first: found, next: \.superview).prefix { $0 !== view }
            let slot = around.compactMap { inner in slotNodes.first { views[$0.key] === inner } }.first
            guard let slot, isInFront(hit, of: slot.value) else { return found }
            // A drag from there scrolls what the node is in.
            let lists = scrollNodes.filter { hit.isInside($0.value) }.keys
            let scrollers = lists.compactMap { (views[$0] as? GroupView)?.scroller }
            return around.first { inner in scrollers.contains { $0 === inner } } ?? view
        }

        /// Returns whether a node is drawn in front of another one.
        func isInFront(_ node: Node, of other: Node) -> Bool {
            let places = container.tree.places(of: [other, node])
            return places[0] < places[1]
        }
    }

    // MARK: - Accessibility

    extension TemplateHost {
        /// The elements for assistive technology, with the nodes that they stand for.
        var spoken: (elements: [SpokenElement], tree: AccessibilityTree) {
            let tree = spokenTree ?? container.accessibilityTree()
            spokenTree = tree
            return (tree.spokenElements(words.spoken), tree)
        }

        /// Returns elements together with the app's own views, each before what stands after it in the template.
        ///
        /// - Parameters:
        ///   - elements: The elements, as the system has them.
        ///   - nodes: The node of each.
        /// - Returns: The elements and the views.
        func withSlotViews(_ elements: [Any], of nodes: [Node]) -> [Any] {
            let slots = slotViews
            guard !slots.isEmpty else { return elements }
            var result: [Any] = []
            var next = 0
            for (element, place) in zip(elements, container.tree.places(of: nodes)) {
                while next < slots.count, slots[next].place < place {
                    result += slots[next].view.spokenParts
                    next += 1
                }
                result.append(element)
            }
            return result + slots[next...].flatMap { $0.view.spokenParts }
        }

        /// Does what a user of assistive technology does with an element.
        @discardableResult
        func perform(_ action: AccessibilityTree.Element.Action, on node: Node) -> Bool {
            guard container.perform(action, on: node) else { return false }
            if container.needsDisplay { view?.setNeedsUpdate() }
            return true
        }
    }
#endif
