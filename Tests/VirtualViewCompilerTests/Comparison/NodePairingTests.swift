import Testing
import VirtualViewCompiler

/// Which node is found where several are alike.
@Suite struct NodePairingTests {
    private let root = [ComparedNode("Frame", depth: 0)]

    private func text(_ text: String, depth: Int) -> ComparedNode {
        ComparedNode("Text", depth: depth, properties: [.init("size", "3"), .init("text", text), .init("x", "1")])
    }

    /// Equal rows move in one direction, and a text like those in them moves in the other.
    @Test func whatMovesTakesItsOwnChildrenAlong() {
        func frame(_ id: String, _ children: [ComparedNode] = []) -> [ComparedNode] {
            [ComparedNode("Frame", depth: 1, id: id, properties: [.init("id", id)])] + children
        }
        let row = [ComparedNode("Row", depth: 2), text("a", depth: 3)]
        let other = [text("a", depth: 2)]
        let old = root + frame("a", row + row) + frame("b") + frame("c", other) + frame("d")
        let new = root + frame("a") + frame("b", other) + frame("c") + frame("d", row + row)
        #expect(NodePairing(from: old, to: new).newPositions == [0, 1, 6, 7, 8, 9, 2, 4, 3, 5])
    }

    /// Only so many children are compared each with each, whichever way the nodes went.
    @Test(arguments: [(100, true), (150, false)])
    func whatIsOnlyAlikeInABoxIsFoundUnlessTheListsAreLong(_ count: Int, _ isFound: Bool) {
        let old = root + (0..<count).flatMap { [text("old \($0)", depth: 1), ComparedNode("Image", depth: 2)] }
        let new = root + (0..<count).flatMap { [ComparedNode("Row", depth: 1), text("new \($0)", depth: 2)] }
        let expected: [Int?] = [0] + (0..<count).flatMap { index -> [Int?] in [isFound ? 2 * index + 2 : nil, nil] }
        #expect(NodePairing(from: old, to: new).newPositions == expected)
    }
}
