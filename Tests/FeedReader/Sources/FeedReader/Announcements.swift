import Foundation
import Synchronization
import VirtualView

/// What open pages are told: values by their names, each page the newest ones that it was not told yet.
///
/// However slow a page is, no more than one value of each name waits for it.
final class Announcements: Sendable {
    /// What waits for one page.
    final class Mailbox: Sendable {
        fileprivate let waiting: Mutex<[String: String]>
        fileprivate let signal = DispatchSemaphore(value: 0)

        fileprivate init(_ values: [String: String]) { waiting = Mutex(values) }

        /// Takes what waits, or waits for some seconds; the values are JSON.
        func take(within seconds: Double) -> [(name: String, json: String)] {
            if waiting.withLock({ $0.isEmpty }) { _ = signal.wait(timeout: .now() + seconds) }
            return waiting.withLock { waiting in
                defer { waiting = [:] }
                return waiting.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            }
        }
    }

    private struct State {
        var values: [String: String] = [:]
        var boxes: [ObjectIdentifier: Mailbox] = [:]
    }

    private let state = Mutex(State())

    /// Tells all pages, also those that are opened later.
    func announce(_ name: String, _ value: JSONValue) {
        let json = value.json
        state.withLock { state in
            state.values[name] = json
            for box in state.boxes.values {
                box.waiting.withLock { $0[name] = json }
                box.signal.signal()
            }
        }
    }

    /// Begins with everything that is known.
    func open() -> Mailbox {
        state.withLock { state in
            let box = Mailbox(state.values)
            state.boxes[ObjectIdentifier(box)] = box
            return box
        }
    }

    func close(_ box: Mailbox) {
        state.withLock { $0.boxes[ObjectIdentifier(box)] = nil }
    }
}
