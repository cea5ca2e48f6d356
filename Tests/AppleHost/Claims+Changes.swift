import CoreGraphics
import Foundation
import SwiftUI
import VirtualView

@testable import VirtualViewUI

/// A loader that has every image at once, and puts its name before the image's.
@MainActor private final class NamedLoader: ImageLoading {
    private let name: String

    init(_ name: String) {
        self.name = name
    }

    func cachedImage(for source: String) -> LoadedImage? { ManualLoader.image("\(name) \(source)") }
    func loadImage(for source: String) async throws -> LoadedImage { ManualLoader.image("\(name) \(source)") }
}

/// A loader whose images are as wide as their names are long.
@MainActor private final class ByteLoader: ImageLoading {
    func cachedImage(for source: String) -> LoadedImage? {
        LoadedImage(CGImage(name: source, width: 10 * source.utf8.count, height: 10))
    }

    func loadImage(for source: String) async throws -> LoadedImage { throw CancellationError() }
}

// What changes while a view is on the screen.

extension Claims {
    private static func post(_ title: String) throws -> TemplateManager {
        try Samples.templates([
            "Post": """
            <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
                <NText text="\(title)" layoutWidth="match_parent" layoutHeight="wrap_content"/>
                <NImage src="//p" layoutWidth="40" layoutHeight="40"/>
            </VHLayout>
            """
        ])
    }

    /// SwiftUI and cells are given another manager, or another loader.
    static func otherLoaders() throws {
        let (old, new) = (try post("old"), try post("new"))
        let (first, second) = (NamedLoader("first"), NamedLoader("second"))
        let (holder, stage) = (TemplateScreenView(), Stage())
        func show(_ templates: TemplateManager, _ images: any ImageLoading) {
            TemplateScreen("Post", data: nil, from: templates, images: images).update(holder)
            stage.frame()
        }
        stage.put(holder)
        show(old, first)
        same("SwiftUI shows images", drawnImages(in: holder), ["first //p"])
        let view = holder.templateView
        show(old, second)
        same("another loader in SwiftUI loads the images again", drawnImages(in: holder), ["second //p"])
        check("and keeps the view", view != nil && holder.templateView === view)
        show(new, second)
        same("another manager in SwiftUI shows its template", holder.templateView?.spokenElements.first?.label, "new")
        let slow = ManualLoader()
        show(new, slow)
        same("what the last loader had is not drawn any more", drawnImages(in: holder), [])
        #if canImport(UIKit)
            let cell = UICollectionViewCell(frame: CGRect(x: 0, y: 0, width: 375, height: 200))
            let cells = Stage()
            cells.window.addSubview(cell)
            var content = TemplateContentConfiguration("Post", data: nil, from: old, images: first)
            cell.contentConfiguration = content
            cells.frame()
            let shown = (cell.shown as? TemplateContentView)?.templateView
            content.images = second
            cell.contentConfiguration = content
            cells.frame()
            same("another loader in a cell loads the images again", drawnImages(in: cell), ["second //p"])
            cell.contentConfiguration = TemplateContentConfiguration("Post", data: ["a": 1], from: old, images: first)
            cells.frame()
            same("also for another entry", drawnImages(in: cell), ["first //p"])
            check("in the same view", shown != nil && (cell.shown as? TemplateContentView)?.templateView === shown)
        #endif
    }

    /// What an app sets after the first frame.
    static func lateSettings() throws {
        let (manager, _) = try Samples.allTemplates()
        let form = try TemplateView("DeliveryForm", from: manager, images: ManualLoader())
        form.show(try Samples.data(of: "DeliveryForm"))
        let stage = Stage()
        stage.put(form)
        check("an empty place is nothing for VoiceOver", !form.allElements.contains { $0 is PlatformView })
        let slots = EmptySlots()
        form.slotViews = slots
        stage.frame()
        let wanted = Mark.wanted(by: form.container.displayListWithNextPages(), scale: 2, hasImages: false)
        let difference = Mark.difference(Mark.shown(in: form, slots: slots.names), wanted)
        check("the views of a provider that comes late are at their places", difference == nil, difference ?? "")
        check("and VoiceOver reaches them", form.allElements.contains { $0 is PlatformView })
        let others = EmptySlots(leavingOut: "Map")
        form.slotViews = others
        stage.frame()
        let counts = [slots.views(in: form), others.views(in: form)]
        same("another provider makes all views anew", counts, [0, slots.names.count - 1])
        same("a provider is asked about its own views alone", [slots.strangers, others.strangers], [0, 0])
        form.slotViews = nil
        stage.frame()
        same("without a provider there are no views", others.views(in: form), 0)

        let card = try view([
            "Screen": """
            <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
                <NText text="Buy" flag="flag_longclickable" layoutWidth="match_parent" layoutHeight="30"/>
                <NImage src="//never" layoutWidth="40" layoutHeight="40"/>
            </VHLayout>
            """
        ])
        let other = Stage()
        other.put(card)
        card.imagePlaceholder = ManualLoader.image("placeholder")
        other.frame()
        same("a placeholder that comes late is drawn", drawnImages(in: card), ["placeholder"])
        same("an action has its English name", card.spokenElements.first?.actionNames, ["Long press"])
        card.words.longPress = "Lange drücken"
        other.frame()
        same("words that come late are said", card.spokenElements.first?.actionNames, ["Lange drücken"])
    }

    /// What is kept of images: by the bytes of their names, and not for ever.
    static func keptImages() throws {
        let view = try view(
            [
                "Screen": """
                <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
                    <NImage src="${a}" layoutWidth="wrap_content" layoutHeight="10"/>
                    <NImage src="${b}" layoutWidth="wrap_content" layoutHeight="10"/>
                </VHLayout>
                """
            ],
            data: ["a": "//caf\u{E9}", "b": "//cafe\u{301}"],
            images: ByteLoader()
        )
        let stage = Stage()
        stage.put(view)
        let lengths = drawnImages(in: view).map { $0.utf8.count }
        same("images whose names are equivalent in Unicode are two", lengths, [7, 8])
        let wanted = Mark.wanted(by: view.container.displayListWithNextPages(), scale: 2, hasImages: true)
        let difference = Mark.difference(Mark.shown(in: view), wanted)
        check("images at hand have their places in the first frame", difference == nil, difference ?? "")
        let widths = view.container.tree.nodes.compactMap { $0 as? ImageNode }.map { $0.frame.size.width }
        same("each with its size", widths, [70, 80])
        let count = 2_000
        for number in 0..<count {
            view.reuse(for: ["a": .string("//\(number)"), "b": "//b"])
            stage.frame()
        }
        let sizes = view.host.images.sizes
        let known = (0..<count).filter { sizes.size(ofImage: "//\($0)") != nil }
        check("of \(count) images that were shown, the last sizes are known", known.suffix(200).first == count - 200)
        check("and the others are forgotten", known.count <= 2 * ImageSizes.spareCount + 2, "\(known.count)")
        check("that of an image that is always shown is kept", sizes.size(ofImage: "//b") != nil)
    }

    /// Images of the app have variants for the dark appearance.
    static func appearances() throws {
        let (light, dark) = (ManualLoader.image("light").image, ManualLoader.image("dark").image)
        let size = CGSize(width: 40, height: 20)
        #if canImport(UIKit)
            UIImage.named["logo"] = UIImage(light, dark: dark, size)
        #else
            NSImage.named["logo"] = NSImage(light, dark: dark, size)
        #endif
        let source = #"<NImage src="${src}" layoutWidth="40" layoutHeight="20"/>"#
        let loader = URLImageLoader()
        let view = try view(["Screen": source], data: ["src": "logo"], images: loader)
        let (stage, night) = (Stage(), Stage())
        stage.put(view)
        same("an image of the app is drawn", drawnImages(in: view), ["light"])
        stage.setDark(true)
        same("the dark appearance has its own image", drawnImages(in: view), ["dark"])
        stage.setDark(false)
        same("and so has the light one again", drawnImages(in: view), ["light"])
        let second = try self.view(["Screen": source], data: ["src": "logo"], images: loader)
        night.setDark(true)
        night.put(second)
        same("views with one loader have images for their own appearances", drawnImages(in: second), ["dark"])

        let slow = ManualLoader()
        let far = try self.view(["Screen": source], data: ["src": "//far"], images: slow)
        let other = Stage()
        other.put(far)
        other.wait(0.05)
        slow.deliver()
        other.wait(0.05)
        other.setDark(true)
        other.wait(0.05)
        same("another appearance asks for all images again", slow.asked, ["//far", "//far"])
        same("and draws those that are here until then", drawnImages(in: far), ["//far"])
        let draws = drawCount(in: far)
        slow.deliver()
        other.wait(0.05)
        check("what arrives then is drawn", drawCount(in: far) > draws)
    }

    #if canImport(UIKit)
        /// An app changes data and lets the view lay out inside of an animation.
        static func animations() throws {
            func rows(_ names: [String], _ height: Int) -> JSONValue {
                let rows = names.map { ["type": "Row", "t": .string($0), "h": .int(Int64(height))] as JSONValue }
                return ["rows": .array(BindingArray(rows))]
            }
            let view = try view(
                [
                    "Screen": """
                    <Scroller itemKey="t" layoutWidth="match_parent" layoutHeight="match_parent" dataTag="${rows}"/>
                    """,
                    "Row": #"<NText text="${t}" layoutWidth="match_parent" layoutHeight="${h}" background="gray"/>"#,
                ],
                data: rows(["a", "b", "c", "d"], 20)
            )
            let stage = Stage()
            stage.put(view)
            view.show(rows(["a", "b"], 20))
            stage.frame()
            let before = moves(in: view)
            ViewRecord.isAnimating = true
            view.show(rows(["a", "b", "e", "f", "g", "h"], 30))
            stage.frame()
            ViewRecord.isAnimating = false
            let after = moves(in: view)
            let moved = after.filter { $0.value > before[$0.key, default: 0] }
            // The backgrounds and texts of "a" and "b".
            same("what was there moves in an animation of the app, and what is new is at its place", moved.count, 4)
        }

        private static func moves(in view: PlatformView) -> [ObjectIdentifier: Int] {
            view.subviews.reduce(into: [ObjectIdentifier(view): view.record.animatedMoves]) { all, view in
                all.merge(moves(in: view)) { $1 }
            }
        }
    #endif

    private static func drawCount(in view: PlatformView) -> Int {
        view.picture.draws + view.subviews.reduce(0) { $0 + drawCount(in: $1) }
    }
}
