import VirtualView
import VirtualViewCompiler
import VirtualViewPreview

/// `vvc preview`: draws a template with its data.
enum PreviewCommand: Command {
    static let specification = CommandSpecification(
        name: "preview",
        summary: "Draws a template as an SVG picture or an HTML page",
        operands: "FILE",
        operandCount: 1...1,
        options: [
            .init("-o", "F.svg|F.html", help: "Sets the output (required): a picture or a page"),
            .init("--width", "W,…", help: "Sets the width in points; several are drawn side by side (default: 375)"),
            .init("--height", "H", help: "Sets the height in points (default: the height that fits)"),
            .init(
                "--screen-width",
                "S",
                help: "Sets the screen's width, 750 rp, in points; 'auto' is each picture's width (default: 375)"
            ),
            .init("--data", "F.json", help: "Shows this data; 'null' is none (default: NAME.json beside the template)"),
            .init(
                "--with",
                "FILE",
                isRepeatable: true,
                help: "Loads a template that the data names (default: those beside the template)"
            ),
            .init("--frames", help: "Outlines every node in a picture; a page has a switch for that"),
            .init("--images", "DIR", help: "Looks for images in this folder (default: 'images' beside the template)"),
            .init("--appearance", "NAME", choices: ["light", "dark"], help: "Chooses a light or a dark screen"),
            .init(
                "--direction",
                "NAME",
                choices: ["ltr", "rtl"],
                help: "Chooses the direction of the user's language"
            ),
            .init("--text-scale", "N", help: "Makes texts larger by a factor, as the user's settings do"),
            .init("--target", "NAME", choices: Client.allCases.map(\.name), help: "Draws as this client does"),
            .init("--metrics", "NAME", choices: TextMetricsName.names, help: "Chooses how texts are measured"),
        ] + CompilerArguments.options + [
            .init("--diagnostics", "text|json", choices: ["text", "json"], help: "Chooses how problems are written")
        ],
        example: (
            "vvc preview Card.xml --width 320,375 -o Card.html",
            "writes a page with the card at two widths, showing the data of Card.json"
        )
    )

    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
        let path = arguments.operands[0]
        guard let output = arguments.value("-o") else {
            throw UsageError("'vvc preview' needs an output: -o F.svg or -o F.html")
        }
        let isPage = ["html", "htm"].contains(Path.fileExtension(of: output))
        guard isPage || Path.fileExtension(of: output) == "svg" else {
            throw UsageError("'\(output)' is not a value of '-o'; expected a name that ends with .svg or .html")
        }
        let request = try PreviewRequest(arguments)
        let sources = [path] + arguments.allValues("--data") + arguments.allValues("--with")
        try OutputClaims(reading: sources + CompilerArguments.files(of: arguments)).check(output)
        let reporter = DiagnosticReporter(terminal, isJSON: arguments.value("--diagnostics") == "json")
        var result = ExitCode.success
        guard let compiler = try CompilerArguments(arguments, target: request.target).makeCompiler(reporter, &result)
        else {
            try FileSystem.removeFile(output)
            return result
        }
        let loaded = try OutputFile.removing(output) {
            if let images = arguments.value("--images"), FileSystem.kind(of: images) != .folder {
                throw FileError(reading: images, "there is no such folder")
            }
            return try load(path, arguments, compiler, request, reporter)
        }
        guard let preview = loaded else {
            // A picture of an earlier state would be taken for one of this.
            try FileSystem.removeFile(output)
            return .inputErrors
        }
        for warning in preview.warnings() { reporter.report(.warning, id: warning.id, warning.message, path: path) }
        try OutputFile.write(Array((isPage ? preview.page().html() : preview.svg()).utf8), to: output)
        return .success
    }

    private static func load(
        _ path: String,
        _ arguments: ParsedArguments,
        _ compiler: TemplateCompiler,
        _ request: PreviewRequest,
        _ reporter: DiagnosticReporter
    ) throws(FileError) -> TemplatePreview? {
        try TemplatePreview.load(
            path,
            dataPath: arguments.value("--data"),
            others: arguments.allValues("--with"),
            imageFolder: arguments.value("--images"),
            compiler: compiler,
            request: request,
            reporter
        )
    }
}
