import VirtualView

/// Images of one size, or some of given sizes.
final class FixedImages: ImageMeasuring {
    private let sizes: [String: LayoutSize]
    private let other: LayoutSize?

    init(width: Double, height: Double) {
        sizes = [:]
        other = LayoutSize(width: width, height: height)
    }

    init(_ sizes: [String: LayoutSize]) {
        self.sizes = sizes
        other = nil
    }

    func size(ofImage source: String) -> LayoutSize? { sizes[source] ?? other }
}
