#if canImport(UIKit) || canImport(AppKit)
    import Foundation
    import VirtualView

    /// The images that a view shows: those that are here, and those that are being loaded.
    @MainActor final class ImageStore {
        /// The sizes for layout, which may run anywhere.
        let sizes = ImageSizes()
        var loader: any ImageLoading
        /// What is drawn until an image is here.
        var placeholder: LoadedImage?
        /// Receives the source of an image that arrived, and is still wanted.
        var onArrival: (String) -> Void = { _ in }
        private var requests = ImageRequests()
        private var tasks: [Int: Task<Void, Never>] = [:]
        private var here: [String: LoadedImage] = [:]

        init(_ loader: any ImageLoading) {
            self.loader = loader
        }

        deinit {
            // What nobody can show need not be loaded.
            for task in tasks.values { task.cancel() }
        }

        /// Returns what to draw for a source.
        func image(for source: String) -> LoadedImage? { here[source] ?? placeholder }

        /// The number of images that are being loaded.
        var pendingCount: Int { requests.pendingCount }

        /// Begins to load what is shown now, and ends what is not.
        func show(_ sources: [String]) {
            let change = requests.show(sources)
            for number in change.cancelled { tasks.removeValue(forKey: number)?.cancel() }
            for source in change.released { here[source] = nil }
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
            here[source] = image
            sizes.set(image.size, for: source)
            onArrival(source)
        }
    }

    /// The sizes of the images that have arrived.
    final class ImageSizes: ImageMeasuring {
        private let sizes = Locked<[String: LayoutSize]>([:])

        func set(_ size: LayoutSize, for source: String) {
            sizes.withLock { $0[source] = size }
        }

        func size(ofImage source: String) -> LayoutSize? {
            sizes.withLock { $0[source] }
        }
    }
#endif
