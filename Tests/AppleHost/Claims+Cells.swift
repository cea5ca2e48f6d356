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
        #if canImport(UIKit)
            try collectionCells(templates)
        #endif
    }

    #if canImport(UIKit)
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
