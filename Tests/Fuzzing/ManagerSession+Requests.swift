import Foundation
import VirtualView
import VirtualViewFormat

// MARK: - Requests

extension ManagerSession {
    func makeRequest(isQueued: Bool) -> (TemplateRequest, ManagerModel.Request) {
        let id = state.withLock { $0.model.requests.count } + 1
        return makeRequest(id: id, isQueued: isQueued, hasCompletion: isQueued)
    }

    func makeRequest(id: Int, isQueued: Bool, hasCompletion: Bool) -> (TemplateRequest, ManagerModel.Request) {
        let (type, other, kind) = (someType, someType, choose(10))
        let isLoose = kind == 0
        let allowsAlias = kind == 2 || kind == 3
        let entry = ManagerModel.Request(
            id: id,
            type: type,
            isLoose: isLoose,
            typeInFile: (2...4).contains(kind) || isLoose && other != "B" ? other : type,
            isBroken: kind == 1,
            allowsAlias: allowsAlias,
            isQueued: isQueued,
            outcome: nil,
            hasCompletion: hasCompletion
        )
        let loader = SessionLoader(session: self, id: id)
        if isLoose {
            let file = SessionSamples.file(stem: type, entry.typeInFile, id)
            return (TemplateRequest(contentsOf: file, loader: loader), entry)
        }
        let bytes = entry.isBroken ? [1, 2, 3] : SessionSamples.bytes(entry.typeInFile, id)
        return (TemplateRequest(bytes, as: type, allowsAlias: allowsAlias, loader: loader), entry)
    }

    /// A loader was called for a request: by somebody who asked for it, or by the queue.
    func begin(_ id: Int) {
        switch change({ $0.last }) {
        case .load?: break
        case .ask(let type, let bound, _)?:
            guard case .run(let found) = state.withLock({ $0.model.find(type, below: bound) }), found == id else {
                preconditionFailure("load \(id) is not the newest of '\(type)'")
            }
        case nil: precondition(state.withLock { $0.model.takeOldest() } == id, "load \(id) is not the oldest")
        default: preconditionFailure("nobody asked for load \(id)")
        }
        change { $0.append(.running(id)) }
        nest(false)
    }

    /// Nothing of the app runs between this and the load's end.
    func finish(_ id: Int) {
        let outcome = state.withLock { $0.model.finish(id) }
        change { activities in
            activities.removeLast()
            guard case .ask(let type, let bound, let failure)? = activities.last else { return }
            activities[activities.count - 1] =
                switch outcome {
                case "superseded": .ask(type, below: bound, failure: failure)
                case "cancelled": .ask(type, below: bound, failure: failure ?? outcome)
                case _ where outcome.hasPrefix("v"): .answered(outcome)
                default: .ask(type, below: id, failure: failure ?? outcome)
                }
        }
    }

    /// What the calling thread is in the middle of.
    @discardableResult
    func change<Result>(_ body: (inout [Activity]) -> Result) -> Result {
        let isMain = Thread.isMainThread
        return state.withLock { isMain ? body(&$0.onMain) : body(&$0.onWorker) }
    }

    /// Whether the calling thread is loading a type.
    func isCyclic(_ type: String, isLoose: Bool = false) -> Bool {
        let activities = change { $0 }
        return state.withLock { state in
            activities.contains { activity in
                guard case .running(let id) = activity else { return false }
                return state.model.requests[id - 1].isOf(type, isLoose: isLoose)
            }
        }
    }

    func note(_ report: TemplateLoadReport) {
        let outcome =
            switch report.outcome {
            case .published: "published"
            case .failed(let error): error.code.rawValue
            case .superseded: "superseded"
            case .cancelled: "cancelled"
            }
        // Whoever waits for the report goes on once it is there, so nothing may come after it.
        nest(true)
        reports.withLock { $0.append("\(report.type) \(outcome)") }
    }
}

private struct SessionLoader: TemplateLoader {
    let session: ManagerSession
    let id: Int

    func load(_ bytes: [UInt8]) throws(TemplateError) -> Template {
        session.begin(id)
        session.finish(id)
        return try TemplateBinaryLoader().load(bytes)
    }
}

private enum SessionSamples {
    private static let made = Locked<[String: [UInt8]]>([:])
    private static let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vv-fuzz-manager")

    static func bytes(_ type: String, _ version: Int) -> [UInt8] {
        let key = "\(type) \(version)"
        if let known = made.withLock({ $0[key] }) { return known }
        var builder = TemplateBuilder(type: type, version: FormatVersion(patch: UInt16(version)))
        guard (try? builder.openNode(component: 7)) != nil, (try? builder.closeNode()) != nil,
            let bytes = try? builder.encoded()
        else { preconditionFailure("the sample can be written") }
        made.withLock { $0[key] = bytes }
        return bytes
    }

    static func file(stem: String, _ type: String, _ version: Int) -> URL {
        let place = folder.appendingPathComponent("\(version)-\(type)")
        let url = place.appendingPathComponent("\(stem).out")
        if !FileManager.default.fileExists(atPath: url.path) {
            try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try? Data(bytes(type, version)).write(to: url, options: .atomic)
        }
        return url
    }
}
