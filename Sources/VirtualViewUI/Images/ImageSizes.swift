#if canImport(UIKit) || canImport(AppKit)
    import VirtualView
    import VirtualViewFormat

    /// The sizes of images for layout, which may run anywhere: of those that are shown, and of those that were shown last.
    final class ImageSizes: ImageMeasuring {
        /// The number of images that are not shown whose sizes are kept: a list that is scrolled back has its lengths at once.
        static let spareCount = 256
        private let known = Locked(Known())

        private struct Known {
            var images: [ExactText: Image] = [:]
            /// The number of times that the shown images were told.
            var turn = 0
        }

        private struct Image {
            var size: LayoutSize
            /// When the image was shown last.
            var turn: Int
        }

        func set(_ size: LayoutSize, for source: String) {
            known.withLock { $0.images[ExactText(source)] = Image(size: size, turn: $0.turn) }
        }

        func size(ofImage source: String) -> LayoutSize? {
            known.withLock { $0.images[ExactText(source)]?.size }
        }

        /// Takes note of the images that are shown now, and forgets those that were not shown for the longest time.
        func show(_ shown: Set<ExactText>) {
            known.withLock { known in
                known.turn += 1
                for name in shown { known.images[name]?.turn = known.turn }
                // Not for each image, as it takes time to find the oldest ones.
                guard known.images.count > shown.count + 2 * Self.spareCount else { return }
                let gone = known.images.filter { !shown.contains($0.key) }.sorted { $0.value.turn > $1.value.turn }
                for (name, _) in gone.dropFirst(Self.spareCount) { known.images[name] = nil }
            }
        }
    }
#endif
