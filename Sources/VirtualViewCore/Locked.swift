#if canImport(os)
    import os
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A value that is reached under a lock only.
///
/// Keep what runs inside short, and call nobody's code there: the lock is not recursive.
///
/// This is the package's only lock and its only unchecked `Sendable`. `Mutex` needs newer systems, and the thread
/// sanitizer does not understand it.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = SystemLock()
    /// Who waits for the lock holds this, so that at most one thread does and the others come after it.
    private let gate = SystemLock()
    private var value: Value

    /// Takes the first value.
    package init(_ value: Value) {
        self.value = value
    }

    deinit {
        lock.destroy()
        gate.destroy()
    }

    /// Runs a closure that has the value to itself.
    ///
    /// - Parameters:
    ///   - givesWay: Whether threads that wait already come first. For threads that take the lock again and again: they
    ///     would have it back before a waiting thread has noticed that it was free.
    ///   - body: What to do with the value.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    package func withLock<Result, Failure: Error>(
        givesWay: Bool = false,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if givesWay || !lock.tryToLock() { queueUp() }
        defer { lock.unlock() }
        return try body(&value)
    }

    /// Takes the lock as the next of those who wait: one thread at a time stands behind the gate.
    private func queueUp() {
        Self.take(gate)
        Self.take(lock)
        gate.unlock()
    }

    /// Tries for some tens of microseconds before it sleeps: the lock is held for less, and waking up takes longer.
    private static func take(_ lock: SystemLock) {
        for _ in 0..<attempts where lock.tryToLock() { return }
        lock.lock()
    }

    private static var attempts: Int { 2000 }
}

/// The system's cheapest lock; a module without threads needs none.
private struct SystemLock {
    #if canImport(os)
        private let unfair = OSAllocatedUnfairLock()

        func tryToLock() -> Bool { unfair.lockIfAvailable() }
        func lock() { unfair.lock() }
        func unlock() { unfair.unlock() }
        func destroy() {}
    #elseif canImport(Glibc) || canImport(Musl)
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>

        init() {
            mutex = .allocate(capacity: 1)
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
        }

        func tryToLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }
        func lock() { pthread_mutex_lock(mutex) }
        func unlock() { pthread_mutex_unlock(mutex) }

        func destroy() {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }
    #else
        func tryToLock() -> Bool { true }
        func lock() {}
        func unlock() {}
        func destroy() {}
    #endif
}
