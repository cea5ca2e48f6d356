import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewPreview

/// What a project file gives tools that show templates without the app: the values of its environment, results of its
/// functions, sizes of its images, and pictures of its own views.
struct ProjectSamples: Sendable {
    /// The functions by their names.
    let functions: [String: SampleFunction]
    /// What bindings read as `env`, unless an option names a file.
    let values: BindingObject
    /// The widths of pictures in points; none for the usual ones.
    let widths: [Double]
    /// The sizes of images by their names.
    let imageSizes: [String: AssembleAssetSize]
    /// The families of fonts in pictures, the preferred one first; none for the usual ones.
    let fonts: [String]
    /// The files of the pictures, by the names of the components.
    private(set) var pictures: [String: String] = [:]
    /// The files of all pictures, also of those that cannot be shown.
    private(set) var paths: [String] = []

    /// The largest picture that is read, in bytes.
    static let pictureLimit = 8 << 20
    /// The maximum number of unknown names that are compared with all others; a file with more of them is wrong in a
    /// different way.
    private static let mostSuggestions = 100

    /// Takes what a project file has.
    ///
    /// - Parameters:
    ///   - project: The file; `nil` for none.
    ///   - compiler: Knows the own components.
    ///   - reporter: Receives warnings about pictures that cannot be shown.
    init(_ project: Project?, for compiler: TemplateCompiler, _ reporter: DiagnosticReporter) {
        functions = project?.file?.functions ?? [:]
        values = project?.file?.env ?? [:]
        widths = project?.file?.widths ?? []
        imageSizes = project?.file?.images ?? [:]
        fonts = project?.file?.fonts ?? []
        guard let project, let slots = project.file?.slots, !slots.isEmpty else { return }
        let known = compiler.configuration.ownComponents.filter(\.isSlot).map(\.name)
        let names = Set(known)
        var unknownCount = 0
        var problems: [Diagnostic] = []
        for slot in slots {
            let name = slot.name.text
            let path = project.path(of: slot.path.text)
            paths.append(path)
            if !names.contains(name) {
                unknownCount += 1
                let nearest = unknownCount <= Self.mostSuggestions ? NearestWord.find(name, among: known) : nil
                let message = ProjectMessage.unknownSlot(name, suggestion: nearest)
                problems.append(Diagnostic(message, at: slot.name.range))
            } else if let problem = Self.problem(with: path) {
                let message = ProjectMessage.missingPicture(slot.path.text, of: name, problem)
                problems.append(Diagnostic(message, at: slot.path.range))
            } else {
                pictures[name] = path
            }
        }
        _ = reporter.report(problems)
    }

    private static func problem(with path: String) -> String? {
        guard FileSystem.kind(of: path) == .file else { return "is not a file" }
        guard let bytes = try? FileSystem.read(path, limit: pictureLimit) else { return "cannot be read" }
        return EncodedImage(bytes) == nil ? "is not an image that browsers show" : nil
    }
}

/// The sizes that a project file says images have, for those that are not there.
final class NamedImageSizes: ImageMeasuring {
    private let sizes: [ExactText: LayoutSize]
    private let otherSize: @Sendable (String) -> LayoutSize?

    /// Takes the sizes by the names of the images, as they are on a screen of a width.
    ///
    /// - Parameters:
    ///   - sizes: The sizes of a project file.
    ///   - screenWidth: The screen's width in points.
    ///   - otherSize: Returns the size of an image that has none there.
    init(
        _ sizes: [String: AssembleAssetSize],
        screenWidth: Double,
        orElse otherSize: @escaping @Sendable (String) -> LayoutSize? = { _ in nil }
    ) {
        let points = sizes.compactMap { name, size in
            size.points(screenWidth: screenWidth).map { (ExactText(name), $0) }
        }
        self.sizes = Dictionary(uniqueKeysWithValues: points)
        self.otherSize = otherSize
    }

    func size(ofImage source: String) -> LayoutSize? {
        sizes[ExactText(source)] ?? otherSize(source)
    }
}

extension AssembleAssetSize {
    /// Returns the size in points on a screen of a width.
    fileprivate func points(screenWidth: Double) -> LayoutSize? {
        func side(_ text: String) -> Double? {
            let isRelative = text.hasSuffix("rp")
            guard let number = Double(isRelative ? String(text.dropLast(2)) : text) else { return nil }
            return isRelative ? number * screenWidth / 750 : number
        }
        guard let width = side(width), let height = side(height) else { return nil }
        return LayoutSize(width: width, height: height)
    }
}
