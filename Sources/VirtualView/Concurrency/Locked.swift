import Foundation

/// A value that is reached under a lock only.
///
/// Keep what runs inside short, and call nobody's code there: the lock is not recursive.
///
/// This is the package's only lock and its only unchecked `Sendable`. `Mutex` needs newer systems, and the thread
/// sanitizer does not understand it.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    /// Takes the first value.
    package init(_ value: Value) {
        self.value = value
    }

    /// Runs a closure that has the value to itself.
    ///
    /// - Parameter body: What to do with the value.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        acquire()
        defer { lock.unlock() }
        return try body(&value)
    }

    /// Tries for about a microsecond before it sleeps: the lock is held for less, and waking up takes much longer.
    private func acquire() {
        for _ in 0..<Self.attempts where lock.try() { return }
        lock.lock()
    }

    private static var attempts: Int { 100 }
}
