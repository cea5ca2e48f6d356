#if canImport(UIKit) || canImport(AppKit)
    import CoreGraphics
    import Foundation
    import VirtualView

    // The images that are shown.

    extension TemplateHost {
        /// Loads what is shown with another loader.
        ///
        /// - Parameter loader: The loader; ``URLImageLoader/shared`` if `nil`.
        func load(with loader: (any ImageLoading)?) {
            guard images.use(loader ?? URLImageLoader.shared) else { return }
            redrawImages()
            isShown = false
            view?.setNeedsUpdate()
        }

        /// Draws what stands for images until they are here.
        func draw(placeholder: LoadedImage?) {
            images.placeholder = placeholder
            redrawImages()
        }

        private func redrawImages() {
            for case let view as DrawnView in views.values where view.source != nil { view.redraw() }
        }

        /// Asks for the images of the list that is shown.
        func loadImages() {
            view?.withOwnAppearance { images.show(list.imageSources) }
        }

        func imageDidArrive(_ source: String) {
            container.imageDidArrive(source)
            for case let view as DrawnView in views.values where view.source == source { view.redraw() }
            if !isUpdating, container.needsDisplay { view?.setNeedsUpdate() }
        }
    }
#endif
