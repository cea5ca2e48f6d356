import VirtualView
import VirtualViewFormat
import VirtualViewPreview

/// The parts of a preview, from which any thread can make it.
struct PreviewParts: Sendable {
    let template: PreparedTemplate
    let input: TemplateInput
    let data: DataFile?
    let folder: ServedFolder
    let sourcePath: String
    let samples: ProjectSamples?
    let options: PreviewOptions

    /// Returns the preview; it belongs to the thread that makes it, as the images do that it reads.
    func preview() -> TemplatePreview {
        let folder = folder
        let place = Path.join(folder.path, Path.folder(of: sourcePath))
        return TemplatePreview(
            template,
            input,
            data: data,
            images: ImageFolder(
                templates: place,
                slots: samples?.pictures ?? [:],
                sizes: samples?.imageSizes ?? [:],
                allows: folder.contains
            ),
            sourcePath: sourcePath,
            options: options
        )
    }
}
