public import VirtualViewExpressions

/// Hosts one tree of nodes on a screen: shows data in it, lays it out, and finds touched nodes.
///
/// A container has one owner, like its tree, and a tree belongs to one container.
///
/// ```swift
/// let card = Container(tree, environment: ScreenEnvironment(scale: 3, width: 390))
/// card.update(data: ["title": "Tea"])
/// let size = card.sizeThatFits(width: 390)
/// card.layout(in: size)
/// ```
public final class Container {
    /// The nodes; others after ``follow(_:)`` has shown another version of the template.
    public private(set) var tree: NodeTree
    /// The size of the last layout, in points.
    public private(set) var size = LayoutSize.zero
    /// The problems that layout found, each reported once.
    public internal(set) var layoutIssues: [LayoutIssue] = []
    /// Receives each problem of layout, the first time that it occurs; ``LayoutIssue/Code/tooManyLayouts`` in each turn.
    public var onLayoutIssue: ((LayoutIssue) -> Void)?
    /// Receives each event of a node, after the node's event program ran.
    public var onEvent: ((NodeEvent) -> Void)?
    /// Called when the next layout will show changes of ``model``, or another one; a host then asks for a frame.
    public var onModelChange: (() -> Void)?
    /// Where the data comes from; `nil` if the app gives it by ``update(data:)``.
    ///
    /// The model's data is shown at once. A later change evaluates only the bindings that read it or a part of it, in the
    /// tree and in its items. Other data ends this: ``update(data:)``, ``reuse(for:)`` or another model.
    public var model: DataModel? {
        didSet { modelDidChange(from: oldValue) }
    }
    /// Delivers what waits in the model.
    ///
    /// A program that never sets a model has none of its code, as nothing else leads there.
    var deliver: (() -> Void)?
    /// Whether pages turn by themselves that have `autoSwitch`; ``advance(to:)`` turns them.
    ///
    /// Set it to `false` while a screen reader is on or the focus is inside, and if the user asked for less motion.
    public var turnsPages = true

    private(set) var engine: LayoutEngine
    /// The scrollers that ask for more data once they are seen.
    var unseenScrollers: [ScrollerNode] = []
    /// The time that the host told last.
    var clock = HostClock()
    /// The layouts since the host's last turn.
    var turn = LayoutTurn()
    private var isLaidOut = false
    /// Whether a call would come from within a layout or a measurement, or from within the change to another version.
    var isBusy = false
    /// Whether it is a measurement, after which a layout that is asked for meanwhile can be made.
    private var isMeasuring = false
    /// The largest number of times that one layout starts again because callbacks changed the tree.
    private static let maximumPasses = 32

    /// Makes a container for a tree.
    ///
    /// - Parameters:
    ///   - tree: The nodes; the client that they were prepared for determines the rules of layout.
    ///   - environment: The screen and the user's settings; `nil` for those of the tree.
    ///   - textMeasuring: Measures texts.
    ///   - imageMeasuring: Returns the size of images; the reference iOS runtime never uses it.
    public init(
        _ tree: NodeTree,
        environment: ScreenEnvironment? = nil,
        textMeasuring: any TextMeasuring = BuiltInTextMetrics(),
        imageMeasuring: (any ImageMeasuring)? = nil
    ) {
        self.tree = tree
        if let environment { tree.environment = environment }
        let client = tree.prepared.client
        engine = LayoutEngine(quirks: client.quirks, textMeasuring: textMeasuring)
        engine.imageMeasuring = client == .iOS ? nil : imageMeasuring
        guard client == .swift else { return }
        tree.context.listWindow = ListWindow()
        // A tree that has data got all items, and a list that begins at its end has to know that nobody saw it elsewhere.
        for case let node as ItemContainerNode in Array(tree.nodes) where node.entryCount > 0 { node.updateWindow() }
    }

    deinit {
        model?.detach(self)
        tree.model = nil
        tree.letGo = nil
    }

    /// Hosts another tree from now on, which was not laid out.
    func replaceTree(with tree: NodeTree) {
        tree.letGo = self.tree.letGo
        self.tree.letGo = nil
        self.tree.model = nil
        tree.model = model
        self.tree = tree
        unseenScrollers = []
        let engine = LayoutEngine(quirks: tree.prepared.client.quirks, textMeasuring: engine.textMeasuring)
        engine.follow(self.engine)
        self.engine = engine
    }
}

// MARK: - Data

extension Container {
    /// The screen and the user's settings.
    public var environment: ScreenEnvironment {
        get { tree.environment }
        set { tree.environment = newValue }
    }

    /// Shows other data; see ``NodeTree/update(data:)``.
    ///
    /// - Parameter data: The data; `nil` for none.
    public func update(data: JSONValue?) {
        tree.update(data: data)
    }

    /// Shows the data of another entry, as a recycled cell does; see ``NodeTree/reuse(for:)``.
    ///
    /// - Parameter data: The data; `nil` for none.
    public func reuse(for data: JSONValue?) {
        tree.reuse(for: data)
    }

    /// Measures every text again at the next layout, because a font was loaded or the metrics changed.
    public func textMetricsDidChange() {
        tree.forEachNode { node in
            if node is TextNode || node.prototype.component.isOfApp { node.invalidate(.ownSize) }
            (node as? ItemContainerNode)?.list?.textMetricsDidChange()
        }
    }

    /// Marks the nodes that depend on the size of an image for layout, and those that show it for drawing.
    ///
    /// - Parameter source: The value of the nodes' `src` or `backgroundImage`.
    public func imageDidArrive(_ source: String) {
        tree.forEachNode { node in
            if let image = node as? ImageNode, image.src == source {
                image.imageDidChange()
            } else if node.backgroundImage == source || node.prototype.component.isOfApp {
                // What a class of the app draws is not known before it draws.
                node.invalidate(.drawing)
            }
            (node as? ItemContainerNode)?.list?.imageDidArrive(source)
        }
    }
}

// MARK: - Layout

extension Container {
    /// Whether the next layout has anything to do.
    public var needsLayout: Bool {
        model?.hasWaitingChanges == true || !isLaidOut || engine.hasUnplacedChanges
            || !tree.root.needs.isDisjoint(with: .layout)
    }

    /// Gives every node its frame.
    ///
    /// The root fills the whole size. Only what changed since the last layout is measured again; the result is the same
    /// as that of measuring everything. A call from within a callback of layout does nothing, because layout then runs
    /// again anyway. One while data is being shown, from within `onBeforeDataLoad` or an own component, or while items are
    /// measured or made ahead, takes effect when that is done.
    ///
    /// - Parameter size: The container's size in points.
    /// - Complexity: O(*n*) in the number of nodes at most, for templates in which nodes do not wrap each other in
    ///   turns; O(*c*) in the number of nodes on the paths to the changes, and their siblings, if little changed.
    public func layout(in size: LayoutSize) {
        deliver?()
        guard !isMeasuring, isBusy || !tree.context.changes.isApplying else {
            tree.context.changes.waitingLayout = { self.layout(in: size) }
            return
        }
        guard !isBusy else { return }
        // What was asked for last counts.
        tree.context.changes.waitingLayout = nil
        guard needsLayout || laysOutEverything || !size.isSame(as: self.size) else { return }
        layOut(in: size)
        countLayout()
        // Everything has its frame now, so the programs that run here may lay out again.
        refreshIfNeeded(engine.takeScrollers())
    }

    private func layOut(in size: LayoutSize) {
        let context = tree.context
        let outer = context.enter(.layout)
        defer { context.leave(to: outer) }
        isBusy = true
        defer { isBusy = false }
        self.size = size
        isLaidOut = true
        for pass in 1... {
            // The tree measures everything again if its environment changes, whoever changes it.
            engine.read(tree.environment)
            engine.layout(tree.root, in: size)
            publishFrames()
            if engine.hasListWork { tree.makingItems { engine.fillWindows() } }
            guard !tree.root.needs.isDisjoint(with: .layout) else { break }
            if pass == Self.maximumPasses {
                reportLoop()
                break
            }
        }
        engine.turnPages()
        reportDepth()
    }

    /// Returns the size that the tree needs; that of the last layout while it lays out or shows data.
    ///
    /// - Parameters:
    ///   - width: The largest width in points.
    ///   - height: The largest height in points; unlimited by default.
    /// - Returns: The size in points; a root that fills the height wraps its content if the height is unlimited.
    public func sizeThatFits(width: Double, height: Double = .infinity) -> LayoutSize {
        guard !isBusy, !tree.context.changes.isApplying else { return size }
        deliver?()
        let context = tree.context
        let outer = context.enter(.layout)
        defer { context.leave(to: outer) }
        return measuring {
            engine.read(tree.environment)
            let root = tree.root
            let fitting = engine.measure(root, in: LayoutSize(width: width, height: height))
            guard height == .infinity, !fitting.height.isFinite else { return fitting }
            var size = LayoutSize.zero
            // A list that is the root makes items to measure them.
            tree.makingItems { size = engine.measureWrappingHeight(root, width: width) }
            return size
        }
    }

    /// Measures, and then makes what callbacks of items asked for meanwhile.
    func measuring<Result>(_ body: () -> Result) -> Result {
        (isBusy, isMeasuring) = (true, true)
        let result = body()
        (isBusy, isMeasuring) = (false, false)
        tree.completeChanges()
        return result
    }

    private func reportLoop() {
        let culprit = tree.nodes.first { !$0.needs.isDisjoint(with: [.measuring, .placing]) } ?? tree.root
        report(
            LayoutIssue(
                .feedbackLoop,
                at: LayoutPlace(culprit),
                "a callback changes the node in every pass; layout ended after \(Self.maximumPasses)"
            )
        )
    }

    private func reportDepth() {
        guard engine.isTooDeep else { return }
        report(
            LayoutIssue(
                .nestingTooDeep,
                at: LayoutPlace(tree.root),
                "nodes below a depth of \(LayoutEngine.maximumDepth) are not laid out"
            )
        )
    }

    private func report(_ issue: LayoutIssue) {
        guard !layoutIssues.contains(issue) else { return }
        layoutIssues.append(issue)
        onLayoutIssue?(issue)
    }
}

extension Container {
    /// The number of times that a node was really measured so far, which shows the cost of a layout.
    package var measureCount: Int { engine.measureCount }

    /// The number of nodes in the tree, its items, and the items that wait to show an entry.
    package var liveNodeCount: Int { tree.context.nodeCount }

    /// Whether each layout measures and places every node, even without changes; for comparisons.
    package var laysOutEverything: Bool {
        get { engine.ignoresEarlierPasses }
        set { engine.ignoresEarlierPasses = newValue }
    }
}

// MARK: - Frames

extension Container {
    /// Returns the frame of a node in the container, as if nothing were scrolled; zero for a node that is gone.
    ///
    /// - Parameter node: A node of the tree, including those of items.
    /// - Returns: The frame in points.
    /// - Complexity: O(*d*) in the node's depth.
    public func frame(of node: Node) -> LayoutRect {
        var frame = node.frame
        var current: Node? = node
        while let box = current {
            if box.properties.layout.visibility == .gone { return .zero }
            current = box.parentLink
            if let parent = current {
                frame.origin.x += parent.frame.origin.x
                if parent.isRightToLeft { frame.origin.x += parent.contentOrigin.x }
                frame.origin.y += parent.frame.origin.y
            }
        }
        return frame
    }

    /// Returns the frame of a part in the container, as if nothing were scrolled; zero for one that is gone.
    ///
    /// - Parameter name: The name, as ``NodeTree/node(named:)`` finds it.
    /// - Returns: The frame in points; `nil` if no node has the name.
    /// - Complexity: O(*n*) in the number of nodes.
    public func frame(ofPartNamed name: String) -> LayoutRect? {
        tree.node(named: name).map { frame(of: $0) }
    }

    /// Returns whether a node is not drawn, because it or a node above is invisible or gone.
    ///
    /// - Parameter node: A node of the tree, including those of items.
    /// - Returns: Whether it is hidden.
    /// - Complexity: O(*d*) in the node's depth.
    public func isHidden(_ node: Node) -> Bool {
        var current: Node? = node
        while let box = current {
            if box.properties.layout.visibility != .visible { return true }
            current = box.parentLink
        }
        return false
    }
}
