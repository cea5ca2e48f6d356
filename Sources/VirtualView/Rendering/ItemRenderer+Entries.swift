import Foundation
public import VirtualViewExpressions

extension ItemRenderer {
    /// One cell to be made.
    public struct Entry: Hashable, Sendable {
        /// The template's name.
        public var type: String
        /// The data; `nil` for none.
        public var data: JSONValue?

        /// Makes an entry.
        ///
        /// - Parameters:
        ///   - type: The template's name.
        ///   - data: The data; `nil` for none.
        public init(_ type: String, data: JSONValue? = nil) {
            self.type = type
            self.data = data
        }
    }

    /// Makes cells in the background, on all cores.
    ///
    /// If the task is cancelled, cells that are being made are finished, and the others fail with
    /// ``TemplateError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - width: The largest width in points.
    /// - Returns: A cell or an error for each entry, in their order.
    @concurrent
    public func render(_ entries: [Entry], width: Double) async -> [Result<RenderedItem, TemplateError>] {
        await Self.makeAll(entries) { entry throws(TemplateError) in
            try render(entry.type, data: entry.data, width: width)
        }
    }

    /// A cell and its place among the entries.
    private struct Made: Sendable {
        let index: Int
        let result: Result<RenderedItem, TemplateError>
    }

    /// Makes a cell of each entry, in as many tasks as there are cores.
    static func makeAll(
        _ entries: [Entry],
        _ make: @escaping @Sendable (Entry) throws(TemplateError) -> RenderedItem
    ) async -> [Result<RenderedItem, TemplateError>] {
        let cancelled = TemplateError(.cancelled, "the task was cancelled before the item was made")
        var results = [Result<RenderedItem, TemplateError>](repeating: .failure(cancelled), count: entries.count)
        let next = Locked(0)
        await withTaskGroup(of: [Made].self) { group in
            for _ in 0..<min(entries.count, ProcessInfo.processInfo.activeProcessorCount) {
                group.addTask { await makeSome(entries, from: next, make) }
            }
            for await part in group {
                for made in part { results[made.index] = made.result }
            }
        }
        return results
    }

    /// Makes cells until no entry is left or the task is cancelled.
    private static func makeSome(
        _ entries: [Entry],
        from next: Locked<Int>,
        _ make: @Sendable (Entry) throws(TemplateError) -> RenderedItem
    ) async -> [Made] {
        var made: [Made] = []
        while !Task.isCancelled {
            let index = next.withLock { next in
                defer { next += 1 }
                return next
            }
            guard index < entries.count else { break }
            made.append(Made(index: index, result: Result { () throws(TemplateError) in try make(entries[index]) }))
            // Other tasks of the app wait for the same cores.
            if made.count.isMultiple(of: 16) { await Task.yield() }
        }
        return made
    }
}
