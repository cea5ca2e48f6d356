import VirtualView
import VirtualViewPreview

/// The images of a folder, for pictures of templates whose images are elsewhere.
///
/// A name or relative path is searched beside the template, then in its folder of images. For an address, the file
/// with the end of its path is used: `https://host/a/b/tea.jpg` is `a/b/tea.jpg`, `b/tea.jpg` or `tea.jpg` of that
/// folder, or one of these with another extension. Nothing is ever loaded from an address, and nothing outside of the
/// two folders is read.
final class ImageFolder: ImageProviding, ImageMeasuring {
    private let folders: [String]
    /// Whether a file may be read; links lead anywhere.
    private let allows: (String) -> Bool
    private let images: String
    private var known: [String: EncodedImage?] = [:]
    /// The files that were read.
    private(set) var paths: [String] = []

    /// The largest file that is read, in bytes.
    private static let limit = 8 << 20
    private static let extensions = ["svg", "png", "webp", "jpg", "jpeg", "gif"]

    /// Chooses the folders.
    ///
    /// - Parameters:
    ///   - templates: The template's folder.
    ///   - images: The folder of images; without it `images` beside the template.
    ///   - allows: Whether a file may be read.
    init(templates: String, images: String? = nil, allows: @escaping (String) -> Bool = { _ in true }) {
        self.allows = allows
        self.images = images ?? Path.join(templates, "images")
        folders = [templates, self.images]
    }

    func encodedImage(for source: String) -> EncodedImage? {
        if let image = known[source] { return image }
        let image = find(source)
        known[source] = .some(image)
        return image
    }

    func size(ofImage source: String) -> LayoutSize? {
        encodedImage(for: source)?.size
    }

    private func find(_ source: String) -> EncodedImage? {
        guard source.utf8.count <= 2_048 else { return nil }
        let isAddress = source.contains("//") || source.contains(":")
        let path = source.prefix { $0 != "?" && $0 != "#" }
        var parts = path.split(separator: "/").map(String.init)
        if isAddress { parts.removeFirst(min(parts.count, source.contains("//") ? 2 : 1)) }
        guard !parts.isEmpty, parts.allSatisfy(Self.isPlain) else { return nil }
        while !parts.isEmpty {
            for folder in isAddress ? [images] : folders {
                if let image = read(parts.reduce(folder, Path.join)) { return image }
            }
            guard isAddress else { return nil }
            parts.removeFirst()
        }
        return nil
    }

    /// Returns whether a part of a path leads no way up and to no hidden file.
    private static func isPlain(_ part: String) -> Bool {
        !part.hasPrefix(".") && !part.utf8.contains(0) && !part.utf8.contains(UInt8(ascii: "\\"))
    }

    /// Reads a file, or the one of the same name with another extension.
    private func read(_ path: String) -> EncodedImage? {
        let stem = Path.join(Path.folder(of: path), Path.stem(of: path))
        let candidates = [path] + Self.extensions.map { "\(Path.fileExtension(of: path).isEmpty ? path : stem).\($0)" }
        for candidate in candidates where FileSystem.kind(of: candidate) == .file && allows(candidate) {
            guard let bytes = try? FileSystem.read(candidate, limit: Self.limit), let image = EncodedImage(bytes)
            else { continue }
            paths.append(candidate)
            return image
        }
        return nil
    }
}
