import Foundation

/// The feeds that have something to read.
struct SampleContent: Sendable {
    let now: Date

    /// Returns a feed; an empty text if there is none of that name.
    func feed(_ name: String) -> String {
        switch name {
        case "harbour.rss", "copy-of-harbour.rss": rss("Harbour Notes", "harbour", Self.harbour)
        case "kitchen.rss": rss("The Slow Kitchen", "kitchen", Self.kitchen, body: encoded)
        case "trains.atom": atom("Night Trains", "trains", Self.trains, body: atomHTML)
        case "gardens.atom": atom("Small Gardens", "gardens", Self.gardens, body: atomXHTML)
        case "maps.atom":
            atom("Open Maps Weekly", "maps", Self.maps) {
                "<content>\(escaped($0)). One paragraph of plain text, &lt;b&gt;not markup&lt;/b&gt;.</content>"
            }
        case "tea.rss":
            rss("Café & Tee", "tea", ["Crème brûlée im Glas", "Über das Rösten", "Ein Café in Malmö"])
                .replacing("encoding='UTF-8'", with: "encoding='ISO-8859-1'")
        case "arabic.rss":
            rss("دفتر المدينة", "arabic", ["صباح الخير من الميناء القديم", "كيف نقرأ الخرائط", "حديقة على سطح البيت"])
        case "hebrew.atom": atom("יומן הרכבת", "hebrew", ["הרכבת הלילית לצפון", "תחנה קטנה בהרים"], body: atomHTML)
        case "library.rdf":
            rdf(
                "The Reading Room",
                "library",
                ["New on the shelves", "A catalogue of small presses", "Opening hours in winter"]
            )
        case "weather.rss":
            rss(
                "Weather & Tides",
                "weather",
                (1...260).map { "Report \($0): wind from the west, \(3 + $0 % 5) Beaufort" }
            )
        case "letterpress.rss":
            rss("Letterpress", "letterpress", ["Setting a page by hand", "The case for old type"], hasDates: false)
        case "bicycle.rss": rss("Bicycle Diary", "bicycle", Self.bicycle, host: "", age: -9)
        case "museum.rss": rss("Museum of Lamps", "museum", ["An evening of paraffin", "The first street with light"])
        case "patient.rss": rss("Letters by Snail", "patient", ["A letter took four days", "Ink that does not hurry"])
        case "planet.atom":
            atom("Planet Rail", "trains", Self.trains + Self.trains.prefix(1), body: atomHTML)
        case "broken.rss":
            rss("Half a Paper", "broken", ["This article is whole", "So is this", "This one has a wrong tag"])
                .replacing(
                    "This one has a wrong tag</title>",
                    with: "This one has a wrong tag</titel>"
                )
        case "truncated.rss":
            rss("Torn Pages", "truncated", ["The first page", "The second page", "The third page", "The fourth page"])
        case "hostile.rss": hostile
        case "entities.rss":
            "<!DOCTYPE rss [<!ENTITY a 'ha'>"
                + (0..<12).map { i in
                    "<!ENTITY a\(i) '\(String(repeating: i == 0 ? "&a;" : "&a\(i - 1);", count: 20))'>"
                }.joined()
                + "]><rss version='2.0'><channel><title>&a11;</title><item><title>&a11;</title></item></channel></rss>"
        case "external.rss":
            "<!DOCTYPE rss [<!ENTITY file SYSTEM 'file:///etc/hostname'>]><rss version='2.0'><channel><title>x</title>"
                + "<item><title>&file;</title></item></channel></rss>"
        default: ""
        }
    }

    // MARK: - Formats

    private func rss(
        _ title: String,
        _ id: String,
        _ titles: [String],
        host: String = "https://example.org",
        age: Double = 2,
        hasDates: Bool = true,
        body: ((String) -> String)? = nil
    ) -> String {
        let items = titles.enumerated().map { i, title in
            let text = body?(title) ?? "<description>\(escaped(Self.paragraphs(title)))</description>"
            let date = hasDates ? "<pubDate>\(date(i, id, age, "EEE, dd MMM yyyy HH:mm:ss Z"))</pubDate>" : ""
            return
                "<item><title>\(escaped(title))</title><link>\(host)/\(id)/\(i)</link><guid isPermaLink='false'>\(id)-\(i)</guid>\(date)\(text)</item>\n"
        }
        return
            "<?xml version='1.0' encoding='UTF-8'?>\n<rss version='2.0' xmlns:content='http://purl.org/rss/1.0/modules/content/'>\n"
            + "<channel><title>\(escaped(title))</title><link>https://example.org/\(id)</link>\n" + items.joined()
            + "</channel></rss>\n"
    }

    private func rdf(_ title: String, _ id: String, _ titles: [String]) -> String {
        let items = titles.enumerated().map { i, title in
            "<item rdf:about='https://example.org/\(id)/\(i)'><title>\(escaped(title))</title><link>https://example.org/\(id)/\(i)</link>"
                + "<dc:date>\(date(i, id, 3, "yyyy-MM-dd'T'HH:mm:ss'Z'"))</dc:date><description>\(escaped(Self.paragraphs(title)))</description></item>\n"
        }
        return
            "<?xml version='1.0'?>\n<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns='http://purl.org/rss/1.0/'>\n"
            + "<channel rdf:about='https://example.org/\(id)'><title>\(escaped(title))</title></channel>\n"
            + items.joined() + "</rdf:RDF>\n"
    }

    private func atom(_ title: String, _ id: String, _ titles: [String], body: (String) -> String) -> String {
        let entries = titles.map { title in
            let number = titles.firstIndex(of: title) ?? 0
            return
                "<entry><title>\(escaped(title))</title><link rel='enclosure' href='https://example.org/a.mp3'/><link href='https://example.org/\(id)/\(number)'/>"
                + "<id>tag:example.org,2026:\(id)/\(number)</id><updated>\(date(number, id, 4, "yyyy-MM-dd'T'HH:mm:ss.123'Z'"))</updated>"
                + "<author><name>Ada Lind</name></author>\(body(title))</entry>\n"
        }
        return
            "<?xml version='1.0'?>\n<feed xmlns='http://www.w3.org/2005/Atom'><title>\(escaped(title))</title><id>tag:example.org,2026:\(id)</id>\n"
            + entries.joined() + "</feed>\n"
    }

    private func encoded(_ title: String) -> String {
        "<description>Short.</description><content:encoded><![CDATA[<h2>\(title)</h2>\(Self.paragraphs(title))<ul><li>300 g flour</li><li>a spoon of patience</li></ul><blockquote>Bread is flour, water, salt &amp; time.</blockquote>]]></content:encoded>"
    }

    private func atomHTML(_ title: String) -> String {
        "<content type='html'>\(escaped(Self.paragraphs(title)))</content>"
    }

    private func atomXHTML(_ title: String) -> String {
        "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><p><em>\(escaped(title))</em>, with less than 5 &lt; 6 pots.</p><pre>water()\nwait()</pre></div></content>"
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// The time of an article: some hours apart, and not the same ones in all feeds.
    private func date(_ number: Int, _ id: String, _ age: Double, _ format: String) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = format
        let shift = Double(id.utf8.reduce(0) { ($0 * 31 + Int($1)) % 97 }) / 10
        return formatter.string(from: now - 3600 * (age + shift + 7.3 * Double(number)))
    }

    // MARK: - Texts

    static func paragraphs(_ title: String) -> String {
        if title.unicodeScalars.contains(where: { (0x590..<0x600).contains($0.value) }) {
            return "<p>בבוקר אחד, שאיש לא תכנן, הדלת הייתה פתוחה ומישהו צחק.</p><p>מאז חזרנו לשם <b>ארבע פעמים</b>.</p>"
        }
        if title.unicodeScalars.contains(where: { (0x600..<0x700).contains($0.value) }) {
            return
                "<p>في صباح لم يخطط له أحد، كان الباب مفتوحا وضحك أحدهم، ولم يسخن الشاي بعد.</p><p>ومنذ ذلك الحين عدنا <b>أربع مرات</b>.</p>"
        }
        return "<p>\(openings[title.utf8.count % openings.count])</p>"
            + "<p>Since then we have gone back <b>four times</b>, with notebooks and without. What we found is less than we hoped &amp; more "
            + "than we had. Read it slowly; nothing here is urgent.</p><p>The photographs are by the people in them.</p>"
    }

    private static let openings = [
        "It began on a morning that nobody had planned: a door stood open, somebody laughed, and the kettle was not yet warm.",
        "Ask three people and you get four answers. We asked them anyway, and wrote down the fifth.",
        "There is a right way to do this, and there is the way that everybody does it. Both are described here.",
        "The first surprise was how quiet it was. The second was that nobody else had noticed.",
        "You need less than you think: an hour, a pencil, and somebody who knows the way back.",
    ]
    private static let harbour = [
        "Fog until noon, then gulls", "The ferry has a new bell", "Eleven boats and one dog",
        "What the lighthouse keeper reads",
        "Rope, tar and a little luck", "High water on Thursday", "A chart from 1911", "Who owns the old crane?",
    ]
    private static let kitchen = [
        "Bread that takes two days", "A soup for grey weather", "Why onions first", "The right pot is the one you have",
    ]
    private static let trains = [
        "Hamburg to Stockholm, asleep", "A dining car in the snow", "Compartment for three",
        "The last train over the bridge",
    ]
    private static let gardens = ["Six pots on a balcony", "Moss is not the enemy", "Seeds to save in November"]
    private static let maps = ["How to draw a coast", "Paths that maps forget", "A legend for everything"]
    private static let bicycle = [
        "Over the hill before breakfast", "A chain, cleaned", "Two wheels, one ferry", "Rain is only water",
    ]

    /// What somebody writes who wants more than to be read.
    private var hostile: String {
        let items = [
            "<title>&lt;script&gt;alert('title')&lt;/script&gt; &lt;img src=x onerror=alert(1)&gt;</title><link>javascript:alert(document.domain)</link>",
            "<title>Click for &lt;b&gt;gold&lt;/b&gt;</title><link> data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;</link>",
            "<title>A file of yours</title><link>file:///etc/passwd</link>",
            "<title>Turned \u{202E}gnorw\u{202C} round \u{2066}and\u{2069} back</title><link>https://user:secret@example.org/</link>",
            "<title>\(String(repeating: "long ", count: 20_000))</title><link>https://example.org/\(String(repeating: "x", count: 9000))</link>",
            "<title>Z\(String(repeating: "\u{0341}\u{0302}\u{0334}", count: 400))algo</title>",
            "<title>{\"type\":\"ArticleRow\"} ${title} @{${x} ? a : b}</title><link>https://example.org/braces</link>",
        ]
        let body =
            "<description>&lt;p onclick='alert(2)'&gt;Text &lt;script&gt;alert(3)&lt;/script&gt;that stays&lt;/p&gt;&lt;iframe src='https://example.org'&gt;inside&lt;/iframe&gt;&lt;style&gt;*{display:none}&lt;/style&gt;&lt;!-- hidden --&gt;&amp;lt;b&amp;gt;</description>"
        let date = date(0, "hostile", 9, "EEE, dd MMM yyyy HH:mm:ss Z")
        return "<rss version='2.0'><channel><title>Free &lt;b onmouseover=alert(4)&gt;prizes</title>"
            + items.enumerated().map { "<item>\($1)<guid>hostile \($0)</guid><pubDate>\(date)</pubDate>\(body)</item>" }
            .joined() + "</channel></rss>"
    }
}
