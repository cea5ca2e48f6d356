import Foundation
import VirtualViewCore

/// What is being fetched now, and who waits for it: nothing is fetched twice at a time.
///
/// A fetch goes on as long as anyone waits for one of its items. It is cancelled when the last of them stops to wait;
/// whoever asks for the same item after that waits until the cancelled fetch has ended.
package final class SharedFetches: Sendable {
    /// Something that is fetched.
    package enum Item: Hashable, Sendable {
        /// A whole file of at most some bytes.
        case file(URL, maximumSize: Int)
        /// A file that is named by its content, from wherever it comes.
        case blob(sha256: String)
    }

    /// Tells what came of an item.
    package typealias Report = @Sendable (Item, Result<[UInt8], DeliveryError>) -> Void

    private struct Arrival: Sendable {
        let item: Item
        let result: Result<[UInt8], DeliveryError>
    }

    private struct Pending: Sendable {
        let fetch: Int
        var waiters: [Int: AsyncStream<Arrival>.Continuation]
    }

    private struct State: Sendable {
        var lastNumber = 0
        var pending: [Item: Pending] = [:]
        var fetches: [Int: Task<Void, Never>] = [:]
        /// The fetches that were cancelled and have not ended.
        var ending: [Int: Task<Void, Never>] = [:]

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    private let state = Locked(State())

    /// Starts with nothing.
    package init() {}

    /// The number of fetches that have not ended, for tests.
    package var count: Int {
        state.withLock { $0.fetches.count + $0.ending.count }
    }

    /// Waits until items are there, and fetches those that nobody fetches.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - fetch: Fetches items, and tells what came of each, with an error if it could not be fetched.
    ///   - receive: Takes each item when it is there, in the caller's task.
    /// - Throws: The error of the first item that could not be fetched or received, or ``DeliveryError`` with the code
    ///   ``DeliveryError/Code/cancelled``. If nobody else waits for what is left, its fetch has ended.
    package func wait(
        for items: Set<Item>,
        fetching fetch: @escaping @Sendable (Set<Item>, @escaping Report) async -> Void,
        receive: (Item, [UInt8]) throws(DeliveryError) -> Void
    ) async throws(DeliveryError) {
        guard !items.isEmpty else { return }
        let (arrivals, continuation) = AsyncStream<Arrival>.makeStream()
        let waiter = join(items, continuation, fetch)
        var left = items
        do throws(DeliveryError) {
            for await arrival in arrivals {
                try receive(arrival.item, arrival.result.get())
                left.remove(arrival.item)
                if left.isEmpty { return }
            }
            // A stream of arrivals ends early only for a task that is cancelled.
            throw .cancelledFetch
        } catch {
            await leave(waiter, left)
            throw error
        }
    }
}

// MARK: - Waiters and fetches

extension SharedFetches {
    private func join(
        _ items: Set<Item>,
        _ continuation: AsyncStream<Arrival>.Continuation,
        _ fetch: @escaping @Sendable (Set<Item>, @escaping Report) async -> Void
    ) -> Int {
        state.withLock { state in
            let waiter = state.nextNumber()
            let number = state.nextNumber()
            var missing: Set<Item> = []
            for item in items {
                if state.pending[item] == nil {
                    state.pending[item] = Pending(fetch: number, waiters: [:])
                    missing.insert(item)
                }
                state.pending[item]?.waiters[waiter] = continuation
            }
            guard !missing.isEmpty else { return waiter }
            let before = Array(state.ending.values)
            let wanted = missing
            state.fetches[number] = Task {
                for task in before { await task.value }
                await fetch(wanted) { item, result in self.arrive(item, result, from: number) }
                self.end(number, wanted)
            }
            return waiter
        }
    }

    /// Gives an item to those who wait; only its own fetch can, and once.
    private func arrive(_ item: Item, _ result: Result<[UInt8], DeliveryError>, from fetch: Int) {
        let waiters = state.withLock { state -> [AsyncStream<Arrival>.Continuation] in
            guard let pending = state.pending[item], pending.fetch == fetch else { return [] }
            state.pending[item] = nil
            return Array(pending.waiters.values)
        }
        for waiter in waiters { waiter.yield(Arrival(item: item, result: result)) }
    }

    private func end(_ fetch: Int, _ items: Set<Item>) {
        // Nobody may wait for ever, whatever the fetch forgot to tell.
        for item in items { arrive(item, .failure(.cancelledFetch), from: fetch) }
        state.withLock { state in
            state.fetches[fetch] = nil
            state.ending[fetch] = nil
        }
    }

    /// Stops to wait for items, and cancels the fetches that are left without anyone who waits.
    private func leave(_ waiter: Int, _ items: Set<Item>) async {
        let ended = state.withLock { state -> [Task<Void, Never>] in
            var left: Set<Int> = []
            for item in items where state.pending[item]?.waiters.removeValue(forKey: waiter) != nil {
                if let fetch = state.pending[item]?.fetch { left.insert(fetch) }
            }
            for pending in state.pending.values where !pending.waiters.isEmpty { left.remove(pending.fetch) }
            state.pending = state.pending.filter { !left.contains($0.value.fetch) }
            return left.compactMap { number in
                let task = state.fetches.removeValue(forKey: number)
                state.ending[number] = task
                return task
            }
        }
        for task in ended { task.cancel() }
        for task in ended { await task.value }
    }
}
