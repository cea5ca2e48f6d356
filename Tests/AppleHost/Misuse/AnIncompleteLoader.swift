// error: does not conform to protocol 'ImageLoading'
import VirtualView
import VirtualViewUI

/// A loader has to answer at once what it has.
final class Loader: ImageLoading {
    func loadImage(for source: String) async throws -> LoadedImage { throw CancellationError() }
}
