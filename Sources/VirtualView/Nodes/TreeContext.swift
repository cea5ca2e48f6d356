import VirtualViewExpressions

/// What a tree of nodes shares with the trees of the items inside it.
final class TreeContext {
    let source: (any TemplateSource)?
    let limits: TreeLimits
    var environment: Environment
    var programs: (any EventProgramRunner)?
    var onIssue: ((NodeIssue) -> Void)?
    private(set) var issues: [NodeIssue] = []
    /// The nodes alive, those of items included.
    var nodeCount = 0
    private var reported: Set<IssueKey> = []
    private var environmentData: BindingValue?

    /// What an issue is about, whatever the data that showed it.
    private struct IssueKey: Hashable {
        let code: NodeIssue.Code
        let template: String
        let node: Int
        let property: String?
    }

    init(environment: Environment, source: (any TemplateSource)?, limits: TreeLimits) {
        self.environment = environment
        self.source = source
        self.limits = limits
    }

    var pointsPerRP: Double {
        environment.pointsPerRP
    }

    /// What bindings read beside the data, made when one first asks.
    func bindingRoot() -> BindingValue {
        if let environmentData { return environmentData }
        let made: BindingValue = ["env": environment.bindingValue]
        environmentData = made
        return made
    }

    func setEnvironment(_ environment: Environment) {
        self.environment = environment
        environmentData = nil
    }

    /// Reports an issue the first time.
    func report(_ code: NodeIssue.Code, at node: Node, property: String?, _ message: @autoclosure () -> String) {
        let prototype = node.prototype
        let key = IssueKey(
            code: code,
            template: prototype.origin.type,
            node: prototype.templateIndex,
            property: property
        )
        guard reported.insert(key).inserted else { return }
        let issue = NodeIssue(
            code: code,
            templateType: key.template,
            nodeIndex: key.node,
            property: property,
            message: message()
        )
        issues.append(issue)
        onIssue?(issue)
    }
}
