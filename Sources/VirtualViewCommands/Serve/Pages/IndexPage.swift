import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewPreview

/// The page with the pictures of all templates.
struct IndexPage {
    /// One template.
    struct Card {
        let name: String
        let path: String
        let pictureNumber: Int
        /// Whether there is a picture.
        let hasPicture: Bool
        /// The number of files with further data.
        let variantCount: Int
        let problem: String?
    }

    let folder: String
    let cards: [Card]
    /// The notes that apply to all templates.
    let notes: [String]
    /// Whether the pages of the templates play them.
    let isLive: Bool

    /// Returns the document.
    func html() -> String {
        let document = HTMLDocument(
            title: "\(folder) – templates",
            style: Self.style,
            scripts: [LiveScript.index(state)],
            images: .server,
            connects: true
        )
        let count = cards.count.counting("template")
        let form = isLive ? "live on their pages" : "as pictures (<code>make web</code> builds the player)"
        return document.text(
            body: """
                <header><h1>\(MarkupText.escaped(folder))</h1>
                <p id="vv-count" role="status" data-all="\(count)">\(count)</p><p>\(form)</p>
                <label>Search <input type="search" id="vv-search" autocomplete="off" spellcheck="false"> <kbd>/</kbd></label></header>
                <pre id="vv-folder" class="note" role="alert" hidden></pre>
                <p id="vv-none" hidden>No template has all these words in its name or path.</p>
                \(notes.map { "<pre class=\"note\">\(MarkupText.escaped($0))</pre>\n" }.joined())<main>
                \(cards.map(Self.html).joined(separator: "\n"))
                </main>
                """
        )
    }

    private static func html(_ card: Card) -> String {
        let name = MarkupText.escaped(card.name)
        let link = PercentEncoding.encode(card.name)
        let words = MarkupText.escaped("\(card.name) \(card.path)".lowercased())
        let variants = card.variantCount == 0 ? "" : " · \(card.variantCount + 1) data"
        let picture =
            card.hasPicture
            ? "<img src=\"\(link)/\(link).svg?picture=\(card.pictureNumber)\" alt=\"\" loading=\"lazy\"><span class=\"hint\" hidden></span>"
            : "<span class=\"none\">no picture yet: it has not compiled</span>"
        let tip = card.problem.map { " title=\"\(MarkupText.escaped($0))\"" } ?? ""
        return """
            <a href="\(link)/" data-template="\(name)" data-search="\(words)"\(tip)><span class="picture">\(picture)</span><b>\(name)</b> \
            <small>\(MarkupText.escaped(card.path))\(variants)</small><strong class="problem"\(card.problem == nil ? " hidden" : "")>error</strong></a>
            """
    }

    /// The state that the page shows, for its script.
    private var state: String {
        JSONWriter.visible { json in
            for card in cards { json.object(card.name) { $0.value("picture", card.pictureNumber) } }
        }
    }

    private static let style = """
        :root{color-scheme:light dark;--ink:#1f2329;--dim:#646a73;--page:#f5f6f7;--panel:#fff;--rule:#dee0e3;--mark:#2f6bff}
        @media (prefers-color-scheme:dark){:root{--ink:#ebebeb;--dim:#a6abb3;--page:#17181a;--panel:#212326;--rule:#3a3d41;--mark:#6f9bff}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--page);color:var(--ink);font:.875rem/1.5 \(HTMLDocument.faces)}
        header{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:baseline;padding:1rem 1.5rem;background:var(--panel);border-bottom:1px solid var(--rule);position:sticky;top:0;z-index:1}
        h1{font-size:1.25rem;margin:0;overflow-wrap:anywhere}
        header p,header label,small,.none,#vv-none{color:var(--dim)}
        header p{margin:0}
        header label{margin-inline-start:auto}
        input{font:inherit;color:var(--ink);background:var(--page);border:1px solid var(--rule);border-radius:.375rem;padding:.25rem .5rem;width:14rem;max-width:60vw}
        kbd{font:.75rem ui-monospace,"DejaVu Sans Mono",monospace;border:1px solid var(--rule);border-radius:.25rem;padding:0 .375rem}
        :focus-visible{outline:2px solid var(--mark);outline-offset:2px}
        #vv-none{margin:1.5rem}
        main{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr));gap:1.5rem;padding:1.5rem}
        a{display:block;position:relative;padding:1rem;background:var(--panel);border:1px solid var(--rule);border-radius:.5rem;color:inherit;text-decoration:none;overflow-wrap:anywhere}
        a:hover,a:focus-visible{border-color:var(--mark)}
        .picture{display:flex;align-items:center;justify-content:center;position:relative;height:14rem;margin-bottom:.75rem;background:#fff;border-radius:.25rem;overflow:hidden}
        .picture img{max-width:100%;max-height:100%}
        .picture img.blank{display:none}
        .none,.hint{color:#646a73;padding:1rem;text-align:center}
        .problem{position:absolute;inset:.5rem .5rem auto auto;padding:0 .5rem;background:#f54a45;color:#fff;border-radius:.25rem}
        .note{margin:1.5rem 1.5rem 0;padding:1rem;background:#2b1214;color:#ffd9d6;border-radius:.5rem;overflow:auto}
        [hidden]{display:none!important}

        """
}
