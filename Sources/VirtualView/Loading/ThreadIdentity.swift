import Foundation

/// An identity of a thread, which costs one call to get.
struct ThreadIdentity: Hashable, Sendable {
    private let value: UInt

    /// The calling thread.
    static var current: ThreadIdentity {
        #if os(Linux)
            ThreadIdentity(value: UInt(pthread_self()))
        #else
            ThreadIdentity(value: UInt(bitPattern: pthread_self()))
        #endif
    }
}
