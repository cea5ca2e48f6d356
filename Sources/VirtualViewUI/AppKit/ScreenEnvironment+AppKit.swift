#if canImport(AppKit) && !canImport(UIKit)
    import AppKit
    import Foundation
    import VirtualView

    extension ScreenEnvironment {
        /// Makes the environment that a ``TemplateView`` inside of a view has, for an ``ItemRenderer``.
        ///
        /// - Parameters:
        ///   - view: A view in a window; before there is one, its scale and width are not known.
        ///   - width: The width in points that is 750 `rp`; `nil` for that of the window.
        @MainActor public init(of view: NSView, width: Double? = nil) {
            self = ScreenEnvironment().following(view, width: width)
        }

        /// Returns the environment with what the system says of a view.
        @MainActor func following(_ view: NSView, width: Double?) -> ScreenEnvironment {
            var environment = self
            if let window = view.window {
                environment.scale = Double(window.backingScaleFactor)
                environment.width = Double(window.contentLayoutRect.width)
            }
            if let width, width > 0 { environment.width = width }
            let name = view.effectiveAppearance.bestMatch(from: [.aqua, .darkAqua])
            environment.appearance = name == .darkAqua ? .dark : .light
            environment.layoutDirection =
                view.userInterfaceLayoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
            environment.locale = Locale.current.identifier
            return environment
        }
    }
#endif
