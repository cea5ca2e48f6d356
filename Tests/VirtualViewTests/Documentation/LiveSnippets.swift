import Foundation
import Testing
import VirtualView
import VirtualViewTestSupport

/// The code of `Docs/Live.md`: what stands between the markers is what the page shows.
@Suite struct LiveSnippets {
    private struct TabBar {
        var badge: JSONValue?
    }

    @Test func model() throws {
        let row = #"<NText text="${title}" layoutWidth="-1" layoutHeight="20"/>"#
        let screen = """
            <VHLayout orientation="V" layoutWidth="-1" layoutHeight="-1"><NText text="${count} for ${total}"/>
            <Scroller dataTag="${items}" layoutWidth="-1" layoutHeight="100"/></VHLayout>
            """
        let tree = try LayoutSource.prepare(screen).makeTree(source: PreparedTemplates(row))
        let card = Container(tree, textMeasuring: FixedTextMetrics())
        var tabBar = TabBar()
        // snippet: live-model
        let cart = DataModel(["count": 2, "total": "€ 8.00", "items": []])
        card.model = cart

        cart["count"] = 3
        cart["items[0]"] = ["type": "CartRow", "title": "Tea"]
        let badge = cart.observe("count") { value in tabBar.badge = value }
        // end
        card.layout(in: LayoutSize(width: 100, height: 200))
        #expect(tabBar.badge == 3)
        #expect(tree.nodes.compactMap { ($0 as? TextNode)?.text } == ["3 for € 8.00", "Tea"])
        badge.cancel()
    }

    @Test func schedule() {
        let data: JSONValue = ["count": 2]
        // snippet: live-schedule
        let cart = DataModel(data) { deliver in
            // The main thread is where the model is used.
            nonisolated(unsafe) let deliver = deliver
            RunLoop.main.perform(inModes: [.common]) { deliver() }
        }
        // end
        #expect(cart["count"] == 2)
    }

    private final class Host {
        var time = 0.0
        var isDragging = false
        var waiting: [() -> Void] = []

        func callBeforeSleeping(_ body: @escaping () -> Void) { waiting.append(body) }
    }

    @Test func idleWork() throws {
        let host = Host()
        let card = try LayoutSource.container(#"<NText text="Tea"/>"#)
        card.layout(in: LayoutSize(width: 9, height: 9))
        // snippet: live-idle
        let idle = IdleWork()
        idle.onNeed = { [unowned idle] in host.callBeforeSleeping { idle.run(now: { host.time }) } }
        idle.add("items ahead") { card.prepareItemsAhead(1) }
        idle.isHeldBack = host.isDragging
        // end
        #expect(host.waiting.count == 1 && idle.count == 1)
        for body in host.waiting { body() }
        #expect(idle.count == 0)
    }

    @Test func stalls() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url
        let log = Log()
        // snippet: live-stalls
        let stalls = StallMonitor { report in log.append(report.description) }
        let journal = try TemplateJournal(at: folder.appendingPathComponent("app.journal"), stalls: stalls)
        // end
        #expect(stalls.reports.isEmpty && !journal.isInForeground)
    }

    private struct Log: Sendable {
        func append(_ text: String) {}
    }
}
