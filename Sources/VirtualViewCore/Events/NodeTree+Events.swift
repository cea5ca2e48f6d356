public import VirtualViewExpressions

extension NodeTree {
    /// The runner of the event programs of the tree and its items: an ``EventInterpreter`` unless set; `nil` runs none.
    public var eventPrograms: (any EventProgramRunner)? {
        get { context.programs }
        set { context.programs = newValue }
    }

    /// Receives each error that stops an event program of the tree and its items.
    ///
    /// A program that is not valid is reported once. ``issues`` has the first error of each handler of a node.
    public var onEventError: ((EventError) -> Void)? {
        get { context.onEventError }
        set { context.onEventError = newValue }
    }

    /// Gives a node a name, with which paths in the event programs of the tree and its items may begin.
    ///
    /// The node may belong to another tree, and is not kept alive.
    ///
    /// - Parameters:
    ///   - node: The node; `nil` to remove the name.
    ///   - name: The name; `this`, `data` and `module` keep their meaning.
    public func setEventNode(_ node: Node?, named name: String) {
        context.setEventNode(node, named: name)
    }

    /// Describes an event of a node, for the app.
    ///
    /// - Parameters:
    ///   - kind: The kind of event.
    ///   - node: A node of this tree, or of an item inside it.
    /// - Returns: The event. It is not checked whether the node takes part in such events (``Node/accepts(_:)``).
    public func event(_ kind: NodeEvent.Kind, on node: Node) -> NodeEvent {
        let owner = node.tree ?? self
        let action = node.action
        return NodeEvent(
            kind: kind,
            nodeID: node.properties.id,
            templateType: node.templateType,
            templateVersion: node.templateVersion,
            action: action,
            actionParam: node.actionParam,
            actionValue: action.flatMap { owner.data?[$0] },
            dataPath: owner.dataPath,
            pageIndex: (node as? PageNode)?.currentPage,
            scrollOffset: (node as? ItemContainerNode)?.scrollOffset
        )
    }

    /// Sends an event to a node: its event program runs, if it has one and the tree has a runner.
    ///
    /// The program has run when this returns. It may change anything and send further events, which are handled
    /// immediately. Events that lead to each other without end are stopped, which is an issue
    /// (``NodeIssue/Code/eventLoop``).
    ///
    /// - Parameters:
    ///   - kind: The kind of event.
    ///   - node: A node of this tree, or of an item inside it.
    /// - Returns: The event, with the state before the program ran.
    @discardableResult
    public func send(_ kind: NodeEvent.Kind, to node: Node) -> NodeEvent {
        let event = event(kind, on: node)
        deliver(event, to: node) { _ in }
        return event
    }

    /// Runs the program of a node for an event, and then a completion.
    ///
    /// - Returns: Whether that was done; it is not if there are too many events.
    @discardableResult
    func deliver(_ event: NodeEvent, to node: Node, then tell: (NodeEvent) -> Void) -> Bool {
        let name = event.kind.handlerName
        return context.deliver(at: node, name) {
            if let runner = eventPrograms, let name, let program = node.eventProgram(for: name) {
                runner.run(program, on: node, for: event)
            }
            tell(event)
        }
    }

    /// The path of the data that this tree shows, in the data of the outermost tree.
    public var dataPath: DataPath {
        var reversed: [BindingPath.Step] = []
        var current = self
        while let container = current.container, let outer = container.tree {
            reversed.append(.index(current.entryIndex))
            reversed += container.source(in: outer).reversed()
            current = outer
        }
        return DataPath(prepared: reversed.reversed())
    }
}
