#if canImport(UIKit)
    import Foundation
    import UIKit
    import VirtualView

    extension ScreenEnvironment {
        /// Makes the environment that a ``TemplateView`` inside of a view has, for an ``ItemRenderer``.
        ///
        /// - Parameters:
        ///   - view: A view in a window; before there is one, its scale and width are not known.
        ///   - width: The width in points that is 750 `rp`; `nil` for that of the window.
        @MainActor public init(of view: UIView, width: Double? = nil) {
            self = ScreenEnvironment().following(view, width: width)
        }

        /// Returns the environment with what the system says of a view.
        @MainActor func following(_ view: UIView, width: Double?) -> ScreenEnvironment {
            var environment = self
            let traits = view.traitCollection
            // A view that was never in a window does not know its screen.
            if traits.displayScale > 0 { environment.scale = Double(traits.displayScale) }
            if let width = width ?? view.window.map({ Double($0.bounds.width) }), width > 0 {
                environment.width = width
            }
            if traits.userInterfaceStyle != .unspecified {
                environment.appearance = traits.userInterfaceStyle == .dark ? .dark : .light
            }
            environment.layoutDirection =
                view.effectiveUserInterfaceLayoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
            if traits.preferredContentSizeCategory != .unspecified {
                let size = UIFontMetrics(forTextStyle: .body).scaledValue(for: 100, compatibleWith: traits)
                environment.textScale = Double(size) / 100
            }
            environment.locale = Locale.current.identifier
            return environment
        }
    }
#endif
