import VirtualViewFormat

/// Texts in pages.
enum HTMLText {
    /// A text as content or as the value of an attribute; line ends stay, for problems stand in `pre` elements.
    static func escaped(_ text: String) -> String {
        MarkupText.escaped(text)
    }

    /// The source by which a policy allows one script or style.
    static func policySource(_ text: String) -> String {
        "'sha256-\(Base64Text.encode(SHA256.digest(of: Array(text.utf8))))'"
    }
}
