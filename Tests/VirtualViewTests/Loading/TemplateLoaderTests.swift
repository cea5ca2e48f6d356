import Foundation
import Testing
import VirtualView
import VirtualViewTestSupport

@Suite struct TemplateLoaderTests {
    private let loader = TemplateBinaryLoader()

    @Test func loadsBytesDataAndFilesAlike() throws {
        let folder = try TemporaryFolder()
        let bytes = Sample.bytes("Card", version: 3)
        let template = try loader.load(bytes)
        #expect(template.type == "Card")
        #expect(template.version.patch == 3)
        #expect(try loader.load(Data(bytes)) == template)
        #expect(try loader.load(contentsOf: folder.write(bytes, to: "Card.out")) == template)
    }

    @Test func loadsEveryFileOfTheCorpus() throws {
        for entry in CompileCorpus.all {
            let url = Fixtures.url("Compile/\(entry.folder)/\(entry.name).out")
            let template = try loader.load(contentsOf: url)
            #expect(try template.bytes == entry.expected, "\(entry)")
        }
    }

    @Test func wrapsTheFormatErrorWithItsOffsetAndTheFile() throws {
        let folder = try TemporaryFolder()
        var bytes = Sample.bytes("Card")
        bytes[5...6] = [0, 9]
        let url = try folder.write(bytes, to: "Card.out")
        let error = #expect(throws: TemplateError.self) { try loader.load(contentsOf: url) }
        #expect(error?.code == .malformed)
        #expect((error?.cause as? FormatError)?.code == .unsupportedVersion)
        #expect(error?.offset == (error?.cause as? FormatError)?.offset)
        #expect(error?.offset == 5)
        #expect(error?.path == url.path)
        #expect(error?.description.hasPrefix("\(url.path): ") == true)
        #expect(error?.localizedDescription == error?.description)
    }

    @Test func reportsAFileThatIsMissing() throws {
        let folder = try TemporaryFolder()
        expectError(.fileMissing, folder.url.appendingPathComponent("None.out"))
        let file = try folder.write([1], to: "file")
        expectError(.fileMissing, file.appendingPathComponent("None.out"))
    }

    @Test func reportsAFolder() throws {
        let folder = try TemporaryFolder()
        expectError(.fileIsDirectory, folder.url)
    }

    @Test func reportsWhatIsNoOrdinaryFileWithoutWaitingForIt() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.url.appendingPathComponent("pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        expectError(.fileUnreadable, pipe)
        let remote = try #require(URL(string: "https://example.com/Card.out"))
        expectError(.fileUnreadable, remote)
    }

    @Test func reportsAPathThatCannotBeOpened() throws {
        let folder = try TemporaryFolder()
        let long = folder.url.appendingPathComponent(String(repeating: "n", count: 300))
        let error = #expect(throws: TemplateError.self) { try loader.load(contentsOf: long) }
        #expect(error?.code == .fileUnreadable)
        #expect(error?.message.hasPrefix("the file cannot be opened: ") == true)
        #expect(error?.path == long.path)
        let ring = folder.url.appendingPathComponent("ring")
        try FileManager.default.createSymbolicLink(at: ring, withDestinationURL: ring)
        expectError(.fileUnreadable, ring)
        let broken = folder.url.appendingPathComponent("broken")
        try FileManager.default.createSymbolicLink(
            at: broken,
            withDestinationURL: folder.url.appendingPathComponent("None.out")
        )
        expectError(.fileMissing, broken)
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser may read everything"))
    func reportsAFileThatMayNotBeRead() throws {
        let folder = try TemporaryFolder()
        let url = try folder.write(Sample.bytes("Card"), to: "Card.out")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: url.path)
        expectError(.fileUnreadable, url)
    }

    @Test func readsAFileThroughALink() throws {
        let folder = try TemporaryFolder()
        let bytes = Sample.bytes("Card")
        let link = folder.url.appendingPathComponent("link.out")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.write(bytes, to: "Card.out"))
        #expect(try loader.load(contentsOf: link).bytes == bytes)
    }

    #if os(Linux)
        @Test func reportsDevicesAndFilesThatTheSystemMakesUp() throws {
            for device in ["/dev/null", "/dev/zero", "/dev/tty"] {
                expectError(.fileUnreadable, URL(fileURLWithPath: device))
            }
            expectError(.fileIsDirectory, URL(fileURLWithPath: "/proc/self"))
            // It says that it has no bytes, so none are read.
            let error = #expect(throws: TemplateError.self) {
                try loader.load(contentsOf: URL(fileURLWithPath: "/proc/self/status"))
            }
            #expect(error?.code == .malformed && error?.offset == 0)
        }
    #endif

    @Test func refusesAFileAboveTheLimitBeforeItIsRead() throws {
        let folder = try TemporaryFolder()
        let bytes = Sample.bytes("Card")
        let url = try folder.write(bytes, to: "Card.out")
        let tight = TemplateBinaryLoader(limits: DecodingLimits(maximumFileSize: bytes.count - 1))
        expectError(.fileTooLarge, url, tight)
        let exact = TemplateBinaryLoader(limits: DecodingLimits(maximumFileSize: bytes.count))
        #expect(try exact.load(contentsOf: url).bytes == bytes)
    }

    @Test func checksTheDigestThatAFileCarries() throws {
        var bytes = Sample.bytes("Card", digest: true)
        #expect(try loader.load(bytes).type == "Card")
        bytes[bytes.count - 1] ^= 1
        let error = #expect(throws: TemplateError.self) { try loader.load(bytes) }
        #expect(error?.code == .digestMismatch)
        #expect(try TemplateBinaryLoader(checksDigest: false).load(bytes).type == "Card")
    }

    @Test func loadsAnEmptyFileAsATruncatedOne() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: TemplateError.self) {
            try loader.load(contentsOf: folder.write([], to: "Empty.out"))
        }
        #expect(error?.code == .malformed)
        #expect(error?.offset == 0)
    }

    private func expectError(
        _ code: TemplateError.Code,
        _ url: URL,
        _ loader: TemplateBinaryLoader = TemplateBinaryLoader(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: TemplateError.self, sourceLocation: sourceLocation) {
            try loader.load(contentsOf: url)
        }
        #expect(error?.code == code, "\(error?.description ?? "")", sourceLocation: sourceLocation)
    }
}
