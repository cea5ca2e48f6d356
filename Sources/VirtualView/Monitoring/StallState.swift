/// What a stall monitor knows of the main thread.
struct StallState: Sendable {
    /// What a template is called.
    struct Name: Hashable, Sendable {
        let type: String
        let version: String?
    }

    /// A turn, or the part of it so far.
    struct Turn: Sendable {
        let number: Int
        let seconds: Double
        let isHang: Bool
        let shares: [StallReport.Share]
    }

    /// Whether somebody will look for a hang.
    var isWatched = false
    /// The names of templates by their numbers.
    var names: [UInt32: Name] = [:]
    private var start: Double?
    private var isHang = false
    private var stallCount = 0
    /// What the main thread is at: host, item and phase; 0 for no template.
    private var frame: UInt64 = 0
    /// The time until which ``spent`` is complete.
    private var noted = 0.0
    private var spent: [UInt64: Double] = [:]
    /// The templates that went away in this turn.
    private var gone: [UInt32] = []
    /// The time that is worth telling, in seconds.
    private static let leastShare = 0.001
    private static let maximumShares = 64
    private static let numberMask: UInt64 = 1 << 30 - 1

    /// Begins a turn; one that did not end goes on.
    mutating func begin(at now: Double) {
        guard start == nil else { return }
        start = now
        noted = now
    }

    /// Ends the turn.
    ///
    /// - Returns: What it was; `nil` if it was shorter than the threshold and no hang.
    mutating func end(at now: Double, threshold: Double, hang: Double) -> Turn? {
        guard let start else { return nil }
        defer {
            self.start = nil
            isHang = false
            spent.removeAll(keepingCapacity: true)
            for number in gone { names[number] = nil }
            gone = []
        }
        // Nobody may have looked while it lasted.
        let endsHang = isHang || now - start >= hang
        guard endsHang || now - start >= threshold else { return nil }
        note(frame, at: now)
        if !isHang { stallCount += 1 }
        return Turn(number: stallCount, seconds: now - start, isHang: endsHang, shares: shares)
    }

    /// Looks for a hang.
    ///
    /// - Returns: The hang, if it is a new one, and the time after which to look again.
    mutating func poll(at now: Double, hang: Double) -> (hang: Turn?, delay: Double?) {
        guard let start, !isHang else {
            isWatched = false
            return (nil, nil)
        }
        guard now - start >= hang else { return (nil, max(start + hang - now, 0.001)) }
        note(frame, at: now)
        isHang = true
        isWatched = false
        stallCount += 1
        return (Turn(number: stallCount, seconds: now - start, isHang: true, shares: shares), nil)
    }

    /// Notes what the main thread is at from now on.
    mutating func note(_ frame: UInt64, at now: Double) {
        if start != nil, self.frame != 0 { spent[self.frame, default: 0] += now - noted }
        noted = now
        self.frame = frame
    }

    /// Takes a name back, after the turn in which it may be needed.
    mutating func forget(_ number: UInt32) {
        if start == nil { names[number] = nil } else { gone.append(number) }
    }

    /// What templates took of the turn so far, the longest first.
    private var shares: [StallReport.Share] {
        var sums: [Name: [TemplatePhase: Double]] = [:]
        for (frame, seconds) in spent {
            let item = UInt32(truncatingIfNeeded: frame >> 30 & Self.numberMask)
            let host = UInt32(truncatingIfNeeded: frame & Self.numberMask)
            guard let phase = TemplatePhase(rawValue: UInt8(truncatingIfNeeded: frame >> 60)),
                let name = names[item == 0 ? host : item]
            else { continue }
            sums[name, default: [:]][phase, default: 0] += seconds
        }
        var shares: [StallReport.Share] = []
        for (name, phases) in sums {
            for (phase, seconds) in phases where seconds >= Self.leastShare {
                shares.append(.init(type: name.type, version: name.version, phase: "\(phase)", seconds: seconds))
            }
        }
        shares.sort { first, second in
            first.seconds != second.seconds
                ? first.seconds > second.seconds
                : (first.type, first.version ?? "", first.phase) < (second.type, second.version ?? "", second.phase)
        }
        return Array(shares.prefix(Self.maximumShares))
    }
}
