import Foundation
import VirtualViewRelease

extension TemplateStore {
    /// Changes the state: on the device first, then here.
    ///
    /// If another process was first, the closure runs again. What others wrote counts here from then on, whatever becomes of
    /// the change.
    ///
    /// - Parameters:
    ///   - durability: What must outlast a loss of power.
    ///   - body: Makes the change; what it throws ends the attempt.
    /// - Throws: ``DeliveryError`` of the closure, or of the files; then nothing was changed.
    func change(
        _ durability: Durability = .ofChange,
        _ body: (inout StoreContent) throws(DeliveryError) -> Void
    ) throws(DeliveryError) {
        for _ in 0..<Self.maximumAttempts {
            let known = content.withLock { $0 }
            var next = try folder.open { known.state.cohort }
            // A folder that was emptied meanwhile begins anew, but not with numbers of the past.
            next.nextGeneration = max(next.nextGeneration, known.nextGeneration)
            next.isStored = known.isStored && known.nextGeneration == next.nextGeneration
            let old = next.state
            for change in known.unwritten { next.make(change) }
            takeOver(next, from: known)
            try body(&next)
            if next.state != old {
                // What could not be written before may have to outlast it.
                let isDurable = durability != .none || !known.unwritten.isEmpty
                guard try folder.commit(next.state, as: next.nextGeneration, isDurable: isDurable) else { continue }
                next.generation = next.nextGeneration
                next.nextGeneration += 1
                next.isStored = isDurable
            } else if durability == .ofState, !next.isStored {
                try folder.store(next)
                next.isStored = true
            }
            next.unwritten = []
            takeOver(next, from: known)
            return
        }
        throw DeliveryError(.storeBusy, "other processes change the store again and again")
    }

    private static var maximumAttempts: Int { 16 }

    /// What must outlast a loss of power when a change is done.
    enum Durability {
        case none
        /// What was changed, if anything was.
        case ofChange
        /// All that is known then, also what another process has just written.
        case ofState
    }

    /// Makes what was read or written the content, unless a newer one is known.
    ///
    /// - Parameters:
    ///   - next: The content, with the changes of `known` that could not be written.
    ///   - known: What was known when it was read: later changes that could not be written count on.
    private func takeOver(_ next: StoreContent, from known: StoreContent) {
        content.withLock { content in
            guard next.nextGeneration >= content.nextGeneration else { return }
            let later = content.unwritten.filter { change in !known.unwritten.contains { $0.id == change.id } }
            content = next
            for change in later { content.make(change) }
        }
    }

    /// Changes the state; what cannot be written down counts here, and the next change takes it along.
    ///
    /// - Parameters:
    ///   - durability: What must outlast a loss of power.
    ///   - body: Makes the change; what it throws ends the attempt.
    /// - Throws: ``DeliveryError`` of the closure, then nothing was changed, or of the files.
    func changeInAnyCase(
        _ durability: Durability = .ofChange,
        _ body: @escaping UnwrittenChange.Body
    ) throws(DeliveryError) {
        do {
            try change(durability, body)
        } catch {
            // What is refused on the device is refused here too: here is what was read there.
            content.withLock { $0.make(UnwrittenChange(body: body)) }
            throw error
        }
    }
}

/// A change of the state that could not be written down.
struct UnwrittenChange: Sendable {
    typealias Body = @Sendable (inout StoreContent) throws(DeliveryError) -> Void

    let id = UUID()
    let body: Body
}

extension StoreContent {
    /// Makes a change that is not written down yet; not one that is refused, or that changes nothing.
    mutating func make(_ change: UnwrittenChange) {
        var next = self
        guard (try? change.body(&next)) != nil, next.state != state else { return }
        self = next
        unwritten.append(change)
    }
}
