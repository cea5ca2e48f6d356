import VirtualViewCore

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

    /// Describes a document.
    ///
    /// - Parameters:
    ///   - title: The title of the window, as plain text.
    ///   - style: The only style; `style` attributes have no effect.
    ///   - scripts: The only scripts, in the order in which they run, at the end of the page.
    ///   - images: The allowed source of images; `nil` for none.
    ///   - connects: Whether scripts may connect to the server that sent the page.
    package init(
        title: String,
        style: String,
        scripts: [String],
        images: ImageSource? = nil,
        connects: Bool
    ) {
        self.title = title
        self.style = style
        self.scripts = scripts
        self.images = images
        self.connects = connects
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
        \(scripts.map { "<script>\($0)</script>\n" }.joined())</body>
        </html>

        """
    }

    /// The content security policy; everything that is not listed is forbidden.
    private var policy: String {
        var directives = ["default-src 'none'"]
        if let images { directives.append("img-src \(images.rawValue)") }
        if connects { directives.append("connect-src 'self'") }
        directives.append("style-src \(Self.source(style))")
        directives.append("script-src \(scripts.map(Self.source).joined(separator: " "))")
        return (directives + ["base-uri 'none'", "form-action 'none'"]).joined(separator: "; ")
    }

    /// Returns the source expression by which the policy allows one script or style and no other.
    private static func source(_ text: String) -> String {
        "'sha256-\(Base64.text(of: SHA256.digest(of: Array(text.utf8))))'"
    }
}
