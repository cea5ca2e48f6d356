import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewPreview

/// A template with its data, ready to be drawn at any width and in any setting.
struct TemplatePreview {
    /// The template's name.
    let title: String
    let request: PreviewRequest
    private let template: PreparedTemplate
    private let input: TemplateInput
    private let data: DataFile?
    private let images: ImageFolder
    private let sourcePath: String

    /// Creates a preview from parts that were read elsewhere.
    ///
    /// - Parameters:
    ///   - template: The template.
    ///   - input: The template again, and those that the data names.
    ///   - data: The data; `nil` for none.
    ///   - images: The images.
    ///   - sourcePath: The template's source.
    ///   - request: The options of the pictures.
    init(
        _ template: PreparedTemplate,
        _ input: TemplateInput,
        data: DataFile?,
        images: ImageFolder,
        sourcePath: String,
        request: PreviewRequest
    ) {
        title = template.template.type
        self.request = request
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
        fileprivate var look: Rendering {
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
    /// Without `dataPath` the data is `NAME.json` beside the template, if that exists. The templates that the data
    /// names are read from beside the template, unless they are among `others`.
    ///
    /// - Parameters:
    ///   - operand: The template: a compiled file or a source.
    ///   - standardInput: How to read the operand `-`; `nil` if that is a file like any other.
    ///   - dataPath: The data; `null` for none.
    ///   - others: Templates that the data names.
    ///   - imageFolder: The folder of images; without it `images` beside the template.
    ///   - compiler: Compiles sources.
    ///   - samples: What stands for the app's functions and views.
    ///   - request: The options of the pictures.
    ///   - reporter: Receives what the compiler finds, or what is wrong with a compiled file.
    /// - Returns: `nil` if something has errors, which were reported.
    /// - Throws: ``FileError`` when a file cannot be read.
    static func load(
        _ operand: String,
        standardInput: StandardInput? = nil,
        dataPath: String? = nil,
        others: [String] = [],
        imageFolder: String? = nil,
        compiler: TemplateCompiler = TemplateCompiler(),
        samples: ProjectSamples? = nil,
        request: PreviewRequest,
        _ reporter: DiagnosticReporter
    ) throws(FileError) -> TemplatePreview? {
        let path = standardInput?.place(of: operand) ?? operand
        let folder = Path.folder(of: path)
        var input = TemplateInput(compiler: compiler, functions: samples?.functions ?? [:])
        guard let template = try input.load(operand, standardInput: standardInput, reporter) else { return nil }
        for other in others {
            guard try input.load(other, reporter) != nil else { return nil }
        }
        var data: DataFile?
        let beside = Path.join(folder, Path.stem(of: path) + ".json")
        if let dataPath = dataPath ?? (FileSystem.kind(of: beside) == .file ? beside : nil) {
            guard let read = try DataFile.read(dataPath, reporter) else { return nil }
            data = read.value == .null ? nil : read
        }
        for type in data?.value.namedTypes ?? [] where !input.contains(type) {
            guard let neighbour = neighbour(type, in: folder) else { continue }
            guard try input.load(neighbour, reporter) != nil else { return nil }
        }
        return TemplatePreview(
            template,
            input,
            data: data,
            images: ImageFolder(templates: folder, images: imageFolder, slots: samples?.pictures ?? [:]),
            sourcePath: path,
            request: request
        )
    }

    /// Returns the file of a template that data names, beside the one that shows it.
    private static func neighbour(_ type: String, in folder: String) -> String? {
        guard !type.isEmpty, !type.hasPrefix("."), !type.utf8.contains(where: { $0 == 0x2F || $0 == 0x5C || $0 == 0 })
        else { return nil }
        return (CompileInput.extensions.sorted(by: >) + ["out"]).map { Path.join(folder, "\(type).\($0)") }
            .first { FileSystem.kind(of: $0) == .file }
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
        let canvas: ARGBColor = request.setting.appearance == .dark ? .black : ARGBColor(rawValue: 0xFFFF_FFFF)
        let renderer = SVGRenderer(title: title, images: images, canvas: canvas)
        let share = request.room.share(among: request.widths.count)
        let renderings = request.widths.map { rendering(width: $0, request.setting, share) }
        let frames = request.showsFrames ? renderings.map { $0.nodes.compactMap(\.shownFrame) } : []
        return renderer.render(renderings.map(\.list), outlines: frames, elements: renderings.map(\.elements))
    }

    /// Returns a page with the pictures of all widths, in every setting that makes a difference.
    func page() -> PreviewPage {
        var views: [PreviewPage.View] = []
        var warnings = preparationWarnings
        let settings = settings()
        var room = request.room
        var left = settings.count * request.widths.count
        for setting in settings {
            for width in request.widths {
                let rendering = rendering(width: width, setting, room.share(among: left)) { warning in
                    if !warnings.contains(warning) { warnings.append(warning) }
                }
                room.take(rendering)
                left -= 1
                let renderer = SVGRenderer(title: title, images: images, idPrefix: "view\(views.count)")
                views.append(
                    PreviewPage.View(
                        width: width,
                        setting: setting,
                        size: rendering.list.size,
                        svg: renderer.render([rendering.list], elements: [rendering.elements]),
                        nodes: rendering.nodes
                    )
                )
            }
        }
        let data = data.map { request.room.data($0.bytes) }
        if let warning = data?.warning { warnings.append(warning) }
        var page = PreviewPage(
            title: title,
            sourceName: Path.name(of: sourcePath),
            views: views,
            data: data?.text,
            diagnostics: diagnosticLines() + warnings.map(\.line)
        )
        page.played = request.player.map(played)
        return page
    }

    /// Describes what a page plays; the images are those that its pictures show.
    private func played(by player: PlayedTemplate.Player) -> PlayedTemplate {
        var played = PlayedTemplate(title, files: input.files, player: player)
        played.components = template.ownComponents
        played.functions = input.functions.mapValues(\.json)
        played.images = images.found.mapValues(\.dataURI)
        played.slots = images.slotPictures.mapValues(\.dataURI)
        played.data = data?.value.json
        played.setting = request.setting
        played.width = request.widths.last ?? played.width
        played.values = request.values
        return played
    }

    /// Returns the settings that look different from the first one: all combinations of settings that make a difference
    /// by itself.
    private func settings() -> [PreviewPage.Setting] {
        let first = request.setting
        let share = request.room.share(among: request.widths.count)
        let base = request.widths.map { rendering(width: $0, first, share).look }
        func matters(_ setting: PreviewPage.Setting) -> Bool {
            zip(request.widths, base).contains { rendering(width: $0, setting, share).look != $1 }
        }
        func alternatives<Value: Equatable>(
            _ path: WritableKeyPath<PreviewPage.Setting, Value>,
            _ values: [Value]
        ) -> [Value] {
            let others = values.filter { value in
                var setting = first
                setting[keyPath: path] = value
                return value != first[keyPath: path] && matters(setting)
            }
            return [first[keyPath: path]] + others
        }
        var settings: [PreviewPage.Setting] = []
        let directions = alternatives(\.layoutDirection, [.leftToRight, .rightToLeft])
        let scales = alternatives(\.textScale, [1, 1.3, 2])
        for appearance in alternatives(\.appearance, [.light, .dark]) {
            for direction in directions {
                for scale in scales {
                    settings.append(.init(appearance: appearance, layoutDirection: direction, textScale: scale))
                }
            }
        }
        return settings
    }

    /// Returns a new container that shows the data at a width.
    func makeContainer(width: Double, _ setting: PreviewPage.Setting) -> Container {
        let environment = request.environment(setting, width: width)
        let container = Container(
            template.makeTree(environment: environment, source: input.source),
            textMeasuring: request.metrics.metrics,
            imageMeasuring: images
        )
        // A picture shows every item.
        container.listWindow = nil
        if let data { container.update(data: data.value) }
        layOut(container, width: width)
        return container
    }

    /// Lays out a container at its width, with the requested height or the one that fits.
    func layOut(_ container: Container, width: Double) {
        let height = request.height ?? container.sizeThatFits(width: width).height
        container.layout(in: LayoutSize(width: width, height: height))
    }

    /// Describes a container that was laid out, for the page that shows it as a view of that number.
    func view(of container: Container, number: Int, width: Double, _ setting: PreviewPage.Setting) -> PreviewPage.View {
        let renderer = SVGRenderer(title: title, images: images, idPrefix: "view\(number)")
        let share = request.room.share(among: request.widths.count)
        let rendering = rendering(of: container.displayList(), container, share)
        return PreviewPage.View(
            width: width,
            setting: setting,
            size: rendering.list.size,
            svg: renderer.render([rendering.list], elements: [rendering.elements]),
            nodes: rendering.nodes
        )
    }

    /// Describes a container after layout, within the limits of the preview.
    private func rendering(of list: DisplayList, _ container: Container, _ share: PreviewRoom) -> Rendering {
        var description = NodeDescription(input)
        let nodes = PreviewNode.nodes(of: container, maximumCount: share.nodeCount) { description.describe($0) }
        let elements = request.showsAccessibility ? container.accessibilityTree().elements : []
        return Rendering(
            list: list.first(share.drawingCount),
            nodes: nodes,
            elements: Array(elements.prefix(share.nodeCount))
        )
    }

    private func rendering(
        width: Double,
        _ setting: PreviewPage.Setting,
        _ share: PreviewRoom,
        report: (RuntimeWarning) -> Void = { _ in }
    ) -> Rendering {
        let container = makeContainer(width: width, setting)
        if let press = request.press {
            container.touch(.began, at: press, time: 0)
            // Late enough to show, and too early for a long click.
            container.advance(to: 0.2)
        }
        let list = container.displayList()
        let nodeCount = container.tree.nodes.reduce(0) { count, _ in count + 1 }
        for warning in container.warnings { report(warning) }
        for warning in request.room.warnings(drawings: list.drawingCount, nodes: nodeCount, share: share, width: width)
        {
            report(warning)
        }
        return rendering(of: list, container, share)
    }

    /// The warnings from preparing the templates, before there was data.
    private var preparationWarnings: [RuntimeWarning] {
        input.issues.map { RuntimeWarning($0) }
    }

    /// Returns the warnings about the templates, the data and the layout.
    func warnings() -> [RuntimeWarning] {
        var warnings = preparationWarnings
        let share = request.room.share(among: request.widths.count)
        for width in request.widths {
            _ = rendering(width: width, request.setting, share) { if !warnings.contains($0) { warnings.append($0) } }
        }
        return warnings
    }

    /// Returns the diagnostics of the compiler, with the names of files instead of their paths.
    private func diagnosticLines() -> [String] {
        var formatter = DiagnosticFormatter()
        return input.diagnostics.map { diagnostic in
            let range = diagnostic.range
            let place = formatter.position(of: range.offsets.lowerBound, in: range.file)
            return "\(Path.name(of: range.file.path)):\(place.line):\(place.column): \(diagnostic.severity): "
                + "\(diagnostic.message) [\(diagnostic.id)]"
        }
    }
}

extension JSONValue {
    /// The names under `type` of every object: the templates that containers may ask for.
    var namedTypes: [String] {
        var names: [String] = []
        var seen: Set<String> = []
        var open = [self]
        while let value = open.popLast() {
            switch value {
            case .array(let elements): open += elements.reversed()
            case .object(let object):
                if case .string(let name)? = value["type"], seen.insert(name).inserted { names.append(name) }
                open += object.sortedKeys.reversed().compactMap { object[$0] }
            default: break
            }
        }
        return names
    }
}
