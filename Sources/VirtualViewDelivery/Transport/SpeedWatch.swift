import VirtualViewCore

/// Notices that a server sends too little for too long.
///
/// It counts what arrives, whatever becomes of it, in steps of a second that are counted too: while the system suspends
/// the app, no time passes here.
final class SpeedWatch: Sendable {
    /// The number of seconds over which the speed is looked at.
    private static let window = 30
    /// The smallest number of bytes a second.
    private static let slowest = 1024

    private let received = Locked(0)

    /// Counts bytes that have arrived.
    func count(_ bytes: Int) {
        received.withLock { $0 += bytes }
    }

    /// Watches until the server is too slow or the task is cancelled.
    ///
    /// - Parameter clock: Gives the seconds.
    /// - Returns: The error that says which of both it was.
    func watch(_ clock: any Clock<Duration>) async -> DeliveryError {
        var totals = [0]
        while true {
            do {
                try await clock.sleep(for: .seconds(1))
            } catch {
                return .cancelledFetch
            }
            let total = received.withLock { $0 }
            totals.append(total)
            guard totals.count > Self.window else { continue }
            let arrived = total - totals.removeFirst()
            guard arrived >= Self.window * Self.slowest else {
                return DeliveryError(.tooSlow, "the server sent \(arrived) bytes in \(Self.window) seconds")
            }
        }
    }
}

extension DeliveryError {
    /// The error of a fetch whose task was cancelled.
    static var cancelledFetch: DeliveryError {
        DeliveryError(.cancelled, "the task was cancelled")
    }
}
