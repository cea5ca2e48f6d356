import VirtualView
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewPreview

/// The site of `vvc serve`: an index, a page for each template, and the files that devices read.
///
/// | address | what |
/// |---|---|
/// | `/` | the pictures of all templates |
/// | `/NAME/` | a template's page; `?width=320,375` chooses widths |
/// | `/NAME/NAME.svg`, `/NAME/NAME.png` | its picture; `?width=320` chooses one |
/// | `/NAME/.views` | other pictures for the page, with other settings and data |
/// | `/NAME/.hint` | why there is nothing to see |
/// | `/NAME/NAME.out`, `/NAME/NAME.json` | the last good build, and the data |
/// | `/NAME/data.json` | both in one, as the playgrounds of the reference clients read it |
/// | `/.dir` | the names, as a JSON array |
/// | `/.events`, `/NAME/.events` | what changes, as it changes |
/// | `/.player.js` | the runtime, which plays templates in the pages |
/// | `/NAME/.event` | takes clicks and scrolling |
final class PreviewSite: HTTPSite {
    let library: ServedLibrary
    let folder: ServedFolder
    var sessions = PreviewSessions()
    private var watcher: FolderWatcher
    /// The pages and pictures that were made last, by what they were made for.
    private var made: [String: (state: PageState, bytes: [UInt8])] = [:]
    private var madeBytes = 0
    let player: String?
    let editor: EditorLinks?
    let browser: PictureBrowser?
    /// The number of the answers that are made for one request alone.
    var taskCount = 0
    /// What is wrong with the folder itself; `nil` if nothing is.
    private var folderProblem: String?
    private let report: (String) -> Void
    private let sayProblem: (String) -> Void
    /// The notes on the folder that were already reported.
    private var saidNotes: [String] = []

    /// The maximum number of bytes of pages and pictures that are kept.
    private static let maximumMadeBytes = 32 << 20
    /// The maximum number of notes of a kind.
    private static let maximumNotes = 20

    static let playerName = ".player.js"

    /// Creates a site.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - compilers: The compilers of its sources.
    ///   - player: The script that plays templates in pages; `nil` for pictures only.
    ///   - editor: The links to places in sources; `nil` for none.
    ///   - browser: The browser that makes pictures of points; `nil` if there is none.
    ///   - terminal: Receives what does not compile.
    init(
        _ folder: ServedFolder,
        _ compilers: ServedCompiler,
        player: String?,
        editor: EditorLinks?,
        browser: PictureBrowser?,
        _ terminal: Terminal
    ) {
        self.folder = folder
        self.editor = editor
        self.browser = browser
        self.player = player
        library = ServedLibrary(folder, compilers, terminal)
        watcher = FolderWatcher(folder, others: library.optionFiles)
        report = { terminal.report(line: "vvc: warning: \($0)") }
        sayProblem = { terminal.report($0) }
        _ = library.update(watcher.lookFirst())
        watcher.watch(library.optionFiles)
        reportNotes()
    }

    var nextWork: MonotonicTime { watcher.nextLook }

    /// Looks for changes, compiles the changed sources, and informs the pages.
    func work() -> [ServerEvent] {
        // What is gone with the folder may come back with it, so the last templates stay until then.
        let problem = folder.problem.map { "vvc: error: \($0.message.text)\n" }
        guard problem == nil, folderProblem == nil else {
            watcher.wait()
            return problem == folderProblem ? [] : tell(problem)
        }
        let files = watcher.look()
        reportNotes()
        guard !files.isEmpty else { return [] }
        let outcome = library.update(files)
        watcher.watch(library.optionFiles)
        return outcome.changed.sorted().compactMap { name in event(about: name) }
            + outcome.gone.sorted().map { ServerEvent(topic: $0, data: PageState.gone($0)) }
    }

    /// Tells every page what is wrong with the folder, or that it is there again.
    private func tell(_ problem: String?) -> [ServerEvent] {
        folderProblem = problem
        if let problem { sayProblem(problem) }
        let outcome = problem == nil ? library.update(watcher.lookFirst()) : ServedLibrary.Outcome()
        if problem == nil { watcher.watch(library.optionFiles) }
        return [ServerEvent(topic: "", data: PageState(name: "", picture: 0, problem: problem).json)]
            + library.names.compactMap { event(about: $0) }
            + outcome.gone.sorted().map { ServerEvent(topic: $0, data: PageState.gone($0)) }
    }

    /// The notes on what is in the folder and cannot be served.
    private var folderNotes: [String] {
        let unnamed = watcher.unnamed.sorted().prefix(Self.maximumNotes)
        let unread = watcher.unread.filter { !$0.isEmpty }.sorted().prefix(Self.maximumNotes)
        return unnamed.map { "'\($0)' is not served: no address can have its name" }
            + unread.map { "what is in '\($0)' is not served: the folder cannot be read" }
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
        let problems = [folderProblem, library.problem(of: template)].compactMap(\.self)
        return PageState(
            name: template.type,
            picture: template.pictureNumber,
            problem: problems.isEmpty ? nil : problems.joined(separator: "\n")
        )
    }

    /// Returns the state of a template for what is drawn.
    ///
    /// What was drawn before the folder disappeared stays right, and has the images that are gone with it; a page hears
    /// of the folder when it asks for news.
    private func drawnState(of template: ServedTemplate) -> PageState {
        PageState(name: template.type, picture: template.pictureNumber, problem: library.problem(of: template))
    }
}

// MARK: - Answers

extension PreviewSite {
    func answer(_ request: HTTPRequest) -> HTTPAnswer {
        guard Self.isOwn(request) || Self.isLink(request) else { return Self.foreign }
        let segments = request.target.segments
        let isReading = request.method == "GET" || request.method == "HEAD"
        switch segments.count {
        case 1:
            guard let resource = rootResource(segments[0], request) else { return .response(.problem(.notFound)) }
            return isReading ? resource() : .response(.notAllowed("GET, HEAD"))
        case 2:
            guard let template = library.template(named: segments[0]) else {
                // A page whose template went while it did not listen hears of it, and of its return.
                guard segments[1] == ".events", isReading else { return .response(.problem(.notFound)) }
                return events(topic: segments[0], isHead: request.method == "HEAD")
            }
            if segments[1] == ".event" {
                guard request.method == "POST" else { return .response(.notAllowed("POST")) }
                return .response(click(template, request))
            }
            if segments[1] == ".views" { return views(template, request) }
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
                { .response(.moved(to: "/\(PercentEncoding.encode(name))/\(request.target.queryText)")) }
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
        case "\(template.type).png": { self.pointPicture(template, request) }
        case ".hint": { self.hint(template, request) }
        case "data.json": { .response(self.together(template)) }
        case _ where template.variants[name]?.file != nil:
            template.variants[name]?.file.map { file in { .response(HTTPResponse(.success, .json, file.bytes)) } }
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
        if let topic {
            let gone = ServerEvent(topic: topic, data: PageState.gone(topic))
            return .events(topic: topic, first: [event(about: topic) ?? gone])
        }
        let names = library.names
        let folder = ServerEvent(topic: "", data: PageState(name: "", picture: 0, problem: folderProblem).json)
        return .events(
            topic: nil,
            first: [ServerEvent(topic: "", data: PageState.all(names))] + names.compactMap(event(about:))
                + (folderProblem != nil ? [folder] : [])
        )
    }

    private func together(_ template: ServedTemplate) -> HTTPResponse {
        guard template.build != nil else { return .problem(.notFound, "the template has never compiled") }
        let builds = library.family(of: template).compactMap { $0.build?.bytes }
        return HTTPResponse(.success, .json, DeviceFiles.together(builds, data: template.data.file?.bytes))
    }
}

// MARK: - Pages and pictures

extension PreviewSite {
    /// The widths of the project file that can be drawn.
    private var projectWidths: [Double] {
        (library.samples?.widths ?? []).filter(PictureRequest.widthLimits.contains)
    }

    /// The widths of a page that asks for none.
    var pageWidths: [Double] {
        projectWidths.isEmpty ? [320, 375] : Array(projectWidths.prefix(PictureRequest.maximumWidths))
    }

    /// The width of a picture that asks for none.
    var pictureWidths: [Double] { [projectWidths.first ?? 375] }

    private func index() -> String {
        let cards = library.names.compactMap { name in
            library.template(named: name).map { template in
                IndexPage.Card(
                    name: name,
                    path: template.path,
                    pictureNumber: template.pictureNumber,
                    hasPicture: template.build != nil,
                    variantCount: template.variants.count,
                    problem: library.problem(of: template)
                )
            }
        }
        var notes = [folderProblem, library.configProblem].compactMap(\.self)
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
        guard let wishes = PictureRequest(request.target, widths: pageWidths) else {
            return .response(.problem(.badRequest, PictureRequest.help))
        }
        guard let parts = parts(template, wishes) else {
            guard template.build == nil else { return noPicture(template) }
            let broken = BrokenPage(title: template.type, state: state(of: template))
            return .response(HTTPResponse(.success, .html, broken.html()))
        }
        let served = served(template, wishes)
        let state = drawnState(of: template)
        return make("\(template.type)/page?\(wishes)", state, .html) {
            var page = parts.preview().page(settings: [wishes.setting])
            page.played?.widths += ServedPage.devices.map { Double($0.width) }
            page.served = served.parts(data: page.data)
            page.liveBody = Overlay.markup
            page.liveScript = LiveScript.page(state.json, site: served.json)
            return Array(page.html().utf8)
        }
    }

    private func picture(_ template: ServedTemplate, _ request: HTTPRequest) -> HTTPAnswer {
        guard let wishes = PictureRequest(request.target, widths: pictureWidths) else {
            return .response(.problem(.badRequest, PictureRequest.help))
        }
        guard let parts = parts(template, wishes) else { return noPicture(template) }
        return make("\(template.type)/svg?\(wishes)", drawnState(of: template), .svg) {
            Array(parts.preview().svg().utf8)
        }
    }

    /// Makes an answer, or returns the earlier one if the same state was shown.
    func make(
        _ key: String,
        _ state: PageState,
        _ kind: HTTPResponse.ContentType,
        _ body: @escaping @Sendable () -> [UInt8]
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

    /// The answer where there is no picture.
    func noPicture(_ template: ServedTemplate) -> HTTPAnswer {
        let reason = template.build == nil ? "the template has never compiled" : "there is no such data"
        return .response(.problem(.notFound, reason))
    }
}
