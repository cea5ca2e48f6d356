import Foundation

/// A thread with a stack as small as those of an app's background threads, or smaller.
package enum SmallStack {
    /// Runs a closure on a thread of its own, and gives what it returns.
    ///
    /// - Parameters:
    ///   - bytes: The size of the stack.
    ///   - unoptimized: The size without optimization, when a call takes several times as much.
    ///   - body: What to do there.
    /// - Returns: What the closure returns.
    package static func run<Result: Sendable>(
        bytes: Int = 256 << 10,
        unoptimized: Int,
        _ body: @escaping @Sendable () -> Result
    ) -> Result {
        let mailbox = Mailbox<Result>()
        let thread = Thread { mailbox.put(body()) }
        #if DEBUG
            thread.stackSize = unoptimized
        #else
            thread.stackSize = bytes
        #endif
        thread.start()
        return mailbox.take()
    }

    /// Hands a value from one thread to another; the condition guards it.
    private final class Mailbox<Value: Sendable>: Sendable {
        private let arrived = NSCondition()
        nonisolated(unsafe) private var value: Value?

        func put(_ new: Value) {
            arrived.withLock {
                value = new
                arrived.signal()
            }
        }

        func take() -> Value {
            arrived.lock()
            defer { arrived.unlock() }
            while true {
                if let value { return value }
                arrived.wait()
            }
        }
    }
}
