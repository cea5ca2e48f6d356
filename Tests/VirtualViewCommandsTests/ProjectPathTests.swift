import Foundation
import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// Where the project file of a folder is.
@Suite struct ProjectPathTests {
    /// In whatever order folders are asked for, also through links and above `..`.
    @Test func whatIsKnownOfFoldersAboveChangesNothing() throws {
        let space = try Workspace(isRepository: true)
        for folder in ["a/b/c/d", "a/e/.git", "a/e/f", "g/h"] { try space.makeFolder(folder) }
        for name in ["a/vvc.json", "a/b/c/vvc.json"] { try space.write(name, "{}") }
        try FileManager.default.createSymbolicLink(
            atPath: space.path("g/link"),
            withDestinationPath: space.path("a/b/c/d")
        )
        let names = ["a/b/c/d", "a/b/c", "a/b", "a/e/f", "a/e", "a", "g/h", "g/link", "g/link/..", "g/none/x", "g/./h"]
        let folders = names.map { space.folder.path + "/" + $0 } + ["", "..", "../.."]
        for order in [folders, Array(folders.reversed())] {
            var known: [ExactText: String?] = [:]
            for folder in order + order {
                let nearest = Project.places(above: folder).first { FileSystem.isFileOrDeadLink($0) }
                let found = Project.path(above: folder, &known)
                #expect(found == nearest, "\(folder)")
            }
        }
        var known: [ExactText: String?] = [:]
        let near = Project.path(above: space.path("a/b/c/d"), &known)
        let none = Project.path(above: space.path("a/e/f"), &known)
        #expect(near == space.path("a/b/c/vvc.json") && none == nil)
        // Those on the way are known too.
        #expect(known.count == 4, "\(known.keys)")
    }
}
