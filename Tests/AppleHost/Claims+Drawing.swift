import CoreGraphics
import CoreText
import Foundation
import VirtualView

@testable import VirtualViewUI

/// Makes an empty view for each slot, and remembers it.
@MainActor final class EmptySlots: SlotViewProviding {
    /// A control of the app.
    final class SlotView: PlatformView {
        /// The number of times that it came into a window or left it.
        private(set) var windowChanges = 0

        #if canImport(UIKit)
            override func didMoveToWindow() { windowChanges += 1 }
        #else
            override func viewDidMoveToWindow() { windowChanges += 1 }
            override func isAccessibilityElement() -> Bool { true }
        #endif
    }

    private(set) var names: [ObjectIdentifier: String] = [:]
    private(set) var views: [SlotView] = []
    private(set) var updates: [[String: NodeValue]] = []
    private(set) var nodes: [Node] = []
    /// The number of updates of views that were not made here.
    private(set) var strangers = 0
    private let emptyComponent: String?

    init(leavingOut emptyComponent: String? = nil) {
        self.emptyComponent = emptyComponent
    }

    /// The number of views that are inside of another one.
    func views(in view: PlatformView) -> Int {
        (names[ObjectIdentifier(view)] == nil ? 0 : 1) + view.subviews.reduce(0) { $0 + views(in: $1) }
    }

    func makeView(for slot: DisplayList.Slot) -> PlatformView? {
        guard slot.component != emptyComponent else { return nil }
        let view = SlotView(frame: .zero)
        views.append(view)
        names[ObjectIdentifier(view)] = slot.component
        return view
    }

    func update(_ view: PlatformView, for slot: DisplayList.Slot, of node: Node) {
        if names[ObjectIdentifier(view)] == nil { strangers += 1 }
        updates.append(slot.properties)
        nodes.append(node)
    }
}

extension Claims {
    /// Every template of the folder, at three scales, with and without its images.
    static func drawing() throws {
        let (manager, names) = try Samples.allTemplates()
        var differences: [String] = []
        var markCount = 0
        for (scale, hasImages) in [(1.0, true), (2.0, false), (3.0, true)] {
            for name in names {
                let images: any ImageLoading = hasImages ? ReadyLoader() : ManualLoader()
                let view = try TemplateView(name, from: manager, images: images)
                let slots = EmptySlots()
                view.slotViews = slots
                view.show(try Samples.data(of: name))
                let stage = Stage(scale: CGFloat(scale))
                stage.put(view)
                let wanted = Mark.wanted(
                    by: view.container.displayListWithNextPages(),
                    scale: scale,
                    hasImages: hasImages
                )
                let shown = Mark.shown(in: view, slots: slots.names)
                markCount += wanted.count
                if let difference = Mark.difference(shown, wanted) {
                    differences.append("\(name) at \(scale): \(difference)")
                }
            }
        }
        check(
            "\(names.count) templates at 3 scales show what their display lists say (\(markCount) marks: order, clips, "
                + "colours, places of texts)",
            differences.isEmpty && names.count >= 40 && markCount > 1_500,
            differences.joined(separator: "\n    ")
        )
        try unequalCorners()
        try order()
        try pressing()
    }

    /// What appears in the middle is put there, and not in front of everything.
    private static func order() throws {
        let box = { (color: String, more: String) in
            "<FrameLayout layoutWidth=\"match_parent\" layoutHeight=\"20\" background=\"\(color)\" \(more)/>"
        }
        let middle = box("#00FF00", "visibility=\"@{${on} ? visible : invisible}\"")
        let view = try view([
            "Screen": """
            <FrameLayout layoutWidth="match_parent" layoutHeight="match_parent">
                \(box("#FF0000", ""))\(middle)\(box("#0000FF", ""))\(box("#000000", ""))
            </FrameLayout>
            """
        ])
        let stage = Stage()
        stage.put(view)
        var differences: [String] = []
        for isOn in [true, false, true, true, false] {
            view.show(["on": .bool(isOn)])
            stage.frame()
            let wanted = Mark.wanted(by: view.container.displayListWithNextPages(), scale: 2, hasImages: false)
            if wanted.count != (isOn ? 4 : 3) { differences.append("\(wanted.count) boxes") }
            if let difference = Mark.difference(Mark.shown(in: view), wanted) { differences.append(difference) }
        }
        check("what appears in the middle is put there", differences.isEmpty, differences.joined(separator: "; "))
    }

    private static func unequalCorners() throws {
        for (border, name) in [
            (2, "a box and a clip with unequal corners and an image"), (24, "a border that is wider"),
        ] {
            let view = try view(
                [
                    "Screen": """
                    <NFrameLayout layoutWidth="100" layoutHeight="60" background="#112233" borderTopLeftRadius="10"
                        borderWidth="\(border)" borderColor="#445566" backgroundImage="//a">
                        <NText text="x" layoutWidth="10" layoutHeight="10"/>
                    </NFrameLayout>
                    """
                ],
                images: ReadyLoader()
            )
            let stage = Stage()
            stage.put(view)
            let wanted = Mark.wanted(by: view.container.displayListWithNextPages(), scale: 2, hasImages: true)
            let difference = Mark.difference(Mark.shown(in: view), wanted)
            check(name, difference == nil, difference ?? "")
        }
    }

    /// A pressed state must not draw the whole card again.
    private static func pressing() throws {
        let view = try view([
            "Screen": """
            <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
                <NText text="Title" layoutWidth="match_parent" layoutHeight="40"/>
                <NText text="Buy" layoutWidth="match_parent" layoutHeight="40" background="#FF0000" flag="flag_clickable"
                    pressedBackground="#00FF00"/>
            </VHLayout>
            """
        ])
        let stage = Stage()
        stage.put(view)
        let before = draws(in: view)
        let up = stage.press(view, at: CGPoint(x: 20, y: 60))
        stage.frame()
        let pressed = Mark.shown(in: view).map { $0.name }
        check("a press shows at once", pressed.contains("fill #00FF00FF"), "\(pressed)")
        same("a press draws no text again", draws(in: view), before)
        up()
        stage.wait(0.2)
        let after = Mark.shown(in: view).map { $0.name }
        check("a press ends when the finger is up", after.contains("fill #FF0000FF"), "\(after)")
    }

    private static func draws(in view: PlatformView) -> Int {
        (view is DrawnView ? view.picture.draws : 0) + view.subviews.reduce(0) { $0 + draws(in: $1) }
    }

    static func texts() throws {
        let metrics = ScreenTextMetrics(scale: 3)
        let font = TextFont(size: 17)
        // 17 × 1.19 = 20.23 points are 60.69 pixels.
        same("the height of a line is rounded up to a pixel", metrics.lineHeight(of: font), 61.0 / 3)
        same("the baseline is on a pixel", metrics.ascent(of: font), 49.0 / 3)
        let limits = TextLimits(room: LayoutSize(width: 100, height: .infinity), lineHeight: 20)
        let size = metrics.measure("aa bb cc dd ee", in: font, within: limits)
        let lines = metrics.lines(of: "aa bb cc dd ee", in: font, width: 100, maximumCount: 9, ellipsis: .none)
        same("lines break where Core Text's widths say", lines.map { $0.text }, ["aa bb cc", "dd ee"])
        same("what is measured is what is drawn", size.width, lines.map { $0.width }.max() ?? 0)
        same(
            "a line is as wide as Core Text says",
            lines[0].width,
            CoreTextFonts(scale: 1).width(of: "aa bb cc", in: font)
        )
        let bold = TextFont(name: "OneFace", size: 10, isBold: true)
        same("a family without a bold face stays as it is", CoreTextFonts(scale: 1).width(of: "a", in: bold), 6)
        let both = TextFont(name: "Upright", size: 10, isBold: true, isItalic: true)
        same("a family without a slanted face is bold at least", CoreTextFonts(scale: 1).width(of: "a", in: both), 7)
        same(
            "a font without a size has no width",
            metrics.lines(of: "a", in: TextFont(size: 0), width: 9, maximumCount: 1, ellipsis: .none).first?.width ?? 0,
            0
        )
        let context = CGContext()
        for (text, isRightToLeft) in [("سلام", false), ("سلام", true), ("a", true)] {
            guard let line = CoreTextFonts.line(text, in: font, isRightToLeft: isRightToLeft) else { continue }
            CTLineDraw(line, context)
        }
        let directions = context.calls.compactMap { call -> Bool? in
            guard case .text(_, _, _, _, _, let isRightToLeft) = call.kind else { return nil }
            return isRightToLeft
        }
        same("a line has the direction of its text, whatever it begins with", directions, [false, true, true])
        check("a text that is read from right to left tells Core Text so", directions.last == true)
    }
}
