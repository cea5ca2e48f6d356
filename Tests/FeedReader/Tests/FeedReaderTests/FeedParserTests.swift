import Foundation
import Testing

@testable import FeedReader
@testable import SampleFeeds

/// What becomes of the text of a feed.
struct FeedParserTests {
    private let content = SampleContent(now: Date(timeIntervalSince1970: 1_780_000_000))

    private func feed(_ text: String) throws -> Feed {
        try FeedParser.feed(in: Data(text.utf8), from: try #require(URL(string: "https://example.org/feed")))
    }

    private func failure(_ text: String) throws -> FeedFailure? {
        do {
            return try feed(text).failure
        } catch let error as FeedFailure {
            return error
        }
    }

    private func item(_ inside: String) throws -> Article {
        try #require(try feed("<rss version='2.0'><channel><item>\(inside)</item></channel></rss>").articles.first)
    }

    // MARK: - Formats

    @Test(arguments: [
        ("harbour.rss", "Harbour Notes", 8), ("kitchen.rss", "The Slow Kitchen", 4), ("trains.atom", "Night Trains", 4),
        ("gardens.atom", "Small Gardens", 3), ("maps.atom", "Open Maps Weekly", 3),
        ("library.rdf", "The Reading Room", 3),
        ("arabic.rss", "دفتر المدينة", 3), ("weather.rss", "Weather & Tides", 200),
    ])
    func readsAFormat(name: String, title: String, count: Int) throws {
        let feed = try feed(content.feed(name))
        #expect(feed.title == title)
        #expect(feed.articles.count == count)
        #expect(feed.failure == nil)
        for article in feed.articles {
            #expect(article.link.hasPrefix("https://example.org/"))
            #expect(!article.guid.isEmpty && !article.title.isEmpty && !article.paragraphs.isEmpty)
            #expect(try #require(article.date) < content.now)
        }
    }

    @Test func theWholeTextIsPreferredAndItsMarkupBecomesParagraphs() throws {
        let bread = try #require(try feed(content.feed("kitchen.rss")).articles.first)
        #expect(bread.paragraphs.map(\.kind) == [.heading, .text, .text, .text, .item, .item, .quote])
        #expect(bread.paragraphs.last?.text == "Bread is flour, water, salt & time.")
        let pots = try #require(try feed(content.feed("gardens.atom")).articles.first)
        #expect(pots.paragraphs.first?.text == "Six pots on a balcony, with less than 5 < 6 pots.")
        #expect(pots.paragraphs.last == Paragraph(kind: .code, text: "water()\nwait()"))
        #expect(pots.author == "Ada Lind")
        let coast = try #require(try feed(content.feed("maps.atom")).articles.first)
        #expect(
            coast.paragraphs.map(\.text) == ["How to draw a coast. One paragraph of plain text, <b>not markup</b>."]
        )
    }

    @Test func readsOtherEncodings() throws {
        let text = content.feed("tea.rss")
        let url = try #require(URL(string: "https://example.org/"))
        let latin = try FeedParser.feed(in: try #require(text.data(using: .isoLatin1)), from: url)
        #expect(latin.title == "Café & Tee")
        #expect(latin.articles.map(\.title) == ["Crème brûlée im Glas", "Über das Rösten", "Ein Café in Malmö"])
        let wide = text.replacing("ISO-8859-1", with: "UTF-16")
        #expect(try FeedParser.feed(in: try #require(wide.data(using: .utf16)), from: url).articles.count == 3)
    }

    @Test(arguments: [
        ("Tue, 24 Nov 2026 11:10:00 +0100", 1_795_515_000), ("24 Nov 2026 10:10:00 GMT", 1_795_515_000),
        ("2026-11-24T10:10:00Z", 1_795_515_000), ("2026-11-24T10:10:00.25+00:00", 1_795_515_000),
        ("2026-11-24", 1_795_478_400),
    ])
    func readsDates(text: String, seconds: Double) throws {
        #expect(try item("<title>a</title><pubDate>\(text)</pubDate>").date == Date(timeIntervalSince1970: seconds))
    }

    @Test func readsWhatHasLittle() throws {
        #expect(try feed("<rss version='2.0'><channel><title>None</title></channel></rss>").articles.isEmpty)
        let article = try item("<description>Only a text</description><pubDate>yesterday</pubDate>")
        #expect(article.title == "Only a text")
        #expect(article.date == nil)
        #expect(try item("<title>a</title><pubDate>T\u{7DF}\u{7F1}ov 2026 01:10:00 +0000</pubDate>").date == nil)
        #expect(try item("<title>a</title><guid>https://example.org/1</guid>").link == "https://example.org/1")
        #expect(try item("<title>a</title><guid isPermaLink='false'>https://example.org/1</guid>").link == "")
        #expect(try item("<title>a</title><guid>1</guid>").link == "")
        #expect(try item("<title>a</title><link>/relative</link>").link == "https://example.org/relative")
    }

    // MARK: - Bad feeds

    @Test func whatCanBeReadIsKept() throws {
        let torn = try feed(content.feed("truncated.rss").prefix(1200).description)
        #expect(torn.articles.map(\.title) == ["The first page"])
        #expect(torn.failure == .torn)
        let feed = try feed(content.feed("broken.rss"))
        #expect(feed.articles.map(\.title) == ["This article is whole", "So is this", "This one has a wrong tag"])
        #expect(feed.failure == .malformed(line: 8))
    }

    @Test func namesWhatIsNoFeed() throws {
        #expect(try failure("") == .empty)
        #expect(try failure(" \n") == .empty)
        #expect(try failure("<!DOCTYPE html><html><body/></html>") == .page)
        #expect(try failure("<svg xmlns='http://www.w3.org/2000/svg'/>") == .otherFormat)
        #expect(try failure("{\"items\": []}") == .malformed(line: 1))
    }

    @Test func entitiesEndTheReading() throws {
        #expect(try failure(content.feed("entities.rss")) == .entities)
        #expect(try failure(content.feed("external.rss")) == .entities)
        let wide = try #require(content.feed("external.rss").data(using: .utf16))
        #expect(throws: FeedFailure.entities) {
            try FeedParser.feed(in: wide, from: try #require(URL(string: "https://example.org/")))
        }
    }

    /// Foundation's parser would end the process on Linux.
    @Test(arguments: [String.Encoding.utf8, .utf16, .utf16LittleEndian])
    func instructionsMayHaveNothingButAName(_ encoding: String.Encoding) throws {
        let text =
            "<?xml version='1.0'?><?a?><?b ?><rss><?c c?><channel><?d?><item><title><?e?>Tea</title></item><?php?></channel></rss><?f?>"
        let url = try #require(URL(string: "https://example.org/"))
        let feed = try FeedParser.feed(in: try #require(text.data(using: encoding)), from: url)
        #expect(feed.articles.map(\.title) == ["Tea"] && feed.failure == nil)
        let sources = [
            "<?a?><rss/>", "<rss><?php?></rss>", "<?xml?><rss/>", "<?xml version='1.0'?><rss/><?a?>",
            "<?xml version='1.0'?\\><rss/><?a?>",
        ]
        for bare in sources {
            let data = try #require(bare.data(using: encoding))
            _ = try? FeedParser.feed(in: data, from: url)
        }
    }

    /// At such a name Foundation's parser would end the process on Linux.
    @Test(arguments: ["", "<?xml version='1.0' encoding='utf-8'?>", "<?xml version='Ç.0' encoding='ISO-8859-1'?>"])
    func namesThatAreNotUTF8EndNothing(declaration: String) throws {
        let text = "\(declaration)<rss><channel><item><title>a</title></item><x\u{0}y/></channel></rss>"
        let bytes = text.utf8.map { $0 == 0 ? 0xFF : $0 }
        let feed = try FeedParser.feed(in: Data(bytes), from: try #require(URL(string: "https://example.org/")))
        #expect(feed.articles.map(\.title) == ["a"])
    }

    /// A zero at the beginning does not make a file of wide characters.
    @Test func namesThatAreNotUTF8EndNothingBesideAZero() throws {
        let bytes: [UInt8] = Array("<".utf8) + [0xE7, 0] + Array("><rss></rss>".utf8)
        #expect(throws: FeedFailure.self) {
            try FeedParser.feed(in: Data(bytes), from: try #require(URL(string: "https://example.org/")))
        }
    }

    @Test func anEmptyTextIsNone() throws {
        let entry = "<entry><title>a</title><summary>short</summary><content> </content></entry>"
        #expect(try feed("<feed>\(entry)</feed>").articles.first?.paragraphs == [Paragraph(text: "short")])
    }

    @Test func depthEndsTheReading() throws {
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(try failure("<rss><channel><item>\(deep)") != nil)
    }

    // MARK: - Hostile feeds

    @Test func hostileArticlesAreTextWithLinksOfTheWebOnly() throws {
        let feed = try feed(content.feed("hostile.rss"))
        #expect(feed.title == "Free <b onmouseover=alert(4)>prizes")
        #expect(feed.articles.count == 7)
        #expect(feed.articles.map(\.link) == ["", "", "", "", "", "", "https://example.org/braces"])
        #expect(feed.articles[0].title == "<script>alert('title')</script> <img src=x onerror=alert(1)>")
        #expect(feed.articles[3].title == "Turned gnorw round and back")
        #expect(feed.articles[4].title.unicodeScalars.count <= Limits.name + 1)
        #expect(feed.articles[5].title.unicodeScalars.count == 9)
        let text = [Paragraph(text: "Text that stays"), Paragraph(text: "<b>")]
        #expect(feed.articles.allSatisfy { $0.paragraphs == text })
    }

    @Test(arguments: [
        "javascript:alert(1)", "JAVASCRIPT:alert(1)", "java\nscript:alert(1)", " data:text/html,x",
        "file:///etc/passwd",
        "https://", "https://a:b@example.org/", "vbscript:x", "blob:https://example.org/x",
    ])
    func isNoLink(text: String) throws {
        #expect(PlainText.link(text, in: try #require(URL(string: "https://example.org/feed"))) == "")
    }

    @Test(arguments: [
        ("a<br>b", ["a", "b"]), ("<p>a</p><p> </p>b", ["a", "b"]), ("1 < 2 & 3 > 2", ["1 < 2 & 3 > 2"]),
        ("&amp;lt; &#65;&#x42;&#0;&#xFFFFFFFF; &nope; &euro;", ["&lt; AB&#xFFFFFFFF; &nope; €"]),
        ("<a href='x>y'>z</a>", ["z"]), ("<!-- <p> -->a<!-- ", ["a"]), ("a<script>b</SCRIPT>c", ["ac"]),
        ("a<style>", ["a"]),
        ("<p", []), ("<", ["<"]), ("&", ["&"]), ("x\u{0}\u{202E}y", ["xy"]),
    ])
    func reducesHTML(html: String, paragraphs: [String]) {
        #expect(HTMLReduction.paragraphs(of: html).map(\.text) == paragraphs)
    }

    @Test func reducesWhatIsEndlessToAnEnd() {
        let count = 2_000_000
        for html in ["<", "<p>", "&", "<!--", "<script>", "<a b='", "x ", "<p>x"] {
            let paragraphs = HTMLReduction.paragraphs(of: String(repeating: html, count: count / html.utf8.count))
            #expect(paragraphs.count <= Limits.paragraphs)
            #expect(paragraphs.reduce(0) { $0 + $1.text.unicodeScalars.count } <= Limits.text + 1)
        }
    }
}
