import VirtualViewExpressions
import VirtualViewFormat

/// Runs event programs; every tree uses one unless it is given another runner.
///
/// A program is verified when it first runs, and the result is kept with its template for all trees. A program that is
/// not valid does nothing, and is reported once. Each run has its own state, so a program may send an event that runs
/// another program, and trees on any threads may share one interpreter.
public final class EventInterpreter: EventProgramRunner, Sendable {
    /// A function from a byte of a program to the position in the source from which it was compiled.
    public typealias SourceLookup =
        @Sendable (_ program: EventProgram, _ byteOffset: Int) -> SourceMap.Position?

    /// The limits for each run.
    public let limits: EventInterpreter.Limits
    /// Finds the position in the source of a byte of a program; without it, and if it returns `nil`, the source map of
    /// the file is used.
    public let sourcePosition: SourceLookup?

    /// Makes an interpreter.
    public init(limits: EventInterpreter.Limits = EventInterpreter.Limits(), sourcePosition: SourceLookup? = nil) {
        self.limits = limits
        self.sourcePosition = sourcePosition
    }

    /// The interpreter that every tree starts with.
    static let standard = EventInterpreter()

    /// Runs a program and reports an error to the node's tree: ``NodeTree/onEventError``, ``NodeTree/issues``.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - node: The node that has the program.
    ///   - event: The event; `nil` if the program runs for another reason, such as new data.
    public func run(_ program: EventProgram, on node: Node, for event: NodeEvent?) {
        // The program may take the item away to which the node belongs.
        let context = node.tree?.context
        do throws(EventError) {
            try execute(program, on: node, for: event)
        } catch {
            context?.report(error, at: node)
        }
    }

    /// Runs a program.
    ///
    /// - Parameters:
    ///   - program: The program; if it is not from the node's template, its code is verified each time.
    ///   - node: The node that `this` refers to.
    ///   - event: The event; `nil` if the program runs for another reason.
    /// - Throws: ``EventError`` if something stops the program; everything that it did before stays done.
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

extension EventInterpreter {
    /// Limits for one run of an event program.
    ///
    /// A program has no loops and always ends; the limits protect against programs from untrusted files, which could walk
    /// large trees again and again, or double a text with every instruction.
    public struct Limits: Hashable, Sendable {
        /// The largest number of steps of a run.
        ///
        /// An instruction is a step, and so is every node that a path visits, and every 64 bytes of text that are joined,
        /// compared, written or looked up.
        public var maximumSteps: Int
        /// The largest number of programs that run inside each other: a program whose function sends an event runs another;
        /// from 1 to 16, which is also the largest depth of nested events.
        public var maximumNesting: Int {
            didSet { maximumNesting = Self.nesting(maximumNesting) }
        }

        /// Makes limits.
        public init(maximumSteps: Int = 100_000, maximumNesting: Int = 8) {
            self.maximumSteps = maximumSteps
            self.maximumNesting = Self.nesting(maximumNesting)
        }

        private static func nesting(_ number: Int) -> Int {
            min(max(1, number), EventDelivery.maximumDepth)
        }
    }
}
