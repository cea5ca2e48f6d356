import Foundation
import Testing
import VirtualViewExpressions
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// What somebody sees who edits templates beside an open browser.
@Suite(.serialized, .enabled(if: InstalledBrowser.path != nil, Comment(rawValue: InstalledBrowser.reason)))
struct BrowserServeTests {
    private static let toggle = """
        <NText text="${title}" textSize="20" layoutWidth="match_parent" layoutHeight="40" flag="flag_clickable" \
        action="open" onClick="${if (this.text == 'Tea') { this.text = 'Milk' } else { this.text = 'Tea' }}"/>
        """

    private static func shows(_ text: String) -> String {
        "document.querySelector('.picture text').textContent === '\(text)'"
    }

    @Test func reloadsAndLaysErrorsOverTheLastGoodPicture() throws {
        let server = try RunningServer(["Card.xml": Self.toggle, "Card.json": #"{"title":"Tea"}"#])
        let browser = try LiveBrowser(profile: server.workspace.path("profile"))
        try browser.open("http://127.0.0.1:\(server.port)/Card/")
        try browser.wait(for: Self.shows("Tea") + " && document.documentElement.dataset.live === 'yes'")
        #expect(try browser.value(of: "document.getElementById('vv-problem').hidden") == true)

        try server.workspace.write("site/Card.xml", "<NText text=\"<script>alert(1)</script>\" textSize=\"1q\"/>")
        try browser.wait(for: "document.getElementById('vv-problem').offsetHeight > 20")
        let problem = try browser.value(of: "document.getElementById('vv-problem-text').textContent")
        guard case .string(let text) = problem else {
            Issue.record("there is a text")
            return
        }
        #expect(text.contains("Card.xml:1:51: error:") && text.contains("^") && text.contains("<script>"))
        #expect(try browser.value(of: "document.getElementById('vv-problem-text').children.length") == 0)
        #expect(try browser.value(of: Self.shows("Tea")) == true)

        try server.workspace.write("site/Card.xml", Self.toggle.replacingOccurrences(of: "${title}", with: "Mended"))
        try browser.wait(for: Self.shows("Mended") + " && document.getElementById('vv-problem').offsetHeight === 0")

        try server.workspace.write("site/Card.xml", Self.toggle)
        try browser.wait(for: Self.shows("Tea"))
        try server.workspace.write("site/Card.json", #"{"title":"Cocoa"}"#)
        try browser.wait(for: Self.shows("Cocoa"))
        #expect(server.stop())
        try browser.wait(for: "document.documentElement.dataset.live === 'no'")
    }

    @Test func clicksRunEventPrograms() throws {
        let server = try RunningServer(["Card.xml": Self.toggle, "Card.json": #"{"title":"Tea"}"#])
        let browser = try LiveBrowser(profile: server.workspace.path("profile"))
        try browser.open("http://127.0.0.1:\(server.port)/Card/?width=320")
        try browser.wait(for: Self.shows("Tea") + " && document.vvPage")
        let place = try browser.value(
            of: "(box => [box.left + 30, box.top + 20])(document.querySelector('.picture svg').getBoundingClientRect())"
        )
        func number(_ index: Int) -> Double {
            switch place[index] {
            case .int(let number)?: Double(number)
            case .double(let number)?: number
            default: 0
            }
        }
        try browser.click(x: number(0), y: number(1))
        try browser.wait(for: Self.shows("Milk"))
        try browser.wait(for: "document.getElementById('vv-event-list').textContent.includes('click Card action=open')")
        // The container lives on: the next click finds what the first one did.
        try browser.click(x: number(0), y: number(1))
        try browser.wait(for: Self.shows("Tea"))
        #expect(server.stop())
    }

    @Test func clicksMoveWhatTheTreeTellsAndOutlines() throws {
        let server = try RunningServer([
            "Card.xml": """
            <VHLayout layoutWidth="match_parent" layoutHeight="wrap_content" orientation="V">
              <NText text="${title}" textSize="20" layoutWidth="wrap_content" layoutHeight="40" flag="flag_clickable"
                  onClick="${this.text = 'Milk, sugar and a biscuit'; this.layoutHeight = 90}"/>
              <NText text="below" textSize="20" layoutWidth="wrap_content" layoutHeight="wrap_content"/>
            </VHLayout>
            """,
            "Card.json": #"{"title":"Tea"}"#,
        ])
        let browser = try LiveBrowser(profile: server.workspace.path("profile"))
        try browser.open("http://127.0.0.1:\(server.port)/Card/?width=320")
        try browser.wait(for: Self.shows("Tea") + " && document.vvPage")
        let svg = "document.querySelector('.picture svg').getBoundingClientRect()"
        let outline = "document.querySelector('.picture .outline').getBoundingClientRect()"
        // The keyboard is at the second text while the first is clicked.
        let row = "document.querySelectorAll('#tree li')"
        _ = try browser.value(of: "(\(row)[2].focus(), 0)")
        let before = try browser.value(of: "\(row)[1].textContent + \(row)[2].textContent")
        let height = try browser.value(of: "\(svg).height")
        _ = try browser.value(
            of: "document.dispatchEvent(new CustomEvent('vv-click', { detail: { view: 0, node: 1, x: 10, y: 10 } }))"
        )
        try browser.wait(for: Self.shows("Milk, sugar and a biscuit"))
        #expect(try browser.value(of: "\(row)[1].textContent + \(row)[2].textContent") != before)
        #expect(try browser.value(of: "\(row)[2].textContent.includes('0, 90')") == true)
        #expect(try browser.value(of: "document.activeElement === \(row)[2]") == true)
        #expect(try browser.value(of: "\(outline).top - \(svg).top") == 90)
        #expect(try browser.value(of: "\(svg).height") != height)
        #expect(
            try browser.value(of: "document.querySelector('figcaption').textContent.startsWith('320 × 113')") == true
        )
        // Hovering finds the text at its new place.
        let hovered = try browser.value(
            of: """
                (box => {
                  const at = { bubbles: true, clientX: box.left + 10, clientY: box.top + 80 };
                  document.querySelector('.picture svg').dispatchEvent(new PointerEvent('pointermove', at));
                  return document.querySelector('#details').textContent;
                })(\(svg))
                """
        )
        #expect(hovered.json.contains("Milk, sugar and a biscuit") && hovered.json.contains("× 90"))
        #expect(server.stop())
    }

    @Test func theIndexShowsNewPicturesAndErrors() throws {
        let server = try RunningServer(["Card.xml": Self.toggle, "Card.json": #"{"title":"Tea"}"#])
        let browser = try LiveBrowser(profile: server.workspace.path("profile"))
        try browser.open("http://127.0.0.1:\(server.port)/")
        try browser.wait(
            for: "document.querySelector('img').naturalWidth === 375 && document.documentElement.dataset.live === 'yes'"
        )
        let before = try browser.value(of: "document.querySelector('img').src")
        try server.workspace.write("site/Card.json", #"{"title":"Milk"}"#)
        try browser.wait(
            for: "document.querySelector('img').src !== \(before.json) && document.querySelector('img').complete"
        )
        try server.workspace.write("site/Card.xml", "<NText")
        try browser.wait(for: "document.querySelector('.problem').offsetHeight > 0")
        try server.workspace.write("site/Second.xml", Self.toggle)
        try browser.wait(for: "document.querySelectorAll('[data-template]').length === 2")
        try FileManager.default.removeItem(atPath: server.workspace.path("site/Card.xml"))
        try browser.wait(for: "document.querySelectorAll('[data-template]').length === 1")
        #expect(server.stop())
    }
}
