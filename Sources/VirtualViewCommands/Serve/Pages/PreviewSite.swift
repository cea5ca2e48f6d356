import VirtualView
import VirtualViewFormat
import VirtualViewPreview

/// The site of `vvc serve`: an index, a page for each template, and the files that devices read.
///
/// | address | what |
/// |---|---|
/// | `/` | the pictures of all templates |
/// | `/NAME/` | a template's page; `?width=320,375` chooses widths |
/// | `/NAME/NAME.svg` | its picture; `?width=320` chooses one |
/// | `/NAME/NAME.out`, `/NAME/NAME.json` | the last good build, and the data |
/// | `/NAME/data.json` | both in one, as the playgrounds of the reference clients read it |
/// | `/.dir` | the names, as a JSON array |
/// | `/.events`, `/NAME/.events` | what changes, as it changes |
/// | `/.player.js` | the runtime, which plays templates in the pages |
/// | `/NAME/.event` | takes clicks |
final class PreviewSite: HTTPSite {
    let library: ServedLibrary
    let folder: ServedFolder
    var sessions = PreviewSessions()
    private var watcher: FolderWatcher
    /// The pages and pictures that were made last, by what they were made for.
    private var made: [String: (state: PageState, bytes: [UInt8])] = [:]
    private var madeBytes = 0
    private let player: String?
    private let report: (String) -> Void
    /// The notes on the folder that were already reported.
    private var saidNotes: [String] = []

    /// The maximum number of bytes of pages and pictures that are kept.
    private static let maximumMadeBytes = 32 << 20
    /// The maximum number of notes of a kind.
    private static let maximumNotes = 20

    private static let playerName = ".player.js"

    /// Creates a site.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - compilers: The compilers of its sources.
    ///   - player: The script that plays templates in pages; `nil` for pictures only.
    ///   - terminal: Receives what does not compile.
    init(_ folder: ServedFolder, _ compilers: ServedCompiler, player: String? = nil, _ terminal: Terminal) {
        self.folder = folder
        self.player = player
        library = ServedLibrary(folder, compilers, terminal)
        watcher = FolderWatcher(folder, others: library.optionFiles)
        report = { terminal.report(line: "vvc: warning: \($0)") }
        _ = library.update(watcher.lookFirst())
        watcher.watch(library.optionFiles)
        reportNotes()
    }

    var nextWork: MonotonicTime { watcher.nextLook }

    /// Looks for changes, compiles the changed sources, and informs the pages.
    func work() -> [ServerEvent] {
        let files = watcher.look()
        reportNotes()
        guard !files.isEmpty else { return [] }
        let outcome = library.update(files)
        watcher.watch(library.optionFiles)
        return outcome.changed.sorted().compactMap { name in event(about: name) }
            + outcome.gone.sorted().map { ServerEvent(topic: $0, data: PageState.gone($0)) }
    }

    /// The notes on files of the folder that cannot be served.
    private var folderNotes: [String] {
        let unnamed = watcher.unnamed.sorted().prefix(Self.maximumNotes)
        return unnamed.map { "'\($0)' is not served: no address can have its name" }
            + (watcher.isCut ? ["the folder has more files than are watched"] : [])
    }

    /// Reports the notes that are new.
    private func reportNotes() {
        let notes = folderNotes
        for note in notes where !saidNotes.contains(note) { report(note) }
        saidNotes = notes
    }

    private func event(about name: String) -> ServerEvent? {
        library.template(named: name).map { ServerEvent(topic: name, data: state(of: $0).json) }
    }

    /// Returns the state of a template for pages.
    func state(of template: ServedTemplate) -> PageState {
        PageState(name: template.type, picture: template.pictureNumber, problem: library.problem(of: template))
    }
}

// MARK: - Answers

extension PreviewSite {
    func answer(_ request: HTTPRequest) -> HTTPAnswer {
        let segments = request.target.segments
        let isReading = request.method == "GET" || request.method == "HEAD"
        switch segments.count {
        case 1:
            guard let resource = rootResource(segments[0], request) else { return .response(.problem(.notFound)) }
            return isReading ? resource() : .response(.notAllowed("GET, HEAD"))
        case 2:
            guard let template = library.template(named: segments[0]) else { return .response(.problem(.notFound)) }
            if segments[1] == ".event" {
                guard request.method == "POST" else { return .response(.notAllowed("POST")) }
                return .response(click(template, request))
            }
            guard let resource = resource(segments[1], of: template, request) else {
                return .response(.problem(.notFound))
            }
            return isReading ? resource() : .response(.notAllowed("GET, HEAD"))
        default:
            return .response(.problem(.notFound))
        }
    }

    private func rootResource(_ name: String, _ request: HTTPRequest) -> (() -> HTTPAnswer)? {
        switch name {
        case "": { .response(HTTPResponse(.success, .html, self.index())) }
        case ".dir": { .response(HTTPResponse(.success, .json, DeviceFiles.list(self.library.names))) }
        case ".events": { self.events(topic: nil, isHead: request.method == "HEAD") }
        case Self.playerName: player.map { player in { .response(HTTPResponse(.success, .script, player)) } }
        default:
            library.template(named: name).map { _ in
                { .response(.moved(to: "/\(PercentEncoding.encode(name))/")) }
            }
        }
    }

    private func resource(
        _ name: String,
        of template: ServedTemplate,
        _ request: HTTPRequest
    ) -> (() -> HTTPAnswer)? {
        switch name {
        case "": { self.page(template, request) }
        case ".events": { self.events(topic: template.type, isHead: request.method == "HEAD") }
        case "\(template.type).svg": { self.picture(template, request) }
        case "data.json": { .response(self.together(template)) }
        case "\(template.type).json":
            template.data.file.map { file in { .response(HTTPResponse(.success, .json, file.bytes)) } }
        case "\(template.type).out":
            template.build.map { build in { .response(HTTPResponse(.success, .binary, build.bytes)) } }
        default: nil
        }
    }

    /// Everything that is known now, then what changes: a page that was made a moment ago misses nothing.
    private func events(topic: String?, isHead: Bool) -> HTTPAnswer {
        if isHead { return .response(HTTPResponse(.success, .events, [])) }
        let names = topic.map { [$0] } ?? library.names
        return .events(topic: topic, first: names.compactMap(event(about:)))
    }

    private func together(_ template: ServedTemplate) -> HTTPResponse {
        guard template.build != nil else { return .problem(.notFound, "the template has never compiled") }
        let builds = library.family(of: template).compactMap { $0.build?.bytes }
        return HTTPResponse(.success, .json, DeviceFiles.together(builds, data: template.data.file?.bytes))
    }
}

// MARK: - Pages and pictures

extension PreviewSite {
    private func index() -> String {
        let cards = library.names.compactMap { name in
            library.template(named: name).map { template in
                IndexPage.Card(
                    name: name,
                    path: template.path,
                    pictureNumber: template.pictureNumber,
                    hasPicture: template.build != nil,
                    problem: library.problem(of: template)
                )
            }
        }
        var notes = library.configProblem.map { [$0] } ?? []
        if cards.isEmpty {
            notes.append("There is no .xml or .asv file in the folder yet; the page shows it when it comes.")
        }
        notes += folderNotes.map(VisibleText.line)
        for (path, type) in library.unreachable.sorted(by: { $0.key < $1.key }).prefix(Self.maximumNotes) {
            notes.append(VisibleText.line(ServedLibrary.note(path, type)))
        }
        return IndexPage(folder: folder.path, cards: cards, notes: notes, isLive: player != nil).html()
    }

    private func page(_ template: ServedTemplate, _ request: HTTPRequest) -> HTTPAnswer {
        guard let wishes = PictureRequest(request.target, isPage: true) else {
            return .response(.problem(.badRequest, PictureRequest.help))
        }
        let state = state(of: template)
        guard let parts = parts(template, wishes) else {
            return .response(HTTPResponse(.success, .html, BrokenPage(title: template.type, state: state).html()))
        }
        return make("\(template.type)/page?\(wishes)", state, .html) {
            var page = parts.preview().page()
            page.liveBody = Overlay.markup
            page.liveScript = LiveScript.page(state.json)
            return page.html()
        }
    }

    private func picture(_ template: ServedTemplate, _ request: HTTPRequest) -> HTTPAnswer {
        guard let wishes = PictureRequest(request.target, isPage: false) else {
            return .response(.problem(.badRequest, PictureRequest.help))
        }
        guard let parts = parts(template, wishes) else {
            return .response(.problem(.notFound, "the template has never compiled"))
        }
        return make("\(template.type)/svg?\(wishes)", state(of: template), .svg) { parts.preview().svg() }
    }

    /// Makes an answer, or returns the earlier one if the same state was shown.
    private func make(
        _ key: String,
        _ state: PageState,
        _ kind: HTTPResponse.ContentType,
        _ body: @escaping @Sendable () -> String
    ) -> HTTPAnswer {
        if let known = made[key], known.state == state { return .response(HTTPResponse(.success, kind, known.bytes)) }
        let work = HTTPTask.Work(key: "\(key) \(state.json)") { HTTPResponse(.success, kind, body()) }
        return .later(HTTPTask(work: work) { self.keep($0.body, key, state) })
    }

    private func keep(_ bytes: [UInt8], _ key: String, _ state: PageState) {
        if madeBytes + bytes.count > Self.maximumMadeBytes {
            made = [:]
            madeBytes = 0
        }
        madeBytes += bytes.count - (made[key]?.bytes.count ?? 0)
        made[key] = (state, bytes)
    }

    /// Returns a template with everything that it shows; `nil` if it has never compiled.
    func parts(_ template: ServedTemplate, _ wishes: PictureRequest) -> PreviewParts? {
        guard let build = template.build else { return nil }
        var input = TemplateInput(functions: library.samples?.functions ?? [:])
        for member in library.family(of: template) {
            if let build = member.build { input.add(build.prepared, build.compiled, build.sourceMap) }
        }
        var request = wishes.preview
        request.values = library.values
        if player != nil { request.player = .address("/\(Self.playerName)") }
        return PreviewParts(
            template: build.prepared,
            input: input,
            data: template.data.file.flatMap { $0.value == .null ? nil : $0 },
            folder: folder,
            sourcePath: template.path,
            slots: library.samples?.pictures ?? [:],
            request: request
        )
    }
}

/// The parts of a preview, from which any thread can make it.
struct PreviewParts: Sendable {
    let template: PreparedTemplate
    let input: TemplateInput
    let data: DataFile?
    let folder: ServedFolder
    let sourcePath: String
    let slots: [String: String]
    let request: PreviewRequest

    /// Returns the preview; it belongs to the thread that makes it, as the images do that it reads.
    func preview() -> TemplatePreview {
        let folder = folder
        let place = Path.join(folder.path, Path.folder(of: sourcePath))
        return TemplatePreview(
            template,
            input,
            data: data,
            images: ImageFolder(templates: place, slots: slots, allows: folder.contains),
            sourcePath: sourcePath,
            request: request
        )
    }
}

/// The content of the query of a page or picture.
struct PictureRequest: CustomStringConvertible {
    let widths: [Double]
    let setting: PreviewPage.Setting

    /// The valid queries.
    static let help = "expected width=320,375 (1 to 2000), appearance=light|dark, direction=ltr|rtl, textScale=0.5…4"

    private static let maximumWidths = 6

    /// Reads a query; parameters that are not known are left to others.
    ///
    /// Fails if a known parameter has a value that is not valid.
    ///
    /// - Parameters:
    ///   - target: The target of the request.
    ///   - isPage: Whether the request is for a page, which shows two widths by default.
    init?(_ target: RequestTarget, isPage: Bool) {
        var widths: [Double] = isPage ? [320, 375] : [375]
        var setting = PreviewPage.Setting()
        if let text = target.value("width") {
            widths = []
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                guard let width = DecimalText.number(part), (1...2000).contains(width) else { return nil }
                if !widths.contains(width) { widths.append(width) }
            }
            guard widths.count <= Self.maximumWidths else { return nil }
        }
        if let text = target.value("appearance") {
            guard let appearance = ScreenEnvironment.Appearance(rawValue: text) else { return nil }
            setting.appearance = appearance
        }
        switch target.value("direction") {
        case nil, "ltr": break
        case "rtl": setting.layoutDirection = .rightToLeft
        default: return nil
        }
        if let text = target.value("textScale") {
            guard let scale = DecimalText.number(text), (0.5...4).contains(scale) else { return nil }
            setting.textScale = scale
        }
        self.init(widths: widths, setting: setting)
    }

    init(widths: [Double], setting: PreviewPage.Setting) {
        self.widths = widths
        self.setting = setting
    }

    /// The same request, always in the same words.
    var description: String {
        "\(widths) \(setting.appearance) \(setting.layoutDirection) \(setting.textScale)"
    }

    /// The same for the pictures.
    var preview: PreviewRequest {
        var request = PreviewRequest()
        request.widths = widths
        request.setting = setting
        return request
    }
}
