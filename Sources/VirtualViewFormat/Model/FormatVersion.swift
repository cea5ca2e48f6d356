/// The three numbers of a file's header.
///
/// Files of major version 1 load for ever, whatever their minor version (`Docs/Format.md §2`).
public struct FormatVersion: Hashable, Sendable {
    /// The version of the format; only 1 is known.
    public var major: UInt16
    /// The compatible revision of the format.
    public var minor: UInt16
    /// The template's own version, which its author increases.
    public var patch: UInt16

    /// Makes a version.
    public init(major: UInt16 = 1, minor: UInt16 = 0, patch: UInt16 = 1) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }
}

extension FormatVersion: CustomStringConvertible {
    /// The three numbers with points between them.
    public var description: String {
        "\(major).\(minor).\(patch)"
    }
}
