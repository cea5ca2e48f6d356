#if canImport(AppKit) && !canImport(UIKit)
    import AppKit
    import Foundation
    import VirtualView
    @testable import VirtualViewUI

    /// A window of the stand-in, and its user.
    @MainActor final class Stage {
        static let system = "AppKit"
        static var viewsMade: Int { ViewRecord.made }
        let window = NSWindow()

        init(scale: CGFloat = 2, width: CGFloat = 375) {
            window.scale = scale
            window.size = CGSize(width: width, height: 700)
        }

        func put(_ view: PlatformView, height: CGFloat = 700) {
            view.frame = CGRect(x: 0, y: 0, width: window.size.width, height: height)
            window.contentView = view
            frame()
        }

        func remove(_ view: TemplateView) {
            window.contentView = nil
        }

        func frame() {
            window.frameDidCome()
        }

        func tap(_ view: TemplateView, at point: CGPoint, holding seconds: Double = 0) {
            let up = press(view, at: point)
            if seconds > 0 { wait(seconds) }
            up()
        }

        /// The mouse goes down, and is moved far away.
        func tapThatScrolls(_ view: TemplateView, at point: CGPoint) {
            let target = view.hit(point)
            NSEvent.buttons = 1
            target?.mouseDown(with: event(point))
            target?.mouseDragged(with: event(CGPoint(x: point.x, y: point.y - 80)))
            NSEvent.buttons = 0
            target?.mouseUp(with: event(CGPoint(x: point.x, y: point.y - 80)))
        }

        func press(_ view: TemplateView, at point: CGPoint) -> () -> Void {
            let target = view.hit(point)
            NSEvent.buttons = 1
            target?.mouseDown(with: event(point))
            return {
                NSEvent.buttons = 0
                target?.mouseUp(with: self.event(point))
            }
        }

        private func event(_ point: CGPoint) -> NSEvent {
            let event = NSEvent()
            event.place = point
            event.time = SystemSettings.now
            return event
        }

        func setDark(_ isDark: Bool) {
            window.appearanceNow.name = isDark ? .darkAqua : .aqua
            spread()
        }

        func setScale(_ scale: CGFloat) {
            window.scale = scale
            spread()
        }

        func setRightToLeft() {
            window.isRightToLeft = true
            spread()
        }

        private func spread() {
            window.contentView?.spreadTraits()
            frame()
        }

        static func setVoiceOver(_ isOn: Bool) { NSWorkspace.shared.isOn = isOn }

        static func setLessMotion(_ isOn: Bool) { NSWorkspace.shared.reduces = isOn }

        static var postedCount: Int { NSAccessibility.posted.count }
    }

    extension PlatformView {
        /// Draws what asked for it, in a window that has no frames.
        func drawNow() { drawIfNeeded() }
        var picture: CGContextCalls { CGContextCalls(calls: record.calls, draws: record.draws) }
        var isHostFlipped: Bool { isFlipped }
    }

    extension ScrollerView {
        var animationCount: Int { contentView.record.animations }
        var contentLength: CGFloat { holder.frame.height }
    }

    extension TemplateView {
        var allElements: [Any] { accessibilityChildren() ?? [] }

        var spokenElements: [SpokenSample] {
            (accessibilityChildren() ?? []).compactMap { $0 as? TemplateElement }.map { element in
                // A plain text says its value, and progress is a number.
                let (text, share) = (element.value as? String, element.value as? NSNumber)
                return SpokenSample(
                    label: element.label ?? text ?? "",
                    value: share.map { "\($0)%" } ?? (element.label == nil ? nil : text),
                    trait: element.role?.name ?? "",
                    isButton: element.role == .button,
                    isAdjustable: element.role == .incrementor,
                    frame: element.frame,
                    actionNames: (element.actions ?? []).map { $0.name },
                    object: element,
                    activate: { element.accessibilityPerformPress() },
                    increment: { _ = element.accessibilityPerformIncrement() },
                    act: { element.actions?[$0].handler?() ?? false }
                )
            }
        }
    }
#endif
