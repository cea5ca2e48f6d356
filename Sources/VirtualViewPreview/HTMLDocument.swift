import VirtualViewCore
import VirtualViewFormat

/// An HTML document that contains its style and scripts, with a policy that forbids everything not described here.
package struct HTMLDocument {
    /// The allowed source of images.
    package enum ImageSource: String {
        /// Images are embedded in the page itself.
        case page = "data:"
        /// Images come from the server that sent the page.
        case server = "'self'"
    }

    /// The font families of the page's own texts, in CSS form.
    ///
    /// The first is the system's on Apple's systems. Its generic name, `system-ui`, is not used: on a Linux machine
    /// without a setting it is the first font in the alphabet, such as one for code.
    package static let faces = """
        -apple-system,"Segoe UI","Liberation Sans",Arial,"Noto Sans CJK SC",sans-serif
        """

    private let title: String
    private let style: String
    private let scripts: [String]
    private let images: ImageSource?
    private let connects: Bool
    private let address: String?
    private let plays: Bool

    /// Describes a document.
    ///
    /// - Parameters:
    ///   - title: The title of the window, as plain text.
    ///   - style: The only style; `style` attributes have no effect.
    ///   - scripts: The only scripts, in the order in which they run, at the end of the page.
    ///   - images: The allowed source of images; `nil` for none.
    ///   - connects: Whether scripts may connect to the server that sent the page.
    ///   - address: The address of one more script, on that server, that runs last; `nil` for none.
    ///   - plays: Whether scripts may compile WebAssembly.
    package init(
        title: String,
        style: String,
        scripts: [String],
        images: ImageSource? = nil,
        connects: Bool,
        address: String? = nil,
        plays: Bool = false
    ) {
        self.title = title
        self.style = style
        self.scripts = scripts
        self.images = images
        self.connects = connects
        self.address = address
        self.plays = plays
    }

    /// Writes the document.
    ///
    /// - Parameter body: The markup between the tags of the body, without the scripts.
    /// - Returns: The document.
    package func text(body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(MarkupText.escaped(policy))">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(SVGText.escaped(title))</title>
        <style>\(style)</style>
        </head>
        <body>
        \(body)
        \((scripts.map { "<script>\($0)</script>\n" } + addressed).joined())</body>
        </html>

        """
    }

    private var addressed: [String] {
        address.map { ["<script src=\"\(MarkupText.escaped($0))\"></script>\n"] } ?? []
    }

    /// The content security policy; everything that is not listed is forbidden.
    private var policy: String {
        var directives = ["default-src 'none'"]
        if let images { directives.append("img-src \(images.rawValue)") }
        if connects { directives.append("connect-src 'self'") }
        directives.append("style-src \(Self.source(style))")
        var sources = scripts.map(Self.source)
        if address != nil { sources.append("'self'") }
        if plays { sources.append("'wasm-unsafe-eval'") }
        directives.append("script-src \(sources.joined(separator: " "))")
        return (directives + ["base-uri 'none'", "form-action 'none'"]).joined(separator: "; ")
    }

    /// Returns the source expression by which the policy allows one script or style and no other.
    private static func source(_ text: String) -> String {
        "'sha256-\(Base64.text(of: SHA256.digest(of: Array(text.utf8))))'"
    }
}

/// The style of a page.
enum PageStyle {
    static let text = """
        :root{color-scheme:light dark;--ink:#1f2329;--dim:#646a73;--page:#f5f6f7;--panel:#fff;--rule:#dee0e3;--mark:#2f6bff;--soft:#e8efff}
        @media (prefers-color-scheme:dark){:root{--ink:#ebebeb;--dim:#a6abb3;--page:#17181a;--panel:#212326;--rule:#3a3d41;--mark:#6f9bff;--soft:#26324d}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--page);color:var(--ink);font:.875rem/1.5 \(HTMLDocument.faces)}
        .skip{position:absolute;left:-100rem}
        .skip:focus{left:.5rem;top:.5rem;padding:.5rem;background:var(--panel);z-index:2}
        header{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:baseline;padding:1rem 1.5rem;background:var(--panel);border-bottom:1px solid var(--rule)}
        h1{font-size:1.25rem;margin:0}
        h2,summary{font-size:.875rem;font-weight:600;margin:0 0 .5rem}
        summary{cursor:pointer}
        header p{margin:0;color:var(--dim)}
        form{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:baseline;margin-inline-start:auto}
        fieldset{display:flex;flex-wrap:wrap;gap:0 .75rem;border:0;margin:0;padding:0}
        legend{float:inline-start;padding:0;margin-inline-end:.75rem;color:var(--dim)}
        label{white-space:nowrap;cursor:pointer}
        input{accent-color:var(--mark);margin:0 .25rem 0 0;vertical-align:-.1em}
        :focus-visible{outline:2px solid var(--mark);outline-offset:2px}
        main{display:flex;flex-wrap:wrap;align-items:flex-start;gap:1.5rem;padding:1.5rem}
        #shown{flex:1 1 24rem;min-width:0}
        #stage{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:flex-start}
        #live{margin-top:1.5rem}
        #live-state{color:var(--dim)}
        figure{margin:0;max-width:100%}
        figcaption{color:var(--dim);font-size:.75rem;padding-top:.375rem;text-align:center}
        .picture{position:relative;max-width:100%;box-shadow:0 0 0 1px var(--rule),0 2px 10px #0000001a;overflow:hidden;cursor:crosshair}
        .picture.light{background:#fff}
        .picture.dark{background:#000}
        .picture svg{display:block;max-width:100%;height:auto}
        [hidden]{display:none!important}
        .outline{fill:#2f6bff1f;stroke:#2f6bff;stroke-width:1.5;vector-effect:non-scaling-stroke;pointer-events:none}
        .frame{fill:none;stroke:#f54a4580;stroke-width:1;vector-effect:non-scaling-stroke;pointer-events:none}
        aside{flex:0 1 26rem;min-width:min(100%,18rem);display:flex;flex-direction:column;gap:1rem}
        aside>section{background:var(--panel);border:1px solid var(--rule);border-radius:.5rem;padding:.75rem 1rem;min-width:0}
        aside>section:empty{display:none}
        #tree{list-style:none;margin:0 -1rem -.75rem;padding:0 0 .5rem;max-height:26rem;overflow:auto}
        #tree li{display:flex;gap:.75rem;justify-content:space-between;padding:.125rem 1rem;white-space:nowrap;cursor:default;border-inline-start:3px solid transparent}
        #tree li>span:last-child{white-space:pre;color:var(--dim);font-variant-numeric:tabular-nums;font-size:.75rem;align-self:center}
        #tree li.hot{background:var(--soft)}
        #tree li[aria-selected=true]{border-color:var(--mark);background:var(--soft)}
        #tree li.off{opacity:.55}
        #tree li:focus-visible{outline-offset:-2px}
        #tree b{font-weight:600}
        #tree i{font-style:normal;color:var(--dim)}
        dl{display:grid;grid-template-columns:auto 1fr;gap:.125rem 1rem;margin:0 0 .75rem}
        dt{color:var(--dim)}
        dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
        table{border-collapse:collapse;width:100%;font-size:.8125rem}
        th,td{text-align:start;vertical-align:top;padding:.125rem .75rem .125rem 0;border-top:1px solid var(--rule);overflow-wrap:anywhere}
        th{font-weight:400;color:var(--dim);overflow-wrap:normal}
        td small{display:block;color:var(--dim);font-size:.75rem}
        .swatch{display:inline-block;width:.75em;height:.75em;border:1px solid var(--rule);margin-inline-end:.375rem;vertical-align:-.05em}
        pre{margin:0;max-height:22rem;overflow:auto;font:.75rem/1.5 ui-monospace,"DejaVu Sans Mono",monospace;white-space:pre-wrap;overflow-wrap:anywhere}
        #notes{margin:0;padding-inline-start:1.25rem;overflow-wrap:anywhere}
        @media (forced-colors:active){.outline{stroke:Highlight;fill:none}}

        """
}
