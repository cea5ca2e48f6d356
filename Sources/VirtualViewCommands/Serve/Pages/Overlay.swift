import VirtualViewFormat
import VirtualViewPreview

/// The layer over a template's page: it shows problems and the effects of clicks.
enum Overlay {
    /// The markup; the page's script fills it.
    static let markup = """
        <section id="vv-problem" role="alert" aria-label="What is wrong" hidden><pre id="vv-problem-text"></pre></section>
        <section id="vv-events" role="log" aria-label="Events" hidden><ul id="vv-event-list"></ul></section>
        """
}

/// The page of a template that has never compiled.
struct BrokenPage {
    let title: String
    let state: PageState

    /// Returns the document.
    func html() -> String {
        let document = HTMLDocument(
            title: title,
            style: Self.style,
            scripts: [LiveScript.page(state.json)],
            connects: true
        )
        return document.text(
            body: """
                <h1>\(MarkupText.escaped(title))</h1>
                <p>There is no picture yet: the template has not compiled so far.</p>
                <noscript><pre>\(MarkupText.escaped(state.problem ?? ""))</pre></noscript>
                \(Overlay.markup)
                """
        )
    }

    private static let style = """
        :root{color-scheme:light dark;--ink:#1f2329;--page:#f5f6f7}
        @media (prefers-color-scheme:dark){:root{--ink:#ebebeb;--page:#17181a}}
        body{margin:0;padding:1rem 1.5rem;background:var(--page);color:var(--ink);font:.875rem/1.5 \(HTMLDocument.faces)}
        h1{font-size:1.25rem;margin:0 0 1rem;overflow-wrap:anywhere}
        [hidden]{display:none!important}

        """
}
