import Dispatch
public import Foundation
import VirtualViewFormat

/// Tells which templates hold the main thread: in turns of its run loop that take too long.
///
/// ```swift
/// let stalls = StallMonitor { report in log(report.description) }
/// let journal = try TemplateJournal(at: url, stalls: stalls)     // whose marks say what is at work
/// stalls.watchMainRunLoop()
/// ```
///
/// A turn that takes as long as the threshold is reported when it ends. One that takes as long as a hang is reported at
/// once, because the app may not survive it, and again when it ends. Reports are handed to the app and kept for a week,
/// in a file if there is one; nothing else happens with them.
///
/// A watcher sleeps until a turn could be a hang, and is woken once more after the last turn. While the main thread is idle
/// nothing is woken.
///
/// All members may be used from any thread.
public final class StallMonitor: Sendable {
    /// The settings of a monitor.
    public struct Configuration: Sendable {
        /// The length of a turn in seconds from which it is reported.
        public var threshold = 0.25
        /// The length of a turn in seconds from which it is a hang.
        public var hang = 2.0
        /// Of so many stalls one is reported, the first one first; a hang always is.
        ///
        /// Below 1 it counts as 1.
        public var sampling = 1
        /// The file that keeps the reports, in a folder that exists; `nil` keeps them for this launch.
        public var file: URL?

        /// Makes the default settings.
        public init() {}
    }

    /// The time for which reports are kept, in seconds: seven days.
    public static let keptTime = 7 * 86_400.0
    /// The number of reports that are kept.
    public static let maximumReports = 100

    private let configuration: Configuration
    private let onReport: (@Sendable (StallReport) -> Void)?
    private let clock: @Sendable () -> Double
    private let date: @Sendable () -> Date
    /// Calls ``poll()`` after some seconds; `nil` wakes itself.
    private let wake: (@Sendable (Double) -> Void)?
    private let queue = DispatchQueue(label: "VirtualView.StallMonitor", qos: .utility)
    private let state: Locked<StallState>
    private let kept: Locked<KeptReports>

    /// Makes a monitor.
    ///
    /// - Parameters:
    ///   - configuration: The settings.
    ///   - onReport: Receives each report, on a thread of the monitor.
    public convenience init(
        _ configuration: Configuration = Configuration(),
        onReport: (@Sendable (StallReport) -> Void)? = nil
    ) {
        self.init(configuration, clock: { Self.now }, date: { Date() }, wake: nil, onReport: onReport)
    }

    /// Makes a monitor with a clock of a test.
    ///
    /// - Parameters:
    ///   - configuration: The settings.
    ///   - clock: Returns the time in seconds, and does not go back.
    ///   - date: Returns the date.
    ///   - wake: Is asked to call ``poll()`` after some seconds; `nil` for a monitor that does so itself.
    ///   - onReport: Receives each report.
    package init(
        _ configuration: Configuration,
        clock: @escaping @Sendable () -> Double,
        date: @escaping @Sendable () -> Date,
        wake: (@Sendable (Double) -> Void)?,
        onReport: (@Sendable (StallReport) -> Void)?
    ) {
        self.configuration = configuration
        self.onReport = onReport
        self.clock = clock
        self.date = date
        self.wake = wake
        state = Locked(StallState())
        let old = configuration.file.map(KeptReports.read) ?? []
        kept = Locked(KeptReports(old, at: date()))
        // What is too old must not stay because nothing stalls any more.
        later { [self] in writeReports() }
    }

    /// The time in seconds since the device started, without that in which it slept.
    private static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}

// MARK: - Turns

extension StallMonitor {
    /// Says that the main thread begins a turn of its run loop.
    public func turnBegan() {
        let now = clock()
        let isAsleep = state.withLock { state in
            state.begin(at: now)
            defer { state.isWatched = true }
            return !state.isWatched
        }
        if isAsleep { wake(after: configuration.hang) }
    }

    /// Says that the main thread ends its turn and will sleep.
    public func turnEnded() {
        let now = clock()
        let turn = state.withLock { $0.end(at: now, threshold: configuration.threshold, hang: configuration.hang) }
        if let turn { report(turn, goesOn: false) }
    }

    /// Looks whether the turn in progress is a hang.
    ///
    /// - Returns: The time in seconds after which to look again; `nil` if there is nothing to look for.
    @discardableResult
    package func poll() -> Double? {
        let now = clock()
        let (hang, delay) = state.withLock { state in state.poll(at: now, hang: configuration.hang) }
        if let hang { report(hang, goesOn: true) }
        return delay
    }

    private func wake(after seconds: Double) {
        if let wake { return wake(seconds) }
        queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self, let delay = poll() else { return }
            wake(after: delay)
        }
    }

    #if canImport(Darwin)
        /// Watches the run loop of the main thread, from now on and as long as there is the monitor.
        ///
        /// What the system does before it sleeps, such as laying out views, belongs to the turn.
        @MainActor public func watchMainRunLoop() {
            observe(.afterWaiting, order: .min) { $0.turnBegan() }
            observe(.beforeWaiting, order: .max) { $0.turnEnded() }
        }

        @MainActor private func observe(
            _ activity: CFRunLoopActivity,
            order: CFIndex,
            _ body: @escaping (StallMonitor) -> Void
        ) {
            let observer = CFRunLoopObserverCreateWithHandler(nil, activity.rawValue, true, order) {
                [weak self] observer, _ in
                if let self { body(self) } else { CFRunLoopObserverInvalidate(observer) }
            }
            CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
        }
    #endif
}

// MARK: - Marks

extension StallMonitor {
    /// Notes what the main thread is at.
    ///
    /// - Parameter frame: The numbers of host and item, 30 bits each, and the phase; 0 for none.
    func note(_ frame: UInt64) {
        let now = clock()
        state.withLock { $0.note(frame, at: now) }
    }

    /// Gives a template's number a name.
    func name(_ number: UInt32, _ type: String, _ version: FormatVersion?) {
        let version = version.map { "\($0.major).\($0.minor).\($0.patch)" }
        state.withLock { $0.names[number] = StallState.Name(type: type, version: version) }
    }

    /// Takes the name of a number back.
    func forget(_ number: UInt32) {
        state.withLock { $0.forget(number) }
    }
}

// MARK: - Reports

extension StallMonitor {
    /// The reports of the last seven days, the oldest first.
    public var reports: [StallReport] {
        let now = date()
        return kept.withLock { $0.current(at: now) }
    }

    private func report(_ turn: StallState.Turn, goesOn: Bool) {
        let sampling = max(1, configuration.sampling)
        guard goesOn || turn.isHang || (turn.number - 1) % sampling == 0 else { return }
        let report = StallReport(
            number: turn.number,
            date: date(),
            seconds: turn.seconds,
            goesOn: goesOn,
            shares: turn.shares
        )
        guard kept.withLock({ $0.add(report) }) else { return }
        later { [self] in finish(report) }
    }

    /// Does work for which the main thread, which has waited long enough, need not wait; a test waits for it.
    private func later(_ work: @escaping @Sendable () -> Void) {
        if wake == nil { queue.async(execute: work) } else { work() }
    }

    private func finish(_ report: StallReport) {
        // A report that cannot be kept is still told.
        writeReports()
        onReport?(report)
    }

    private func writeReports() {
        guard let file = configuration.file, let reports = kept.withLock({ $0.takeUnwritten() }) else { return }
        KeptReports.write(reports, to: file)
    }
}
