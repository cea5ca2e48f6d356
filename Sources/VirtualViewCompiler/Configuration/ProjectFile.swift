import VirtualViewExpressions
import VirtualViewFormat

/// The settings that all templates of a project share, from the file `vvc.json`.
///
/// Everything that is wrong is reported in one run. Paths count from the folder of the file.
package struct ProjectFile: Sendable {
    /// The name of the file.
    package static let name = "vvc.json"

    /// The sources and folders that commands work on when they are given none.
    package internal(set) var templates: [DecodedText] = []
    /// The configuration, as the file names it.
    package internal(set) var config: DecodedText?
    /// The files with an app's own components.
    package internal(set) var components: [DecodedText] = []
    /// The files with named event programs.
    package internal(set) var blocks: [DecodedText] = []
    /// The files of fragments that assemble sources use, in file order.
    package internal(set) var fragments: [NamedPath] = []
    /// The client that templates are for.
    package internal(set) var client: Client?
    /// The severities of rules, by their ids.
    package internal(set) var lint: [String: RuleSeverity] = [:]
    /// The values that an app gives bindings as `env`.
    package internal(set) var env: BindingObject = [:]
    /// The widths of pictures in points.
    package internal(set) var widths: [Double] = []
    /// The sizes of images, by their names.
    package internal(set) var images: [String: AssembleAssetSize] = [:]
    /// The families of fonts in pictures, the preferred one first.
    package internal(set) var fonts: [String] = []
    /// The pictures of an app's own views in previews by their components, in file order.
    package internal(set) var slots: [NamedPath] = []
    /// The sample results of the app's functions, by their names.
    package internal(set) var functions: [String: SampleFunction] = [:]
    /// What `vvc test` compares.
    package internal(set) var tests = Tests()
    /// What must go on working.
    package internal(set) var compatibility = Compatibility()

    /// A file with the name for which it stands.
    package struct NamedPath: Sendable {
        /// The name.
        package let name: DecodedText
        /// The path of the file.
        package let path: DecodedText
    }

    /// The settings of `vvc test`; the first of each list is the usual one.
    package struct Tests: Sendable {
        /// The widths in points; those of pictures if there are none.
        package internal(set) var widths: [Double] = []
        /// The height of the screen in points, for what fills it; without one everything has the height that fits.
        package internal(set) var height: Double?
        /// The appearances: `light`, `dark`.
        package internal(set) var appearances: [String] = []
        /// The directions of the user's language: `ltr`, `rtl`.
        package internal(set) var directions: [String] = []
        /// The factors by which texts are larger.
        package internal(set) var textScales: [Double] = []
        /// Whether all combinations are tested, and not only one step from the first along each list.
        package internal(set) var hasAllCombinations = false
        /// The name of the folders with snapshots, each beside its templates.
        package internal(set) var snapshots: String?

        /// Creates the settings of a project that has none.
        package init() {}
    }

    /// The clients and releases that changes must not break.
    package struct Compatibility: Sendable {
        /// The clients.
        package internal(set) var clients: [Client] = []
        /// The oldest release, folder or commit, as `vvc diff --against` takes it.
        package internal(set) var since: DecodedText?
    }

    /// Reads a file.
    ///
    /// - Parameter file: The file.
    /// - Returns: Its valid content, and everything that is wrong with it, in file order.
    /// - Complexity: O(*n*) in the size of the file.
    package static func read(_ file: SourceFile) -> (project: ProjectFile, diagnostics: [Diagnostic]) {
        let (node, problems) = JSONNode.read(file)
        var project = ProjectFile()
        guard let node else { return (project, problems.inFileOrder()) }
        var reader = ProjectReader()
        if let checked = reader.checked(node, .object(members), noun) { project.take(checked, members) }
        return (project, (problems + reader.diagnostics).inFileOrder())
    }

    /// What messages call the whole file.
    static let noun = "a project file"

    private mutating func take(_ node: JSONNode, _ rows: [ProjectMember]) {
        for member in node.objectMembers {
            guard let row = rows.first(where: { $0.name == member.name.text }) else { continue }
            row.take(&self, member.value)
            if case .object(let rows) = row.shape { take(member.value, rows) }
        }
    }
}

/// The severity that a project gives a rule.
package enum RuleSeverity: String, CaseIterable, Sendable {
    /// What the rule finds is an error.
    case error
    /// What the rule finds is a warning.
    case warning
    /// The rule is not tried.
    case off

    /// Returns a diagnostic of a rule with this severity; `nil` if the rule is off.
    ///
    /// - Parameter diagnostic: What the rule found.
    /// - Returns: The diagnostic as it is reported.
    package func applied(to diagnostic: Diagnostic) -> Diagnostic? {
        switch self {
        case .error: diagnostic.withSeverity(.error)
        case .warning: diagnostic.withSeverity(.warning)
        case .off: nil
        }
    }
}

// MARK: - The members

extension ProjectFile {
    /// The members that there are, in the order of the manual.
    static let members: [ProjectMember] = [
        ProjectMember("$schema", .text, "Where editors find the schema of this file", example: #""vvc.schema.json""#),
        ProjectMember(
            "templates",
            .paths,
            "The sources and folders that commands work on when they are given none",
            example: #"["Templates"]"#
        ) { $0.templates = $1.decodedTexts },
        ProjectMember("config", .path, "The file of --config", example: #""Design/config.properties""#) {
            $0.config = $1.decodedTexts.first
        },
        ProjectMember("components", .paths, "The files of --components", example: #"["Design/components.json"]"#) {
            $0.components = $1.decodedTexts
        },
        ProjectMember("blocks", .paths, "The files of --blocks", example: #""Design/handlers.txt""#) {
            $0.blocks = $1.decodedTexts
        },
        ProjectMember(
            "fragments",
            .map(.any, .path),
            "The files of fragments by their names, as --arg gives them",
            example: #"{"muted": "Design/Muted.asv"}"#
        ) { $0.fragments = $1.namedPaths },
        ProjectMember("target", .word("a target", clients), "The client of --target", example: #""ios-1.2""#) {
            $0.client = $1.stringValue.flatMap { Client(rawValue: $0) }
        },
        ProjectMember(
            "lint",
            .map(.rules, .word("a severity", severities)),
            "The severity of each rule of vvc lint: error, warning or off",
            example: #"{"lint.zero-size": "error", "lint.unused-id": "off"}"#
        ) { project, node in
            for member in node.objectMembers {
                project.lint[member.name.text] = member.value.stringValue.flatMap { RuleSeverity(rawValue: $0) }
            }
        },
        ProjectMember(
            "env",
            .map(.values, .value),
            "The values that bindings read as env, instead of --env",
            example: #"{"currency": "EUR"}"#
        ) { project, node in
            project.env = BindingObject(
                node.objectMembers.compactMap { member in
                    (try? member.value.bindingValue()).map { (member.name.text, $0) }
                }
            )
        },
        ProjectMember("widths", widthList, "The widths of pictures in points", example: "[375, 320]") {
            $0.widths = $1.numbers
        },
        ProjectMember(
            "images",
            .map(.any, .size),
            "The sizes of images by their names, as --asset gives them",
            example: #"{"arrow": "12x12"}"#
        ) { project, node in
            for member in node.objectMembers {
                project.images[member.name.text] = member.value.stringValue.flatMap { AssembleAssetSize($0) }
            }
        },
        ProjectMember(
            "fonts",
            .list(.text, atMost: 32),
            "The families of fonts in pictures, the preferred one first",
            example: #"["Inter", "sans-serif"]"#
        ) { $0.fonts = $1.texts },
        ProjectMember(
            "slots",
            .map(.any, .pathInside),
            "The pictures of the app's own views, by their components",
            example: #"{"Map": "map.png"}"#
        ) { $0.slots = $1.namedPaths },
        ProjectMember(
            "functions",
            .map(.functions, .function),
            "Sample results of the app's functions",
            example: #"{"today": "23 November", "money": {"results": {"[450]": "€ 4.50"}, "default": "€ 0.00"}}"#
        ) { project, node in
            for member in node.objectMembers { project.functions[member.name.text] = member.value.sampleFunction }
        },
        ProjectMember(
            "tests",
            .object(testMembers),
            "What vvc test compares; the first of each list is the usual setting",
            example: #"{"widths": [375, 320], "textScales": [1, 1.3]}"#
        ),
        ProjectMember(
            "compatibility",
            .object(compatibilityMembers),
            "What must go on working, for vvc diff --breaking",
            example: #"{"clients": ["swift", "ios-1.2"], "since": ".git#tag=1.0"}"#
        ),
    ]

    private static let testMembers: [ProjectMember] = [
        ProjectMember(
            "widths",
            widthList,
            "The widths in points (usual: those of pictures, or 375 and 320)",
            example: "[375, 320]"
        ) { $0.tests.widths = $1.numbers },
        ProjectMember(
            "height",
            .number("a height", 1...100_000),
            "The height of the screen in points, for templates that fill it (usual: the one that fits)",
            example: "812"
        ) { $0.tests.height = $1.numberValue },
        ProjectMember(
            "appearances",
            .list(.word("an appearance", ["light", "dark"]), atMost: 2),
            "The appearances (usual: light and dark)",
            example: #"["light"]"#
        ) { $0.tests.appearances = $1.texts },
        ProjectMember(
            "directions",
            .list(.word("a direction", ["ltr", "rtl"]), atMost: 2),
            "The directions of the user's language (usual: ltr and rtl)",
            example: #"["ltr", "rtl"]"#
        ) { $0.tests.directions = $1.texts },
        ProjectMember(
            "textScales",
            .list(.number("a factor", 0.1...10), atMost: 12),
            "The factors by which texts are larger (usual: 1 and 1.3)",
            example: "[1, 1.3, 2]"
        ) { $0.tests.textScales = $1.numbers },
        ProjectMember(
            "combinations",
            .word("a choice of combinations", ["steps", "all"]),
            "Whether all combinations are tested, or one step from the usual setting along each list (usual: steps)",
            example: #""all""#
        ) { $0.tests.hasAllCombinations = $1.stringValue == "all" },
        ProjectMember(
            "snapshots",
            .pathInside,
            "The folder of the snapshots, beside the templates (usual: Snapshots)",
            example: #""Expected""#
        ) { $0.tests.snapshots = $1.stringValue },
    ]

    private static let compatibilityMembers: [ProjectMember] = [
        ProjectMember(
            "clients",
            .list(.word("a target", clients), atMost: 16),
            "The clients that load the templates",
            example: #"["swift", "ios-1.2"]"#
        ) { $0.compatibility.clients = $1.texts.compactMap { Client(rawValue: $0) } },
        ProjectMember(
            "since",
            .text,
            "What the templates are compared with: the oldest release, folder or commit whose screens go on working",
            example: #""releases/12""#
        ) { project, node in
            if let text = node.decodedText { project.compatibility.since = text }
        },
    ]

    private static let clients = Client.allCases.map { $0.name }
    private static let severities = RuleSeverity.allCases.map { $0.rawValue }
    private static let widthList = ProjectShape.list(.number("a width", 1...10_000), atMost: 12)

    /// The names of the values that every environment has of its own; a test compares them with the runtime's.
    package static let environmentNames = [
        "scale", "width", "textScale", "appearance", "layoutDirection", "locale", "language",
    ]
}

extension JSONNode {
    /// The members of an object whose values are paths.
    fileprivate var namedPaths: [ProjectFile.NamedPath] {
        objectMembers.compactMap { member in
            member.value.decodedText.map { ProjectFile.NamedPath(name: member.name, path: $0) }
        }
    }
}
