import Foundation
import VirtualView

extension TemplateManager {
    /// Replaces templates by those of another release, and tells everybody.
    @discardableResult
    func replace(_ requests: [TemplateRequest], removing types: [String] = []) -> Progress {
        let (progress, finish) = beginReplacing(requests, removing: types)
        finish()
        return progress
    }
}

/// `vVERSION`, or the error's code.
func describe(_ result: Result<Template, TemplateError>) -> String {
    switch result {
    case .success(let template): "v\(template.version.patch)"
    case .failure(let error): error.code.rawValue
    }
}

/// What a manager should do, said as simply as possible: every request is kept, and every rule is a loop over them.
struct ManagerModel {
    struct Request {
        let id: Int
        let type: String
        /// Whether the type is a file's stem.
        let isLoose: Bool
        let typeInFile: String
        let isBroken: Bool
        let allowsAlias: Bool
        var isQueued: Bool
        var outcome: String?
        let hasCompletion: Bool
        /// Whether somebody who asked runs it: that ends it, unless something else does before.
        var isNeededNow = false

        func isOf(_ other: String, isLoose: Bool = false) -> Bool {
            type == other || (self.isLoose || isLoose) && loose(type) == loose(other)
        }
    }

    /// What somebody who asks finds.
    enum Finding {
        case run(Int)
        case answer(String)
        case nothing
    }

    struct Entry {
        let id: Int
        let alias: String?
        var isPrepared = false
    }

    let removesBeforeReload: Bool
    /// Whether the queue prepares what it publishes.
    let preparesInQueue: Bool
    private(set) var requests: [Request] = []
    private(set) var published: [String: Entry] = [:]
    /// The requests whose templates the queue still prepares, in the order of their ends.
    private(set) var preparing: [Int] = []
    private var spellings: [String: String] = [:]
    /// What the completions are told, in order.
    private(set) var completions: [String] = []
    /// How loads end, in order.
    private(set) var reports: [String] = []

    /// What streams of changes were told of names: of look-ups, and of what is published.
    private(set) var told: (lookUps: [String: Int], names: [String: Int]) = ([:], [:])

    /// Tells the streams what is so now; a type that is being loaded is not gone.
    private mutating func tellStreams() {
        for type in Set(requests.flatMap { Self.spellings(of: $0.type) + Self.spellings(of: $0.typeInFile) }) {
            let isLoading = requests.contains { $0.outcome == nil && $0.isOf(type) }
            told.lookUps[type] = lookUp(type)?.id ?? (isLoading ? told.lookUps[type] : nil)
            told.names[type] = published[type]?.id ?? (isLoading ? told.names[type] : nil)
        }
    }

    private static func spellings(of type: String) -> [String] {
        [type, loose(type), type.replacing("_", with: "-")]
    }

    init(removesBeforeReload: Bool, preparesInQueue: Bool = false) {
        self.removesBeforeReload = removesBeforeReload
        self.preparesInQueue = preparesInQueue
    }

    var publishedLines: [String] {
        published.map { "\($0.key) v\($0.value.id)" }.sorted()
    }

    /// The names of the templates whose prepared form is kept.
    var preparedTypes: [String] {
        published.filter(\.value.isPrepared).keys.sorted()
    }

    mutating func add(_ request: Request) {
        defer { tellStreams() }
        if request.isQueued {
            for other in requests where other.isQueued && other.isOf(request.type, isLoose: request.isLoose) {
                end(other.id, "superseded")
            }
        }
        requests.append(request)
        if !request.isQueued { removeBefore(request) }
    }

    /// The queue takes its oldest load.
    mutating func takeOldest() -> Int? {
        defer { tellStreams() }
        guard let id = requests.first(where: { $0.isQueued })?.id else { return nil }
        begin(id)
        return id
    }

    /// Somebody asks for a type; a request that is found has to be run.
    mutating func find(_ type: String, below bound: Int, takesPublished: Bool = false) -> Finding {
        defer { tellStreams() }
        if takesPublished, let entry = lookUp(type) { return .answer("v\(entry.id)") }
        if let found = requests.last(where: { $0.outcome == nil && $0.id < bound && $0.isOf(type) }) {
            begin(found.id)
            requests[found.id - 1].isNeededNow = true
            return .run(found.id)
        }
        return lookUp(type).map { .answer("v\($0.id)") } ?? .nothing
    }

    /// A thread has run a request; gives how the request ended.
    mutating func finish(_ id: Int, inQueue: Bool = false) -> String {
        defer { tellStreams() }
        if let outcome = requests[id - 1].outcome { return outcome }
        let outcome = publish(requests[id - 1])
        requests[id - 1].outcome = outcome
        requests[id - 1].isQueued = false
        if inQueue && preparesInQueue && outcome == "v\(id)" { preparing.append(id) } else { tell(id, outcome) }
        if outcome == "v\(id)" {
            let request = requests[id - 1]
            for other in requests
            where other.id < id && other.outcome == nil && other.isOf(request.type, isLoose: request.isLoose) {
                end(other.id, "superseded")
            }
        }
        return outcome
    }

    /// The queue has prepared the template of a request, and tells how the request ended.
    mutating func finishPreparing(_ id: Int) {
        keep(id, as: requests[id - 1].type)
        let place = preparing.firstIndex(of: id) ?? 0
        call(preparing[...place], of: requests[id - 1].type)
        preparing.remove(at: place)
        report(id, requests[id - 1].outcome ?? "no end")
    }

    /// Whether somebody who asks for a type and gets a template of this version has to prepare it.
    func isPrepared(_ id: Int, as type: String) -> Bool {
        lookUp(type).map { $0.id == id && $0.isPrepared } ?? false
    }

    /// A thread has prepared the template of a request, under whatever name it came.
    mutating func keep(_ id: Int, as type: String) {
        guard !isPrepared(id, as: type) else { return }
        let names = [name(type), requests[id - 1].typeInFile]
        for name in names + names.compactMap({ published[$0]?.alias }) where published[name]?.id == id {
            published[name]?.isPrepared = true
        }
    }

    mutating func cancel(_ id: Int) -> Bool {
        defer { tellStreams() }
        guard requests[id - 1].outcome == nil, !requests[id - 1].isNeededNow else { return false }
        end(id, "cancelled")
        return true
    }

    mutating func remove(_ type: String) {
        defer { tellStreams() }
        for request in requests where request.outcome == nil && request.isOf(type) { end(request.id, "cancelled") }
        published[name(type)] = nil
    }

    mutating func removeAll() {
        defer { tellStreams() }
        for request in requests where request.outcome == nil { end(request.id, "cancelled") }
        published = [:]
        spellings = [:]
    }

    /// Other requests take the place of some types, all at once.
    mutating func replace(_ new: [Request], removing types: [String]) {
        defer { tellStreams() }
        func isReplaced(_ name: String) -> Bool { types.contains(name) || new.contains { $0.isOf(name) } }
        for (name, entry) in published {
            let file = requests[entry.id - 1].typeInFile
            if isReplaced(name) || isReplaced(file) || entry.alias.map(isReplaced) ?? false { published[name] = nil }
        }
        for type in types {
            for request in requests where request.outcome == nil && request.isOf(type) { end(request.id, "cancelled") }
            spellings[loose(type)] = nil
        }
        for request in new {
            for other in requests where other.outcome == nil && other.isOf(request.type, isLoose: request.isLoose) {
                end(other.id, "superseded")
            }
            spellings[loose(request.type)] = nil
        }
        requests += new
        for (index, request) in new.enumerated() {
            for other in new[..<index] where other.isOf(request.type, isLoose: request.isLoose) {
                if requests[other.id - 1].outcome == nil { end(other.id, "superseded") }
            }
        }
    }

    private mutating func begin(_ id: Int) {
        requests[id - 1].isQueued = false
        removeBefore(requests[id - 1])
    }

    private mutating func removeBefore(_ request: Request) {
        let name = name(request.type)
        guard removesBeforeReload, let entry = published[name] else { return }
        if !request.allowsAlias || entry.alias == request.type { published[name] = nil }
    }

    private mutating func publish(_ request: Request) -> String {
        if request.isBroken { return "malformed" }
        let file = request.typeInFile
        if request.type == file || request.isLoose && loose(request.type) == loose(file) {
            published[file] = Entry(id: request.id, alias: nil)
            if request.isLoose { spellings[loose(file)] = file }
            return "v\(request.id)"
        }
        guard request.allowsAlias else { return "typeMismatch" }
        if let holder = published[request.type], holder.alias != request.type { return "aliasConflict" }
        published[request.type] = Entry(id: request.id, alias: request.type)
        if published[file] == nil || published[file]?.alias == request.type {
            published[file] = Entry(id: request.id, alias: request.type)
        }
        return "v\(request.id)"
    }

    private mutating func end(_ id: Int, _ outcome: String) {
        requests[id - 1].outcome = outcome
        requests[id - 1].isQueued = false
        tell(id, outcome)
    }

    private mutating func tell(_ id: Int, _ outcome: String) {
        call(preparing + [id], of: requests[id - 1].type)
        report(id, outcome)
    }

    /// Calls the completions of requests for a type, each once: of those that ended first before others.
    private mutating func call(_ ids: some Sequence<Int>, of type: String) {
        for id in ids where loose(requests[id - 1].type) == loose(type) && requests[id - 1].hasCompletion {
            let line = "\(id) \(requests[id - 1].outcome ?? "no end")"
            if !completions.contains(line) { completions.append(line) }
        }
    }

    private mutating func report(_ id: Int, _ outcome: String) {
        reports.append("\(requests[id - 1].type) \(outcome.hasPrefix("v") ? "published" : outcome)")
    }

    private func lookUp(_ type: String) -> Entry? {
        published[name(type)]
    }

    private func name(_ type: String) -> String {
        published[type] == nil ? spellings[loose(type)] ?? type : type
    }
}

/// The name with "_" for "-".
private func loose(_ type: String) -> String {
    String(type.map { $0 == "-" ? "_" : $0 })
}
