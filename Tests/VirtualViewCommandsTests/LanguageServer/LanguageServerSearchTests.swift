import Foundation
import Testing
import VirtualViewExpressions
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// `vvc language-server`: where it looks for what belongs to a document.
@Suite struct LanguageServerSearchTests {
    private let space = Workspace.fresh()
    private static let tag = "<NText layoutWidth=\"1\" layoutHeight=\"1\" text=\"a\"/>"

    private func session() throws -> EditorSession {
        let session = try EditorSession(space.folder.path)
        session.start()
        return session
    }

    /// The files that name the template of a source.
    private func users(of name: String, in session: EditorSession) -> [String] {
        session.open(name, Self.tag)
        let context: [String: JSONValue] = ["context": ["includeDeclaration": false]]
        let places = session.ask("textDocument/references", name, "<NT‸ext", context)
        guard case .array(let found)? = places else { return [] }
        return found.compactMap { place in
            guard case .string(let uri)? = place["uri"] else { return nil }
            return uri.split(separator: "/").last.map { String($0) }
        }
    }

    /// However many folders are beside those that it names.
    @Test(arguments: [#""App/Templates""#, #"["none", "App/Templates/", "App/Templates/List.xml"]"#])
    func theTemplatesOfAProjectAreFound(_ templates: String) throws {
        for number in 0..<1_000 { try space.makeFolder("Pods/P\(number)") }
        try space.write("vvc.json", "{\"templates\": \(templates)}")
        try space.write("App/Templates/List.xml", Self.tag)
        try space.write("App/Templates/List.json", #"{"items": [{"type": "Tag"}]}"#)
        try space.write("App/Templates/Items/Tag.xml", Self.tag)
        try space.write("Fixtures/Other.json", #"{"type": "Tag"}"#)
        let session = try session()
        #expect(users(of: "App/Templates/Items/Tag.xml", in: session) == ["List.json"])
        let marked = #"{"items": [{"type": "‸"}]}"#
        session.open("App/Templates/List.json", marked.replacingOccurrences(of: "‸", with: ""))
        let names = session.ask("textDocument/completion", "App/Templates/List.json", marked)?.labels
        #expect(names == ["Tag", "List"])
    }

    /// What is beside the document is searched before the folders above it.
    @Test func whatIsAroundADocumentIsFoundWithoutAProject() throws {
        for number in 0..<1_000 { try space.makeFolder("Pods/P\(number)") }
        try space.write("vvc.json", "{}")
        try space.write("App/Templates/Tag.xml", Self.tag)
        try space.write("App/Templates/List.json", #"{"items": [{"type": "Tag"}]}"#)
        let session = try session()
        #expect(users(of: "App/Templates/Tag.xml", in: session) == ["List.json"])
    }

    /// An escaped name is the name too.
    @Test func onlyDataThatMayNameATemplateAreReadAndNoneAreKept() throws {
        try space.write("Tag.xml", Self.tag)
        try space.write("A.json", #"{"type": "Tag"}"#)
        try space.write("B.json", #"{"type": "T\u0061g"}"#)
        for number in 0..<10 { try space.write("Fixtures/F\(number).json", #"[{"type": "Tags", "name": "a"}]"#) }
        let session = try session()
        session.open("Tag.xml", Self.tag)
        var before = session.server.work
        for _ in 0..<2 {
            #expect(users(of: "Tag.xml", in: session) == ["A.json", "B.json"])
            let after = session.server.work
            #expect(after.jsonRead - before.jsonRead == 2 && after.filesRead - before.filesRead == 12)
            before = after
        }
    }

    /// An address has a whole path, whatever the folder in which the server was started.
    @Test func filesOfRelativeOptionsHaveAddresses() throws {
        let folder = try #require(FileSystem.resolved(space.folder.path))
        let way = Path.way(from: try #require(FileSystem.resolved("")), to: folder)
        func open(_ components: String) throws -> EditorSession {
            try space.write("own.json", components)
            let session = try EditorSession(folder, ["--components", "\(way)/own.json"])
            session.start()
            session.open("Card.xml", "<Badge/>")
            return session
        }
        let broken = try open(#"{"version": "#)
        #expect(broken.codes("own.json").first?.hasPrefix("json.") == true, "\(broken.transcript)")
        let session = try open(#"{"version": 1, "components": [{"id": 1001, "name": "Badge"}]}"#)
        let place = session.ask("textDocument/definition", "Card.xml", "<Ba‸dge/>")?[0]?["uri"]
        #expect(place == .string(DocumentURI.uri(of: "\(folder)/own.json")))
    }
}
