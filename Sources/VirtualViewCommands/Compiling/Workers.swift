import Dispatch
import VirtualView

/// Threads that do pieces of work which do not depend on each other.
struct Workers: Sendable {
    /// The number of pieces that are worked on at a time.
    private let count: Int

    /// Decides how many threads there are.
    ///
    /// - Parameter count: The number that was asked for; one for each processor if `nil`.
    init(_ count: Int?) {
        self.count = count ?? max(1, min(64, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
    }

    /// Does each piece of some work once.
    ///
    /// - Parameters:
    ///   - pieces: The numbers of the pieces.
    ///   - work: Does one piece, in any thread.
    /// - Returns: What came of the pieces, in their order.
    func map<Result: Sendable>(_ pieces: Range<Int>, _ work: @Sendable (Int) -> Result) -> [Result] {
        let threads = min(count, pieces.count)
        guard threads > 1 else { return pieces.map(work) }
        let next = Locked(pieces.lowerBound)
        let results = Locked([Result?](repeating: nil, count: pieces.count))
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            while true {
                let piece = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard piece < pieces.upperBound else { return }
                let result = work(piece)
                results.withLock { $0[piece - pieces.lowerBound] = result }
            }
        }
        return results.withLock { $0.compactMap { $0 } }
    }
}
