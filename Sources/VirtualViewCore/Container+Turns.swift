extension Container {
    /// The number of layouts in one turn of the host's run loop that counts as a loop; `nil` for none.
    ///
    /// A host that changes something because of a layout, and then lays out again, may never come to an end. The layout
    /// that reaches this number is reported as ``LayoutIssue/Code/tooManyLayouts``, once in a turn, with the latest sizes
    /// and the nodes that moved most. Layouts that have nothing to do are not counted, and none is prevented.
    ///
    /// A host says by ``turnDidEnd()`` that a turn is over; a host that does not should set `nil`.
    public var layoutThreshold: Int? {
        get { turn.threshold }
        set { turn.threshold = newValue }
    }

    /// Ends a turn: layouts are counted from 0 again.
    ///
    /// Call it when the run loop has finished its work, or after each frame.
    public func turnDidEnd() {
        turn.end()
    }

    /// Counts a layout, and reports the one that is too many.
    func countLayout() {
        guard turn.threshold != nil, let watch = turn.countLayout(in: size) else { return }
        let issue = LayoutIssue(
            .tooManyLayouts,
            at: watch.mostMoved ?? LayoutPlace(tree.root),
            watch.message(turn.count)
        )
        // The list does not grow with the turns.
        layoutIssues.removeAll { $0.code == issue.code && $0.nodePath == issue.nodePath }
        layoutIssues.append(issue)
        onLayoutIssue?(issue)
    }

    /// Gives changed frames to their nodes, which are noted if the turn soon has too many layouts.
    func publishFrames() {
        guard let watch = turn.watch else { return engine.publishFrames { $0.frameDidChange() } }
        engine.publishFrames { node in
            watch.note(node)
            node.frameDidChange()
        }
    }
}

/// The layouts of one turn.
///
/// Most turns only count; what an issue says is recorded during the last layouts before the threshold.
struct LayoutTurn {
    var threshold: Int? = 100 {
        didSet { watchIfNeeded() }
    }
    private(set) var count = 0
    private(set) var watch: LayoutWatch?
    private var isReported = false
    private static let watchedLayouts = 16

    /// Begins the next turn.
    mutating func end() {
        self = LayoutTurn(threshold: threshold)
    }

    init(threshold: Int? = 100) {
        self.threshold = threshold
        watchIfNeeded()
    }

    /// Counts a layout.
    ///
    /// - Returns: The record of the last layouts, if this one reaches the threshold.
    mutating func countLayout(in size: LayoutSize) -> LayoutWatch? {
        guard let threshold, !isReported else { return nil }
        count += 1
        watch?.note(size)
        guard count >= threshold else {
            watchIfNeeded()
            return nil
        }
        isReported = true
        defer { watch = nil }
        return watch ?? LayoutWatch()
    }

    private mutating func watchIfNeeded() {
        guard let threshold, watch == nil, !isReported, count + Self.watchedLayouts >= threshold else { return }
        watch = LayoutWatch()
    }
}

/// A record of some layouts: their sizes, and how often each node moved.
///
/// It does not hold the nodes, which may go away meanwhile.
final class LayoutWatch {
    private var sizes: [LayoutSize] = []
    private var count = 0
    private var moves: [(place: LayoutPlace, count: Int)] = []
    private var indices: [ObjectIdentifier: Int] = [:]
    private static let maximumNodes = 256
    private static let namedSizes = 4
    private static let namedNodes = 3

    func note(_ size: LayoutSize) {
        count += 1
        if !sizes.contains(where: { $0.isSame(as: size) }) { sizes.append(size) }
    }

    func note(_ node: Node) {
        if let index = indices[ObjectIdentifier(node)] {
            moves[index].count += 1
        } else if moves.count < Self.maximumNodes {
            indices[ObjectIdentifier(node)] = moves.count
            moves.append((LayoutPlace(node), 1))
        }
    }

    /// The place of the node that moved most, the first one of equals.
    var mostMoved: LayoutPlace? { ranking.first?.place }

    /// Returns what an issue says about a turn with a number of layouts.
    func message(_ total: Int) -> String {
        var text = total == 1 ? "1 layout in one turn" : "\(total) layouts in one turn"
        if !sizes.isEmpty { text += ", the last \(count) in \(sizesText)" }
        let named = ranking.prefix(Self.namedNodes)
        guard !named.isEmpty else { return text }
        let nodes = named.map { $0.count == 1 ? "\($0.place.path) (1 time)" : "\($0.place.path) (\($0.count) times)" }
        return text + "; moved most: " + nodes.joined(separator: ", ")
    }

    private var sizesText: String {
        let named = sizes.prefix(Self.namedSizes).map { $0.description }
        if sizes.count > named.count {
            return named.joined(separator: ", ") + " and \(sizes.count - named.count) more"
        }
        return named.count > 1 ? named.dropLast().joined(separator: ", ") + " and " + named[named.count - 1] : named[0]
    }

    private var ranking: [(place: LayoutPlace, count: Int)] {
        let order = moves.indices.sorted {
            moves[$0].count != moves[$1].count ? moves[$0].count > moves[$1].count : $0 < $1
        }
        return order.map { moves[$0] }
    }
}
