#if canImport(os)
    import os
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A value that can be reached only under a lock.
///
/// Keep the closures short, and do not call other code in them: the lock is not recursive.
///
/// This is the package's only lock and its only unchecked `Sendable`. `Mutex` needs newer systems, and the thread
/// sanitizer does not understand it.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = SystemLock()
    /// Threads that wait for the lock hold the gate, so that at most one thread waits for the lock itself.
    private let gate = SystemLock()
    /// The value, and a byte: the thread sanitizer takes a value without bytes for the head of this object.
    private var content: (value: Value, byte: UInt8)

    /// Makes a lock around a first value.
    package init(_ value: Value) {
        content = (value, 0)
    }

    deinit {
        lock.destroy()
        gate.destroy()
    }

    /// Runs a closure with exclusive access to the value.
    ///
    /// - Parameters:
    ///   - givesWay: Whether threads that already wait come first. Use it in threads that take the lock again and
    ///     again: they would otherwise get it back before a waiting thread has noticed that it was free.
    ///   - body: The closure.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure.
    package func withLock<Result, Failure: Error>(
        givesWay: Bool = false,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if givesWay || !lock.tryToLock() { queueUp() }
        defer { lock.unlock() }
        return try body(&content.value)
    }

    /// Waits behind the gate, where one thread at a time waits for the lock.
    private func queueUp() {
        Self.take(gate)
        Self.take(lock)
        gate.unlock()
    }

    /// Tries for some tens of microseconds before sleeping: the lock is held for less time than waking up takes.
    ///
    /// The benchmark's row U5 demands it: the slowest promotions take 5 to 9 times as long as a plain load, and 11 to 14
    /// times as long with glibc's adaptive mutex alone (`Docs/Performance.md`).
    private static func take(_ lock: SystemLock) {
        for _ in 0..<attempts where lock.tryToLock() { return }
        lock.lock()
    }

    private static var attempts: Int { 2000 }
}

/// The system's cheapest lock; a module without threads does not need one.
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
