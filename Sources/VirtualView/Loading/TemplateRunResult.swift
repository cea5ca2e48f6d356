/// The result of one attempt at a load.
struct TemplateRunResult: Sendable {
    let byteCount: Int
    /// The name of the template in the file; empty if there is none.
    let type: String
    let result: Result<Template, TemplateError>
}

extension TemplateRunResult {
    /// Reads, checks and decodes the bytes of a load; all of it without the manager's lock.
    init(_ run: TemplateRun, _ configuration: TemplateManager.Configuration) {
        let request = run.load.request
        var byteCount = 0
        do {
            let bytes = try Self.read(request, configuration)
            byteCount = bytes.count
            let template = try Self.decode(bytes, run, configuration)
            self.init(byteCount: byteCount, type: template.type, result: .success(template))
        } catch {
            self.init(byteCount: byteCount, type: "", result: .failure(error.inFile(request.path)))
        }
    }

    private static func read(
        _ request: TemplateRequest,
        _ configuration: TemplateManager.Configuration
    ) throws(TemplateError) -> [UInt8] {
        switch request.source {
        case .bytes(let bytes): bytes
        case .file(let url): try TemplateFile.read(url, maximumSize: configuration.maximumFileSize)
        }
    }

    private static func decode(
        _ bytes: [UInt8],
        _ run: TemplateRun,
        _ configuration: TemplateManager.Configuration
    ) throws(TemplateError) -> Template {
        let request = run.load.request
        let hash = try run.manifest?.check(bytes, for: request)
        if case .rejected(let reason)? = configuration.verify?(bytes, request.type) {
            throw TemplateError(.rejected, "the app did not accept the bytes of '\(request.type)': \(reason)")
        }
        let template = try (request.loader ?? configuration.loader).load(bytes)
        guard request.allowsAlias || request.names(template.type) else {
            let message = "the template is named '\(template.type)', but '\(request.type)' was asked for"
            throw TemplateError(.typeMismatch, message)
        }
        try run.manifest?.check(template, of: bytes, hash: hash)
        return template
    }
}
