import Foundation
import VirtualViewFormat

/// One load: its request, the threads that run it, and how it ended.
struct TemplateLoad: Sendable {
    typealias Completion = @MainActor @Sendable (Result<Template, TemplateError>) -> Void

    let request: TemplateRequest
    /// The position in the order of all requests of the manager; greater is newer.
    let sequence: UInt64
    /// Receives the outcome; `nil` after the load has ended.
    var completion: Completion?
    /// The progress of the prefetch that the load belongs to; `nil` after the load has ended.
    var progress: Progress?
    /// The runs that have not returned, the oldest first; a load can end before they return.
    var runs: [TemplateRun] = []
    /// The end of the load; `nil` before it.
    var outcome: Result<Template, TemplateError>?

    /// Whether the load has not ended yet.
    var isLive: Bool { outcome == nil }
    /// Whether the load waits in the queue.
    var isQueued: Bool { isLive && runs.isEmpty }

    /// Whether somebody runs the load who waits for the template, and whom cancelling it must not leave without one.
    var isNeededNow: Bool { runs.contains { $0.place == .caller } }

    /// Returns whether the load has that type; `isLoose` if the name is a file's stem.
    ///
    /// It may only be called for loads with the same loose spelling.
    func isOf(type: String, isLoose: Bool = false) -> Bool {
        isLoose || request.isTypeLoose || request.type == type
    }

    /// Returns whether the load has the type that a request names.
    func isRelated(to other: TemplateRequest) -> Bool {
        isOf(type: other.type, isLoose: other.isTypeLoose)
    }

    func isRunning(on thread: ThreadIdentity) -> Bool {
        runs.contains { $0.thread == thread }
    }
}

/// The end of a load, and those who are told of it.
struct LoadEnding: Sendable {
    let outcome: Result<Template, TemplateError>
    var completion: TemplateLoad.Completion?
    var progress: Progress?
    /// The report; `nil` if the app does not measure loads.
    let report: TemplateLoadReport?
}

/// A load that has ended and whose template the queue is preparing.
struct PreparingLoad: Sendable {
    let sequence: UInt64
    /// The loose spelling of its type.
    let key: String
    /// The end, of which the observers hear when the template is prepared, or before a later load of the type ends.
    var ending: LoadEnding
}

/// One thread's run of a load: the values that the thread needs, and those that the load's report shows.
struct TemplateRun: Sendable {
    let request: TemplateRequest
    /// The sequence number of the load.
    let sequence: UInt64
    let thread: ThreadIdentity
    let place: TemplateLoadReport.Place
    let isPromoted: Bool
    /// The manifest that was set when the run started.
    let manifest: TemplateManifest?
    /// The start time; `nil` if the app does not measure loads.
    let start: ContinuousClock.Instant?
    /// The number of bytes that the run has read.
    private(set) var byteCount = 0

    init(
        _ load: TemplateLoad,
        on thread: ThreadIdentity,
        _ place: TemplateLoadReport.Place,
        isPromoted: Bool,
        manifest: TemplateManifest?,
        isMeasured: Bool
    ) {
        request = load.request
        sequence = load.sequence
        self.thread = thread
        self.place = place
        self.isPromoted = isPromoted
        self.manifest = manifest
        start = isMeasured ? .now : nil
    }

    /// Reads, checks and decodes the bytes of the load; all of it without the manager's lock.
    mutating func execute(_ configuration: TemplateManager.Configuration) -> Result<Template, TemplateError> {
        do {
            let bytes = try read(configuration)
            byteCount = bytes.count
            return .success(try decode(bytes, configuration))
        } catch {
            if error.code == .fileUnreadable { request.onUnreadable?() }
            return .failure(error.inFile(request.path))
        }
    }

    private func read(_ configuration: TemplateManager.Configuration) throws(TemplateError) -> [UInt8] {
        switch request.source {
        case .bytes(let bytes): bytes
        case .file(let url): try TemplateFile.read(url, maximumSize: configuration.maximumFileSize)
        }
    }

    private func decode(
        _ bytes: [UInt8],
        _ configuration: TemplateManager.Configuration
    ) throws(TemplateError) -> Template {
        let hash = try manifest?.check(bytes, for: request)
        let recorded = configuration.journal?.enter(.load, request.type, bytes, sha256: hash)
        defer { recorded?.leave() }
        if case .rejected(let reason)? = configuration.verify?(bytes, request.type) {
            let type = VisibleText.short(request.type)
            throw TemplateError(.rejected, "the app did not accept the bytes of '\(type)': \(reason)")
        }
        let template = try (request.loader ?? configuration.loader).load(bytes)
        guard request.allowsAlias || request.names(template.type) else {
            let names = [template.type, request.type].map { VisibleText.short($0) }
            let message = "the template is named '\(names[0])', but '\(names[1])' was asked for"
            throw TemplateError(.typeMismatch, message)
        }
        try manifest?.check(template, of: bytes, hash: hash)
        return template
    }
}

/// An identity of a thread, which costs one call to get.
struct ThreadIdentity: Hashable, Sendable {
    private let value: UInt

    /// The identity as a word, which is not 0.
    var word: UInt64 { UInt64(value) }

    /// The calling thread.
    static var current: ThreadIdentity {
        #if os(Linux)
            ThreadIdentity(value: UInt(pthread_self()))
        #else
            ThreadIdentity(value: UInt(bitPattern: pthread_self()))
        #endif
    }
}
