import Foundation

/// Tells threads apart, at the price of one call.
struct ThreadIdentity: Hashable, Sendable {
    private let value: UInt

    /// The thread that calls.
    static var current: ThreadIdentity {
        #if os(Linux)
            ThreadIdentity(value: UInt(pthread_self()))
        #else
            ThreadIdentity(value: UInt(bitPattern: pthread_self()))
        #endif
    }
}
