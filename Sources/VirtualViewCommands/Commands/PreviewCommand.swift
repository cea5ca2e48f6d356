import VirtualView
import VirtualViewCompiler
import VirtualViewPreview

/// `vvc preview`: draws a template with its data.
struct PreviewCommand: Command {
    static let specification = CommandSpecification(
        name: "preview",
        summary: "Draws a template as an SVG picture or an HTML page",
        operands: "FILE",
        operandCount: 1...1,
        example: (
            "vvc preview Card.xml --width 320,375 -o Card.html",
            "writes a page with the card at two widths, showing the data of Card.json"
        )
    )

    private let path: String
    private let output: String
    private let dataPath: String?
    private let others: [String]
    private let imageFolder: String?
    private let valuesPath: String?
    private let playerFolder: String?
    private let options: PreviewOptions
    /// Whether the widths are those of the command line, and not of the project file.
    private let givesWidths: Bool
    private let compiler: CompilerOptions
    private let standardInput: StandardInput
    let diagnosticsAreJSON: Bool

    private static let output = Option("-o", "F.svg|F.html", help: "Sets the output (required): a picture or a page")

    init(_ line: inout ArgumentReader) throws(UsageError) {
        path = line.operand
        let output = line.text(Self.output)
        var options = PreviewOptions()
        let widths = try line.widths()
        if let widths { options.widths = widths }
        givesWidths = widths != nil
        options.height = try line.length(
            Option("--height", "H", help: "Sets the height in points (default: the height that fits)")
        )
        options.screenWidth = try line.screenWidth()
        dataPath = line.text(
            Option(
                "--data",
                "F.json",
                help: "Shows this data; 'null' is none (default: NAME.json beside the template)"
            )
        )
        valuesPath = line.environment()
        others = line.texts(
            Option("--with", "FILE", help: "Loads a template that the data names (default: those beside the template)")
        )
        options.showsFrames = line.flag(
            Option("--frames", help: "Outlines every node in a picture; a page has a switch for that")
        )
        options.press = try line.press()
        options.showsAccessibility = line.flag(
            Option("--accessibility", help: "Adds what a screen reader presents to the pictures, with roles and labels")
        )
        imageFolder = line.text(
            Option("--images", "DIR", help: "Looks for images in this folder (default: 'images' beside the template)")
        )
        playerFolder = line.playerFolder()
        options.setting = try line.setting()
        options.locale = try line.locale()
        let client = line.client(help: "Draws as this client does", isSimulated: true)
        options.metrics = line.metrics()
        self.options = options
        compiler = try CompilerOptions(&line, client: client, areDrawn: true)
        standardInput = try line.standardInput()
        diagnosticsAreJSON = line.diagnosticsAreJSON()
        guard let output else {
            let forms = Self.output.value?.split(separator: "|").map { "\(Self.output) \($0)" } ?? []
            throw UsageError("'vvc preview' needs an output: \(forms.joined(separator: " or "))")
        }
        guard ["svg", "html", "htm"].contains(Path.fileExtension(of: output)) else {
            throw UsageError(
                "'\(output)' is not a value of '\(Self.output)'; expected a name that ends with .svg or .html"
            )
        }
        self.output = output
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        let place = standardInput.place(of: path)
        let folder = Path.folder(of: place)
        let sources = [place] + [dataPath, valuesPath].compactMap { $0 } + others
        let reporter = DiagnosticReporter(terminal, isJSON: diagnosticsAreJSON)
        var compilers = CompilersByFolder(compiler, reporter)
        let images = try? FileSystem.search(imageFolder ?? Path.join(folder, "images"), for: ["svg"]) { _ in }
        let read = sources + compilers.paths(in: folder) + (images ?? []).map(\.path)
        try OutputClaims(reading: read + compilers.projectPaths).check(output)
        guard let compiler = try compilers.compiler(in: folder) else {
            try removeOutput()
            return compilers.result
        }
        let samples = compilers.samples(in: folder, for: compiler)
        let isPicture = Path.fileExtension(of: output) == "svg"
        let loaded: TemplatePreview?
        do {
            loaded = try load(compiler, samples, isPicture: isPicture, reporter, terminal)
        } catch let error as FileError where error.exitCode == .cannotRead {
            try removeOutput()
            throw error
        }
        guard let preview = loaded else {
            try removeOutput()
            return .inputErrors
        }
        for warning in preview.warnings() { reporter.report(.warning, id: warning.id, warning.message, path: place) }
        let text = isPicture ? preview.svg() : preview.page().html()
        try OutputClaims(reading: preview.paths).check(output)
        try OutputFile.write(Array(text.utf8), to: output)
        return .success
    }

    /// Reads what is drawn; `nil` if something has errors, which are reported.
    private func load(
        _ compiler: TemplateCompiler,
        _ samples: ProjectSamples,
        isPicture: Bool,
        _ reporter: DiagnosticReporter,
        _ terminal: Terminal
    ) throws -> TemplatePreview? {
        guard let values = try DataFile.environmentValues(valuesPath, orElse: samples.values, reporter) else {
            return nil
        }
        var options = options
        options.values = values
        options.fonts = samples.fonts
        if !givesWidths, !samples.widths.isEmpty { options.widths = samples.widths }
        if !isPicture { options.player = try PagePlayer.script(playerFolder, terminal).map { .text($0) } }
        if let imageFolder, FileSystem.kind(of: imageFolder) != .folder {
            throw FileError(reading: imageFolder, "there is no such folder")
        }
        return try TemplatePreview.load(
            path,
            standardInput: standardInput,
            dataPath: dataPath,
            others: others,
            imageFolder: imageFolder,
            compiler: compiler,
            samples: samples,
            options: options,
            reporter
        )
    }

    /// Removes the picture of an earlier state, which would be taken for one of this.
    ///
    /// - Throws: `UsageError` for an image that is none of these: which images a template shows is not known while it
    ///   has errors.
    private func removeOutput() throws {
        if let bytes = try? FileSystem.read(output, isRegular: true), EncodedImage(bytes) != nil, !Self.isOwn(bytes) {
            try OutputClaims(reading: [output]).check(output)
        }
        try FileSystem.removeFile(output)
    }

    /// Returns whether a picture is one of this command: its first tag names the title as those of ``SVGRenderer`` do.
    private static func isOwn(_ picture: [UInt8]) -> Bool {
        let tag = picture.prefix { $0 != UInt8(ascii: ">") }
        return String(decoding: tag, as: UTF8.self).contains(#" aria-labelledby="vv-title"#)
    }
}

// MARK: - What a picture shows

extension ArgumentReader {
    /// Returns the place of a finger.
    fileprivate mutating func press() throws(UsageError) -> LayoutPoint? {
        let option = Option("--press", "X,Y", help: "Draws what a finger at this place in points presses as pressed")
        guard let text = text(option) else { return nil }
        return try Self.point(text, option)
    }

    /// Returns the screen's width; `nil` for that of each picture.
    fileprivate mutating func screenWidth() throws(UsageError) -> Double? {
        let help = "Sets the screen's width, 750 rp, in points; 'auto' is each picture's width (default: 375)"
        let option = Option("--screen-width", "S", help: help)
        let text = text(option)
        return text == "auto" ? nil : try Self.length(text, option) ?? 375
    }

    /// The user's settings.
    fileprivate mutating func setting() throws(UsageError) -> PreviewPage.Setting {
        var setting = PreviewPage.Setting()
        let appearances = ["light", "dark"]
        setting.appearance =
            text(
                Option("--appearance", "NAME", choices: appearances, help: "Chooses a light or a dark screen")
            ).flatMap(ScreenEnvironment.Appearance.init) ?? .light
        setting.layoutDirection = direction()
        let scale = Option("--text-scale", "N", help: "Makes texts larger by a factor, as the user's settings do")
        if let text = text(scale) {
            guard let number = DecimalText.number(text), (0.1...10).contains(number) else {
                throw UsageError("'\(text)' is not a value of '\(scale)': expected a factor from 0.1 to 10")
            }
            setting.textScale = number
        }
        return setting
    }
}
