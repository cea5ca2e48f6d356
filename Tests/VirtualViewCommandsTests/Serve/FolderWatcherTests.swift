import Foundation
import Testing

@testable import VirtualViewCommands

@Suite struct FolderWatcherTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.makeFolder("site")
    }

    /// Looks until something is told; nothing after a minute and a half, or another time in milliseconds.
    private func wait(_ watcher: inout FolderWatcher, for time: Int = 90_000) -> Set<String> {
        let end = MonotonicTime.now + time
        while MonotonicTime.now < end {
            let files = watcher.look()
            if !files.isEmpty { return files }
        }
        return []
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: workspace.path(name),
            withDestinationPath: workspace.path(target)
        )
    }

    @Test func findsWhatMattersInSubfoldersAndNothingOutside() throws {
        try workspace.write("outside/secret.xml", "<NText/>")
        for name in [
            "A.xml", "a.json", "deep/er/B.asv", "deep/pic.PNG", "notes.txt", ".hidden.xml", ".git/C.xml", "a\\b.xml",
            "a\nb.xml",
        ] {
            try workspace.write("site/\(name)", "x")
        }
        try link("site/circle", to: "site")
        try link("site/out", to: "outside")
        try link("site/secret.xml", to: "outside/secret.xml")
        try link("site/again.xml", to: "site/A.xml")
        try link("site/dangling.xml", to: "site/nothing.xml")
        try FileManager.default.createDirectory(
            atPath: workspace.path("site/folder.xml"),
            withIntermediateDirectories: true
        )
        let folder = try ServedFolder(workspace.path("site"))
        let contents = folder.contents()
        #expect(contents.files.keys.sorted() == ["A.xml", "a.json", "again.xml", "deep/er/B.asv", "deep/pic.PNG"])
        #expect(!contents.isCut)
        #expect(try folder.read("again.xml") == [0x78])
        for name in ["secret.xml", "../outside/secret.xml", "out/secret.xml", "nothing.xml", "deep", "a\u{0}.json", ""]
        {
            #expect(throws: FileError.self) { try folder.read(name) }
            #expect(!folder.hasFile(name))
        }
        #expect(folder.contains(workspace.path("site/A.xml")) && !folder.contains(workspace.path("site/secret.xml")))
    }

    /// Unicode calls the names of the two folders the same.
    @Test(.enabled(if: Workspace.takesNamelessFiles, "the file system has no names but text"))
    func folderWithAnotherNormalFormIsOutside() throws {
        try workspace.write("e\u{301}/secret.json", "{}")
        try workspace.write("\u{E9}/\u{301}A.xml", "<NText/>")
        try workspace.write("\u{E9}/.\u{301}B.xml", "<NText/>")
        try link("\u{E9}/A.json", to: "e\u{301}/secret.json")
        let folder = try ServedFolder(workspace.path("\u{E9}"))
        #expect(Array(folder.contents().files.keys) == ["\u{301}A.xml"])
        #expect(folder.hasFile("\u{301}A.xml") && !folder.hasFile("A.json"))
    }

    /// A name is that of a file as a whole; the system would read it up to its zero.
    @Test func hasFilesByTheirWholeNamesOnly() throws {
        try workspace.write("site/a/B.xml", "x")
        try workspace.write("C.xml", "x")
        let folder = try ServedFolder(workspace.path("site"))
        #expect(folder.hasFile("a/B.xml"))
        for name in ["a/B.xml\0", "a/B.xml\0.svg", "a", "a/", "", ".", "../C.xml", "a/../../C.xml", "a/b.xmlx"] {
            #expect(!folder.hasFile(name), "\(name)")
        }
    }

    @Test func stopsAtItsLimits() throws {
        for number in 0..<20 { try workspace.write("site/\(number).xml", "x") }
        try workspace.write("site/a/b/c.xml", "x")
        func contents(_ change: (inout ServedFolder.Limits) -> Void) throws -> WatchedContents {
            var limits = ServedFolder.Limits()
            change(&limits)
            return try ServedFolder(workspace.path("site"), limits: limits).contents()
        }
        let few = try contents { $0.files = 5 }
        #expect(few.isCut && few.files.count == 5)
        #expect(try contents { $0.entries = 10 }.isCut)
        // There are 21 files in three folders, two of which are entries too.
        #expect(try contents { $0.entries = 22 }.isCut)
        let all = try contents { $0.entries = 23 }
        #expect(!all.isCut && all.files.count == 21)
        let shallow = try contents { $0.depth = 1 }
        #expect(shallow.isCut && shallow.files["a/b/c.xml"] == nil && shallow.files.count == 20)
        #expect(try !contents { $0.depth = 2 }.isCut)
        var limits = ServedFolder.Limits()
        limits.fileSize = 3
        try workspace.write("site/large.xml", "1234")
        let folder = try ServedFolder(workspace.path("site"), limits: limits)
        #expect(throws: FileError.self) { try folder.read("large.xml") }
    }

    @Test func tellsEachChangeOnceItHasSettled() throws {
        try workspace.write("site/A.xml", "1")
        try workspace.write("site/B.xml", "1")
        var watcher = FolderWatcher(try ServedFolder(workspace.path("site")))
        #expect(watcher.lookFirst() == ["A.xml", "B.xml"])
        // Files that had just been written are compared once more, for they may have changed without another stamp.
        let end = MonotonicTime.now + 150
        while MonotonicTime.now < end { #expect(watcher.look().isEmpty) }
        try workspace.write("site/A.xml", "22")
        #expect(wait(&watcher) == ["A.xml"])
        try FileManager.default.removeItem(atPath: workspace.path("site/B.xml"))
        #expect(wait(&watcher) == ["B.xml"])
    }

    /// The clock of the file system may show the same time for both.
    @Test func noticesAChangeRightAfterALook() throws {
        for number in 0..<20 {
            let path = try workspace.write("site/A.xml", "0")
            var watcher = FolderWatcher(try ServedFolder(workspace.path("site")))
            _ = watcher.lookFirst()
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.write(contentsOf: Data("1".utf8))
            try file.close()
            #expect(wait(&watcher) == ["A.xml"], "\(number)")
        }
    }

    /// A file that had just been written is compared once more, unless it does not count any more.
    @Test func whatIsNotWatchedAnyMoreDoesNotChange() throws {
        try workspace.write("site/A.xml", "0")
        try workspace.makeFolder("other")
        var watcher = FolderWatcher(try ServedFolder(workspace.path("site")))
        #expect(watcher.lookFirst() == ["A.xml"])
        watcher.watch(try ServedFolder(workspace.path("other")), others: [])
        try workspace.write("site/A.xml", "1")
        let end = MonotonicTime.now + 150
        while MonotonicTime.now < end { #expect(watcher.look().isEmpty) }
    }

    @Test func noticesAChangeThatKeepsSizeAndTime() throws {
        let path = try workspace.write("site/A.xml", "one")
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        var watcher = FolderWatcher(try ServedFolder(workspace.path("site")))
        _ = watcher.lookFirst()
        try workspace.write("site/A.xml", "two")
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        #expect(wait(&watcher) == ["A.xml"])
    }

    /// A place with one file, whose stamp stays the same.
    private struct OneFile: WatchedPlace {
        let file: String
        let stamp: FileStamp

        func contents() -> WatchedContents { WatchedContents(files: [file: stamp]) }
        func path(of name: String) -> String? { name }
    }

    /// The file was written in the second before, and that is no long time ago.
    @Test func noticesAChangeInTheSameTickAfterAFullSecond() throws {
        let file = try workspace.write("A.xml", "one")
        var watcher: FolderWatcher
        repeat {
            while FileStamp.clock.tv_nsec > 10_000_000 { usleep(1000) }
            let (second, nanosecond) = (FileStamp.clock.tv_sec - 1, 999_900_000)
            let stamp = FileStampTests.stamp(size: 3, inode: 1, (second, nanosecond), (second, nanosecond))
            watcher = FolderWatcher(OneFile(file: file, stamp: stamp))
            _ = watcher.lookFirst()
        } while FileStamp.clock.tv_nsec > 40_000_000
        try workspace.write("A.xml", "two")
        #expect(wait(&watcher, for: 2000) == [file])
    }

    /// A place that takes some time to look at, as one with thousands of files does.
    private struct SlowPlace: WatchedPlace {
        func contents() -> WatchedContents {
            usleep(50_000)
            return WatchedContents()
        }
        func path(of name: String) -> String? { name }
    }

    @Test func looksTakeASmallPartOfTheTime() {
        var watcher = FolderWatcher(SlowPlace(), longestInterval: 1000)
        let start = MonotonicTime.now
        #expect(watcher.look().isEmpty)
        #expect(watcher.nextLook - start >= 500)
    }

    @Test func watchesFurtherFilesAndAFolderThatIsMadeAgain() throws {
        let other = try workspace.write("other.properties", "a")
        var watcher = FolderWatcher(try ServedFolder(workspace.path("site")), others: [other])
        #expect(watcher.lookFirst() == [other])
        try workspace.write("site/A.xml", "1")
        while !wait(&watcher).contains("A.xml") {}
        try FileManager.default.removeItem(atPath: workspace.path("site"))
        while true {
            let told = wait(&watcher)
            guard !told.isEmpty else { break }
            if told.contains("A.xml"), !workspace.exists("site/A.xml") { break }
        }
        try workspace.write("site/New.xml", "1")
        var told = wait(&watcher)
        while !told.isEmpty, !told.contains("New.xml") { told = wait(&watcher) }
        #expect(told.contains("New.xml"))
    }
}
