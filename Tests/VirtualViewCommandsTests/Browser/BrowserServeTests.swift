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
