#if canImport(UIKit) || canImport(AppKit)
    import CoreGraphics
    import Foundation
    import ImageIO
    import VirtualView
    import VirtualViewFormat

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif
    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Loads images from addresses and from the app, and keeps those that were used last.
    ///
    /// A source with `//` in it is an address, and any other one the name of an image in the app's asset catalogue. Views
    /// that want the same image share one download, which is cancelled when none of them wants it any more.
    public final class URLImageLoader: ImageLoading {
        /// The loader of views that were given none.
        public static let shared = URLImageLoader()

        /// The largest width or height of an image in pixels; larger ones are reduced when they are decoded.
        public var maximumPixelSize = 4_096

        private let session: URLSession
        /// The images of addresses: the system keeps those of the app, and knows their variants.
        private let cache = NSCache<NSString, Entry>()
        private var downloads: [ExactText: Download] = [:]

        /// What the cache holds: it takes objects only.
        private final class Entry {
            let image: LoadedImage

            init(_ image: LoadedImage) {
                self.image = image
            }
        }

        /// A download, and those who wait for it.
        @MainActor private final class Download {
            var task: Task<Void, any Error>?
            var image: LoadedImage?
            /// The number of those who have not given up.
            var wanted = 0
        }

        /// Why there is no image.
        public enum Problem: Error, Hashable, Sendable {
            /// The source is no address, and the app has no image of that name.
            case notFound
            /// The server answered with this status.
            case status(Int)
            /// The bytes are no image.
            case notAnImage
        }

        /// Makes a loader.
        ///
        /// - Parameters:
        ///   - session: The session that downloads.
        ///   - capacity: The size of the images that are kept, in bytes of pixels.
        public init(session: URLSession = .shared, capacity: Int = 64 << 20) {
            self.session = session
            cache.totalCostLimit = capacity
        }

        /// Returns an image that was loaded before, or is in the app: then the variant for the current appearance.
        ///
        /// - Parameter source: An address or a name.
        /// - Returns: The image; `nil` if it has to be loaded.
        public func cachedImage(for source: String) -> LoadedImage? {
            guard source.isAddress else { return Self.namedImage(source) }
            return cache.object(forKey: NSString(string: source))?.image
        }

        /// Loads an image.
        ///
        /// - Parameter source: An address or a name.
        /// - Returns: The image.
        /// - Throws: A ``Problem``, an error of the session, or `CancellationError`.
        public func loadImage(for source: String) async throws -> LoadedImage {
            if let image = cachedImage(for: source) { return image }
            guard source.isAddress, let address = Self.address(source) else { throw Problem.notFound }
            let download = downloads[ExactText(source)] ?? begin(source, at: address)
            download.wanted += 1
            guard let task = download.task else { throw Problem.notFound }
            defer { end(download, of: source) }
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                // Who waits here gives up; the download goes on if others wait for it.
                Task { @MainActor [weak self] in self?.giveUp(download, of: source) }
            }
            try Task.checkCancellation()
            guard let image = download.image else { throw Problem.notAnImage }
            return image
        }

        /// Forgets all images.
        public func removeAll() {
            cache.removeAllObjects()
        }

        /// Returns the URL of an address; one that leaves out how to get there, as pages may, is got by `https`.
        ///
        /// Before iOS 17 and macOS 14 the system refuses blanks, and letters that are not ASCII.
        private static func address(_ source: String) -> URL? {
            let source = source.hasPrefix("//") ? "https:" + source : source
            return URL(string: source) ?? URL(string: encoded(source))
        }

        /// Returns an address with all characters encoded that none may have; what is encoded already stays.
        static func encoded(_ source: String) -> String {
            let allowed = CharacterSet.urlFragmentAllowed.union(CharacterSet(charactersIn: "#%[]"))
            return source.addingPercentEncoding(withAllowedCharacters: allowed) ?? source
        }

        private func begin(_ source: String, at address: URL) -> Download {
            let download = Download()
            downloads[ExactText(source)] = download
            let (session, most) = (session, maximumPixelSize)
            download.task = Task { [weak self] in
                let image = try await Self.load(address, session, most)
                download.image = image
                self?.keep(image, for: source)
            }
            return download
        }

        private func giveUp(_ download: Download, of source: String) {
            download.wanted -= 1
            guard download.wanted == 0 else { return }
            download.task?.cancel()
            end(download, of: source)
        }

        private func end(_ download: Download, of source: String) {
            if downloads[ExactText(source)] === download { downloads[ExactText(source)] = nil }
        }

        private func keep(_ image: LoadedImage, for source: String) {
            cache.setObject(
                Entry(image),
                forKey: NSString(string: source),
                cost: image.image.width * image.image.height * 4
            )
        }
    }

    // MARK: - Away from the main actor

    extension URLImageLoader {
        /// Downloads and decodes an image.
        @concurrent
        private nonisolated static func load(
            _ address: URL,
            _ session: URLSession,
            _ most: Int
        ) async throws -> sending LoadedImage {
            let (data, response) = try await session.data(from: address)
            if let status = (response as? HTTPURLResponse)?.statusCode, !(200..<300).contains(status) {
                throw Problem.status(status)
            }
            return try decode(data, most)
        }

        /// Decodes an image completely, so that the first drawing need not.
        private nonisolated static func decode(_ data: Data, _ most: Int) throws(Problem) -> sending LoadedImage {
            let options: [CFString: Any] = [
                kCGImageSourceCreateThumbnailFromImageAlways: true,
                kCGImageSourceCreateThumbnailWithTransform: true,
                kCGImageSourceShouldCacheImmediately: true,
                kCGImageSourceThumbnailMaxPixelSize: most,
            ]
            guard let source = CGImageSourceCreateWithData(data as CFData, nil),
                let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
            else { throw Problem.notAnImage }
            return LoadedImage(image)
        }
    }

    extension URLImageLoader {
        /// Returns an image of the app, in the variant for the current appearance.
        private static func namedImage(_ name: String) -> LoadedImage? {
            #if canImport(UIKit)
                guard let named = UIImage(named: name, in: nil, compatibleWith: .current), let image = named.cgImage
                else { return nil }
            #else
                guard let named = NSImage(named: name),
                    let image = named.cgImage(forProposedRect: nil, context: nil, hints: nil)
                else { return nil }
            #endif
            return LoadedImage(image, size: LayoutSize(named.size))
        }
    }

    extension String {
        fileprivate var isAddress: Bool { contains("//") }
    }
#endif
