import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewPreview

/// A template with its data, ready to be drawn at any width and in any setting.
struct TemplatePreview {
    /// The template's name.
    let title: String
    let options: PreviewOptions
    let template: PreparedTemplate
    let input: TemplateInput
    let data: DataFile?
    let images: ImageFolder
    let sourcePath: String

    /// Creates a preview from parts that were read elsewhere.
    ///
    /// - Parameters:
    ///   - template: The template.
    ///   - input: The template again, and those that the data names.
    ///   - data: The data; `nil` for none.
    ///   - images: The images.
    ///   - sourcePath: The template's source.
    ///   - options: The options of the pictures.
    init(
        _ template: PreparedTemplate,
        _ input: TemplateInput,
        data: DataFile?,
        images: ImageFolder,
        sourcePath: String,
        options: PreviewOptions
    ) {
        title = template.template.type
        self.options = options
        self.template = template
        self.input = input
        self.data = data
        self.images = images
        self.sourcePath = sourcePath
    }

    /// The content of a picture.
    struct Rendering: Equatable {
        var list: DisplayList
        let nodes: [PreviewNode]
        /// What a screen reader presents, if pictures say that.
        let elements: [AccessibilityTree.Element]

        /// The content without the direction of what looks the same in both.
        var look: Rendering {
            var look = self
            for index in list.items.indices {
                switch list.items[index].content {
                case .text, .image: break
                default: look.list.items[index].isRightToLeft = false
                }
            }
            return look
        }
    }

    /// Reads what a preview shows.
    ///
    /// Without `dataPath` the data is `NAME.json` beside the template, if that exists. The templates that the data and
    /// what stands for the app name are read from beside the template, unless they are among `others`.
    ///
    /// - Parameters:
    ///   - operand: The template: a compiled file or a source.
    ///   - standardInput: How to read the operand `-`.
    ///   - dataPath: The data; `null` for none.
    ///   - others: Templates that the data names.
    ///   - imageFolder: The folder of images; without it `images` beside the template.
    ///   - compiler: Compiles sources.
    ///   - samples: What stands for the app's functions and views.
    ///   - options: The options of the pictures.
    ///   - reporter: Receives what the compiler finds, or what is wrong with a compiled file.
    /// - Returns: `nil` if something has errors, which were reported.
    /// - Throws: ``FileError`` when a file cannot be read.
    static func load(
        _ operand: String,
        standardInput: StandardInput,
        dataPath: String?,
        others: [String],
        imageFolder: String?,
        compiler: TemplateCompiler,
        samples: ProjectSamples,
        options: PreviewOptions,
        _ reporter: DiagnosticReporter
    ) throws(FileError) -> TemplatePreview? {
        let path = standardInput.place(of: operand)
        let folder = Path.folder(of: path)
        var input = TemplateInput(compiler: compiler, functions: samples.functions)
        guard let template = try input.load(operand, standardInput: standardInput, reporter) else { return nil }
        for other in others {
            guard try input.load(other, reporter) != nil else { return nil }
        }
        var data: DataFile?
        let beside = SampleFile.path(beside: path)
        if let dataPath = dataPath ?? (FileSystem.kind(of: beside) == .file ? beside : nil) {
            guard let read = try DataFile.read(dataPath, reporter) else { return nil }
            data = read.value == .null ? nil : read
        }
        let values = [data?.value].compactMap(\.self) + JSONValue.ofApp(options.values, input.functions)
        for type in values.flatMap(\.namedTypes) where !input.contains(type) {
            guard let neighbour = TemplateInput.neighbour(type, in: folder) else { continue }
            guard try input.load(neighbour, reporter) != nil else { return nil }
        }
        return TemplatePreview(
            template,
            input,
            data: data,
            images: ImageFolder(
                templates: folder,
                images: imageFolder,
                slots: samples.pictures,
                sizes: samples.imageSizes
            ),
            sourcePath: path,
            options: options
        )
    }

    /// Every file that the pictures depend on; those of images once they were drawn.
    var paths: [String] {
        input.paths + (data.map { [$0.path] } ?? []) + images.paths
    }
}

// MARK: - Pictures

extension TemplatePreview {
    /// Returns the pictures of all widths, side by side.
    func svg() -> String {
        let renderer = renderer(canvas: options.setting.canvas)
        let share = options.room.share(among: options.widths.count)
        let renderings = options.widths.map { rendering(width: $0, options.setting, share) }
        let frames = options.showsFrames ? renderings.map { $0.nodes.compactMap(\.shownFrame) } : []
        return renderer.render(renderings.map(\.list), outlines: frames, elements: renderings.map(\.elements))
    }

    /// Returns a new container that shows the data at a width.
    func makeContainer(width: Double, _ setting: PreviewPage.Setting) -> Container {
        let environment = setting.environment(
            width: options.screenWidth ?? width,
            locale: options.locale,
            values: options.values
        )
        let container = Container(
            template.makeTree(environment: environment, source: input.source),
            textMeasuring: options.metrics.metrics,
            imageMeasuring: images.measuring(screenWidth: environment.width)
        )
        // A picture shows every item.
        container.listWindow = nil
        if let data { container.update(data: data.value) }
        layOut(container, width: width)
        return container
    }

    /// Lays out a container at its width, with the requested height or the one that fits.
    func layOut(_ container: Container, width: Double) {
        container.layOut(width: width, height: options.height, screen: options.screenHeight)
    }

    /// Describes a container that was laid out, for the page that shows it as a view of that number.
    func view(of container: Container, number: Int, width: Double, _ setting: PreviewPage.Setting) -> PreviewPage.View {
        let share = options.room.share(among: options.widths.count)
        return view(of: rendering(of: container.displayList(), container, share), number: number, width: width, setting)
    }

    /// Describes a container after layout, within the limits of the preview.
    private func rendering(of list: DisplayList, _ container: Container, _ share: PreviewRoom) -> Rendering {
        var description = NodeDescription(input)
        let nodes = PreviewNode.nodes(of: container, maximumCount: share.nodeCount) { description.describe($0) }
        let elements = options.showsAccessibility ? container.accessibilityTree().elements : []
        return Rendering(
            list: list.first(share.drawingCount),
            nodes: nodes,
            elements: Array(elements.prefix(share.nodeCount))
        )
    }

    func rendering(
        width: Double,
        _ setting: PreviewPage.Setting,
        _ share: PreviewRoom,
        report: (RuntimeWarning) -> Void = { _ in }
    ) -> Rendering {
        let container = makeContainer(width: width, setting)
        if let press = options.press {
            container.touch(.began, at: press, time: 0)
            // Late enough to show, and too early for a long click.
            container.advance(to: 0.2)
        }
        let list = container.displayList()
        let nodeCount = container.tree.nodes.reduce(0) { count, _ in count + 1 }
        for warning in container.warnings { report(warning) }
        for warning in options.room.warnings(drawings: list.drawingCount, nodes: nodeCount, share: share, width: width)
        {
            report(warning)
        }
        return rendering(of: list, container, share)
    }

    /// The warnings from preparing the templates, before there was data.
    var preparationWarnings: [RuntimeWarning] {
        input.issues.map { RuntimeWarning($0) }
    }

    /// Returns the warnings about the templates, the data and the layout.
    func warnings() -> [RuntimeWarning] {
        var warnings = preparationWarnings
        let share = options.room.share(among: options.widths.count)
        for width in options.widths {
            _ = rendering(width: width, options.setting, share) { if !warnings.contains($0) { warnings.append($0) } }
        }
        return warnings
    }
}
