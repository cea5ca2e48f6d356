public import Foundation

/// How a launch of the app ended, as its journal tells the next one.
public struct LaunchRecord: Hashable, Sendable {
    /// A file of a template.
    public struct File: Hashable, Sendable {
        /// The template's name; while a file is loaded, the name that was asked for.
        ///
        /// One of more than 32 bytes is cut and ends with an ellipsis, so compare ``sha256``.
        public let type: String
        /// The SHA-256 of the file: 64 lower-case hexadecimal digits, as in a ``TemplateManifest``.
        public let sha256: String

        /// Names a file.
        ///
        /// - Parameters:
        ///   - type: The template's name.
        ///   - sha256: The SHA-256 of the file in lower-case hexadecimal digits.
        package init(type: String, sha256: String) {
            self.type = type
            self.sha256 = sha256
        }
    }

    /// What one thread was at when the launch ended.
    public struct Flight: Hashable, Sendable {
        /// The phase.
        public let phase: TemplatePhase
        /// The template of the outermost tree, or the one that was loaded or prepared.
        public let host: File
        /// The template of the innermost item at work; `nil` if there was none.
        public let item: File?
        /// Whether it was the main thread.
        public let isOnMainThread: Bool

        /// Notes what a thread was at.
        ///
        /// - Parameters:
        ///   - phase: The phase.
        ///   - host: The template of the outermost tree.
        ///   - item: The template of the innermost item.
        ///   - isOnMainThread: Whether it was the main thread.
        package init(_ phase: TemplatePhase, host: File, item: File? = nil, isOnMainThread: Bool = true) {
            self.phase = phase
            self.host = host
            self.item = item
            self.isOnMainThread = isOnMainThread
        }

        /// The template that was really at work: the item, or else the host.
        public var innermost: File { item ?? host }
    }

    /// The launch; `nil` if there was none, or if its journal cannot be read for certain.
    public let launchID: UUID?
    /// Whether the app was in the foreground when it ended, as ``TemplateJournal/isInForeground`` was set.
    public let wasInForeground: Bool
    /// What the threads were at, the main thread first; empty if the launch ended while no template was at work.
    ///
    /// Which of several threads died is not known.
    public let flights: [Flight]

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - launchID: The launch.
    ///   - wasInForeground: Whether the app was in the foreground.
    ///   - flights: What the threads were at, the main thread first.
    package init(launchID: UUID, wasInForeground: Bool, flights: [Flight] = []) {
        self.launchID = launchID
        self.wasInForeground = wasInForeground
        self.flights = flights
    }

    private init() {
        launchID = nil
        wasInForeground = false
        flights = []
    }

    /// The record of a launch of which nothing is known: the first one, or one whose journal is damaged.
    public static let unknown = LaunchRecord()
}

extension LaunchRecord {
    /// Whether nothing is known about the launch.
    public var isUnknown: Bool { launchID == nil }

    /// Whether the launch ended while a template was at work.
    public var endedInFlight: Bool { !flights.isEmpty }

    /// The files that the end of the launch counts against, items before their hosts.
    ///
    /// There is none if the app was in the background. What was being loaded or prepared counts only if nothing was being
    /// shown: queues load the same files at each start, and would be blamed for what a screen died of.
    public var blamedFiles: [File] {
        var files: [File] = []
        let flights = blamedFlights
        for file in flights.map(\.innermost) + flights.map(\.host) where !files.contains(file) { files.append(file) }
        return files
    }

    /// What the end of the launch counts against.
    var blamedFlights: [Flight] {
        guard wasInForeground else { return [] }
        let shown = flights.filter { $0.phase != .load && $0.phase != .prepare }
        return shown.isEmpty ? flights : shown
    }
}
