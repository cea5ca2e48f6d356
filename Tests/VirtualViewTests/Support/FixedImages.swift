import VirtualView

/// Images of one size, or some of given sizes, which may arrive later.
final class FixedImages: ImageMeasuring {
    private let sizes: Locked<[String: LayoutSize]>
    private let other: LayoutSize?

    /// The sizes of those that have arrived.
    var known: [String: LayoutSize] {
        get { sizes.withLock { $0 } }
        set { sizes.withLock { $0 = newValue } }
    }

    init(width: Double, height: Double) {
        sizes = Locked([:])
        other = LayoutSize(width: width, height: height)
    }

    init(_ sizes: [String: LayoutSize] = [:]) {
        self.sizes = Locked(sizes)
        other = nil
    }

    func size(ofImage source: String) -> LayoutSize? { known[source] ?? other }
}
