import VirtualViewFormat
import VirtualViewPreview

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
                <p><a href="../">← All templates</a></p>
                <h1>\(MarkupText.escaped(title))</h1>
                <p>There is no picture yet: the template has not compiled so far.</p>
                <noscript><pre>\(MarkupText.escaped(state.problem ?? ""))</pre></noscript>
                \(Overlay.markup)
                """
        )
    }

    private static let style = """
        :root{color-scheme:light dark;--ink:#1f2329;--page:#f5f6f7;--mark:#2f6bff}
        @media (prefers-color-scheme:dark){:root{--ink:#ebebeb;--page:#17181a;--mark:#6f9bff}}
        body{margin:0;padding:1rem 1.5rem;background:var(--page);color:var(--ink);font:.875rem/1.5 \(HTMLDocument.faces)}
        a{color:var(--mark);text-decoration:none}
        a:hover{text-decoration:underline}
        h1{font-size:1.25rem;margin:0 0 1rem;overflow-wrap:anywhere}
        [hidden]{display:none!important}

        """
}
