import CoreGraphics
import Foundation
import VirtualView
import VirtualViewCompiler

@testable import VirtualViewUI

#if canImport(UIKit)
    import UIKit
#endif
#if canImport(SwiftUI)
    import SwiftUI
#endif

extension Claims {
    private static let post = [
        "Post": """
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content" padding="10"
            flag="flag_exposure">
            <NText text="${title}" layoutWidth="match_parent" layoutHeight="wrap_content" textSize="20"/>
            <NImage src="${url}" layoutWidth="40" layoutHeight="40"/>
        </VHLayout>
        """
    ]

    private static let shelf = [
        "Shelf": """
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
            <Scroller orientation="V" layoutWidth="match_parent" layoutHeight="100" dataTag="${books}"/>
        </VHLayout>
        """,
        "Book": #"<NText text="${title}" layoutWidth="90" layoutHeight="30"/>"#,
    ]

    private static let late = [
        "Late": """
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
            <NText text="${title}" layoutWidth="match_parent" layoutHeight="wrap_content" textSize="20"/>
            <NImage src="${url}" layoutWidth="wrap_content" layoutHeight="wrap_content"/>
        </VHLayout>
        """
    ]

    static func cells() throws {
        let templates = try Samples.templates(post)
        let (loader, holder) = (ManualLoader(), TemplateScreenView())
        TemplateScreen("Post", data: ["title": "Tea"], from: templates, images: loader).update(holder)
        let first = holder.templateView
        TemplateScreen("Post", data: ["title": "Coffee"], from: templates, images: loader).update(holder)
        check("other data in SwiftUI keeps the view", first != nil && holder.templateView === first)
        TemplateScreen("None", data: nil, from: templates, images: loader).update(holder)
        check("a template that is not there is an empty view", holder.templateView == nil)
        let (all, slots) = (try Samples.allTemplates().0, EmptySlots())
        let form = try Samples.data(of: "DeliveryForm")
        TemplateScreen("DeliveryForm", data: form, from: all, images: loader, slotViews: slots).update(holder)
        if let view = holder.templateView { Stage().put(view) }
        check("a slot in SwiftUI has the app's view", slots.names.values.contains("Map"), "\(slots.names.count)")
        try heightsInSwiftUI()
        try templatesThatAreGone()
        #if canImport(UIKit)
            try collectionCells(templates)
            try heightsOfCells()
            try versionsOfItems()
            try versionsOfCells()
        #endif
    }

    private static func heightsInSwiftUI() throws {
        let (loader, holder, stage) = (ManualLoader(), TemplateScreenView(), Stage())
        let data: JSONValue = ["title": "Tea", "url": "//late"]
        let screen = TemplateScreen("Late", data: data, from: try Samples.templates(late), images: loader)
        screen.update(holder)
        func height(_ width: CGFloat = 375) -> CGFloat {
            screen.size(ProposedViewSize(width: width, height: nil), holder)?.height ?? 0
        }
        let early = height()
        stage.put(holder, height: early)
        stage.wait(0.05)
        same("SwiftUI is not told the height that it knows", holder.record.intrinsicChanges, 0)
        _ = height(200)
        loader.deliver()
        stage.wait(0.05)
        same("SwiftUI is told that an image made the template higher", holder.record.intrinsicChanges, 1)
        check("and finds the new height", height() > early, "\(early), then \(height())")
        holder.templateView?.setNeedsUpdate()
        stage.frame()
        same("SwiftUI is not told again without a reason", holder.record.intrinsicChanges, 1)
        try heightsOfImagesAtHand()
        try heightsOfOtherTemplates()
    }

    /// A template comes when its view is on the screen, and then another one.
    private static func heightsOfOtherTemplates() throws {
        let (outer, holder, stage) = (PlatformView(frame: .zero), TemplateScreenView(), Stage())
        let templates = try Samples.templates(["Low": #"<FrameLayout layoutWidth="20" layoutHeight="20"/>"#])
        func told(of type: String) -> Int {
            let before = holder.record.intrinsicChanges
            TemplateScreen(type, data: nil, from: templates).update(holder)
            stage.frame()
            return holder.record.intrinsicChanges - before
        }
        _ = told(of: "Late")
        outer.addSubview(holder)
        stage.put(outer)
        let source = SourceFile(path: "Late.xml", text: late["Late"] ?? "")
        let none = told(of: "Late")
        _ = try templates.load(TemplateCompiler().compile(source).bytes ?? [], as: "Late")
        let changes = [none, told(of: "Late"), told(of: "Late"), told(of: "Low"), told(of: "None")]
        same("SwiftUI is told that there is another template, or none", changes, [0, 1, 0, 1, 1])
    }

    /// A release that disables templates is another one with the same number.
    private static func templatesThatAreGone() throws {
        let (holder, stage, templates) = (TemplateScreenView(), Stage(), try Samples.templates(shelf))
        func show(_ release: Int) -> [String] {
            let data: JSONValue = ["books": [["type": "Book", "title": "Tea"]]]
            TemplateScreen("Shelf", data: data, from: templates, release: release).update(holder)
            stage.frame()
            return holder.templateView?.spokenElements.compactMap(\.label) ?? ["nothing"]
        }
        stage.put(holder)
        same("SwiftUI shows items", show(1), ["Tea"])
        templates.remove("Book")
        same("without the template of the items it shows the rest", show(2), [])
        check("in a view", holder.templateView != nil)
        templates.remove("Shelf")
        same("a template that is gone is not shown any more", show(3), ["nothing"])
    }

    private static func heightsOfImagesAtHand() throws {
        let (holder, stage, templates) = (TemplateScreenView(), Stage(scale: 3), try Samples.templates(late))
        func height(_ images: any ImageLoading) -> CGFloat {
            let screen = TemplateScreen("Late", data: ["title": "Tea", "url": "//x"], from: templates, images: images)
            screen.update(holder)
            return screen.size(ProposedViewSize(width: 375, height: nil), holder)?.height ?? 0
        }
        let early = height(ManualLoader())
        stage.put(holder, height: early)
        stage.wait(0.05)
        let ready = ReadyLoader()
        _ = height(ready)
        let told = holder.record.intrinsicChanges
        stage.frame()
        same("SwiftUI is told that an image at hand made the template higher", holder.record.intrinsicChanges, told + 1)
        same("and finds the new height", height(ready), early + 20)

        let narrow = ["Narrow": #"<FrameLayout layoutWidth="33rp" layoutHeight="20"/>"#]
        let screen = TemplateScreen("Narrow", data: nil, from: try Samples.templates(narrow))
        let wrapping = TemplateScreenView()
        screen.update(wrapping)
        Stage(scale: 1).put(wrapping)
        let size = screen.size(ProposedViewSize(width: 375, height: nil), wrapping)
        same("a template that is narrower than it may be is as wide as that, rounded up to a pixel", size?.width, 17)
    }

    #if canImport(UIKit)
        /// A release may replace nothing but the template of the items.
        private static func versionsOfItems() throws {
            let (stage, templates) = (Stage(), try Samples.templates(shelf))
            let cell = UICollectionViewCell(frame: CGRect(x: 0, y: 0, width: 375, height: 200))
            stage.window.addSubview(cell)
            func show(_ title: String) -> [String] {
                let data: JSONValue = ["books": [["type": "Book", "title": .string(title)]]]
                cell.contentConfiguration = TemplateContentConfiguration("Shelf", data: data, from: templates)
                stage.frame()
                stage.wait(0.05)
                guard let view = (cell.shown as? TemplateContentView)?.templateView else { return [] }
                return Mark.shown(in: view).map { $0.name }
            }
            let before = show("one")
            check("a cell has items", before.contains { $0.contains("one") }, "\(before)")
            let source = SourceFile(path: "Book.xml", text: #"<NText text="new" layoutWidth="90" layoutHeight="30"/>"#)
            _ = try templates.load(TemplateCompiler().compile(source).bytes ?? [], as: "Book")
            let after = show("two")
            check(
                "a cell that is used again has items as they are now",
                after.contains { $0.contains("new") },
                "\(after)"
            )
        }

        /// The file of a cell's own template is loaded again, as it was and with a change.
        private static func versionsOfCells() throws {
            let (stage, templates) = (Stage(), try Samples.templates())
            let cell = UICollectionViewCell(frame: CGRect(x: 0, y: 0, width: 375, height: 200))
            stage.window.addSubview(cell)
            func load(height: Int) throws {
                let source = SourceFile(
                    path: "Row.xml",
                    text: #"<NText id="1" text="${title}" layoutWidth="match_parent" layoutHeight="\#(height)"/>"#
                )
                _ = try templates.load(TemplateCompiler().compile(source).bytes ?? [], as: "Row")
            }
            func show() -> TemplateView? {
                cell.contentConfiguration = TemplateContentConfiguration("Row", data: ["title": "Tea"], from: templates)
                stage.frame()
                return (cell.shown as? TemplateContentView)?.templateView
            }
            try load(height: 20)
            let first = show()
            let (made, node) = (Stage.viewsMade, first?.container.tree.node(withID: 1))
            try load(height: 20)
            let again = show()
            check("a cell whose file is loaded again keeps its nodes", again === first, "another view")
            check("all of them", node != nil && again?.container.tree.node(withID: 1) === node)
            try load(height: 30)
            let changed = show()
            same("a cell follows a new version of its template", changed?.size(forWidth: 375).height, 30)
            check("in its view", changed === first)
            same("and makes no views", Stage.viewsMade, made)
        }

        private static func heightsOfCells() throws {
            let (loader, stage, templates) = (ManualLoader(), Stage(), try Samples.templates(late))
            let cell = UICollectionViewCell(frame: CGRect(x: 0, y: 0, width: 375, height: 200))
            stage.window.addSubview(cell)
            func show(_ url: String) {
                cell.contentConfiguration = TemplateContentConfiguration(
                    "Late",
                    data: ["title": "Tea", "url": .string(url)],
                    from: templates,
                    images: loader
                )
            }
            func height() -> CGFloat {
                let size = cell.shown?.systemLayoutSizeFitting(
                    CGSize(width: 375, height: 0),
                    withHorizontalFittingPriority: UILayoutPriority(rawValue: 1_000),
                    verticalFittingPriority: UILayoutPriority(rawValue: 50)
                )
                return size?.height ?? 0
            }
            func told() -> Int { cell.shown?.record.intrinsicChanges ?? 0 }
            show("//first")
            let early = height()
            let shown = told()
            stage.wait(0.05)
            same("a cell is not told the height that it knows", told(), shown)
            loader.deliver()
            stage.wait(0.05)
            same("a cell is told that an image made its entry higher", told(), shown + 1)
            check("and finds the new height", height() > early, "\(early), then \(height())")
            show("//second")
            let next = told()
            same("a cell is told that it shows another entry", next, shown + 2)
            same("another entry has its own height", height(), early)
            stage.frame()
            same("which the cell is not told again", told(), next)
        }

        private static func collectionCells(_ templates: TemplateManager) throws {
            let loader = ManualLoader()
            let stage = Stage()
            let cell = UICollectionViewCell(frame: CGRect(x: 0, y: 0, width: 375, height: 200))
            stage.window.addSubview(cell)
            var exposures = 0
            func show(_ title: String, _ url: String) {
                let data: JSONValue = ["title": .string(title), "url": .string(url)]
                let count: (NodeEvent) -> Void = { if $0.kind == .exposure { exposures += 1 } }
                cell.contentConfiguration = TemplateContentConfiguration(
                    "Post",
                    data: data,
                    from: templates,
                    images: loader,
                    onEvent: count
                )
                stage.frame()
                stage.wait(0.05)
            }
            show("one", "//a")
            let view = (cell.shown as? TemplateContentView)?.templateView
            let made = Stage.viewsMade
            show("two", "//b")
            check(
                "a cell that is used again keeps its views",
                (cell.shown as? TemplateContentView)?.templateView === view
            )
            same("and makes none", Stage.viewsMade, made)
            same("each entry of a cell is exposed", exposures, 2)
            loader.deliver()
            stage.wait(0.05)
            same("the image of the last entry is cancelled", loader.cancelled, ["//a"])
            let names = Mark.shown(in: view ?? UIViewNone.view).map { $0.name }
            check(
                "the cell shows the image of its entry alone",
                names.contains("image //b") && !names.contains("image //a"),
                "\(names)"
            )
            let fit = cell.shown?.systemLayoutSizeFitting(
                CGSize(width: 375, height: 0),
                withHorizontalFittingPriority: UILayoutPriority(rawValue: 1_000),
                verticalFittingPriority: UILayoutPriority(rawValue: 50)
            )
            let environment = ScreenEnvironment(of: cell)
            let renderer = ItemRenderer(
                templates,
                environment: environment,
                textMeasuring: ScreenTextMetrics(scale: environment.scale)
            )
            let item = try renderer.render("Post", data: ["title": "two", "url": "//b"], width: 375)
            same("a cell is as high as the renderer says", Double(fit?.height ?? 0), item.size.height)
            var problems: [TemplateError] = []
            var broken = TemplateContentConfiguration("None", data: nil, from: templates)
            broken.onError = { problems.append($0) }
            cell.contentConfiguration = broken
            same("a template that is not there is told", problems.count, 1)
        }
    #endif
}

#if canImport(UIKit)
    @MainActor private enum UIViewNone {
        static var view: TemplateView { preconditionFailure("a cell without a view") }
    }
#endif
