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
        let browser = try LiveBrowser(server, "/Card/")
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
        #expect(try browser.value(of: "document.querySelectorAll('#vv-problem-text :not(div)').length") == 0)
        // The mark stays below what it marks, however narrow the page is.
        let source =
            "[...document.querySelectorAll('#vv-problem-text div')].filter(part => part.textContent.includes('^'))"
        #expect(try browser.value(of: "\(source).length > 0") == true)
        #expect(try browser.value(of: "\(source).every(part => getComputedStyle(part).whiteSpace === 'pre')") == true)
        #expect(try browser.value(of: "\(source)[0].textContent.split('\\n').length") == 3)
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

    @Test func showsWhatChangedWhileThereWasNoServer() throws {
        let server = try RunningServer(["Card.xml": Self.toggle, "Card.json": #"{"title":"Tea"}"#])
        let browser = try LiveBrowser(server, "/Card/")
        try browser.wait(for: Self.shows("Tea") + " && document.documentElement.dataset.live === 'yes'")
        #expect(server.stop())
        try browser.wait(for: "document.documentElement.dataset.live === 'no'")
        let other = try RunningServer(
            ["Card.json": #"{"title":"Mate"}"#],
            workspace: server.workspace,
            port: server.port
        )
        try browser.wait(for: Self.shows("Mate"))
        #expect(other.stop())
    }

    @Test func clicksRunEventPrograms() throws {
        let server = try RunningServer(["Card.xml": Self.toggle, "Card.json": #"{"title":"Tea"}"#])
        let browser = try LiveBrowser(server, "/Card/?width=320")
        try browser.wait(for: Self.shows("Tea") + " && document.vvPage")
        let place = try browser.value(
            of: "(box => [box.left + 30, box.top + 20])(document.querySelector('.picture svg').getBoundingClientRect())"
        )
        func number(_ index: Int) -> Double { place[index]?.decimal ?? 0 }
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
        let browser = try LiveBrowser(server, "/Card/?width=320")
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
        let browser = try LiveBrowser(server, "/")
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

    /// A hidden page does not listen; a page that was made a moment ago does not listen yet.
    @Test func pagesHearOfWhatWentWhileTheyDidNotListen() throws {
        let files = ["Card.xml": Self.toggle, "Card.json": #"{"title":"Tea"}"#, "Second.xml": Self.toggle]
        let server = try RunningServer(files)
        let browser = try LiveBrowser(server, "/")
        let isLive = "document.documentElement.dataset.live === 'yes'"
        func removesUnheard(_ name: String, leaving names: String) throws {
            _ = try browser.value(of: "(dispatchEvent(new Event('pagehide')), 0)")
            try FileManager.default.removeItem(atPath: server.workspace.path("site/\(name).xml"))
            while try server.get("/.dir").text != names { Thread.sleep(forTimeInterval: 0.02) }
            _ = try browser.value(of: "(dispatchEvent(new Event('pageshow')), 0)")
        }
        try browser.wait(for: "document.querySelectorAll('[data-template]').length === 2 && \(isLive)")
        try removesUnheard("Second", leaving: "[\"Card\"]\n")
        try browser.wait(for: "document.querySelectorAll('[data-template]').length === 1 && \(isLive)")
        try browser.open("/Card/")
        try browser.wait(for: Self.shows("Tea") + " && \(isLive)")
        try removesUnheard("Card", leaving: "[]\n")
        try browser.wait(for: "document.getElementById('vv-problem-text').textContent.includes('is gone')")
        try server.workspace.write("site/Card.xml", Self.toggle)
        try browser.wait(for: Self.shows("Tea") + " && document.getElementById('vv-problem').offsetHeight === 0")
        #expect(server.stop())
    }

    private static func set(_ name: String, _ value: String) -> String {
        """
        (control => {
          control.value = '\(value)';
          control.dispatchEvent(new Event('change', { bubbles: true }));
          return 0;
        })(document.getElementById('vv-controls').elements['\(name)'])
        """
    }

    private static func edit(_ text: String) -> String {
        "(area => (area.value = \(JSONValue.string(text).json), area.dispatchEvent(new Event('input')), 0))"
            + "(document.getElementById('vv-data'))"
    }

    @Test func aPageShowsOtherDataAndSettings() throws {
        let server = try RunningServer(ServedViewsTests.files)
        let browser = try LiveBrowser(server, "/Card/")
        try browser.wait(for: "document.vvPage && document.documentElement.dataset.live === 'yes'")
        func shows(_ text: String) -> String { "document.getElementById('stage').textContent.includes('\(text)')" }
        // Settings are there though nothing else would show them.
        _ = try browser.value(of: Self.set("appearance", "dark"))
        try browser.wait(for: shows("dark leftToRight") + " && document.querySelector('.picture.dark')")
        _ = try browser.value(of: Self.set("direction", "rtl"))
        try browser.wait(for: shows("dark rightToLeft"))
        _ = try browser.value(of: Self.set("data", "*"))
        try browser.wait(for: "document.querySelectorAll('figure').length === 6 && " + shows("Card.empty.json"))
        _ = try browser.value(of: Self.set("data", "Card.long.json"))
        try browser.wait(for: "document.getElementById('vv-data').value.includes('Long')")
        _ = try browser.value(of: Self.set("data", ""))
        try browser.wait(for: "document.getElementById('vv-data').value.includes('Tea')")
        _ = try browser.value(of: Self.set("device", "320x568"))
        try browser.wait(for: "document.querySelector('.device .screen')?.clientHeight === 568")
        _ = try browser.value(of: Self.set("zoom", "2"))
        try browser.wait(for: "document.querySelector('.picture svg').getBoundingClientRect().width === 640")
        _ = try browser.value(of: Self.set("zoom", "1"))
        _ = try browser.value(of: Self.set("device", "820x1180"))
        // A screen that is wider than its place is shown smaller, all of it.
        try browser.wait(
            for: """
                (screen => screen && screen.clientWidth < 820 && screen.scrollWidth === screen.clientWidth
                  && Math.abs(screen.clientHeight / screen.clientWidth - 1180 / 820) < 0.02)
                (document.querySelector('.device .screen'))
                """
        )
        _ = try browser.value(of: Self.set("device", ""))
        // A mistake is said where it is, and the last picture stays.
        _ = try browser.value(of: Self.edit("{\"title\": "))
        try browser.wait(for: "document.getElementById('vv-data-said').textContent.includes('Card.json:1:')")
        #expect(try browser.value(of: shows("Tea")) == true)
        _ = try browser.value(of: Self.edit(#"{"title": "Cocoa"}"#))
        try browser.wait(for: shows("Cocoa") + " && !document.getElementById('vv-reset').disabled")
        // What was edited and chosen is still there after a save.
        try server.workspace.write(
            "site/Card.xml",
            (ServedViewsTests.files["Card.xml"] ?? "").replacingOccurrences(of: "#EEEEEE", with: "#DDDDDD")
        )
        try browser.wait(
            for: "document.querySelector('[fill=\"#DDDDDD\"]') && " + shows("Cocoa") + " && " + shows("dark")
        )
        _ = try browser.value(of: "(document.getElementById('vv-reset').click(), 0)")
        try browser.wait(for: shows("Tea") + " && document.getElementById('vv-edited').offsetWidth === 0")
        try FileManager.default.moveItem(atPath: server.workspace.path("site"), toPath: server.workspace.path("away"))
        try browser.wait(for: "document.getElementById('vv-problem-text').textContent.includes('no such file')")
        try FileManager.default.moveItem(atPath: server.workspace.path("away"), toPath: server.workspace.path("site"))
        try browser.wait(for: "document.getElementById('vv-problem').offsetHeight === 0")
        _ = try browser.value(of: "(document.querySelector('.home').click(), 0)")
        try browser.wait(for: "document.getElementById('vv-search')")
        #expect(server.stop())
    }

    @Test func dataWithOtherEndsOfLinesAreAsTheyWereOnceTheEditIsUndone() throws {
        var files = ServedViewsTests.files
        files["Card.long.json"] = "{\r\n\"title\": \"Long\"\r\n}\r\n"
        let server = try RunningServer(files)
        let browser = try LiveBrowser(server, "/Card/")
        try browser.wait(for: "document.vvPage && document.documentElement.dataset.live === 'yes'")
        _ = try browser.value(of: Self.set("data", "Card.long.json"))
        try browser.wait(for: "document.getElementById('vv-data').value.includes('Long')")
        _ = try browser.value(of: Self.edit(#"{"title": "Cocoa"}"#))
        try browser.wait(for: "document.getElementById('vv-edited').offsetWidth > 0")
        _ = try browser.value(of: Self.edit("{\n\"title\": \"Long\"\n}\n"))
        try browser.wait(for: "document.getElementById('vv-edited').offsetWidth === 0")
        #expect(server.stop())
    }

    @Test func theWheelScrollsAndOverdrawIsShown() throws {
        let rows = (0..<20).map { _ in #"{"type":"Row"}"# }.joined(separator: ",")
        let server = try RunningServer([
            "List.xml": #"<Scroller orientation="V" layoutWidth="100" layoutHeight="100" dataTag="${rows}"/>"#,
            "List.json": "{\"rows\":[\(rows)]}",
            "Strip.xml": """
            <Slider direction="rtl" itemWidth="30" layoutWidth="100" layoutHeight="30" dataTag="${rows}"/>
            """,
            "Strip.json": "{\"rows\":[\(rows)]}",
            "Row.xml": #"<NText text="row" textSize="10" layoutWidth="match_parent" layoutHeight="30"/>"#,
            "Broken.xml": "<NText",
        ])
        let browser = try LiveBrowser(server, "/List/?width=320")
        try browser.wait(for: "document.vvPage && document.querySelector('g[data-scroll]')")
        let scrolled = "document.querySelector('g[data-scroll]').dataset.scroll"
        func turnWheel(_ delta: String) throws {
            _ = try browser.value(
                of: """
                    (svg => {
                      const box = svg.getBoundingClientRect();
                      const at = { bubbles: true, cancelable: true, clientX: box.left + 9, clientY: box.top + 9, \(delta) };
                      return svg.dispatchEvent(new WheelEvent('wheel', at)) ? 1 : 0;
                    })(document.querySelector('.picture svg'))
                    """
            )
        }
        try turnWheel("deltaY: 30")
        try browser.wait(for: "\(scrolled).startsWith('0 30 ')")
        #expect(try browser.value(of: "document.getElementById('vv-legend').offsetHeight") == 0)
        _ = try browser.value(of: "(document.getElementById('vv-controls').elements.overdraw.click(), 0)")
        try browser.wait(
            for: "document.getElementById('vv-legend').offsetHeight > 0"
                + " && document.querySelector('figcaption').textContent.includes('painted')"
        )
        // The page reads from left to right; the list does not.
        try browser.open("/Strip/?width=320")
        try browser.wait(for: "document.vvPage && document.querySelector('g[data-scroll]')")
        try turnWheel("deltaX: -30")
        try browser.wait(for: "\(scrolled).startsWith('30 0 ')")
        try browser.open("/Broken/")
        try browser.wait(for: "document.getElementById('vv-problem')?.offsetHeight > 0")
        _ = try browser.value(of: "(document.querySelector('a').click(), 0)")
        try browser.wait(for: "document.getElementById('vv-search')")
        #expect(server.stop())
    }

    @Test func theIndexIsSearchedAndHasHints() throws {
        let server = try RunningServer(["Card.xml": "<NText text=\"${a}\"/>", "sub/Deep.xml": Self.toggle])
        let browser = try LiveBrowser(server, "/")
        try browser.wait(
            for: "document.querySelector('.hint').textContent.startsWith('No data: there is no Card.json')"
        )
        _ = try browser.value(of: "(dispatchEvent(new KeyboardEvent('keydown', { key: '/', cancelable: true })), 0)")
        try browser.wait(for: "document.activeElement.id === 'vv-search'")
        _ = try browser.value(
            of:
                "(search => (search.value = 'SUB de', search.dispatchEvent(new Event('input')), 0))(document.activeElement)"
        )
        try browser.wait(for: "document.getElementById('vv-count').textContent === '1 of 2 shown'")
        #expect(try browser.value(of: "document.querySelector('a:not([hidden])').dataset.template") == "Deep")
        #expect(server.stop())
    }

    @Test func aBrowserMakesPicturesOfPoints() throws {
        let server = try RunningServer(ServedViewsTests.files, arguments: ["--browser", InstalledBrowser.path ?? ""])
        let answer = try server.get("/Card/Card.png?width=200&scale=2")
        #expect(answer.status == 200 && answer.headers["content-type"] == "image/png", "\(answer.text)")
        #expect(answer.body.starts(with: [0x89, 0x50, 0x4E, 0x47]) && answer.body[19] == 0x90)
        #expect(server.stop())
    }
}
