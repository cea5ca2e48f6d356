import VirtualView
import VirtualViewCompiler
import VirtualViewPreview

/// The images of a folder, for pictures of templates whose images are elsewhere.
///
/// A name or relative path is searched beside the template, then in its folder of images. For an address, the file
/// with the end of its path is used: `https://host/a/b/tea.jpg` is `a/b/tea.jpg`, `b/tea.jpg` or `tea.jpg` of that
/// folder, or one of these with another extension; the end has eight parts at most. Nothing is ever loaded from an
/// address, and nothing outside of the two folders is read but the pictures of an app's own views, which the project
/// file names.
final class ImageFolder: ImageProviding, Sendable {
    private let folders: [String]
    /// Whether a file may be read; links lead anywhere.
    private let allows: @Sendable (String) -> Bool
    private let images: String
    private let slots: [String: String]
    /// The sizes that the project gives images, whatever their files have.
    let sizes: [String: AssembleAssetSize]
    private let known = Locked<[String: EncodedImage?]>([:])
    private let read = Locked<[String]>([])
    /// The images that were found so far, by the names that were asked for.
    var found: [String: EncodedImage] { known.withLock { $0.compactMapValues { $0 } } }
    /// The files that were read.
    var paths: [String] { read.withLock { $0 } }

    /// The largest file that is read, in bytes.
    private static let limit = 8 << 20
    /// The most parts of an address that a path in the folder has: each end of an address is looked for on the disk.
    private static let maximumParts = 8
    /// The endings of images, in the order in which they are tried.
    static let extensions = ["svg", "png", "webp", "jpg", "jpeg", "gif"]

    /// Chooses the folders.
    ///
    /// - Parameters:
    ///   - templates: The template's folder.
    ///   - images: The folder of images; without it `images` beside the template.
    ///   - slots: The pictures of an app's own views, by the names of their components.
    ///   - sizes: The sizes of images, by their names; for others that of the file counts.
    ///   - allows: Whether a file of the folders may be read.
    init(
        templates: String,
        images: String? = nil,
        slots: [String: String],
        sizes: [String: AssembleAssetSize],
        allows: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        self.allows = allows
        self.slots = slots
        self.sizes = sizes
        self.images = images ?? Path.join(templates, "images")
        folders = [templates, self.images]
    }

    func encodedImage(for source: String) -> EncodedImage? {
        if let image = known.withLock({ $0[source] }) { return image }
        let image = find(source)
        known.withLock { $0[source] = .some(image) }
        return image
    }

    /// The pictures of the app's own views.
    var slotPictures: [String: EncodedImage] {
        slots.keys.reduce(into: [:]) { $0[$1] = encodedImage(forSlot: $1) }
    }

    func encodedImage(forSlot component: String) -> EncodedImage? {
        guard let path = slots[component], let bytes = try? FileSystem.read(path, limit: ProjectSamples.pictureLimit)
        else { return nil }
        return EncodedImage(bytes)
    }

    /// Returns the sizes of the images on a screen of that width.
    func measuring(screenWidth: Double) -> any ImageMeasuring {
        NamedImageSizes(sizes, screenWidth: screenWidth) { self.encodedImage(for: $0)?.size }
    }

    private func find(_ source: String) -> EncodedImage? {
        guard source.utf8.count <= 2_048 else { return nil }
        let path = source.prefix { $0 != "?" && $0 != "#" }
        let hasScheme = path.contains(":")
        let isAddress = hasScheme || path.hasPrefix("//")
        var parts = path.split(separator: "/").map(String.init)
        if isAddress {
            // A scheme, and a host where there is one.
            parts.removeFirst(min(parts.count, hasScheme && path.contains("//") ? 2 : 1))
            if let last = parts.lastIndex(where: { !Self.isPlain($0) }) { parts.removeFirst(last + 1) }
            parts.removeFirst(max(0, parts.count - Self.maximumParts))
        }
        guard !parts.isEmpty, parts.allSatisfy(Self.isPlain) else { return nil }
        while !parts.isEmpty {
            for folder in isAddress ? [images] : folders {
                if let image = readImage(parts.reduce(folder, Path.join)) { return image }
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
    private func readImage(_ path: String) -> EncodedImage? {
        // What is behind a dot may belong to the name: `icon.small` is `icon.small.svg` sooner than `icon.svg`.
        let stems = [path, Path.join(Path.folder(of: path), Path.stem(of: path))]
        let candidates = [path] + stems.flatMap { stem in Self.extensions.map { "\(stem).\($0)" } }
        for candidate in candidates where FileSystem.kind(of: candidate) == .file && allows(candidate) {
            guard let bytes = try? FileSystem.read(candidate, limit: Self.limit), let image = EncodedImage(bytes)
            else { continue }
            read.withLock { $0.append(candidate) }
            return image
        }
        return nil
    }
}
