#if canImport(UIKit) || canImport(AppKit)
    import CoreFoundation
    import QuartzCore
    import VirtualView

    /// What the hosts do at the end of a turn of the main run loop, when everything else is done.
    ///
    /// All hosts share the time of a turn. While none has anything to do, the run loop is not observed, and not woken.
    @MainActor final class TurnEnd {
        static let shared = TurnEnd()

        /// Each host has one piece of work, and none is dropped.
        private let idle = IdleWork(capacity: .max)
        /// The hosts that showed something in this turn.
        private var shown: [ObjectIdentifier: Member] = [:]
        /// The hosts in which the user drags something.
        private var dragged: [ObjectIdentifier: Member] = [:]
        private var isAwaited = false

        private struct Member {
            weak var host: TemplateHost?
        }

        private init() {
            idle.onNeed = { [weak self] in self?.awaitEnd() }
        }

        /// Ends the turn of a host's container, and then works for the host in idle moments.
        ///
        /// - Parameters:
        ///   - host: The host.
        ///   - unit: Does a small part of the work and returns whether there is more to do.
        func add(_ host: TemplateHost, _ unit: @escaping () -> Bool) {
            shown[ObjectIdentifier(host)] = Member(host: host)
            idle.add("\(ObjectIdentifier(host))", unit)
            awaitEnd()
        }

        /// Says whether the user drags something in a host, which holds all work back.
        func setDragged(_ isDragged: Bool, in host: TemplateHost) {
            dragged[ObjectIdentifier(host)] = isDragged ? Member(host: host) : nil
            holdBack()
        }

        private func holdBack() {
            // A host that is gone does not say that its user is done.
            dragged = dragged.filter { $0.value.host != nil }
            if idle.isHeldBack == dragged.isEmpty { idle.isHeldBack = !dragged.isEmpty }
        }

        private func awaitEnd() {
            guard !isAwaited else { return }
            isAwaited = true
            // The system lays views out before it sleeps, too: this comes after that, and before a stall monitor ends the turn.
            let observer = CFRunLoopObserverCreateWithHandler(
                nil,
                CFRunLoopActivity.beforeWaiting.rawValue,
                false,
                CFIndex.max - 1
            ) { _, _ in
                MainActor.assumeIsolated { TurnEnd.shared.turnDidEnd() }
            }
            CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
            // What is added while the observers of this turn are called would have to wait for an event.
            CFRunLoopWakeUp(CFRunLoopGetMain())
        }

        private func turnDidEnd() {
            isAwaited = false
            for member in shown.values { member.host?.container.turnDidEnd() }
            shown = [:]
            holdBack()
            idle.run { SystemSettings.now }
        }
    }
#endif
