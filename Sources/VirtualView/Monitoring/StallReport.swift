public import Foundation

/// A turn of the main thread that took too long, and which templates took how much of it.
public struct StallReport: Hashable, Codable, Sendable {
    /// The time that one template spent in one phase.
    public struct Share: Hashable, Codable, Sendable {
        /// The template's name.
        public let type: String
        /// The template's version, such as `1.0.7`; `nil` while its file is being checked.
        public let version: String?
        /// The name of the ``TemplatePhase``, such as `bind`.
        public let phase: String
        /// The time in seconds.
        public let seconds: Double
    }

    /// The number of the stall in this launch, from 1; the second report of one stall has the number of the first.
    public let number: Int
    /// When it was reported.
    public let date: Date
    /// The length of the turn in seconds, as far as it is known.
    public let seconds: Double
    /// Whether the turn goes on: it is reported as soon as it counts as a hang, and once more when it ends.
    public let goesOn: Bool
    /// What templates took of it, a millisecond or more, the longest first and 64 at most; the rest belongs to others.
    public let shares: [Share]
}

extension StallReport: CustomStringConvertible {
    /// The shares in one line: `ProductCard 1.0.7: bind 180 ms of 260 ms`.
    public var description: String {
        let total = Self.text(seconds)
        guard !shares.isEmpty else { return "\(total) without a template\(goesOn ? ", and it goes on" : "")" }
        let parts = shares.map { share in
            let name = share.version.map { "\(share.type) \($0)" } ?? share.type
            return "\(name): \(share.phase) \(Self.text(share.seconds))"
        }
        return parts.joined(separator: ", ") + " of \(total)" + (goesOn ? ", and it goes on" : "")
    }

    private static func text(_ seconds: Double) -> String {
        let milliseconds = (seconds * 1_000).rounded()
        // A number in a file may be any.
        return Int(exactly: milliseconds).map { "\($0) ms" } ?? "\(milliseconds) ms"
    }
}
