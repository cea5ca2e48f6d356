#if canImport(UIKit) || canImport(AppKit)
    import CoreGraphics
    import VirtualView

    // The size that a template needs.

    extension TemplateHost {
        /// Returns the size that the template needs for a width, in at most a height.
        func fittingSize(forWidth width: Double, height: Double = .infinity) -> LayoutSize {
            let isLimited = height < .infinity
            if !isLimited, let fitting, fitting.width == width, fitting.measureCount == container.measureCount,
                !container.needsLayout
            {
                return fitting.size
            }
            let wasLaidOut = isShown && !container.needsLayout
            let size = container.sizeThatFits(width: width, height: height)
            // Measuring for another size leaves nodes that have to be placed again.
            if wasLaidOut { container.layout(in: container.size) }
            if !isLimited { fitting = (width, size, container.measureCount) }
            return size
        }

        /// Returns the height that the template needs for a width; `nil` for one that fills the height that it gets.
        func ownHeight(forWidth width: Double) -> Double? {
            fillsHeight ? nil : fittingSize(forWidth: width).height
        }

        /// Returns the size of a template that fills the height that it gets; `nil` for another one, and without a height.
        ///
        /// Without a limit it would be as high as all that its lists have.
        func filledSize(width: CGFloat, height: CGFloat?) -> CGSize? {
            guard fillsHeight, let height, height.isFinite else { return nil }
            guard container.tree.root.layoutWidth != -1 else { return CGSize(width: width, height: height) }
            let size = fittingSize(forWidth: Double(width), height: Double(height))
            return CGSize(width: CGSize(size).width, height: height)
        }

        private var fillsHeight: Bool { container.tree.root.layoutHeight == -1 }
    }
#endif
