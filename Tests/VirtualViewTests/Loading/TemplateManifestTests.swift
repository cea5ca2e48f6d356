import Foundation
import Testing
import VirtualView
import VirtualViewTestSupport

@Suite struct TemplateManifestTests {
    private func manifest(_ samples: [[UInt8]]) throws -> TemplateManifest {
        try TemplateManifest(samples.map { try TemplateManifest.Entry(describing: Template(decoding: $0)) })
    }

    @Test func writesOneTemplateALine() throws {
        let bytes = Sample.bytes("Card", version: 3)
        let text = try String(decoding: manifest([bytes, Sample.bytes("\"b\"\u{1}中")]).encoded(), as: UTF8.self)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[1].hasPrefix("  {\"type\":\"Card\",\"version\":\"1.0.3\",\"size\":\(bytes.count),\"sha256\":\""))
        #expect(lines[2].hasPrefix("  {\"type\":\"\\\"b\\\"\\u0001中\","))
        #expect(try TemplateManifest([]).encoded() == Array("[]\n".utf8))
    }

    @Test func readsWhatItWrites() throws {
        let manifest = try manifest([Sample.bytes("Card"), Sample.bytes("\"b\"\u{1}中", version: 9)])
        #expect(try TemplateManifest(decoding: Data(manifest.encoded())) == manifest)
        #expect(manifest["\"b\"\u{1}中"]?.version.patch == 9)
        #expect(manifest["None"] == nil)
        let folder = try TemporaryFolder()
        #expect(try TemplateManifest(contentsOf: folder.write(manifest.encoded(), to: "manifest.json")) == manifest)
    }

    @Test func readsTheDocumentedForm() throws {
        let hash = String(repeating: "0123456789abcdef", count: 4)
        let json = #"[{"sha256":"\#(hash)","extra":[1],"size":5,"version":"1.2.65535","type":"Card"}]"#
        let entry = try TemplateManifest(decoding: Data(json.utf8))["Card"]
        #expect(entry?.version == FormatVersion(major: 1, minor: 2, patch: 65535))
        #expect(entry?.size == 5)
        #expect(entry?.sha256 == hash)
    }

    @Test(arguments: [
        "", "{}", "[1]", #"[{"type":"Card"}]"#, #"[{"type":"Card","version":"1.0","size":1,"sha256":"HASH"}]"#,
        #"[{"type":"Card","version":"1.0.65536","size":1,"sha256":"HASH"}]"#,
        #"[{"type":"Card","version":"+1.0.1","size":1,"sha256":"HASH"}]"#,
        #"[{"type":"Card","version":"1.0.1","size":1e30,"sha256":"HASH"}]"#,
        #"[{"type":"Card","version":"1.0.1","size":1,"sha256":"abc"}]"#,
        #"[{"type":"A","version":"1.0.1","size":1,"sha256":"HASH"},{"type":"A","version":"1.0.2","size":1,"sha256":"HASH"}]"#,
    ])
    func refusesWhatIsNoManifest(_ json: String) {
        let text = json.replacingOccurrences(of: "HASH", with: String(repeating: "0a", count: 32))
        let error = #expect(throws: TemplateError.self) { try TemplateManifest(decoding: Data(text.utf8)) }
        #expect(error?.code == .invalidManifest)
    }

    /// A manifest may come from a server.
    @Test(arguments: [
        #"[ROW, ROW]"#, #"[{"type":NAME,"version":NAME,"size":1,"sha256":"HASH"}]"#,
        #"[{"type":NAME,"version":"1.0.1","size":1,"sha256":"abc"}]"#,
    ])
    func tellsOfNamesInOneShortLine(_ json: String) {
        let name = #""A\u001b[2J\nvvc: fine"# + String(repeating: "x", count: 5000) + "\""
        let text = json.replacingOccurrences(
            of: "ROW",
            with: #"{"type":NAME,"version":"1.0.1","size":1,"sha256":"HASH"}"#
        )
        .replacingOccurrences(of: "HASH", with: String(repeating: "0a", count: 32))
        .replacingOccurrences(of: "NAME", with: name)
        let error = #expect(throws: TemplateError.self) { try TemplateManifest(decoding: Data(text.utf8)) }
        #expect(error?.code == .invalidManifest)
        #expect(error?.message.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
        #expect(error.map { $0.message.utf8.count < 300 } == true)
    }

    @Test func aWrongNameIsToldInOneShortLine() throws {
        let name = "A\u{1B}[2J\n" + String(repeating: "x", count: 5000)
        let bytes = Sample.bytes(name)
        let manager = TemplateManager()
        for type in ["Card", name + "y"] {
            let error = #expect(throws: TemplateError.self) { try manager.load(bytes, as: type) }
            #expect(error?.code == .typeMismatch)
            #expect(error?.message.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
            #expect(error.map { $0.message.utf8.count < 300 } == true)
        }
    }

    @Test func namesTheFileThatIsNoManifest() throws {
        let folder = try TemporaryFolder()
        let url = try folder.write([1], to: "manifest.json")
        let error = #expect(throws: TemplateError.self) { try TemplateManifest(contentsOf: url) }
        #expect(error?.code == .invalidManifest)
        #expect(error?.path == url.path)
    }

    // MARK: - Enforcing

    @Test func loadsOnlyWhatIsListed() async throws {
        let loader = HookedLoader()
        let manifest = try manifest([Sample.bytes("Card", version: 2)])
        let bench = LoadingBench {
            $0.manifest = manifest
            $0.loader = loader
        }
        #expect(bench.load("Card", 2) == "v2")
        #expect(bench.load("Card", 3) == "manifestMismatch")
        #expect(bench.load("Other", 1) == "manifestMismatch")
        bench.enqueue("Card", 1)
        await bench.finish()
        #expect(bench.recorder.completions == ["Card#1 manifestMismatch"])
        #expect(bench.published == ["Card v2"])
        #expect(loader.callCount == 1, "bytes that are not listed must not be decoded")
    }

    @Test func takesANewManifestForLaterLoads() throws {
        let bench = LoadingBench()
        #expect(bench.load("Card", 1) == "v1")
        bench.manager.manifest = try manifest([Sample.bytes("Card", version: 2)])
        #expect(bench.load("Card", 3) == "manifestMismatch")
        #expect(bench.load("Card", 2) == "v2")
        bench.manager.manifest = nil
        #expect(bench.load("Card", 3) == "v3")
    }

    @Test func findsTheEntryOfAFilesStem() throws {
        let folder = try TemporaryFolder()
        let bytes = Sample.bytes("a-b")
        let url = try folder.write(bytes, to: "a_b.out")
        let bench = LoadingBench()
        bench.manager.manifest = try manifest([Sample.bytes("a_b"), bytes])
        #expect(bench.load(TemplateRequest(contentsOf: url)) == "v1")
        bench.manager.manifest = try manifest([Sample.bytes("a_b")])
        #expect(bench.load(TemplateRequest(contentsOf: url)) == "manifestMismatch")
    }

    @Test func checksAnAliasByTheNameInTheFile() throws {
        let bench = LoadingBench()
        bench.manager.manifest = try manifest([Sample.bytes("Card"), Sample.bytes("Listed")])
        #expect(bench.load("Card", 1, as: "Front", allowsAlias: true) == "v1")
        #expect(bench.load("Card", 2, as: "Front", allowsAlias: true) == "manifestMismatch")
        #expect(bench.load("Other", 1, as: "Front", allowsAlias: true) == "manifestMismatch")
        #expect(bench.load("Card", 1, as: "Listed", allowsAlias: true) == "manifestMismatch")
    }

    @Test func refusesAVersionThatTheManifestDoesNotHave() throws {
        let bytes = Sample.bytes("Card", version: 2)
        let json = try String(decoding: manifest([bytes]).encoded(), as: UTF8.self)
            .replacingOccurrences(of: "1.0.2", with: "1.0.3")
        let bench = LoadingBench()
        bench.manager.manifest = try TemplateManifest(decoding: Data(json.utf8))
        let error = #expect(throws: TemplateError.self) { try bench.manager.load(bytes, as: "Card") }
        #expect(error?.message == "'Card' has version 1.0.2, but the manifest says 1.0.3")
    }

    /// The name in the request leads to no entry, so the bytes are compared with the one for the name in the file.
    @Test func refusesOtherBytesUnderAnAlias() throws {
        let bytes = Sample.bytes("Card")
        let entry = try TemplateManifest.Entry(describing: Template(decoding: bytes))
        let json = try String(decoding: manifest([bytes]).encoded(), as: UTF8.self)
            .replacingOccurrences(of: entry.sha256, with: String(repeating: "0", count: 64))
        let bench = LoadingBench()
        bench.manager.manifest = try TemplateManifest(decoding: Data(json.utf8))
        let request = TemplateRequest(bytes, as: "Front", allowsAlias: true)
        let error = #expect(throws: TemplateError.self) { try bench.manager.load(request) }
        #expect(error?.message == "the bytes of 'Card' are not those of the manifest")
        #expect(bench.published.isEmpty)
    }
}
