public import VirtualViewExpressions

/// A screen's place for one tree of nodes: shows data in it, lays it out, and finds what was touched.
///
/// A container has one owner, as its tree has, and a tree belongs to one container.
///
/// ```swift
/// let card = Container(tree, environment: ScreenEnvironment(scale: 3, width: 390))
/// card.update(data: ["title": "Tea"])
/// let size = card.sizeThatFits(width: 390)
/// card.layout(in: size)
/// ```
public final class Container {
    /// The nodes.
    public let tree: NodeTree
    /// The size of the last layout, in points.
    public private(set) var size = LayoutSize.zero
    /// What layout could not do as it should, each said once.
    public private(set) var layoutIssues: [LayoutIssue] = []
    /// Is called with each issue of layout, the first time.
    public var onLayoutIssue: ((LayoutIssue) -> Void)?
    /// Is called when something happens to a node, after the node's event program ran.
    public var onEvent: ((NodeEvent) -> Void)?

    let engine: LayoutEngine
    private var isLaidOut = false
    private var isBusy = false
    /// How often one layout starts again because callbacks changed the tree.
    private static let maximumPasses = 32

    /// Makes a container for a tree.
    ///
    /// - Parameters:
    ///   - tree: The nodes; the target they were prepared for decides about the rules of layout.
    ///   - environment: The screen and the user's settings; `nil` for what the tree has.
    ///   - textMeasuring: Measures texts.
    ///   - imageMeasuring: Knows the size of images; the reference iOS runtime never uses that.
    public init(
        _ tree: NodeTree,
        environment: ScreenEnvironment? = nil,
        textMeasuring: any TextMeasuring = BuiltInTextMetrics(),
        imageMeasuring: (any ImageMeasuring)? = nil
    ) {
        self.tree = tree
        if let environment { tree.environment = environment }
        let target = tree.prepared.target
        engine = LayoutEngine(quirks: target.quirks, textMeasuring: textMeasuring)
        engine.imageMeasuring = target == .iOS ? nil : imageMeasuring
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

    /// Shows the data of something else, as a recycled cell does; see ``NodeTree/reuse(for:)``.
    ///
    /// - Parameter data: The data; `nil` for none.
    public func reuse(for data: JSONValue?) {
        tree.reuse(for: data)
    }

    /// Measures every text again at the next layout: a font was loaded, or the metrics changed.
    public func textMetricsDidChange() {
        invalidate { $0 is TextNode }
    }

    /// Lays out again what depends on the size of an image, which has become known, and draws again what shows it.
    ///
    /// - Parameter source: What the nodes' `src` or `backgroundImage` says.
    public func imageDidArrive(_ source: String) {
        for node in tree.nodes {
            if let image = node as? ImageNode, image.content.src == source {
                image.invalidate(image.usesNaturalSize ? .ownSize : .drawing)
            } else if node.backgroundImage == source {
                node.invalidate(.drawing)
            }
        }
    }

    private func invalidate(_ isConcerned: (Node) -> Bool) {
        for node in tree.nodes where isConcerned(node) {
            node.invalidate(.ownSize)
        }
    }
}

// MARK: - Layout

extension Container {
    /// Whether the next layout has something to do.
    public var needsLayout: Bool {
        !isLaidOut || engine.hasUnplacedChanges || !tree.root.needs.isDisjoint(with: .layout)
    }

    /// Gives every node its frame.
    ///
    /// The root gets all of the size. Only what changed since the last layout is measured again; the result is that of
    /// measuring everything. Called from within a callback of layout it does nothing, because layout then runs again
    /// anyway.
    ///
    /// - Parameter size: The container's size in points.
    /// - Complexity: O(*n*) in the number of nodes at most, for templates that do not make nodes wrap each other in
    ///   turns; O(*c*) in the number of nodes on the ways to what changed, and their siblings, when little did.
    public func layout(in size: LayoutSize) {
        guard !isBusy, needsLayout || laysOutEverything || !size.isSame(as: self.size) else { return }
        layOut(in: size)
        // Everything has its frame, so programs that run now may lay out again.
        for scroller in engine.takeScrollers() { refreshIfNeeded(scroller) }
    }

    private func layOut(in size: LayoutSize) {
        isBusy = true
        defer { isBusy = false }
        self.size = size
        isLaidOut = true
        // The tree measures everything again when its environment changes, whoever changes it.
        engine.textScale = tree.environment.textScale
        for pass in 1... {
            engine.layout(tree.root, in: size)
            engine.publishFrames { $0.frameDidChange() }
            guard !tree.root.needs.isDisjoint(with: .layout) else { break }
            if pass == Self.maximumPasses {
                reportLoop()
                break
            }
        }
        engine.turnPages()
        reportDepth()
    }

    /// Finds the size that the tree wants.
    ///
    /// - Parameters:
    ///   - width: The most width in points.
    ///   - height: The most height in points; none for as much as is needed.
    /// - Returns: The size in points; a root that is as high as its room counts as wrapping when that has no end.
    public func sizeThatFits(width: Double, height: Double = .infinity) -> LayoutSize {
        guard !isBusy else { return size }
        isBusy = true
        defer { isBusy = false }
        engine.textScale = tree.environment.textScale
        let root = tree.root
        let fitting = engine.measure(root, in: LayoutSize(width: width, height: height))
        guard height == .infinity, !fitting.height.isFinite else { return fitting }
        return engine.measureWrappingHeight(root, width: width)
    }

    private func reportLoop() {
        var culprit = tree.root
        for node in tree.nodes where !node.needs.isDisjoint(with: [.measuring, .placing]) {
            culprit = node
            break
        }
        report(
            LayoutIssue(
                code: .feedbackLoop,
                nodePath: culprit.layoutPath,
                message: "a callback changes the node in every pass; layout ended after \(Self.maximumPasses)"
            )
        )
    }

    private func reportDepth() {
        guard engine.isTooDeep else { return }
        report(
            LayoutIssue(
                code: .nestingTooDeep,
                nodePath: tree.root.layoutPath,
                message: "nodes below a depth of \(LayoutEngine.maximumDepth) are not laid out"
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
    /// How often a node was really measured so far, which tells what a layout cost.
    package var measureCount: Int { engine.measureCount }

    /// Whether each layout measures and places every node, whatever changed; for comparisons.
    package var laysOutEverything: Bool {
        get { engine.ignoresEarlierPasses }
        set { engine.ignoresEarlierPasses = newValue }
    }
}

// MARK: - Frames

extension Container {
    /// The frame of a node in the container, as if nothing were scrolled; zero for a node that is gone.
    ///
    /// - Parameter node: A node of the tree, those of items included.
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
                frame.origin.y += parent.frame.origin.y
            }
        }
        return frame
    }

    /// Whether a node is not drawn, because it or a node above is invisible or gone.
    ///
    /// - Parameter node: A node of the tree, those of items included.
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

extension ImageNode {
    /// Whether a side is as large as the image.
    fileprivate var usesNaturalSize: Bool {
        let layout = properties.layout
        let wraps = Double(layout.layoutWidth) == LayoutBox.wrap || Double(layout.layoutHeight) == LayoutBox.wrap
        return wraps && !(content.ratio > 0)
    }
}
