import Foundation
import Testing
import VirtualViewRelease
import VirtualViewTestSupport

@testable import VirtualViewDelivery

/// The files of a store on a real disk, and what the disk refuses to anybody.
@Suite struct SystemFilesTests {
    private let folder: TemporaryFolder
    private let files: SystemFiles

    init() throws {
        folder = try TemporaryFolder()
        files = SystemFiles(in: folder.url)
    }

    /// The names in a folder, without the system's own.
    private func names(in path: String) throws -> [String] {
        try files.names(in: path).filter { $0 != "." && $0 != ".." }.sorted()
    }

    /// What an operation throws, as its code and place.
    private func refusal(_ body: () throws -> Void) -> String {
        do {
            try body()
        } catch let error as DeliveryError {
            return "\(error.code.rawValue) at \(error.place ?? "nowhere")"
        } catch {
            return "\(error)"
        }
        return "done"
    }

    @Test func writesReadsAndListsFiles() throws {
        try files.write([1], to: "releases/1")
        try files.write([1, 2, 3], to: "releases/1")
        #expect(try files.read("releases/1", maximumSize: 3) == [1, 2, 3])
        #expect(files.status(of: "releases/1")?.size == 3)
        #expect(try names(in: "releases") == ["1"])
        #expect(try names(in: "") == ["releases"])
        files.remove("releases/1")
        #expect(try files.read("releases/1", maximumSize: 3) == nil)
        #expect(files.status(of: "releases/1") == nil)
        try files.barrier()
        try files.sync()
    }

    /// More than the system tells in one piece, with the longest names that there are.
    @Test func listsAnyNumberOfLongNames() throws {
        let expected = (0..<400).map { "\(1_000 + $0)" + String(repeating: "n", count: 251) }
        for name in expected { try Data().write(to: folder.url.appendingPathComponent(name)) }
        #expect(try names(in: "") == expected)
    }

    @Test func whatIsThereIsNotReplacedByWhatIsAdded() throws {
        #expect(try files.add([1], as: "blobs/a"))
        #expect(try !files.add([2], as: "blobs/a"))
        #expect(try files.read("blobs/a", maximumSize: 1) == [1])
        #expect(try files.claim("blobs/b", for: "blobs/a"))
        #expect(try names(in: "blobs") == ["b"])
    }

    @Test func whatIsGoneIsNotRenamed() throws {
        try files.write([1], to: "there")
        #expect(refusal { try files.rename("gone", to: "name") } == "done")
        #expect(try names(in: "") == ["there"])
    }

    @Test func anythingInTheWayIsAnErrorThatNamesThePlace() throws {
        try files.write([1], to: "folder/file")
        let file = folder.url.appendingPathComponent("folder/file").path
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appendingPathComponent("link").path,
            withDestinationPath: "nowhere"
        )
        #expect(refusal { _ = try files.names(in: "folder/file") } == "storeUnreadable at folder/file")
        #expect(try files.names(in: "none").isEmpty)
        #expect(refusal { try files.write([2], to: "folder") } == "storeUnwritable at folder")
        #expect(refusal { _ = try files.add([2], as: "folder/file/a") } == "storeUnwritable at folder/file/a")
        #expect(refusal { _ = try files.add([2], as: "link/a") } == "storeUnwritable at link/a")
        #expect(refusal { try files.rename("folder/file", to: "folder") } == "storeUnwritable at folder")
        #expect(refusal { _ = try files.claim("none/a", for: "folder/file") } == "storeUnwritable at none/a")
        #expect(refusal { _ = try files.read("folder", maximumSize: 9) } == "storeUnreadable at folder")
        // What could not be written leaves nothing behind.
        #expect(try names(in: "") == ["folder", "link"])
        #expect(try names(in: "folder").isEmpty)
        let nowhere = SystemFiles(in: URL(fileURLWithPath: file))
        #expect(refusal { try nowhere.barrier() } == "storeUnwritable at the store's folder")
        #expect(refusal { try nowhere.sync() } == "storeUnwritable at the store's folder")
    }

    @Test func aFolderForWhichThereIsNoRoomIsToldAsAFullDevice() {
        let errors = [CocoaError(.fileWriteOutOfSpace), CocoaError(.fileWriteNoPermission)].map {
            SystemFiles.folderError($0, "blobs/a")
        }
        #expect(errors.map(\.code) == [.storeFull, .storeUnwritable])
        #expect(errors.map(\.place) == ["blobs/a", "blobs/a"])
    }
}
