import VirtualViewCore

#if canImport(os)
    import os
#endif

/// Where the phases of templates are shown as intervals on a timeline.
///
/// On Apple's systems that is Instruments: an `OSSignposter` of the subsystem `VirtualView` has an interval for each phase that
/// a ``TemplateJournal`` is told of, with the template's name. While nobody records, a phase costs one question more.
struct PhaseIntervals: Sendable {
    /// Whether somebody records.
    let isRecorded: @Sendable () -> Bool
    /// Begins an interval: its phase, what tells it from others that are open, and the template's name.
    let begin: @Sendable (TemplatePhase, UInt64, String) -> Void
    /// Ends an interval.
    let end: @Sendable (TemplatePhase, UInt64) -> Void

    /// What tells the interval of a phase from those that are open at the same time.
    ///
    /// - Parameters:
    ///   - depth: The number of intervals that are open on the thread, with this one.
    ///   - lane: The lane of the thread.
    /// - Returns: A number that is never 0.
    static func id(ofDepth depth: UInt64, lane: Int) -> UInt64 {
        depth << 8 | UInt64(lane)
    }

    #if canImport(os)
        /// The timeline of Instruments.
        static let system: PhaseIntervals? = {
            let signposter = OSSignposter(subsystem: "VirtualView", category: "Templates")
            return PhaseIntervals(
                isRecorded: { signposter.isEnabled },
                begin: { phase, id, template in
                    _ = signposter.beginInterval(
                        phase.signpostName,
                        id: OSSignpostID(id),
                        "\(template, privacy: .public)"
                    )
                },
                end: { phase, id in
                    signposter.endInterval(phase.signpostName, .beginState(id: OSSignpostID(id)))
                }
            )
        }()
    #else
        /// The timeline of the system: there is none.
        static let system: PhaseIntervals? = nil
    #endif
}

#if canImport(os)
    extension TemplatePhase {
        /// The name of an interval, which the system wants at compile time.
        fileprivate var signpostName: StaticString {
            switch self {
            case .load: "load"
            case .prepare: "prepare"
            case .create: "create"
            case .bind: "bind"
            case .layout: "layout"
            case .draw: "draw"
            case .event: "event"
            }
        }
    }
#endif
