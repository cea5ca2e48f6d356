#if canImport(UIKit) || canImport(AppKit)
    import CoreText
    import Foundation
    import VirtualView

    /// Measures texts with Core Text, as ``TemplateView`` draws them.
    ///
    /// Give one to an ``ItemRenderer`` to know the sizes of cells before there is a view:
    ///
    /// ```swift
    /// let renderer = ItemRenderer(templates, environment: environment, textMeasuring: ScreenTextMetrics(scale: 3))
    /// ```
    ///
    /// Lines break by the rules of `Docs/Layout.md`, where Core Text's widths say. All objects of the same scale share what
    /// they know of fonts, until fonts are registered or are no longer; a ``TemplateView`` measures its texts again then.
    public final class ScreenTextMetrics: TextMeasuring {
        private let metrics: Locked<SystemTextMetrics>
        private static let shared = Locked<[Double: SystemTextMetrics]>([:])
        /// What Core Text posts when fonts were registered, or are no longer.
        static let fontsDidChange = Notification.Name(kCTFontManagerRegisteredFontsChangedNotification as String)
        /// Forgets what was known of fonts when there are others, from the first use on.
        private static let forgetting: Void = {
            _ = NotificationCenter.default.addObserver(forName: fontsDidChange, object: nil, queue: nil) { _ in
                for metrics in shared.withLock({ Array($0.values) }) { metrics.forgetFonts() }
            }
        }()

        /// Makes metrics.
        ///
        /// - Parameter scale: The number of pixels in a point of the screen; heights of lines are rounded up to a pixel.
        public init(scale: Double) {
            metrics = Locked(Self.metrics(for: scale))
        }

        /// Measures for a screen from now on.
        ///
        /// - Parameter scale: The number of pixels in a point.
        /// - Returns: Whether anything is different from before.
        func setScale(_ scale: Double) -> Bool {
            let new = Self.metrics(for: scale)
            return metrics.withLock { metrics in
                defer { metrics = new }
                return metrics !== new
            }
        }

        private static func metrics(for scale: Double) -> SystemTextMetrics {
            forgetting
            let scale = scale > 0 && scale.isFinite ? scale : 1
            return shared.withLock { shared in
                if let known = shared[scale] { return known }
                let new = SystemTextMetrics(CoreTextFonts(scale: scale))
                shared[scale] = new
                return new
            }
        }

        private var current: SystemTextMetrics { metrics.withLock { $0 } }

        /// Returns the height of one line, rounded up to a pixel.
        ///
        /// - Parameter font: The font.
        /// - Returns: The height in points.
        public func lineHeight(of font: TextFont) -> Double { current.lineHeight(of: font) }

        /// Returns the distance from the upper edge of a line to its baseline.
        ///
        /// - Parameter font: The font.
        /// - Returns: The distance in points.
        public func ascent(of font: TextFont) -> Double { current.ascent(of: font) }

        /// Measures a text that is broken into lines.
        ///
        /// - Parameters:
        ///   - text: The text.
        ///   - font: The font.
        ///   - limits: The available space.
        /// - Returns: The width of the longest line that counts, and the height of all of them.
        public func measure(_ text: String, in font: TextFont, within limits: TextLimits) -> LayoutSize {
            current.measure(text, in: font, within: limits)
        }

        /// Breaks a text into the lines that are drawn.
        ///
        /// - Parameters:
        ///   - text: The text.
        ///   - font: The font.
        ///   - width: The largest width of a line in points.
        ///   - count: The largest number of lines.
        ///   - ellipsis: The place to cut a text that needs more lines.
        /// - Returns: The lines.
        public func lines(
            of text: String,
            in font: TextFont,
            width: Double,
            maximumCount count: Int,
            ellipsis: TextNode.Ellipsis
        ) -> [TextLine] {
            current.lines(of: text, in: font, width: width, maximumCount: count, ellipsis: ellipsis)
        }
    }
#endif
