import Testing
import VirtualViewExpressions

@testable import VirtualViewCore

/// Who is told of changes: those who read the value, what it is in, or what is in it.
@Suite struct PathIndexTests {
    private static let cases: [(paths: [String], readers: [Int])] = [
        ([], []),
        (["a"], [0, 1, 3, 4]),
        (["a", "a"], [0, 1, 3, 4]),
        (["a.b"], [0, 1, 3, 4]),
        (["a.x"], [0, 3, 4]),
        (["c"], [1, 2, 3]),
        (["c", "c"], [1, 2, 3]),
        (["c", "a.b"], [0, 1, 2, 3, 4]),
        (["a", "a.b", "a.x"], [0, 1, 3, 4]),
        (["a.b", "a", "a.b"], [0, 1, 3, 4]),
        (["a.x", "a.y", "c"], [0, 1, 2, 3, 4]),
        (["x"], [3]),
    ]

    @Test(arguments: cases)
    func everyReaderIsFoundOnce(_ paths: [String], _ readers: [Int]) throws {
        var index = PathIndex()
        for (reader, path) in [(0, "a"), (1, "a.b"), (1, "c"), (2, "c"), (4, "a")] {
            index.insert(reader, at: try #require(DataPath(path)))
        }
        index.insert(3, at: DataPath())
        #expect(index.readers(of: try paths.map { try #require(DataPath($0)) }) == readers)
    }
}
