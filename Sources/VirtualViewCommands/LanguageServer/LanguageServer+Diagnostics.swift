import VirtualViewCompiler
import VirtualViewExpressions

// What is wrong with the open documents and with the files that they are compiled with.

extension LanguageServer {
    /// Tells what changed since the last time.
    func publish() {
        var touched = workspace.closedReports
        workspace.closedReports = []
        // The document of a file tells more than what is saved.
        let projects = Set(workspace.documents.values.filter { $0.kind == .project }.map { $0.path })
        let documents = workspace.documents.values.sorted { $0.uri < $1.uri }
        for document in documents {
            guard let (revision, found) = findings(of: document, besides: projects),
                revision != document.reportedRevision
            else {
                continue
            }
            let old = document.reports
            document.reports = reports(found(), of: document)
            document.reportedRevision = revision
            // An open document is published with its version.
            let addresses = Set(old.keys).union(document.reports.keys)
            touched.formUnion(
                addresses.filter { workspace.documents[$0] != nil || old[$0] != document.reports[$0] }
            )
            touched.insert(document.uri)
        }
        let known = reports(of: documents, about: touched)
        for uri in touched.sorted() { publish(known[uri] ?? [], about: uri) }
    }

    /// Returns everything that documents tell about some addresses.
    private func reports(of documents: [OpenDocument], about addresses: Set<String>) -> [String: [JSONValue]] {
        var all: [String: [JSONValue]] = [:]
        var known: [String: Set<JSONValue>] = [:]
        for document in documents {
            for (uri, reports) in document.reports where addresses.contains(uri) {
                // Several documents of a project tell the same about its files.
                for report in reports {
                    let isNew = known[uri, default: []].insert(report).inserted
                    if isNew || document.uri == uri { all[uri, default: []].append(report) }
                }
            }
        }
        return all
    }

    /// Looks for the problems of a document only if it is asked to.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - open: The paths of the project files that are open themselves.
    /// - Returns: What tells one state of the document from another, and its diagnostics; `nil` if it has none.
    private func findings(
        of document: OpenDocument,
        besides open: Set<String>
    ) -> (revision: [Int], found: () -> [Diagnostic])? {
        switch document.kind {
        case .xml, .assemble:
            guard let analysis = workspace.analysis(of: document) else { return nil }
            let problems = workspace.project(of: document).problems
            let others = problems.indices.filter { !open.contains(problems[$0].range.file.path) }
            return (analysis.revision + others, { others.map { problems[$0] } + analysis.diagnostics })
        case .project:
            let (file, problems) = document.readProject()
            let missing = document.isFile ? Project.missingFiles(of: file, at: document.path) : []
            return ([document.revision] + missing.map(\.range.offsets.lowerBound), { problems + missing })
        case .data:
            let isSample = document.isFile && workspace.template(ofSample: document.path) != nil
            guard isSample else { return ([-1], { [] }) }
            return ([document.revision], { JSONNode.read(document.source).diagnostics })
        case .other: return nil
        }
    }

    private func reports(_ diagnostics: [Diagnostic], of document: OpenDocument) -> [String: [JSONValue]] {
        var counters = Counters(self, document)
        var reports: [String: [JSONValue]] = [:]
        for diagnostic in diagnostics {
            let uri = counters.uri(of: diagnostic.range.file)
            // The document of sample data says itself that it is not well formed.
            if uri != document.uri, diagnostic.id == LintMessageID.badData.rawValue,
                workspace.documents[uri] != nil
            {
                continue
            }
            reports[uri, default: []].append(json(diagnostic, &counters))
        }
        return reports
    }

    /// Returns a diagnostic of the protocol.
    func json(_ diagnostic: Diagnostic, _ counters: inout Counters) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("range", counters.range(diagnostic.range)),
            ("severity", diagnostic.severity == .error ? 1 : 2),
            ("code", .string(diagnostic.id)),
            ("source", "vvc"),
            ("message", .string(diagnostic.message)),
        ]
        if abilities.hasRelatedInformation, !diagnostic.notes.isEmpty {
            let notes: [JSONValue] = diagnostic.notes.map { note in
                ["location": counters.location(note.range), "message": .string(note.message)]
            }
            members.append(("relatedInformation", .array(notes)))
        }
        if diagnostic.id == LintMessageID.unusedDefinition.rawValue { members.append(("tags", [1])) }
        return .object(BindingObject(members))
    }

    /// Sends everything that is known about one address, if that is something new.
    private func publish(_ all: [JSONValue], about uri: String) {
        var params: [(String, JSONValue)] = [("uri", .string(uri)), ("diagnostics", .array(all))]
        if let version = workspace.documents[uri]?.version { params.append(("version", .int(Int64(version)))) }
        let message = JSONValue.object(BindingObject(params))
        guard workspace.published[uri] != message,
            !all.isEmpty || workspace.published[uri] != nil
                || workspace.documents[uri] != nil
        else { return }
        workspace.published[uri] = workspace.documents[uri] == nil && all.isEmpty ? nil : message
        send(RPCMessage.notification("textDocument/publishDiagnostics", message))
    }

    /// Turns ranges of several files into those of the protocol.
    struct Counters {
        private let document: OpenDocument
        private let encoding: PositionEncoding
        private let workspace: ServerWorkspace
        private var counters: [SourceFile: PositionCounter] = [:]

        init(_ server: LanguageServer, _ document: OpenDocument) {
            self.document = document
            encoding = server.abilities.encoding
            workspace = server.workspace
        }

        /// Returns the address of a file: that of the document if it is open.
        func uri(of file: SourceFile) -> String {
            if file.path == document.path { return document.uri }
            return workspace.openDocument(at: file.path)?.uri ?? DocumentURI.uri(of: file.path)
        }

        mutating func range(_ range: SourceRange) -> JSONValue {
            var counter =
                counters[range.file]
                ?? PositionCounter(
                    range.file.path == document.path ? document.text : TextDocument(range.file.bytes),
                    encoding
                )
            defer { counters[range.file] = counter }
            return counter.range(range.offsets)
        }

        mutating func location(_ range: SourceRange) -> JSONValue {
            ["uri": .string(uri(of: range.file)), "range": self.range(range)]
        }
    }
}
