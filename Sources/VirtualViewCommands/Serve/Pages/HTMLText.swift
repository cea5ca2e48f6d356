import VirtualViewFormat

/// Texts in pages.
enum HTMLText {
    /// A text as content or as the value of an attribute.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// The source by which a policy allows one script or style.
    static func policySource(_ text: String) -> String {
        "'sha256-\(Base64Text.encode(SHA256.digest(of: Array(text.utf8))))'"
    }
}
