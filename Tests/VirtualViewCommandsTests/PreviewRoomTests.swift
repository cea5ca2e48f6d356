import Foundation
import Testing
import VirtualViewCompiler
import VirtualViewTestSupport

@testable import VirtualViewCommands
@testable import VirtualViewPreview

/// A preview has a bounded size, whatever is shown, and says what it leaves out.
@Suite struct PreviewRoomTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.write(
            "Text.xml",
            #"<NText layoutWidth="match_parent" layoutHeight="wrap_content" text="${t}" lines="0" textSize="10"/>"#
        )
        try workspace.write(
            "Rows.xml",
            #"<Grid layoutWidth="match_parent" layoutHeight="wrap_content" colCount="1" dataTag="${items}"/>"#
        )
        try workspace.write("Row.xml", #"<NText text="row" textSize="9" layoutWidth="50" layoutHeight="20"/>"#)
    }

    private func writeText(lineCount: Int) throws {
        try workspace.write("Text.json", #"{"t":""# + String(repeating: #"a\n"#, count: lineCount - 1) + #"a"}"#)
    }

    private func preview(_ name: String, widths: [Double] = [375], _ room: PreviewRoom) throws -> TemplatePreview {
        var options = PreviewOptions()
        options.widths = widths
        options.room = room
        let reporter = DiagnosticReporter { _ in }
        let compiler = TemplateCompiler()
        let preview = try TemplatePreview.load(
            workspace.path(name),
            standardInput: StandardInput(name: nil, language: nil),
            dataPath: nil,
            others: [],
            imageFolder: nil,
            compiler: compiler,
            samples: ProjectSamples(nil, for: compiler, reporter),
            options: options,
            reporter
        )
        return try #require(preview)
    }

    private static let sentence =
        "warning: at width 375 there are 50001 lines of text, boxes and images; those at the end are left out, "
        + "for a preview draws 50000 in all"

    @Test func longTextMakesNoLongPicture() throws {
        try writeText(lineCount: 50_001)
        let result = workspace.vvc("preview", "@/Text.xml", "-o", "@/Text.svg")
        #expect(result.code == .success && result.errors == ["@/Text.xml: " + Self.sentence])
        #expect(String(decoding: try workspace.bytes("Text.svg"), as: UTF8.self).ranges(of: "<text ").count == 50_000)
    }

    @Test func longTextMakesNoLongPage() throws {
        try writeText(lineCount: 3_000)
        let html = try preview("Text.xml", PreviewRoom(drawingCount: 1_000)).page().html()
        // The pictures of three sizes of text in two directions, and the first one again for browsers without scripts.
        #expect(html.ranges(of: "\\u003ctext ").count == 1_000)
        #expect(html.ranges(of: "<text ").count == 166)
        #expect(
            html.contains(
                "<li>warning: at width 375 there are 3000 lines of text, boxes and images; those at the end are left "
                    + "out, for a preview draws 1000 in all</li>"
            )
        )
    }

    @Test func picturesShareTheRoom() throws {
        try writeText(lineCount: 8)
        func lines(_ count: Int) throws -> [Int] {
            let page = try preview("Text.xml", widths: [300, 400], PreviewRoom(drawingCount: count)).page()
            #expect(page.views.count == 12)
            #expect(page.diagnostics.isEmpty == (count >= 96), "\(page.diagnostics)")
            return page.views.map { $0.svg.ranges(of: "<text ").count }
        }
        #expect(try lines(96) == Array(repeating: 8, count: 12))
        #expect(try lines(95) == [7] + Array(repeating: 8, count: 11))
        #expect(try lines(13) == Array(repeating: 1, count: 11) + [2])
        #expect(try lines(0) == Array(repeating: 0, count: 12))
        let picture = try preview("Text.xml", widths: [300, 400], PreviewRoom(drawingCount: 13)).svg()
        #expect(picture.ranges(of: "<text ").count == 12)
    }

    @Test func treesShareTheRoom() throws {
        let rows = Array(repeating: #"{"type":"Row"}"#, count: 9).joined(separator: ",")
        try workspace.write("Rows.json", #"{"items":[\#(rows)]}"#)
        func counts(_ count: Int) throws -> [Int] {
            let page = try preview("Rows.xml", PreviewRoom(nodeCount: count)).page()
            let isCut = page.diagnostics.contains {
                $0 == "warning: at width 375 there are 10 nodes; those at the end are left out of the tree, "
                    + "for a preview lists \(count) in all"
            }
            #expect(isCut == (count < 10 * page.views.count))
            return page.views.map(\.nodes.count)
        }
        let all = try counts(1_000)
        #expect(all.allSatisfy { $0 == 10 } && !all.isEmpty)
        #expect(try counts(7 * all.count).allSatisfy { $0 == 7 })
    }

    @Test(arguments: [("aaaa", 5, "{\"t\":…"), ("茶", 6, "{\"t\":\"…"), ("茶", 7, "{\"t\":\"…"), ("茶", 9, "{\"t\":\"茶…")])
    func dataIsCutBetweenCharacters(_ text: String, _ count: Int, _ shown: String) throws {
        try workspace.write("Text.json", #"{"t":"\#(text)"}"#)
        let page = try preview("Text.xml", PreviewRoom(dataByteCount: count)).page()
        #expect(page.data == shown)
        let size = try workspace.bytes("Text.json").count
        #expect(
            page.diagnostics == [
                "warning: the data has \(size) bytes; those at the end are left out, for a page shows \(count)"
            ]
        )
        let whole = try preview("Text.xml", PreviewRoom(dataByteCount: size)).page()
        #expect(whole.data == #"{"t":"\#(text)"}"# && whole.diagnostics.isEmpty)
    }

    @Test func valueOfAPropertyIsCut() throws {
        let letters = String(repeating: "a", count: 400)
        let marks = String(repeating: "\u{301}", count: 399)
        for (text, shown) in [
            (letters, letters), (letters + "a", letters + "…"), ("e\(marks)\u{301}", "e\(marks)…"),
        ] {
            try workspace.write("Text.json", #"{"t":"\#(text)"}"#)
            let node = try #require(try preview("Text.xml", PreviewRoom()).page().views.first?.nodes.first)
            #expect(node.properties.first { $0.name == "text" }?.value == "\"\(shown)\"")
        }
    }
}
