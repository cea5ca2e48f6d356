/// What lies over a template's page: what is wrong, and what clicks did.
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

    /// The document.
    func html() -> String {
        let script = LiveScript.page(state.json)
        let policy =
            "default-src 'none'; connect-src 'self'; style-src \(HTMLText.policySource(Self.style));"
            + " script-src \(HTMLText.policySource(script)); base-uri 'none'; form-action 'none'"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(HTMLText.escaped(policy))">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(HTMLText.escaped(title))</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <h1>\(HTMLText.escaped(title))</h1>
            <p>There is no picture yet: the template has not compiled so far.</p>
            <noscript><pre>\(HTMLText.escaped(state.problem ?? ""))</pre></noscript>
            \(Overlay.markup)
            <script>\(script)</script>
            </body>
            </html>

            """
    }

    private static let style = """
        :root{color-scheme:light dark;--ink:#1f2329;--page:#f5f6f7}
        @media (prefers-color-scheme:dark){:root{--ink:#ebebeb;--page:#17181a}}
        body{margin:0;padding:1rem 1.5rem;background:var(--page);color:var(--ink);font:.875rem/1.5 system-ui,"Liberation Sans",Arial,sans-serif}
        h1{font-size:1.25rem;margin:0 0 1rem;overflow-wrap:anywhere}
        [hidden]{display:none!important}

        """
}
