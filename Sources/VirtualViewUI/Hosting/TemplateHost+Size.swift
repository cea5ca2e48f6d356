#if canImport(UIKit) || canImport(AppKit)
    import CoreGraphics
    import VirtualView

    // The size that a template needs.

    extension TemplateHost {
        /// Returns the size that the template needs for a width, in at most a height.
        func fittingSize(forWidth width: Double, height: Double = .infinity) -> LayoutSize {
            if let fitting, fitting.width == width, fitting.height == height,
                fitting.measureCount == container.measureCount, !container.needsLayout
            {
                return fitting.size
            }
            let wasLaidOut = isShown && !container.needsLayout
            let size = container.sizeThatFits(width: width, height: height)
            // Measuring for another size leaves nodes that have to be placed again; that is no step of a loop.
            if wasLaidOut {
                let threshold = container.layoutThreshold
                container.layoutThreshold = nil
                container.layout(in: container.size)
                container.layoutThreshold = threshold
            }
            fitting = (width, height, size, container.measureCount)
            return size
        }

        /// Returns the height that the template needs for a width; `nil` for one that fills the height that it gets.
        func ownHeight(forWidth width: Double) -> Double? {
            fillsHeight ? nil : fittingSize(forWidth: width).height
        }

        /// Returns the size of the template for what it is offered.
        ///
        /// One that fills its height is as high as it may be, also without a limit. Only if no height is offered is it as
        /// high as all that its lists have.
        func size(forWidth width: CGFloat, height: CGFloat?) -> CGSize {
            guard fillsHeight, let height else { return CGSize(fittingSize(forWidth: Double(width))) }
            guard container.tree.root.layoutWidth != -1 else { return CGSize(width: width, height: height) }
            // Without a limit, what is shown now says the width.
            let limit = height.isFinite ? Double(height) : container.size.height
            return CGSize(width: CGSize(fittingSize(forWidth: Double(width), height: limit)).width, height: height)
        }

        /// Whether the template fills the height that it gets.
        var fillsHeight: Bool { container.tree.root.layoutHeight == -1 }
    }
#endif
