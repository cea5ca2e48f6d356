import VirtualViewExpressions

/// The state that a tree of nodes shares with the trees of its items.
final class TreeContext {
    /// Where the templates of items come from.
    var source: (any TemplateSource)?
    let limits: NodeTree.Limits
    /// What a recorder knows the template of the outermost tree by; `nil` if nobody notes the phases of the tree and its
    /// items.
    let recorded: RecordedTemplate?
    /// The part of a list for which there are live items; `nil` makes all of them, as before a container exists.
    var listWindow: ListWindow?
    var environment: ScreenEnvironment
    var programs: (any EventProgramRunner)? = EventInterpreter.standard
    /// The number of event programs that run inside each other at the moment.
    var runningPrograms = 0
    var onEventError: ((EventError) -> Void)?
    /// The nodes that the app gave names for event programs.
    private var eventNodes: [String: WeakNode] = [:]
    var onIssue: ((NodeIssue) -> Void)?
    private(set) var issues: [NodeIssue] = []
    /// The events that are being delivered.
    var delivery = EventDelivery()
    /// The finger that presses a node.
    private(set) var touch = TouchTracker()
    /// The changes of data in progress.
    var changes = DataChanges()
    /// The number of live nodes, including those of items.
    var nodeCount = 0
    /// The names in the data for which there was no template.
    var missingTypes: Set<String> = []
    /// The function that a binding called although there is none.
    var missingFunction: String?
    private var reported: Set<IssueKey> = []
    private var environmentData: JSONValue?
    /// Whether a change of the environment that is not shown yet changed what an `rp` is.
    var hasOtherLengths = false

    /// The key of an issue, independent of the data that caused it.
    private struct IssueKey: Hashable {
        let code: NodeIssue.Code
        let template: String
        let node: Int
        let property: String?
        /// What tells apart further issues of the property.
        let detail: String?
    }

    init(
        environment: ScreenEnvironment,
        source: (any TemplateSource)?,
        limits: NodeTree.Limits,
        recorded: RecordedTemplate?
    ) {
        self.environment = environment
        self.source = source
        self.limits = limits
        self.recorded = recorded
    }

    /// Makes the state for another version of a tree: with the same settings, and without what is in progress.
    ///
    /// - Parameters:
    ///   - other: The state of the old version.
    ///   - source: The source of templates from now on.
    ///   - types: The templates that have another version, whose problems are those of the old one.
    ///   - recorded: What a recorder knows the new version by.
    init(
        following other: TreeContext,
        from source: any TemplateSource,
        forgetting types: Set<String>,
        recorded: RecordedTemplate?
    ) {
        self.recorded = recorded
        self.source = source
        environment = other.environment
        limits = other.limits
        listWindow = other.listWindow
        touch.fingers = other.touch.fingers
        programs = other.programs
        onEventError = other.onEventError
        onIssue = other.onIssue
        issues = other.issues.filter { !types.contains($0.templateType) }
        reported = other.reported.filter { !types.contains($0.template) }
    }

    /// Whether data is being shown or waits for that, or an event program runs.
    var isAtWork: Bool { changes.isApplying || changes.waitingCount > 0 || runningPrograms > 0 }

    var pointsPerRP: Double {
        environment.pointsPerRP
    }

    /// Returns the values that bindings read besides the data, made at the first request.
    func bindingRoot() -> JSONValue {
        if let environmentData { return environmentData }
        let made: JSONValue = ["env": environment.bindingValue]
        environmentData = made
        return made
    }

    func setEnvironment(_ environment: ScreenEnvironment) {
        if environment.pointsPerRP != self.environment.pointsPerRP { hasOtherLengths = true }
        self.environment = environment
        environmentData = nil
    }

    /// Reports an issue the first time that it occurs.
    ///
    /// - Parameters:
    ///   - code: What is wrong.
    ///   - node: The node.
    ///   - property: The property.
    ///   - detail: What tells apart further issues of the property.
    ///   - message: The text.
    /// - Returns: Whether it is the first time.
    @discardableResult
    func report(
        _ code: NodeIssue.Code,
        at node: Node,
        property: String?,
        detail: String? = nil,
        _ message: @autoclosure () -> String
    ) -> Bool {
        let prototype = node.prototype
        let key = IssueKey(
            code: code,
            template: prototype.origin.type,
            node: prototype.templateIndex,
            property: property,
            detail: detail
        )
        guard reported.insert(key).inserted else { return false }
        let issue = NodeIssue(
            code: code,
            templateType: key.template,
            nodeIndex: key.node,
            property: property,
            message: message()
        )
        issues.append(issue)
        onIssue?(issue)
        return true
    }
}

// MARK: - Touches

extension TreeContext {
    /// Changes the press; a node that it lets go is released after that, as it may look at the press when it goes.
    @discardableResult
    func withTouch<Result>(_ change: (inout TouchTracker) -> Result) -> Result {
        let node = touch.node
        defer { withExtendedLifetime(node) {} }
        return change(&touch)
    }
}

// MARK: - Event programs

extension TreeContext {
    /// Reports an error that stopped a program; that a program is not valid is reported once.
    func report(_ error: EventError, at node: Node) {
        let isUnusable = error.code == .unusableProgram
        let code: NodeIssue.Code = isUnusable ? .unusableProgram : .stoppedProgram
        let isFirst = report(
            code,
            at: node,
            property: error.handlerName,
            error.issueMessage
        )
        if isFirst || !isUnusable { onEventError?(error) }
    }

    func setEventNode(_ node: Node?, named name: String) {
        eventNodes[name] = node.map(WeakNode.init)
    }

    func eventNode(named name: String) -> Node? {
        eventNodes[name]?.node
    }

    /// Takes over the names of nodes, as far as the nodes still exist.
    func takeEventNodes(of other: TreeContext, _ newNode: (Node) -> Node?) {
        for (name, reference) in other.eventNodes {
            if let node = reference.node.flatMap(newNode) { setEventNode(node, named: name) }
        }
    }
}

/// A weak reference to a node; Embedded Swift has none, so there the node lives as long as its tree.
private struct WeakNode {
    #if hasFeature(Embedded)
        let node: Node?
    #else
        weak var node: Node?
    #endif
}
