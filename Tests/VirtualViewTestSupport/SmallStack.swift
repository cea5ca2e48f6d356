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
        let ended = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var result: Result?
        let thread = Thread {
            result = body()
            ended.signal()
        }
        #if DEBUG
            thread.stackSize = unoptimized
        #else
            thread.stackSize = bytes
        #endif
        thread.start()
        while true {
            ended.wait()
            if let result { return result }
        }
    }
}
