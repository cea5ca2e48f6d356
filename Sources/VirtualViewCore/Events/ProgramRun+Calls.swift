// Functions of modules and nodes.

extension ProgramRun {
    /// Calls the function that a path names.
    mutating func call(_ path: ProgramPath, _ arguments: [EventValue]) throws(ProgramProblem) -> EventValue {
        if case .module = path.root { return try callModule(path.names, arguments) }
        if case .named(let name) = path.root, path.names.isEmpty {
            throw ProgramProblem(.unknownFunction, "'\(name.shown)' is called without a node or module")
        }
        let (nodes, member) = try functionTargets(of: path)
        guard let first = nodes.first else { throw ProgramProblem(.noTarget, "the path leads to no node") }
        var result: EventValue?
        for node in nodes {
            try spend(1)
            guard let function = type(of: node).eventFunctions.last(where: { $0.name == member.text }) else { continue }
            result = try call(function, arguments, target: node)
        }
        guard let result else {
            throw ProgramProblem(.unknownFunction, "'\(first.componentName)' has no function '\(member.shown)'")
        }
        return result
    }

    private mutating func functionTargets(
        of path: ProgramPath
    ) throws(ProgramProblem) -> (nodes: NodeSet, member: ProgramName) {
        do throws(ProgramProblem) {
            return try targets(of: path)
        } catch {
            guard error.code == .readOnly else { throw error }
            throw ProgramProblem(.unknownFunction, "only nodes and modules have functions")
        }
    }

    private func callModule(_ names: [ProgramName], _ arguments: [EventValue]) throws(ProgramProblem) -> EventValue {
        guard names.count == 2 else {
            throw ProgramProblem(.unusablePath, "a function of a module is called 'module.NAME.FUNCTION'")
        }
        guard let module = names[0].text.flatMap({ tree?.prepared.registry.eventModules[$0] }) else {
            throw ProgramProblem(.unknownModule, "there is no module '\(names[0].shown)'")
        }
        guard let function = names[1].text.flatMap({ module[$0] }) else {
            let message = "the module '\(names[0].shown)' has no function '\(names[1].shown)'"
            throw ProgramProblem(.unknownFunction, message)
        }
        return try call(function, arguments, target: nil)
    }

    private func call(
        _ function: EventFunction,
        _ arguments: [EventValue],
        target: Node?
    ) throws(ProgramProblem) -> EventValue {
        let count = function.parameters.count
        guard arguments.count == count else {
            let message = "'\(function.name)' takes \(count) arguments, but gets \(arguments.count)"
            throw ProgramProblem(.argumentCount, message)
        }
        var fitting: [EventValue] = []
        fitting.reserveCapacity(count)
        for (index, (kind, value)) in zip(function.parameters, arguments).enumerated() {
            guard let argument = kind.fit(value) else {
                let message = "argument \(index + 1) of '\(function.name)' is \(kind.noun), but gets \(value.noun)"
                throw ProgramProblem(.unfitArgument, message)
            }
            fitting.append(argument)
        }
        let given = try function.body(EventCall(arguments: fitting, node: node, target: target, event: event))
        guard let result = function.result.fit(given) else {
            let message = "'\(function.name)' gives \(function.result.noun), but gave \(given.noun)"
            throw ProgramProblem(.functionFailed, message)
        }
        return result
    }
}
