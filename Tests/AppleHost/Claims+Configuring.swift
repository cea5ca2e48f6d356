import CoreGraphics
import Foundation
import VirtualView

@testable import VirtualViewUI

#if canImport(UIKit)
    import UIKit
#endif
#if canImport(SwiftUI)
    import SwiftUI
#endif

// What apps do with the views that cells and SwiftUI make for them.

extension Claims {
    private static let note = [
        "Note": """
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
            <NText text="${title}, ${env.theme}" layoutWidth="match_parent" layoutHeight="20"
                flag="flag_longclickable"/>
        </VHLayout>
        """,
        "Seen": """
        <NText text="${title}" layoutWidth="match_parent" layoutHeight="200" flag="flag_exposure" action="${title}"/>
        """,
    ]

    /// Templates in a view of the app that is moved under the edge of the window.
    static func exposuresAround() throws {
        let (stage, templates) = (Stage(), try Samples.templates(note))
        let (outer, list) = (PlatformView(frame: .zero), PlatformView(frame: .zero))
        var seen: [String] = []
        for number in 0..<5 {
            let view = try TemplateView("Seen", from: templates)
            view.show(["title": .string("\(number)")])
            view.onEvent = { if $0.kind == .exposure { seen.append($0.action ?? "-") } }
            view.frame = CGRect(x: 0, y: CGFloat(number) * 200, width: 375, height: 200)
            list.addSubview(view)
        }
        list.frame = CGRect(x: 0, y: 0, width: 375, height: 1_000)
        outer.addSubview(list)
        stage.put(outer)
        stage.wait(0.05)
        same("templates in a view are exposed as far as they are seen", seen, ["0", "1", "2", "3"])
        list.frame.origin.y = -300
        outer.exposeVisibleNodes()
        same("a view that has scrolled exposes the templates inside", seen.last, "4")
        outer.exposeVisibleNodes()
        same("once", seen.count, 5)
        try exposuresInSlots(templates)
        #if canImport(UIKit)
            try exposuresOfCells(templates)
        #endif
    }

    /// Shows a template in each slot.
    private final class TemplatesInSlots: SlotViewProviding {
        let templates: TemplateManager
        var seen: [String] = []
        private var shown: [ObjectIdentifier: String] = [:]

        init(_ templates: TemplateManager) {
            self.templates = templates
        }

        func makeView(for slot: DisplayList.Slot) -> PlatformView? {
            let view = try? TemplateView("Seen", from: templates)
            view?.onEvent = { [weak self] in if $0.kind == .exposure { self?.seen.append($0.action ?? "-") } }
            return view
        }

        func update(_ view: PlatformView, for slot: DisplayList.Slot, of node: Node) {
            guard case .string(let place)? = slot.properties["place"],
                shown.updateValue(place, forKey: ObjectIdentifier(view)) != place
            else { return }
            (view as? TemplateView)?.show(["title": .string(place)])
        }
    }

    private static func exposuresInSlots(_ templates: TemplateManager) throws {
        let view = try view(
            [
                "Screen": """
                <Scroller layoutWidth="match_parent" layoutHeight="match_parent" dataTag="${rows}"/>
                """,
                "Row": #"<Map place="${place}" layoutWidth="match_parent" layoutHeight="200"/>"#,
            ],
            data: ["rows": .array(BindingArray((0..<5).map { ["type": "Row", "place": .string("\($0)")] }))]
        )
        let (slots, stage) = (TemplatesInSlots(templates), Stage())
        view.slotViews = slots
        stage.put(view)
        stage.wait(0.05)
        same("templates in slots are exposed as far as they are seen", slots.seen, ["0", "1", "2", "3"])
        firstScroller(in: view)?.drag(to: [CGPoint(x: 0, y: 120)])
        stage.wait(0.05)
        firstScroller(in: view)?.drag(to: [CGPoint(x: 0, y: 300)])
        same("and when the list around them has scrolled", slots.seen.last, "4")
    }

    static func configuring() throws {
        let (stage, holder, templates) = (Stage(), TemplateScreenView(), try Samples.templates(note))
        func show(_ title: String, _ theme: JSONValue) -> [String] {
            let screen = TemplateScreen(
                "Note",
                data: ["title": .string(title)],
                from: templates,
                configure: { view in
                    view.container.environment.values = ["theme": theme]
                    view.words.longPress = "Lange drücken"
                }
            )
            screen.update(holder)
            stage.frame()
            let element = holder.templateView?.spokenElements.first
            return [element?.label ?? "-"] + (element?.actionNames ?? [])
        }
        stage.put(holder)
        same("a theme and words reach a template in SwiftUI", show("Tea", "dark"), ["Tea, dark", "Lange drücken"])
        same("also another theme", show("Tea", "light"), ["Tea, light", "Lange drücken"])
        #if canImport(UIKit)
            try configuringCells(templates)
        #endif
    }

    #if canImport(UIKit)
        /// The delegate of a list, as in the documentation.
        private final class ListOfCells: NSObject, UICollectionViewDelegate {
            func scrollViewDidScroll(_ scrollView: UIScrollView) {
                scrollView.exposeVisibleNodes()
            }
        }

        private static func exposuresOfCells(_ templates: TemplateManager) throws {
            let (stage, delegate) = (Stage(), ListOfCells())
            let list = UIScrollView(frame: CGRect(x: 0, y: 0, width: 375, height: 700))
            list.clipsToBounds = true
            list.contentSize = CGSize(width: 375, height: 1_000)
            list.delegate = delegate
            stage.window.addSubview(list)
            var seen: [String] = []
            for number in 0..<5 {
                let cell = UICollectionViewCell(frame: CGRect(x: 0, y: CGFloat(number) * 200, width: 375, height: 200))
                list.addSubview(cell)
                let data: JSONValue = ["title": .string("\(number)")]
                cell.contentConfiguration = TemplateContentConfiguration("Seen", data: data, from: templates) { event in
                    if event.kind == .exposure { seen.append(event.action ?? "-") }
                }
            }
            stage.frame()
            same("cells are exposed as far as they are seen", seen, ["0", "1", "2", "3"])
            for place in stride(from: 20.0, through: 300, by: 20) { list.contentOffset.y = place }
            same("a cell that is scrolled into view is exposed", seen, ["0", "1", "2", "3", "4"])
        }

        private static func configuringCells(_ templates: TemplateManager) throws {
            let stage = Stage()
            let cell = UICollectionViewCell(frame: CGRect(x: 0, y: 0, width: 375, height: 200))
            stage.window.addSubview(cell)
            func show(_ content: TemplateContentConfiguration) -> [String] {
                cell.contentConfiguration = content
                stage.frame()
                let element = (cell.shown as? TemplateContentView)?.templateView?.spokenElements.first
                return [element?.label ?? "-"] + (element?.actionNames ?? [])
            }
            var content = TemplateContentConfiguration("Note", data: ["title": "Tea"], from: templates)
            content.configure = { view in
                view.container.environment.values = ["theme": "dark"]
                view.words.longPress = "Lange drücken"
            }
            same("a theme and words reach a cell", show(content), ["Tea, dark", "Lange drücken"])
            content.configure = { $0.container.environment.values = ["theme": "light"] }
            same("also another theme for the same entry", show(content), ["Tea, light", "Lange drücken"])
            let model = DataModel(["title": "Milk"])
            content = TemplateContentConfiguration("Note", data: nil, from: templates)
            content.configure = { $0.container.model = model }
            same("a cell shows a model", show(content).first, "Milk, light")
            model["title"] = "Water"
            stage.frame()
            same("and follows it", show(content).first, "Water, light")
            let next = TemplateContentConfiguration("Note", data: ["title": "Juice"], from: templates)
            same("until it shows another entry", show(next).first, "Juice, light")
        }
    #endif
}
