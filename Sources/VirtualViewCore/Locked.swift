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
    private var value: Value

    /// Makes a lock around a first value.
    package init(_ value: Value) {
        self.value = value
    }

    /// Runs a closure with exclusive access to the value.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

/// The system's cheapest lock; a module without threads does not need one.
private struct SystemLock: ~Copyable {
    #if canImport(os)
        private let unfair = OSAllocatedUnfairLock()

        func lock() { unfair.lock() }
        func unlock() { unfair.unlock() }
    #elseif canImport(Glibc) || canImport(Musl)
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>

        init() {
            mutex = .allocate(capacity: 1)
            mutex.initialize(to: pthread_mutex_t())
            var attributes = pthread_mutexattr_t()
            pthread_mutexattr_init(&attributes)
            #if canImport(Glibc)
                pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
            #endif
            pthread_mutex_init(mutex, &attributes)
            pthread_mutexattr_destroy(&attributes)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        func lock() { pthread_mutex_lock(mutex) }
        func unlock() { pthread_mutex_unlock(mutex) }
    #else
        func lock() {}
        func unlock() {}
    #endif
}
