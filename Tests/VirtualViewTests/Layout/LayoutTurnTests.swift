import Testing
import VirtualView
import VirtualViewFormat
import VirtualViewTestSupport

/// Loops that a host makes: it lays out again and again in one turn of its run loop.
@Suite struct LayoutTurnTests {
    private let sizes = [LayoutSize(width: 100, height: 80), LayoutSize(width: 100, height: 60)]

    /// A column that fills its container, with a text that has the size of its content.
    private func container(source: (any TemplateSource)? = nil) throws -> Container {
        let text = NodeSpec("NText", ["text": "${t}", "layoutWidth": -2, "layoutHeight": -2])
        let line = NodeSpec("NLine", ["id": 7, "layoutWidth": 10, "layoutHeight": 1])
        let grid = NodeSpec("Grid", ["dataTag": "${items}", "layoutWidth": -1, "layoutHeight": -2])
        let root = NodeSpec("VHLayout", ["orientation": 1, "layoutWidth": -1, "layoutHeight": -1], [text, line, grid])
        let prepared = try PreparedTemplate(makeTemplate(root, type: "Card", patch: 7))
        return Container(prepared.makeTree(source: source), textMeasuring: FixedTextMetrics())
    }

    private func alternate(_ container: Container, _ count: Int) {
        for _ in 0..<count { container.layout(in: container.size == sizes[0] ? sizes[1] : sizes[0]) }
    }

    @Test func alternatingSizesAreOneIssueATurn() throws {
        let container = try container()
        var heard: [LayoutIssue] = []
        container.onLayoutIssue = { heard.append($0) }
        alternate(container, 1_000)
        #expect(heard.map(\.code) == [.tooManyLayouts])
        let issue = try #require(heard.first)
        #expect(issue.code.rawValue == "too-many-layouts")
        #expect(issue.nodePath == "VHLayout")
        #expect(issue.templateType == "Card")
        #expect(issue.templateVersion == FormatVersion(patch: 7))
        #expect(
            issue.message
                == "100 layouts in one turn, the last 16 in 100x80 and 100x60; moved most: VHLayout (16 times)"
        )
        #expect("\(issue)" == "Card 1.0.7, VHLayout: \(issue.message)")
        container.turnDidEnd()
        alternate(container, 1_000)
        #expect(heard.map(\.code) == [.tooManyLayouts, .tooManyLayouts])
        #expect(container.layoutIssues == [issue])
    }

    @Test func theNodesThatMovedMostAreNamed() throws {
        let container = try container()
        container.layoutThreshold = 20
        for number in 0..<40 {
            container.update(data: [
                "t": .string(number.isMultiple(of: 4) ? "ab\nc" : number.isMultiple(of: 2) ? "a" : "abc")
            ])
            container.layout(in: sizes[0])
        }
        let issue = try #require(container.layoutIssues.first)
        #expect(container.layoutIssues.count == 1)
        #expect(issue.nodePath == "VHLayout/NText[0]")
        #expect(
            issue.message.hasPrefix("20 layouts in one turn, the last 16 in 100x80; moved most: VHLayout/NText[0] (1")
        )
        #expect(issue.message.contains(", VHLayout/NLine#7[1] ("))
    }

    @Test func anItemIsNamedWithItsOwnTemplate() throws {
        let text = NodeSpec("NText", ["text": "${t}", "layoutWidth": -2, "layoutHeight": -2])
        let item = NodeSpec("FrameLayout", ["layoutWidth": -1, "layoutHeight": 9], [text])
        let container = try container(source: PreparedTemplates(["Item": item]))
        for number in 0..<100 {
            container.update(data: ["items": [["type": "Item", "t": .string(number.isMultiple(of: 2) ? "a" : "abc")]]])
            container.layout(in: sizes[0])
        }
        let issue = try #require(container.layoutIssues.first)
        #expect(issue.templateType == "Item")
        #expect(issue.templateVersion == FormatVersion(patch: 1))
        #expect(issue.nodePath == "VHLayout/Grid[2]/FrameLayout[0]/NText[0]")
    }

    @Test func layoutsWithNothingToDoDoNotCount() throws {
        let container = try container()
        for _ in 0..<1_000 { container.layout(in: sizes[0]) }
        #expect(container.layoutIssues.isEmpty)
    }

    @Test func countsFromZeroInEachTurn() throws {
        let container = try container()
        for _ in 0..<10 {
            alternate(container, 98)
            container.turnDidEnd()
        }
        #expect(container.layoutIssues.isEmpty)
        alternate(container, 100)
        #expect(container.layoutIssues.count == 1)
    }

    @Test func isOffWithoutAThreshold() throws {
        let container = try container()
        #expect(container.layoutThreshold == 100)
        container.layoutThreshold = nil
        alternate(container, 1_000)
        container.turnDidEnd()
        #expect(container.layoutIssues.isEmpty)
        container.layoutThreshold = 4
        alternate(container, 3)
        #expect(container.layoutIssues.isEmpty)
        alternate(container, 1)
        #expect(container.layoutIssues.count == 1)
    }

    @Test(arguments: [(1, 1), (0, 1), (-5, 1), (.min, 1), (2, 2), (3, 3), (17, 16)])
    func takesAnyThreshold(_ threshold: Int, _ watched: Int) throws {
        let container = try container()
        container.layoutThreshold = threshold
        alternate(container, max(1, threshold))
        let message = try #require(container.layoutIssues.first?.message)
        #expect(message.hasPrefix("\(max(1, threshold)) layout"))
        #expect(message.contains("; moved most: VHLayout (\(watched) \(watched == 1 ? "time" : "times"))"))
        #expect(container.layoutIssues.count == 1)
    }

    @Test func aLowerThresholdCountsAtOnce() throws {
        let container = try container()
        alternate(container, 50)
        container.layoutThreshold = 10
        #expect(container.layoutIssues.isEmpty)
        alternate(container, 2)
        #expect(container.layoutIssues.map(\.code) == [.tooManyLayouts])
    }

    @Test func manySizesAreCut() throws {
        let container = try container()
        for number in 0..<100 { container.layout(in: LayoutSize(width: 50, height: Double(number))) }
        let message = try #require(container.layoutIssues.first?.message)
        #expect(message.hasPrefix("100 layouts in one turn, the last 16 in 50x84, 50x85, 50x86, 50x87 and 12 more;"))
    }

    @Test func theHostMayLayOutInItsCallback() throws {
        let container = try container()
        var count = 0
        container.onLayoutIssue = { [unowned container] _ in
            count += 1
            container.layout(in: LayoutSize(width: 10, height: Double(count)))
        }
        alternate(container, 300)
        #expect(count == 1)
    }
}
