#if canImport(UIKit)
    import Foundation
    import UIKit
    import VirtualView
    @testable import VirtualViewUI

    /// A window of the stand-in, and its user.
    @MainActor final class Stage {
        static let system = "UIKit"
        static var viewsMade: Int { ViewRecord.made }
        let window: UIWindow

        init(scale: CGFloat = 2, width: CGFloat = 375) {
            window = UIWindow(frame: CGRect(x: 0, y: 0, width: width, height: 700))
            window.current.traits.scale = scale
            window.current.traits.style = .light
            window.current.traits.size = .large
        }

        func put(_ view: PlatformView, height: CGFloat = 700) {
            view.frame = CGRect(x: 0, y: 0, width: window.frame.width, height: height)
            window.addSubview(view)
            frame()
        }

        func remove(_ view: TemplateView) {
            view.removeFromSuperview()
        }

        /// One frame of the system, and what the run loop does before the next one.
        func frame() {
            window.frameDidCome()
        }

        func tap(_ view: TemplateView, at point: CGPoint, holding seconds: Double = 0) {
            let touch = UITouch()
            touch.place = point
            touch.time = SystemSettings.now
            guard let target = window.hit(point) else { return }
            target.touchesBegan([touch], with: UIEvent())
            if seconds > 0 { wait(seconds) }
            touch.time = SystemSettings.now
            target.touchesEnded([touch], with: UIEvent())
        }

        /// A finger goes down, and the system takes it away for scrolling.
        func tapThatScrolls(_ view: TemplateView, at point: CGPoint) {
            let touch = UITouch()
            touch.place = point
            touch.time = SystemSettings.now
            guard let target = window.hit(point) else { return }
            target.touchesBegan([touch], with: UIEvent())
            touch.place.y -= 8
            target.touchesMoved([touch], with: UIEvent())
            target.touchesCancelled([touch], with: UIEvent())
        }

        /// A finger that is down on a view.
        func press(_ view: TemplateView, at point: CGPoint) -> () -> Void {
            let touch = UITouch()
            touch.place = point
            touch.time = SystemSettings.now
            let target = window.hit(point)
            target?.touchesBegan([touch], with: UIEvent())
            return {
                touch.time = SystemSettings.now
                target?.touchesEnded([touch], with: UIEvent())
            }
        }

        func setDark(_ isDark: Bool) { change { $0.style = isDark ? .dark : .light } }

        func setScale(_ scale: CGFloat) { change { $0.scale = scale } }

        func setRightToLeft() { change { $0.isRightToLeft = true } }

        func setLargeText() { change { $0.size = .accessibilityLarge } }

        private func change(_ body: (inout FakeTraits) -> Void) {
            let previous = UITraitCollection()
            previous.traits = window.current.traits
            body(&window.current.traits)
            window.spreadTraits(previous)
            frame()
        }

        static func setVoiceOver(_ isOn: Bool) { UIAccessibility.isOn = isOn }

        static func setLessMotion(_ isOn: Bool) { UIAccessibility.reduces = isOn }

        static var postedCount: Int { UIAccessibility.posted.count }
    }

    extension PlatformView {
        /// Draws what asked for it, in a window that has no frames.
        func drawNow() { displayIfNeeded() }
        var picture: CGContextCalls { CGContextCalls(calls: record.calls, draws: record.draws) }
        var isHostFlipped: Bool { true }
    }

    extension ScrollerView {
        var animationCount: Int { animations }
        var contentLength: CGFloat { contentSize.height }
    }

    extension TemplateView {
        var allElements: [Any] { accessibilityElements ?? [] }

        var spokenElements: [SpokenSample] {
            (accessibilityElements ?? []).compactMap { $0 as? TemplateElement }.map { element in
                SpokenSample(
                    label: element.accessibilityLabel ?? "",
                    value: element.accessibilityValue,
                    trait: names(element.accessibilityTraits),
                    isButton: element.accessibilityTraits.contains(.button),
                    isAdjustable: element.accessibilityTraits.contains(.adjustable),
                    frame: element.accessibilityFrameInContainerSpace,
                    actionNames: (element.accessibilityCustomActions ?? []).map { $0.name },
                    object: element,
                    activate: { element.accessibilityActivate() },
                    increment: { element.accessibilityIncrement() },
                    act: { index in
                        guard let action = element.accessibilityCustomActions?[index] else { return false }
                        return action.actionHandler?(action) ?? false
                    }
                )
            }
        }

        private func names(_ traits: UIAccessibilityTraits) -> String {
            let all: [(UIAccessibilityTraits, String)] = [
                (.staticText, "staticText"), (.button, "button"), (.header, "header"), (.image, "image"),
                (.link, "link"),
                (.updatesFrequently, "updatesFrequently"), (.adjustable, "adjustable"), (.selected, "selected"),
                (.notEnabled, "notEnabled"),
            ]
            return all.filter { traits.contains($0.0) }.map { $0.1 }.joined(separator: ", ")
        }
    }
#endif
