import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

@testable import VirtualViewCore

/// The lines of `Docs/Limits.md` about lists.
enum ListLimitCases {
    static let all = [
        LimitCase("entries of a list", 1_000_000, "shown") { count in
            try scrolled(lines, entries: (0..<count).map { _ in short })
        },
        LimitCase("entries of a list in two columns", 100_000, "shown") { count in
            try scrolled(columns, entries: (0..<count).map { _ in short })
        },
        LimitCase("entries of a list, scrolled through by screens", 5_000, "shown") { count in
            try scrolled(lines, entries: (0..<count).map { _ in short }, byScreens: true)
        },
        LimitCase("entries of a list in two columns, scrolled through by screens", 2_000, "shown") { count in
            try scrolled(columns, entries: (0..<count).map { _ in short }, byScreens: true)
        },
        LimitCase("entries of a list, each of a type of its own", 20_000, "unknown-template") { count in
            try scrolled(lines, entries: (0..<count).map { ["type": .string("Own\($0)"), "h": 50] })
        },
        LimitCase("entries of a list that have one key", 50_000, "duplicate-key") { count in
            try scrolled(keyed, entries: (0..<count).map { _ in ["type": "Item", "h": 50, "key": "one"] })
        },
        LimitCase("entries of a list with keys, in the opposite order", 50_000, "shown") { count in
            let entries: [JSONValue] = (0..<count).map { ["type": "Item", "h": 50, "key": .int(Int64($0))] }
            let screen = try Screen(keyed, entries)
            return screen.shown(screen.show(entries.reversed()))
        },
        LimitCase("entries without a length", 50_000, "2000 live") { count in
            let screen = try Screen(lines, (0..<count).map { _ in ["type": "Item", "h": 0] })
            return "\(screen.list.items.count) live"
        },
        LimitCase("entries inserted before a list, one by one", 50_000, "shown") { count in
            try changed(from: 0) { changes in for _ in 0..<count { changes.insert(short, at: 0) } }
        },
        LimitCase("entries inserted into a list, at its ends in turns", 10_000, "shown") { count in
            try changed(from: 1_000) { changes in
                for number in 0..<count { changes.insert(short, at: number.isMultiple(of: 2) ? 0 : 1_000 + number) }
            }
        },
        LimitCase("entries removed from a list at its start", 50_000, "shown") { count in
            try changed(from: count + 10) { changes in for _ in 0..<count { changes.remove(at: 0) } }
        },
        LimitCase("entries of a list without a window, inserted before it", 1_000, "shown") { count in
            try changed(from: 0, window: nil) { changes in for _ in 0..<count { changes.insert(short, at: 0) } }
        },
        LimitCase("changes, one of an entry that is not there", 50_000, "InvalidIndex") { count in
            try changed(from: 0) { changes in
                for number in 0...count { changes.insert(short, at: number + number / count) }
            }
        },
    ]

    private static let short: JSONValue = ["type": "Item", "h": 50]
    private static let lines = list("")
    private static let columns = list(#"mode="staggeredGrid""#)
    private static let keyed = list(#"itemKey="key""#)

    private static func list(_ attributes: String) -> String {
        #"<Scroller dataTag="${items}" layoutWidth="-1" layoutHeight="-1" \#(attributes)/>"#
    }

    /// Shows entries, and scrolls to the last one.
    private static func scrolled(_ list: String, entries: [JSONValue], byScreens: Bool = false) throws -> String {
        let screen = try Screen(list, entries)
        return screen.shown(byScreens ? screen.scrollByScreens() : screen.scrollToEnd())
    }

    /// Changes a list, which then shows as many entries as that leaves.
    private static func changed(
        from count: Int,
        window: ListWindow? = ListWindow(),
        _ fill: (inout ListChanges) -> Void
    ) throws -> String {
        let screen = try Screen(lines, Array(repeating: short, count: count), window: window)
        var changes = ListChanges()
        fill(&changes)
        do throws(ListChanges.InvalidIndex) {
            try screen.list.apply(changes)
        } catch {
            return "InvalidIndex"
        }
        screen.layOut()
        return screen.shown(screen.scrollToEnd())
    }

    /// A screen that is a list.
    private struct Screen {
        let container: Container
        let list: ItemContainerNode

        init(_ source: String, _ entries: [JSONValue], window: ListWindow? = ListWindow()) throws {
            let item = try RuntimeLimitCases.prepare(#"<FrameLayout layoutWidth="-1" layoutHeight="${h}"/>"#)
            let source = try RuntimeLimitCases.prepare(source)
            container = Container(source.makeTree(source: PreparedTemplates(["Item": item])))
            guard let list = container.tree.root as? ItemContainerNode else { throw Missing() }
            self.list = list
            container.listWindow = window
            _ = show(entries)
        }

        private struct Missing: Error {}

        func layOut() {
            container.layout(in: LayoutSize(width: 300, height: 400))
            _ = container.displayList()
        }

        /// Shows entries from the first one; whether that is seen.
        func show(_ entries: [JSONValue]) -> Bool {
            container.update(data: ["items": .array(BindingArray(entries))])
            layOut()
            return list.liveRange.lowerBound == 0
        }

        /// Scrolls to the end; whether the last entry is seen then.
        func scrollToEnd() -> Bool {
            container.scroll(list, to: LayoutPoint(x: 0, y: 1e12))
            layOut()
            return isAtEnd
        }

        func scrollByScreens() -> Bool {
            while list.scrollOffset.y + 400 < list.contentSize.height {
                let before = list.scrollOffset.y
                container.scroll(list, to: LayoutPoint(x: 0, y: before + 400))
                layOut()
                guard list.scrollOffset.y > before else { return false }
            }
            return isAtEnd
        }

        private var isAtEnd: Bool {
            list.scrollOffset.y + 400 >= list.contentSize.height - 1
                && list.liveRange.upperBound == list.entryCount
        }

        /// The code of the first issue, or whether the entries are shown.
        func shown(_ isRight: Bool) -> String {
            container.tree.issues.first?.code.rawValue ?? (isRight ? "shown" : "is elsewhere")
        }
    }
}
