import VirtualViewExpressions

/// What a tree of nodes shares with the trees of the items inside it.
final class TreeContext {
    let source: (any TemplateSource)?
    let limits: TreeLimits
    var environment: ScreenEnvironment
    var programs: (any EventProgramRunner)? = EventInterpreter.standard
    /// How many event programs run inside each other at the moment.
    var runningPrograms = 0
    var onEventError: ((EventError) -> Void)?
    /// The nodes that event programs reach by a name of the app's.
    private var eventNodes: [String: WeakNode] = [:]
    var onIssue: ((NodeIssue) -> Void)?
    private(set) var issues: [NodeIssue] = []
    /// The events that are being delivered.
    var delivery = EventDelivery()
    /// The changes of data that are under way.
    var changes = DataChanges()
    /// The nodes alive, those of items included.
    var nodeCount = 0
    private var reported: Set<IssueKey> = []
    private var environmentData: JSONValue?

    /// What an issue is about, whatever the data that showed it.
    private struct IssueKey: Hashable {
        let code: NodeIssue.Code
        let template: String
        let node: Int
        let property: String?
    }

    init(environment: ScreenEnvironment, source: (any TemplateSource)?, limits: TreeLimits) {
        self.environment = environment
        self.source = source
        self.limits = limits
    }

    var pointsPerRP: Double {
        environment.pointsPerRP
    }

    /// What bindings read beside the data, made when one first asks.
    func bindingRoot() -> JSONValue {
        if let environmentData { return environmentData }
        let made: JSONValue = ["env": environment.bindingValue]
        environmentData = made
        return made
    }

    func setEnvironment(_ environment: ScreenEnvironment) {
        self.environment = environment
        environmentData = nil
    }

    /// Reports an issue the first time.
    ///
    /// - Returns: Whether it is the first time.
    @discardableResult
    func report(_ code: NodeIssue.Code, at node: Node, property: String?, _ message: @autoclosure () -> String) -> Bool
    {
        let prototype = node.prototype
        let key = IssueKey(
            code: code,
            template: prototype.origin.type,
            node: prototype.templateIndex,
            property: property
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

// MARK: - Event programs

extension TreeContext {
    /// Reports what stopped a program; that one may not run at all is told once.
    func report(_ error: EventError, at node: Node) {
        let isUnusable = error.code == .unusableProgram
        let code: NodeIssue.Code = isUnusable ? .unusableProgram : .stoppedProgram
        let isFirst = report(
            code,
            at: node,
            property: error.handlerName,
            "at byte \(error.byteOffset): \(error.message)"
        )
        if isFirst || !isUnusable { onEventError?(error) }
    }

    func setEventNode(_ node: Node?, named name: String) {
        eventNodes[name] = node.map(WeakNode.init)
    }

    func eventNode(named name: String) -> Node? {
        eventNodes[name]?.node
    }
}

/// A node that is not kept alive; Embedded Swift has no weak references, so there it lives as long as its tree.
private struct WeakNode {
    #if hasFeature(Embedded)
        let node: Node?
    #else
        weak var node: Node?
    #endif
}
