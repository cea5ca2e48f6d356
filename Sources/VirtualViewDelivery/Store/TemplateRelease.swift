public import VirtualView
import VirtualViewRelease

/// A release that was verified whole: the signatures, and the hash of every file.
public struct TemplateRelease: Hashable, Sendable {
    /// The number.
    public let number: Int
    /// The templates, also those that are withheld.
    public let manifest: TemplateManifest
    /// Whether it came with the app.
    public let isEmbedded: Bool
    /// Whether it was never said to be healthy: two launches that end with one of its templates in flight end it.
    public let isOnTrial: Bool
    /// The types that must not be shown, each with the reason: a signed file disables them, or they were quarantined.
    public let withheld: [String: String]
}
