#if canImport(UIKit) || canImport(AppKit)
    import Foundation

    /// Calls a closure on the main actor at each notification, as long as it is kept.
    final class Observation {
        private let token: any NSObjectProtocol
        private let center: NotificationCenter

        /// Begins to observe.
        ///
        /// - Parameters:
        ///   - name: The notification.
        ///   - object: Who posts it; `nil` for anybody.
        ///   - center: Where it is posted.
        ///   - queue: `nil` for one that is posted on the main thread, whose posting waits for the closure.
        ///   - body: The closure.
        init(
            of name: Notification.Name,
            from object: AnyObject? = nil,
            in center: NotificationCenter = .default,
            queue: OperationQueue? = .main,
            _ body: @escaping @MainActor @Sendable () -> Void
        ) {
            self.center = center
            token = center.addObserver(forName: name, object: object, queue: queue) { _ in
                MainActor.assumeIsolated { body() }
            }
        }

        // A view goes on any thread.
        deinit {
            center.removeObserver(token)
        }
    }
#endif
