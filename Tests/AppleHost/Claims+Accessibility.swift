import CoreGraphics
import Foundation
import VirtualView

@testable import VirtualViewUI

#if canImport(UIKit)
    import UIKit
#else
    import AppKit
#endif

extension Claims {
    private static let sample = [
        "Screen": """
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
            <NText text="Tea" accessibilityRole="header" layoutWidth="match_parent" layoutHeight="30"/>
            <NText text="Buy" flag="flag_clickable|flag_longclickable" action="buy" layoutWidth="match_parent"
                layoutHeight="30"/>
            <FrameLayout layoutWidth="match_parent" layoutHeight="30" accessibilityGroup="true">
                <NText text="Green" layoutWidth="100" layoutHeight="30"/>
                <NText text="Info" flag="flag_clickable" action="info" layoutWidth="100" layoutHeight="30"/>
            </FrameLayout>
            <Page layoutWidth="match_parent" layoutHeight="100" dataTag="${pages}"/>
            <Scroller layoutWidth="match_parent" layoutHeight="100" dataTag="${rows}"/>
        </VHLayout>
        """,
        "Row":
            #"<NText text="${t}" layoutWidth="match_parent" layoutHeight="50" flag="flag_clickable" action="${t}"/>"#,
    ]

    static func accessibility() throws {
        let rows = (0..<30).map { number -> JSONValue in ["type": "Row", "t": .string("row \(number)")] }
        let pages = (0..<3).map { number -> JSONValue in ["type": "Row", "t": .string("page \(number)")] }
        let data: JSONValue = ["rows": .array(BindingArray(rows)), "pages": .array(BindingArray(pages))]
        let view = try view(sample, data: data)
        let stage = Stage()
        stage.put(view)
        var events: [String] = []
        view.onEvent = { event in
            if event.kind == .click || event.kind == .longClick {
                events.append("\(event.kind) \(event.action ?? "-")")
            }
        }
        let elements = view.spokenElements
        let labels = elements.map { $0.label }
        check(
            "the elements of the sample are there, in reading order",
            labels.starts(with: ["Tea", "Buy", "Green", "Page", "page 0", "row 0", "row 1"]),
            "\(labels)"
        )
        let silent = elements.filter { $0.label.isEmpty || $0.trait.isEmpty || $0.frame.isEmpty }
        check(
            "every element has a label, a trait and a frame",
            silent.isEmpty && !elements.isEmpty,
            "\(silent.map { $0.label })"
        )
        guard elements.count >= 7 else { return }
        let dead = elements.filter { $0.isButton }.filter { !$0.activate() }
        check("every button does something", dead.isEmpty, "\(dead.map { $0.label })")
        check("a button is clicked", events.first == "click buy", "\(events)")
        events = []
        same("a long press is an action", elements[1].actionNames, ["Long press"])
        check("which does it", elements[1].act(0) && events == ["longClick buy"], "\(events)")
        events = []
        same("what is inside of a group is an action", elements[2].actionNames, ["Info"])
        check("which does it too", elements[2].act(0) && events == ["click info"], "\(events)")
        check("pages are adjusted", elements[3].isAdjustable && elements[3].value == "1 / 3", elements[3].value ?? "-")
        elements[3].increment()
        stage.frame()
        let after = view.spokenElements
        same("and go on", after[3].value, "2 / 3")
        check("an element stays the same object", after[1].object === elements[1].object)
        Stage.setVoiceOver(true)
        stage.wait(0.05)
        let posted = Stage.postedCount
        for _ in 0..<10 {
            view.setNeedsUpdate()
            stage.frame()
        }
        same("VoiceOver is not told of a layout that changes nothing", Stage.postedCount, posted)
        view.container.tree.root.children.first?.setProperty(.string("Coffee"), named: "text")
        view.setNeedsUpdate()
        stage.frame()
        check("VoiceOver is told of changes", Stage.postedCount > posted)
        let heard = Stage.postedCount
        scrollers(in: view).last?.drag(to: (1...20).map { CGPoint(x: 0, y: $0 * 5) })
        same("and hears of scrolling when that is over, once", Stage.postedCount - heard, 1)
        scrollers(in: view).last?.drag(to: [.zero])
        Stage.setVoiceOver(false)
        #if canImport(UIKit)
            focus(view, stage)
            try focusInListsOfLists()
        #else
            try actionsOnOffer()
        #endif
        try everyTemplate()
        try sampleOfThePage()
    }

    /// Entries come and go before others.
    static func identity() throws {
        func rows(_ numbers: [Int]) -> JSONValue {
            let rows = numbers.map { number -> JSONValue in
                ["type": "Row", "id": .int(Int64(number)), "t": .string("row \(number)")]
            }
            return ["rows": .array(BindingArray(rows))]
        }
        let list = #"<Scroller layoutWidth="match_parent" layoutHeight="400" dataTag="${rows}" itemKey="id"/>"#
        let view = try view(["Screen": list, "Row": sample["Row"] ?? ""], data: rows([1, 2, 3, 4]))
        let stage = Stage()
        func objects() -> [String: AnyObject] {
            Dictionary(view.spokenElements.map { ($0.label, $0.object) }) { first, _ in first }
        }
        stage.put(view)
        let before = objects()
        view.show(rows([7, 1, 2, 4]))
        stage.frame()
        let after = objects()
        let labels = ["row 1", "row 2", "row 4"]
        check(
            "an element stays the same object when entries come before it",
            before.count == 4 && labels.allSatisfy { before[$0] === after[$0] },
            "\(labels.filter { before[$0] !== after[$0] })"
        )
        view.reuse(for: rows([7, 1, 2, 4]))
        stage.frame()
        let reused = objects()
        check(
            "the elements of another entry are other objects",
            !reused.isEmpty && reused.values.allSatisfy { object in !after.values.contains { $0 === object } }
        )
    }

    #if canImport(UIKit)
        /// VoiceOver moves on to what is just outside of the visible part, page by page or element by element.
        private static func focus(_ view: TemplateView, _ stage: Stage) {
            stage.wait(0.1)
            let list = view.container.tree.nodes.compactMap { $0 as? ScrollerNode }.first
            let rows = (view.accessibilityElements ?? []).compactMap { $0 as? TemplateElement }
                .filter { $0.accessibilityLabel?.hasPrefix("row") == true }
            check("rows just outside of the visible part are elements", rows.count > 2, "\(rows.count)")
            rows.last?.accessibilityElementDidBecomeFocused()
            stage.frame()
            check("a row with the focus is scrolled into view", (list?.scrollOffset.y ?? 0) > 0)
            let before = list?.scrollOffset.y ?? 0
            check("three fingers scroll a page", rows.first?.accessibilityScroll(.down) == true)
            same("by what is visible", list?.scrollOffset.y ?? 0, before + 100)
            // 30 rows of 50 points, of which 100 are visible.
            let share = Int(((before + 100) / 1_400 * 100).rounded())
            same("and VoiceOver says how far", UIAccessibility.said.last, "\(share)%")
        }

        /// Lists inside of a list, all of which are scrolled.
        private static func focusInListsOfLists() throws {
            func entries(_ type: String) -> JSONValue {
                .array(BindingArray((0..<20).map { ["type": .string(type), "t": .string("\(type) \($0)")] }))
            }
            let view = try view(
                [
                    "Screen": """
                    <Scroller layoutWidth="match_parent" layoutHeight="match_parent" dataTag="${all}"/>
                    """,
                    "Box": #"<Scroller layoutWidth="match_parent" layoutHeight="100" dataTag="${rows}"/>"#,
                    "Band": """
                    <Slider layoutWidth="match_parent" layoutHeight="60" orientation="H" dataTag="${rows}"
                        itemWidth="120"/>
                    """,
                    "Tall": #"<NText text="tall" layoutWidth="match_parent" layoutHeight="900"/>"#,
                    "Row": #"<NText text="${t}" layoutWidth="match_parent" layoutHeight="40"/>"#,
                    "Tile": #"<NText text="${t}" layoutWidth="120" layoutHeight="60"/>"#,
                ],
                data: [
                    "all": [
                        ["type": "Tall"], ["type": "Box", "rows": entries("Row")],
                        ["type": "Band", "rows": entries("Tile")], ["type": "Tall"],
                    ]
                ]
            )
            let stage = Stage()
            stage.put(view)
            guard let outer = view.container.tree.root as? ScrollerNode else { return }
            func scroll(_ list: ItemContainerNode?, _ x: Double, _ y: Double) {
                guard let list else { return check("a list is in a list", false) }
                view.container.scroll(list, to: LayoutPoint(x: x, y: y))
                view.setNeedsUpdate()
                stage.wait(0.1)
            }
            func element(_ label: String) -> TemplateElement? {
                view.allElements.compactMap { $0 as? TemplateElement }.first { $0.accessibilityLabel == label }
            }
            scroll(outer, 0, 700)
            let box = view.container.tree.nodes.compactMap { $0 as? ScrollerNode }.first { $0 !== outer }
            let band = view.container.tree.nodes.compactMap { $0 as? SliderNode }.first
            scroll(box, 0, 200)
            scroll(band, 600, 0)
            func places() -> [Double] { [outer.scrollOffset.y, box?.scrollOffset.y ?? 0, band?.scrollOffset.x ?? 0] }
            for label in ["Row 6", "Tile 6"] {
                element(label)?.accessibilityElementDidBecomeFocused()
                stage.frame()
                same("\(label), which is seen, is not scrolled when it gets the focus", places(), [700, 200, 600])
            }
            element("Row 4")?.accessibilityElementDidBecomeFocused()
            stage.frame()
            same("what is just outside of a list in a list is scrolled there", places(), [700, 160, 600])
            check("three fingers scroll a slider to the side", element("Tile 6")?.accessibilityScroll(.left) == true)
            same("by what is visible", places(), [700, 160, 975])
            stage.wait(0.1)
            check("up and down they scroll the list around it", element("Tile 9")?.accessibilityScroll(.down) == true)
            same("and not the slider", places(), [1_260, 160, 975])
        }
    #endif

    #if !canImport(UIKit)
        /// AppKit asks an element which actions it has, and wants values of the type that a role has.
        private static func actionsOnOffer() throws {
            let view = try view(
                [
                    "Screen": """
                    <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
                        <NText text="Tea" layoutWidth="match_parent" layoutHeight="30"/>
                        <NText text="Buy" flag="flag_clickable" layoutWidth="match_parent" layoutHeight="30"/>
                        <Page layoutWidth="match_parent" layoutHeight="50" dataTag="${pages}" accessibilityLabel="Offers"/>
                        <Progress initValue="62" accessibilityLabel="On its way" layoutWidth="90" layoutHeight="4"/>
                    </VHLayout>
                    """,
                    "Row": "<FrameLayout layoutWidth='match_parent' layoutHeight='50'/>",
                ],
                data: ["pages": [["type": "Row"], ["type": "Row"]]]
            )
            Stage().put(view)
            let elements = view.allElements.compactMap { $0 as? TemplateElement }
            let offered = elements.map { element in
                ["Press", "Increment", "Decrement", "ShowMenu"].filter { name in
                    element.isAccessibilitySelectorAllowed(Selector(name: "accessibilityPerform\(name)"))
                }
            }
            let all = [["ShowMenu"], ["Press", "ShowMenu"], ["Increment", "Decrement", "ShowMenu"], ["ShowMenu"]]
            same("an element offers what can be done with it alone", offered, all)
            same("a plain text has its text as its value", elements.first?.value as? String, "Tea")
            check("and no label", elements.first?.label == nil)
            let progress = [elements.last?.value, elements.last?.range.least, elements.last?.range.most]
            same("progress has a number of a range", progress.map { ($0 as? NSNumber)?.intValue }, [62, 0, 100])
        }
    #endif

    /// The elements of every template have words and a place.
    private static func everyTemplate() throws {
        let (manager, names) = try Samples.allTemplates()
        var silent: [String] = []
        var count = 0
        for name in names {
            let view = try TemplateView(name, from: manager, images: ManualLoader())
            view.show(try Samples.data(of: name))
            let stage = Stage()
            stage.put(view)
            for element in view.spokenElements {
                count += 1
                if element.label.isEmpty || element.trait.isEmpty {
                    silent.append("\(name): \(element.label) \(element.trait)")
                }
                if element.isButton, !element.activate() { silent.append("\(name): \(element.label) does nothing") }
            }
        }
        check(
            "\(count) elements of \(names.count) templates have words, and their buttons work",
            silent.isEmpty && count > 100,
            silent.joined(separator: "; ")
        )
    }

    /// The sample of Docs/Apple.md has the elements that the table below it lists.
    private static func sampleOfThePage() throws {
        let page = try String(contentsOf: URL(fileURLWithPath: CommandLine.arguments[3]), encoding: .utf8)
        let parts = page.components(separatedBy: "```xml Order.xml\n")
        guard parts.count == 2, let end = parts[1].range(of: "\n```") else {
            return check("Docs/Apple.md has a sample", false)
        }
        let rows = parts[1][end.upperBound...].split(separator: "\n").drop { !$0.hasPrefix("|---") }.dropFirst()
            .prefix { $0.hasPrefix("|") }
            .map { row in
                row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                    .map { $0.trimmingCharacters(in: .whitespaces) }
            }
        let view = try view(["Screen": String(parts[1][..<end.lowerBound])])
        var event = ""
        view.onEvent = { if $0.kind == .click { event = $0.action ?? "-" } }
        let stage = Stage()
        stage.put(view)
        let found = view.spokenElements.map { element in
            event = ""
            _ = element.activate()
            let activated = event
            return [
                element.label, element.value ?? "", element.trait, activated,
                element.actionNames.joined(separator: ", "),
            ]
        }
        let column = Stage.system == "UIKit" ? 2 : 3
        let wanted = rows.map { [$0[0], $0[1], $0[column], $0[4], $0[5]] }
        same("the sample of Docs/Apple.md has the elements of its table", found, wanted)
        let frames = view.spokenElements.map { $0.frame }
        check(
            "each has a frame below the one before",
            frames.allSatisfy { !$0.isEmpty } && zip(frames, frames.dropFirst()).allSatisfy { $0.maxY <= $1.minY + 1 },
            "\(frames)"
        )
    }
}
