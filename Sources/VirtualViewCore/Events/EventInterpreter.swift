import VirtualViewExpressions

/// Runs event programs: what every tree has unless it is given another runner.
///
/// A program is verified when it first runs, and the answer is kept with its template for all trees. A program that may
/// not run does nothing, and is reported once. All of a run's state is its own, so a program may send an event that runs
/// another.
public final class EventInterpreter: EventProgramRunner, Sendable {
    /// A function from a byte of a program to the place in a source that it was compiled from.
    public typealias SourceLookup =
        @Sendable (_ program: EventProgram, _ byteOffset: Int) -> SourceMap.Position?

    /// Bounds for each run.
    public let limits: EventLimits
    /// Finds the place in a source that a byte of a program was compiled from; without it, and where it gives `nil`, the
    /// source map of the file is asked.
    public let sourcePosition: SourceLookup?

    /// Makes an interpreter.
    ///
    /// - Parameters:
    ///   - limits: Bounds for each run.
    ///   - sourcePosition: Finds the place in a source that a byte of a program was compiled from.
    public init(limits: EventLimits = EventLimits(), sourcePosition: SourceLookup? = nil) {
        self.limits = limits
        self.sourcePosition = sourcePosition
    }

    /// What every tree begins with.
    static let standard = EventInterpreter()

    /// Runs a program and reports what stops it to the node's tree: ``NodeTree/onEventError``, ``NodeTree/issues``.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - node: The node that has the program.
    ///   - event: What happened; `nil` when the program runs for another reason, such as new data.
    public func run(_ program: EventProgram, on node: Node, for event: NodeEvent?) {
        do throws(EventError) {
            try execute(program, on: node, for: event)
        } catch {
            node.tree?.context.report(error, at: node)
        }
    }

    /// Runs a program.
    ///
    /// - Parameters:
    ///   - program: The program; of the template that the node comes from, or its code is verified each time.
    ///   - node: The node for which `this` stands.
    ///   - event: What happened; `nil` when the program runs for another reason.
    /// - Throws: ``EventError`` when something stops the program; what it did before stays done.
    public func execute(
        _ program: EventProgram,
        on node: Node,
        for event: NodeEvent? = nil
    ) throws(EventError) {
        let code = try code(of: program, on: node)
        var run = ProgramRun(on: node, for: event, limits: limits)
        let context = run.tree?.context
        guard (context?.runningPrograms ?? 0) < limits.maximumNesting else {
            let problem = ProgramProblem(
                .nestingTooDeep,
                "more than \(limits.maximumNesting) programs run inside each other"
            )
            throw error(problem, program, node, at: 0)
        }
        context?.runningPrograms += 1
        defer { context?.runningPrograms -= 1 }
        do throws(ProgramProblem) {
            try run.run(code)
        } catch {
            throw self.error(error, program, node, at: run.offset)
        }
    }

    private func code(of program: EventProgram, on node: Node) throws(EventError) -> ProgramCode {
        let origin = node.prototype.origin
        let result =
            origin.template == program.template ? origin.programs.code(of: program) : ProgramCache.make(program)
        switch result {
        case .success(let code): return code
        case .failure(let problem):
            throw error(ProgramProblem(.unusableProgram, "\(problem)"), program, node, at: problem.offset)
        case nil:
            let problem = ProgramProblem(.unusableProgram, "the file does not have the program")
            throw error(problem, program, node, at: 0)
        }
    }

    private func error(_ problem: ProgramProblem, _ program: EventProgram, _ node: Node, at offset: Int) -> EventError {
        EventError(
            code: problem.code,
            templateType: program.template.type,
            nodePath: node.layoutPath,
            handlerName: program.handlerName,
            programID: program.id,
            byteOffset: offset,
            position: sourcePosition?(program, offset) ?? keptPosition(in: program, node, at: offset),
            message: problem.message
        )
    }

    private func keptPosition(in program: EventProgram, _ node: Node, at offset: Int) -> SourceMap.Position? {
        let origin = node.prototype.origin
        return origin.template == program.template
            ? origin.programs.sourcePosition(in: program, at: offset) : program.sourcePosition(at: offset)
    }
}
