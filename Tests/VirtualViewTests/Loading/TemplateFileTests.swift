import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore

/// Files that are not what they were when they were opened.
@Suite struct TemplateFileTests {
    private func withDescriptor(of url: URL, _ body: (Int32) throws -> Void) throws {
        let descriptor = open(url.path, O_RDONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try body(descriptor)
    }

    private func bytes(of url: URL, size: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try withDescriptor(of: url) { descriptor in
            bytes = try TemplateFile.read(descriptor, size: size, url)
        }
        return bytes
    }

    @Test func reportsAnErrorOfReading() throws {
        let folder = try TemporaryFolder()
        try withDescriptor(of: folder.url) { descriptor in
            let error = #expect(throws: TemplateError.self) {
                try TemplateFile.read(descriptor, size: 16, folder.url)
            }
            #expect(error?.code == .fileUnreadable)
            #expect(error?.message == "the file cannot be read: is a directory")
            #expect(error?.path == folder.url.path)
        }
    }

    @Test func givesWhatIsLeftOfAFileThatShrank() throws {
        let folder = try TemporaryFolder()
        let url = try folder.write([1, 2, 3], to: "file")
        #expect(try bytes(of: url, size: 5) == [1, 2, 3])
    }

    @Test func givesTheBeginningOfAFileThatGrew() throws {
        let folder = try TemporaryFolder()
        let url = try folder.write([1, 2, 3], to: "file")
        #expect(try bytes(of: url, size: 2) == [1, 2])
        #expect(try bytes(of: url, size: 0) == [])
    }

    #if os(macOS) || os(Linux)
        /// A process without an input, such as a service, gets the number 0 for the first file that it opens.
        @Test func theNumberOfAFileMayBeZero() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                let url = try folder.write([1, 2, 3], to: "file")
                close(STDIN_FILENO)
                #expect(try TemplateFile.read(url, maximumSize: 5) == [1, 2, 3])
            }
        }
    #endif
}
