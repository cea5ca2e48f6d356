import VirtualView
import VirtualViewPreview

/// What `vvc serve` shows: an index, a page for each template, and what devices read.
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
/// | `/NAME/.event` | takes clicks |
final class PreviewSite: HTTPSite {
    let library: ServedLibrary
    let folder: ServedFolder
    var sessions = PreviewSessions()
    private var watcher: FolderWatcher
    /// The pages and pictures that were made last, by what they were made for.
    private var made: [String: (state: PageState, bytes: [UInt8])] = [:]
    private var madeBytes = 0
    private let report: (String) -> Void

    /// The most bytes of pages and pictures that are kept.
    private static let maximumMadeBytes = 32 << 20

    init(_ folder: ServedFolder, _ compilers: ServedCompiler, _ terminal: Terminal) {
        self.folder = folder
        library = ServedLibrary(folder, compilers, terminal)
        watcher = FolderWatcher(folder, others: compilers.optionFiles)
        report = { terminal.report($0) }
        _ = library.update(watcher.lookFirst())
    }

    var nextWork: MonotonicTime { watcher.nextLook }

    /// Looks for changes, compiles what changed, and tells the pages.
    func work() -> [ServerEvent] {
        let wasCut = watcher.isCut
        let files = watcher.look()
        if watcher.isCut, !wasCut { report("vvc: warning: the folder has more files than are watched\n") }
        guard !files.isEmpty else { return [] }
        let outcome = library.update(files)
        return outcome.changed.sorted().compactMap { name in event(about: name) }
            + outcome.gone.sorted().map { ServerEvent(topic: $0, data: PageState.gone($0)) }
    }

    private func event(about name: String) -> ServerEvent? {
        library.template(named: name).map { ServerEvent(topic: name, data: state(of: $0).json) }
    }

    /// What pages know about a template.
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
        case "": { .response(self.page(template, request)) }
        case ".events": { self.events(topic: template.type, isHead: request.method == "HEAD") }
        case "\(template.type).svg": { .response(self.picture(template, request)) }
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
        if watcher.isCut { notes.append("The folder has more files than are watched.") }
        return IndexPage(folder: folder.path, cards: cards, notes: notes).html()
    }

    private func page(_ template: ServedTemplate, _ request: HTTPRequest) -> HTTPResponse {
        guard let wishes = PictureRequest(request.target, isPage: true) else {
            return .problem(.badRequest, PictureRequest.help)
        }
        let state = state(of: template)
        guard let preview = preview(template, wishes) else {
            return HTTPResponse(.success, .html, BrokenPage(title: template.type, state: state).html())
        }
        return HTTPResponse(
            .success,
            .html,
            make("\(template.type)/page?\(wishes)", state) {
                var page = preview.page()
                page.liveBody = Overlay.markup
                page.liveScript = LiveScript.page(state.json)
                return page.html()
            }
        )
    }

    private func picture(_ template: ServedTemplate, _ request: HTTPRequest) -> HTTPResponse {
        guard let wishes = PictureRequest(request.target, isPage: false) else {
            return .problem(.badRequest, PictureRequest.help)
        }
        guard let preview = preview(template, wishes) else {
            return .problem(.notFound, "the template has never compiled")
        }
        return HTTPResponse(
            .success,
            .svg,
            make("\(template.type)/svg?\(wishes)", state(of: template)) { preview.svg() }
        )
    }

    /// Makes something, or gives what was made when the same was shown.
    private func make(_ key: String, _ state: PageState, _ body: () -> String) -> [UInt8] {
        if let known = made[key], known.state == state { return known.bytes }
        let bytes = Array(body().utf8)
        if madeBytes + bytes.count > Self.maximumMadeBytes {
            made = [:]
            madeBytes = 0
        }
        madeBytes += bytes.count - (made[key]?.bytes.count ?? 0)
        made[key] = (state, bytes)
        return bytes
    }

    /// A template with everything that it shows; `nil` when it has never compiled.
    func preview(_ template: ServedTemplate, _ wishes: PictureRequest) -> TemplatePreview? {
        guard let build = template.build else { return nil }
        var input = TemplateInput(target: build.prepared.target)
        for member in library.family(of: template) {
            if let build = member.build { input.add(build.prepared, build.compiled, build.sourceMap) }
        }
        let folder = folder
        let place = Path.join(folder.path, Path.folder(of: template.path))
        return TemplatePreview(
            build.prepared,
            input,
            data: template.data.file.flatMap { $0.value == .null ? nil : $0 },
            images: ImageFolder(templates: place, allows: folder.contains),
            sourcePath: template.path,
            request: wishes.preview(target: build.prepared.target)
        )
    }
}
