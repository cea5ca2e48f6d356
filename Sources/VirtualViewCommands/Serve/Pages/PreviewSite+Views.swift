import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewPreview

// What a template's page asks for while it is open: other settings, other data, pictures of points, hints.

extension PreviewSite {
    /// Answers `GET` and `POST /NAME/.views` with the pictures in the settings of the query.
    ///
    /// The body of `POST` is data in place of the template's own; it is drawn and not kept.
    func views(_ template: ServedTemplate, _ request: HTTPRequest) -> HTTPAnswer {
        guard ["GET", "HEAD", "POST"].contains(request.method) else {
            return .response(.notAllowed("GET, HEAD, POST"))
        }
        guard let wishes = PictureRequest(request.target, widths: pageWidths, allowsEveryData: true) else {
            return .response(.problem(.badRequest, PictureRequest.helpForViews))
        }
        var shown: [(name: String?, parts: PreviewParts)] = []
        var source: [UInt8]?
        if request.method == "POST" {
            let name = wishes.data.flatMap { $0 == PictureRequest.everyData ? nil : $0 } ?? template.dataName
            switch Self.data(request.body, named: name) {
            case .success(let data):
                if let data { library.note(data.value, shownBy: template) }
                guard let parts = parts(template, wishes, showing: data) else { return noPicture(template) }
                shown = [(nil, parts)]
            case .failure(let problem): return .response(HTTPResponse(.success, .json, Self.json(of: problem)))
            }
        } else {
            let isAll = wishes.data == PictureRequest.everyData
            let own = template.data.file == nil && !template.variants.isEmpty ? [] : [template.dataName]
            for name in isAll ? own + template.variantNames : [wishes.data ?? template.dataName] {
                guard let data = template.data(named: name) else { return noPicture(template) }
                guard let parts = parts(template, wishes, showing: data) else { return noPicture(template) }
                if !isAll { source = data?.bytes }
                shown.append((isAll ? name : nil, parts))
            }
        }
        taskCount += 1
        let work = HTTPTask.Work(key: "views \(taskCount)") { [shown, source] in
            HTTPResponse(.success, .json, Self.json(of: shown, source: source))
        }
        return .later(HTTPTask(work: work) { _ in })
    }

    /// Returns whether a request comes from a page of this server, or from no page.
    static func isOwn(_ request: HTTPRequest) -> Bool {
        // Pages of other servers cannot read the answers, but they could click, start browsers and take all streams.
        if let site = request.values(of: "sec-fetch-site").first, site != "same-origin", site != "none" { return false }
        guard let origin = request.values(of: "origin").first else { return true }
        return HostCheck.isSameOrigin(origin, host: request.host ?? "")
    }

    /// Returns whether a request opens a page, in a window or in a frame, where some editors show pages.
    static func isLink(_ request: HTTPRequest) -> Bool {
        // What begins with a dot is asked for by pages alone.
        guard request.method == "GET", request.target.segments.last?.hasPrefix(".") != true else { return false }
        return [["document"], ["iframe"]].contains(request.values(of: "sec-fetch-dest"))
    }

    /// The answer to pages of other servers.
    static var foreign: HTTPAnswer { .response(.problem(.forbidden, "the page is from another server")) }

    /// Why data cannot be shown.
    struct DataProblem: Error {
        let text: String
    }

    /// Reads data that somebody edits; nothing at all is no data.
    static func data(_ bytes: [UInt8], named name: String) -> Result<DataFile?, DataProblem> {
        guard bytes[...].firstThatIsNotBlank != nil else { return .success(nil) }
        var text = ""
        let file = DataFile.read(SourceFile(path: name, bytes: bytes), .text { text += $0 })
        guard let file else { return .failure(DataProblem(text: ServedText.cut(text, to: 4000))) }
        return .success(file)
    }

    private static func json(of problem: DataProblem) -> String {
        JSONWriter.visible { $0.value("problem", problem.text) }
    }

    private static func json(of shown: [(name: String?, parts: PreviewParts)], source: [UInt8]?) -> String {
        var views: [PreviewPage.View] = []
        var messages: [String] = []
        var room = PreviewRoom()
        var left = shown.reduce(0) { $0 + $1.parts.options.widths.count }
        for (name, parts) in shown {
            let preview = parts.preview()
            let setting = parts.options.setting
            let drawn = preview.views([setting], &room, from: views.count, sharing: left)
            left -= drawn.views.count
            for var view in drawn.views {
                view.label = name
                views.append(view)
            }
            for line in preview.diagnosticLines() + drawn.warnings.map(\.line) where !messages.contains(line) {
                messages.append(line)
            }
        }
        return JSONWriter.visible { json in
            json.value("page", written: PreviewPage.json(of: views))
            json.array("messages", messages)
            if let source { json.value("data", PreviewRoom().data(source).text) }
        }
    }
}

// MARK: - Pictures of points, and hints

extension PreviewSite {
    /// Answers `GET /NAME/NAME.png`.
    func pointPicture(_ template: ServedTemplate, _ request: HTTPRequest) -> HTTPAnswer {
        guard Self.isOwn(request) else { return Self.foreign }
        let scale = request.target.value("scale").map { Int($0) ?? 0 } ?? 2
        guard let wishes = PictureRequest(request.target, widths: pictureWidths), (1...4).contains(scale) else {
            return .response(.problem(.badRequest, PictureRequest.help + ", scale=1…4"))
        }
        guard let browser else { return .response(.problem(.notImplemented, PictureBrowser.absence)) }
        guard let parts = parts(template, wishes) else { return noPicture(template) }
        taskCount += 1
        let work = HTTPTask.Work(key: "png \(taskCount)", usesBrowser: true) {
            do throws(PictureBrowser.Failure) {
                return HTTPResponse(.success, .png, try browser.png(of: parts.preview().svg(), scale: scale))
            } catch {
                return .problem(.notImplemented, error.reason)
            }
        }
        return .later(HTTPTask(work: work) { _ in })
    }

    /// Answers `GET /NAME/.hint`.
    func hint(_ template: ServedTemplate, _ request: HTTPRequest) -> HTTPAnswer {
        guard let wishes = PictureRequest(request.target, widths: pictureWidths) else {
            return .response(.problem(.badRequest, PictureRequest.help))
        }
        guard let parts = parts(template, wishes) else { return noPicture(template) }
        let dataName = template.dataName
        return make("\(template.type)/hint?\(wishes)", state(of: template), .json) {
            Array(JSONWriter.visible { $0.value("hint", parts.preview().blankHint(dataName: dataName)) }.utf8)
        }
    }

    /// Describes what a template's page has besides pictures.
    func served(_ template: ServedTemplate, _ wishes: PictureRequest) -> ServedPage {
        var places: [String: String] = [:]
        if let editor {
            for member in library.family(of: template).reversed() {
                guard let path = folder.path(of: member.path) else { continue }
                places[Path.name(of: member.path)] = editor.address(of: path)
            }
        }
        return ServedPage(
            type: template.type,
            wishes: wishes,
            dataName: template.dataName,
            hasData: template.data.file != nil,
            variants: template.variantNames,
            hasBrowser: browser != nil,
            places: places
        )
    }

    /// Returns a template with everything that it shows; `nil` if it has never compiled, or has no such data.
    func parts(_ template: ServedTemplate, _ wishes: PictureRequest) -> PreviewParts? {
        guard let data = template.data(named: wishes.data) else { return nil }
        return parts(template, wishes, showing: data)
    }

    /// Returns a template that shows data, with everything else that it shows; `nil` if it has never compiled.
    func parts(_ template: ServedTemplate, _ wishes: PictureRequest, showing data: DataFile?) -> PreviewParts? {
        guard let build = template.build else { return nil }
        var input = TemplateInput(functions: library.samples?.functions ?? [:])
        for member in library.family(of: template, showing: data.map { [$0.value] } ?? []) {
            if let build = member.build { input.add(build.prepared, build.compiled, build.sourceMap) }
        }
        var options = wishes.preview
        options.values = library.values
        options.fonts = library.samples?.fonts ?? []
        if player != nil { options.player = .address("/\(Self.playerName)") }
        return PreviewParts(
            template: build.prepared,
            input: input,
            data: data.flatMap { $0.value == .null ? nil : $0 },
            folder: folder,
            sourcePath: template.path,
            samples: library.samples,
            options: options
        )
    }
}
