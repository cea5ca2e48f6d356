import VirtualViewCore

/// A whole page that carries its style and scripts with it, and may do nothing else than what is said here.
package struct HTMLDocument {
    /// Where images may come from.
    package enum ImageSource: String {
        /// They stand in the page itself.
        case page = "data:"
        /// The server that sent the page has them.
        case server = "'self'"
    }

    /// The faces of what a page itself says, as a style names them.
    ///
    /// The first is the system's on Apple's systems. Its general name, `system-ui`, is whatever comes first in the alphabet
    /// on a Linux machine that has not chosen one, such as a face for code.
    package static let faces = """
        -apple-system,"Segoe UI","Liberation Sans",Arial,"Noto Sans CJK SC",sans-serif
        """

    private let title: String
    private let style: String
    private let scripts: [String]
    private let images: ImageSource?
    private let connects: Bool

    /// Describes a page.
    ///
    /// - Parameters:
    ///   - title: What the window says, as text.
    ///   - style: The only style; attributes with styles do not count.
    ///   - scripts: The only scripts, in the order in which they run, at the end of the page.
    ///   - images: Where images may come from; `nil` for none.
    ///   - connects: Whether scripts may talk to the server that sent the page.
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

    /// Writes the page.
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

    /// What the browser may do; everything that is not named is forbidden.
    private var policy: String {
        var directives = ["default-src 'none'"]
        if let images { directives.append("img-src \(images.rawValue)") }
        if connects { directives.append("connect-src 'self'") }
        directives.append("style-src \(Self.source(style))")
        directives.append("script-src \(scripts.map(Self.source).joined(separator: " "))")
        return (directives + ["base-uri 'none'", "form-action 'none'"]).joined(separator: "; ")
    }

    /// The source by which a policy allows one script or style and no other.
    private static func source(_ text: String) -> String {
        "'sha256-\(Base64.text(of: SHA256.digest(of: Array(text.utf8))))'"
    }
}
