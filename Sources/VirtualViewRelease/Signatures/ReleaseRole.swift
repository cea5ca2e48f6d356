/// What a key may sign.
@nonexhaustive
public enum ReleaseRole: String, Hashable, Sendable, CaseIterable {
    /// Root files: the keys of all roles.
    case root
    /// Release files: which templates there are.
    case release
    /// `latest.json`: which release is the newest, and what is disabled.
    case latest
}
