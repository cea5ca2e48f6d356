import Foundation
import Testing
import VirtualView
import VirtualViewExpressions

/// Many items at once, in the background.
@Suite struct ItemRendererTests {
    private static let card = #"<NText text="${t}" layoutWidth="-1" layoutHeight="-2" textSize="10"/>"#

    private static func entries(_ count: Int) -> [ItemRenderer.Entry] {
        (0..<count).map { number in
            .init("Card", data: ["t": .string(String(repeating: "word ", count: number % 7 + 1))])
        }
    }

    @Test func keepsTheOrder() async throws {
        let renderer = ItemRenderer(Shelf(["Card": try LayoutSource.prepare(Self.card)]))
        var entries = Self.entries(100)
        entries[40].type = "Missing"
        let results = await renderer.render(entries, width: 60)
        #expect(results.count == 100)
        for (entry, result) in zip(entries, results) {
            switch result {
            case .success(let item):
                #expect(item == (try renderer.render(entry.type, data: entry.data, width: 60)))
            case .failure(let error):
                #expect(entry.type == "Missing" && error.code == .notFound)
            }
        }
    }

    @Test func makesNothingOfNothing() async throws {
        #expect(await ItemRenderer(Shelf([:])).render([], width: 60).isEmpty)
    }

    // MARK: - Cancellation

    /// A source that cancels a task as soon as it is asked.
    private final class CancellingSource: TemplateSource {
        private let template: PreparedTemplate
        private let cancel = Locked<(@Sendable () -> Void)?>(nil)
        private let ready = DispatchSemaphore(value: 0)

        init(_ template: PreparedTemplate) {
            self.template = template
        }

        func start(_ cancel: @escaping @Sendable () -> Void) {
            self.cancel.withLock { $0 = cancel }
            ready.signal()
        }

        func preparedTemplate(for type: String) throws(TemplateError) -> PreparedTemplate {
            ready.wait()
            ready.signal()
            cancel.withLock { $0 }?()
            return template
        }
    }

    @Test func aCancelledTaskStopsBetweenItems() async throws {
        let source = CancellingSource(try LayoutSource.prepare(Self.card))
        let entries = Self.entries(1_000)
        let task = Task { await ItemRenderer(source).render(entries, width: 60) }
        source.start { task.cancel() }
        let results = await task.value
        let made = results.count { (try? $0.get()) != nil }
        #expect((1...ProcessInfo.processInfo.activeProcessorCount).contains(made))
        for case .failure(let error) in results { #expect(error.code == .cancelled) }
    }

    @Test func aTaskThatIsCancelledBeforeMakesNothing() async throws {
        let renderer = ItemRenderer(Shelf(["Card": try LayoutSource.prepare(Self.card)]))
        let cache = RenderedItemCache()
        let codes = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let entries = Self.entries(10)
            let results = await renderer.render(entries, width: 60) + cache.items(entries, width: 60, from: renderer)
            return results.map { result in
                if case .failure(let error) = result { error.code.rawValue } else { "made" }
            }
        }.value
        #expect(codes == Array(repeating: "cancelled", count: 20))
        #expect(cache.count == 0)
    }
}
