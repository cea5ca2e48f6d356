import CoreGraphics
import CoreText
import Foundation
import VirtualView

@testable import VirtualViewUI

#if canImport(UIKit)
    import UIKit
#endif

extension Claims {
    private static let screen = """
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content"
            background="@{${env.appearance == dark} ? #000000 : #FFFFFF}">
            <NText text="${env.appearance} ${env.layoutDirection} ${env.scale} ${env.width}" layoutWidth="match_parent"
                layoutHeight="wrap_content" textSize="11"/>
            <NImage src="a" layoutWidth="750rp" layoutHeight="40rp"/>
        </VHLayout>
        """

    static func surroundings() throws {
        let view = try view(["Screen": screen])
        let early = view.container.environment.scale
        check("before there is a window the scale is a number above 0", early > 0, "\(early)")
        let stage = Stage(scale: 3)
        stage.put(view)
        check("the view is as wide as the window: 750 rp", text(of: view).hasSuffix("375"), text(of: view))
        check("the scale is the screen's", text(of: view).contains(" 3 "), text(of: view))
        check("the appearance is light", text(of: view).hasPrefix("light leftToRight"), text(of: view))
        stage.setDark(true)
        check("the dark appearance reaches the template", text(of: view).hasPrefix("dark"), text(of: view))
        stage.setDark(false)
        check("and so does the light one again", text(of: view).hasPrefix("light"), text(of: view))
        stage.setRightToLeft()
        check("the direction reaches the template", text(of: view).contains("rightToLeft"), text(of: view))
        stage.setScale(1)
        let height = view.size(forWidth: 375).height
        same("another scale measures texts again", height, 14 + 20)
        #if canImport(UIKit)
            stage.setLargeText()
            same("larger texts are larger", view.size(forWidth: 375).height, 20 + 20)
        #endif
        same("Auto Layout knows the height", view.intrinsicContentSize.height, view.size(forWidth: 375).height)
        let asked = view.record.intrinsicChanges
        view.setNeedsUpdate()
        stage.frame()
        same("and is not told again without a reason", view.record.intrinsicChanges, asked)
        _ = view.size(forWidth: 200)
        check("what was measured for another width is still laid out", !view.container.needsLayout)
        view.screenWidth = 750
        stage.frame()
        check("other data has another height", view.record.intrinsicChanges > asked)
        check("an app may say how wide 750 rp are", text(of: view).hasSuffix("750"), text(of: view))
        try widths()
        let exposed = try self.view([
            "Screen": """
            <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
                <NText id="1" text="a" layoutWidth="match_parent" layoutHeight="600" flag="flag_exposure"/>
                <NText id="2" text="b" layoutWidth="match_parent" layoutHeight="400" flag="flag_exposure"/>
            </VHLayout>
            """
        ])
        var seen: [Int32] = []
        exposed.onEvent = { if $0.kind == .exposure { seen.append($0.nodeID) } }
        let other = Stage()
        other.put(exposed, height: 1_000)
        same("what is half visible is exposed, once", seen, [1])
        exposed.exposeVisibleNodes()
        same("and not again", seen, [1])
        #if canImport(UIKit)
            other.remove(exposed)
            exposed.reuse(for: .null)
            seen = []
            let around = UIView(frame: .zero)
            around.clipsToBounds = true
            around.isHidden = true
            around.addSubview(exposed)
            other.put(around, height: 200)
            same("what is in a hidden view is not exposed", seen, [])
            around.isHidden = false
            exposed.exposeVisibleNodes()
            same("nor what a view around it clips", seen, [])
            around.frame.size.height = 400
            exposed.exposeVisibleNodes()
            same("but what is seen of it then", seen, [1])
        #endif
    }

    /// The width that is 750 `rp`.
    private static func widths() throws {
        let early = try view(["Screen": screen])
        let first = early.container.environment.width
        early.screenWidth = 1_500
        same("an app may say the width before there is a window", early.container.environment.width, 1_500)
        early.screenWidth = nil
        same("and take it back", early.container.environment.width, first)
        #if canImport(AppKit) && !canImport(UIKit)
            let (fixed, stage) = (try view(["Screen": screen]), Stage())
            stage.put(fixed)
            stage.window.size.width = 800
            stage.frame()
            check("another width of the window reaches the template", text(of: fixed).hasSuffix("800"), text(of: fixed))
            stage.window.contentView = nil
            stage.window.size.width = 900
            same("but not that of a window that it left", fixed.container.environment.width, 800)
        #endif
    }

    /// A font that is registered while texts in it are shown.
    static func fonts() throws {
        let view = try view([
            "Screen": """
            <NText text="Hello" typeface="Late" textSize="10" layoutWidth="wrap_content" layoutHeight="wrap_content"/>
            """
        ])
        let stage = Stage()
        stage.put(view)
        let metrics = ScreenTextMetrics(scale: 2)
        let font = TextFont(name: "Late", size: 10)
        func widths() -> [Double] {
            stage.frame()
            let limits = TextLimits(room: LayoutSize(width: 375, height: 12), lineHeight: 12)
            let measured = metrics.measure("Hello", in: font, within: limits).width
            return [view.container.sizeThatFits(width: 375).width, measured]
        }
        same("a font that is not there is replaced", widths(), [30, 30])
        RegisteredFonts.names = ["Late"]
        same("and measured when it is registered", widths(), [50, 50])
        RegisteredFonts.names = []
        same("until it is no longer", widths(), [30, 30])
    }

    private static func text(of view: TemplateView) -> String {
        for item in view.container.displayList().items {
            if case .text(let text) = item.content { return text.lines.map { $0.text }.joined(separator: " ") }
        }
        return ""
    }
}
