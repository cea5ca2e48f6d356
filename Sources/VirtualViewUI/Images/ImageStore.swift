#if canImport(UIKit) || canImport(AppKit)
    import Foundation
    import VirtualView
    import VirtualViewFormat

    /// The images that a view shows: those that are here, and those that are being loaded.
    @MainActor final class ImageStore {
        let sizes = ImageSizes()
        private var loader: any ImageLoading
        /// What is drawn until an image is here.
        var placeholder: LoadedImage?
        /// Receives the source of an image that arrived, and is still wanted.
        var onArrival: (String) -> Void = { _ in }
        private var requests = ImageRequests()
        private var tasks: [Int: Task<Void, Never>] = [:]
        private var here: [ExactText: LoadedImage] = [:]

        init(_ loader: any ImageLoading) {
            self.loader = loader
        }

        deinit {
            // What nobody can show need not be loaded.
            for task in tasks.values { task.cancel() }
        }

        /// Returns what to draw for a source.
        func image(for source: String) -> LoadedImage? { here[ExactText(source)] ?? placeholder }

        /// The number of images that are being loaded.
        var pendingCount: Int { requests.pendingCount }

        /// Begins to load what is shown now, and ends what is not.
        func show(_ sources: [String]) {
            let change = requests.show(sources)
            for number in change.cancelled { tasks.removeValue(forKey: number)?.cancel() }
            let shown = Set(sources.map(ExactText.init))
            here = here.filter { shown.contains($0.key) }
            sizes.show(shown)
            for request in change.started {
                if let image = loader.cachedImage(for: request.source) {
                    finish(request.number, image)
                } else {
                    load(request)
                }
            }
        }

        /// Ends what is being loaded; it is asked for again with the next ``show(_:)``.
        func pause() {
            for number in requests.reset() { tasks.removeValue(forKey: number)?.cancel() }
        }

        /// Asks for all images again with the next ``show(_:)``, and draws those that are here until they arrive.
        func askAgain() {
            for number in requests.reset(all: true) { tasks.removeValue(forKey: number)?.cancel() }
        }

        /// Asks another loader with the next ``show(_:)``; what the last one loaded is not drawn any more.
        ///
        /// - Parameter loader: The loader.
        /// - Returns: Whether it is another one.
        func use(_ loader: any ImageLoading) -> Bool {
            guard loader !== self.loader else { return false }
            self.loader = loader
            here = [:]
            askAgain()
            return true
        }

        private func load(_ request: ImageRequests.Request) {
            let loader = loader
            tasks[request.number] = Task { [weak self] in
                let image = try? await loader.loadImage(for: request.source)
                self?.finish(request.number, image)
            }
        }

        private func finish(_ number: Int, _ image: LoadedImage?) {
            tasks[number] = nil
            guard let source = requests.finish(number, isHere: image != nil), let image else { return }
            let known = here.updateValue(image, forKey: ExactText(source))
            // An image that is asked for again mostly is the same.
            if let known, known.image === image.image, known.size == image.size { return }
            sizes.set(image.size, for: source)
            onArrival(source)
        }
    }
#endif
