import VirtualViewExpressions
import VirtualViewFormat

/// One run of a program: its registers, and its progress.
///
/// This contains all state that a run changes except the nodes, so programs may run inside each other.
struct ProgramRun {
    /// The number of bytes of text that count as one step.
    private static let bytesPerStep = 64

    let node: Node
    let tree: NodeTree?
    let event: NodeEvent?
    /// The values of the registers; `nil` before the first assignment.
    private var registers: [EventValue?]
    private var remainingSteps: Int
    /// The offset of the current instruction.
    private(set) var offset = 0

    init(on node: Node, for event: NodeEvent?, limits: EventInterpreter.Limits) {
        self.node = node
        self.event = event
        tree = node.tree
        registers = []
        remainingSteps = max(0, limits.maximumSteps)
    }

    /// Runs the program to its end.
    ///
    /// It ends, because verified programs only jump forward.
    mutating func run(_ code: ProgramCode) throws(ProgramProblem) {
        registers = Array(repeating: nil, count: code.registerCount)
        var next = 0
        while next < code.instructions.count {
            let instruction = code.instructions[next]
            offset = instruction.offset
            next += 1
            try spend(1)
            switch instruction.operation {
            case .jump(let target):
                next = target
            case .jumpIfFalse(let target, let condition):
                if try !value(condition).isTrue { next = target }
            default:
                registers[instruction.result] = try result(of: instruction.operation)
            }
        }
    }

    /// Subtracts steps from the budget.
    mutating func spend(_ steps: Int) throws(ProgramProblem) {
        remainingSteps -= steps
        if remainingSteps < 0 { throw ProgramProblem(.tooManySteps, "the program takes too many steps") }
    }

    /// Subtracts the steps for reading through a text.
    mutating func spend(on text: String) throws(ProgramProblem) {
        try spend(text.utf8.count / Self.bytesPerStep)
    }

    /// Subtracts the steps for finding a member of a node by name, and for storing a value there.
    mutating func spend(
        on name: ProgramName,
        of node: Node,
        for value: EventValue = .none
    ) throws(ProgramProblem) {
        try spend(1)
        if node.hasVariables, let text = name.text { try spend(on: text) }
        // The old value may be compared with the new one.
        if case .string(let text) = value { try spend(on: text) }
    }

    private mutating func result(of operation: ProgramCode.Operation) throws(ProgramProblem) -> EventValue {
        switch operation {
        case .calculate(let arithmetic, let left, let right):
            return try calculate(arithmetic, value(left), value(right))
        case .compare(let comparison, let left, let right):
            return .int(try compare(comparison, value(left), value(right)) ? 1 : 0)
        case .and(let left, let right):
            let (first, second) = (try value(left), try value(right))
            return .int(first.isTrue && second.isTrue ? 1 : 0)
        case .or(let left, let right):
            let (first, second) = (try value(left), try value(right))
            return .int(first.isTrue || second.isTrue ? 1 : 0)
        case .negate(let operand):
            let operand = try value(operand)
            guard let number = EventNumber(operand) else {
                throw ProgramProblem(.unfitOperand, "'-' needs a number, but there is \(operand.noun)")
            }
            return number.negated.value
        case .not(let operand):
            return .int(try value(operand).isTrue ? 0 : 1)
        case .select(let condition, let first, let second):
            let (condition, first, second) = (try value(condition), try value(first), try value(second))
            return condition.isTrue ? first : second
        case .assign(let path, let operand):
            let value = try value(operand)
            try assign(value, to: path)
            return value
        case .change(let arithmetic, let path, let operand):
            return try change(path, arithmetic, by: value(operand))
        case .unassignable:
            throw ProgramProblem(.unassignable, "only a property can be assigned to")
        case .call(let path, let arguments):
            var values: [EventValue] = []
            values.reserveCapacity(arguments.count)
            for argument in arguments { values.append(try value(argument)) }
            return try call(path, values)
        case .element(let path, let operand):
            let container = try value(at: path)
            return try element(of: container, at: value(operand))
        case .jump, .jumpIfFalse:
            return .none
        }
    }

    // MARK: - Operands

    private mutating func value(_ operand: ProgramOperand) throws(ProgramProblem) -> EventValue {
        switch operand {
        case .path(let path): return try value(at: path)
        case .int(let number): return .int(number)
        case .float(let number): return .float(number)
        case .text(let text): return .string(text)
        case .register(let number): return try register(number)
        case .missingText(let id):
            throw ProgramProblem(.missingString, "the file does not have the text \(id)")
        }
    }

    func register(_ number: Int) throws(ProgramProblem) -> EventValue {
        guard let value = registers[number] else {
            throw ProgramProblem(.unsetRegister, "nothing was put into register \(number)")
        }
        return value
    }
}

// MARK: - Operators

extension ProgramRun {
    mutating func calculate(
        _ arithmetic: EventArithmetic,
        _ left: EventValue,
        _ right: EventValue
    ) throws(ProgramProblem) -> EventValue {
        if let first = EventNumber(left), let second = EventNumber(right) {
            return try EventNumber.calculate(arithmetic, first, second).value
        }
        guard arithmetic == .add, left.isText || right.isText, left.kind != .node, right.kind != .node else {
            let message = "'\(arithmetic.rawValue)' does not take \(left.noun) and \(right.noun)"
            throw ProgramProblem(.unfitOperand, message)
        }
        guard let first = left.joinedText, let second = right.joinedText else {
            throw ProgramProblem(.unfitOperand, "'+' joins lists and objects of at most a mebibyte")
        }
        try spend(on: first)
        try spend(on: second)
        return .string(first + second)
    }

    private mutating func compare(
        _ comparison: EventComparison,
        _ left: EventValue,
        _ right: EventValue
    ) throws(ProgramProblem) -> Bool {
        switch comparison {
        case .equal: return try areEqual(left, right)
        case .notEqual: return try !areEqual(left, right)
        case .greater, .less, .greaterOrEqual, .lessOrEqual: break
        }
        guard let first = EventNumber(left), let second = EventNumber(right) else {
            let message = "'\(comparison.rawValue)' does not take \(left.noun) and \(right.noun)"
            throw ProgramProblem(.unfitOperand, message)
        }
        return EventNumber.compare(comparison, first, second)
    }

    /// Compares two values; those of different kinds are never equal, and lists and objects cannot be compared with
    /// each other.
    private mutating func areEqual(_ left: EventValue, _ right: EventValue) throws(ProgramProblem) -> Bool {
        switch (left, right) {
        case (.none, .none): return true
        case (.string(let first), .string(let second)):
            try spend(on: first.utf8.count < second.utf8.count ? first : second)
            return first.hasSameBytes(as: second)
        case (.node(let first), .node(let second)): return first === second
        case (.list, .list), (.object, .object):
            throw ProgramProblem(.unfitOperand, "\(left.noun) cannot be compared with \(right.noun)")
        default:
            guard let first = EventNumber(left), let second = EventNumber(right) else { return false }
            return EventNumber.compare(.equal, first, second)
        }
    }

    /// Returns an element of an array by index, or an entry of an object by name.
    private mutating func element(of container: EventValue, at place: EventValue) throws(ProgramProblem) -> EventValue {
        if case .list(let elements) = container, let index = place.wholeNumber {
            guard elements.indices.contains(index) else {
                let message = "there is no element \(index) in a list of \(elements.count)"
                throw ProgramProblem(.indexOutOfRange, message)
            }
            return EventValue(elements[index])
        }
        switch (container, place) {
        case (.none, _): return .none
        case (.object(let entries), .string(let name)):
            try spend(on: name)
            return EventValue(entries[name])
        default:
            throw ProgramProblem(.unfitOperand, "\(container.noun) has no elements by \(place.noun)")
        }
    }
}

extension EventValue {
    fileprivate var isText: Bool {
        if case .string = self { true } else { false }
    }

    fileprivate var wholeNumber: Int? {
        switch self {
        case .int(let number): Int(number)
        case .long(let number): Int(clamping: number)
        case .float(let number): Int64(whole: Double(number)).map { Int(clamping: $0) }
        case .double(let number): Int64(whole: number).map { Int(clamping: $0) }
        case .none, .bool, .string, .list, .object, .node: nil
        }
    }
}

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
            guard error.code == .readOnly || error.code == .unassignable else { throw error }
            throw ProgramProblem(.unknownFunction, "only nodes and modules have functions")
        }
    }

    private func callModule(_ names: [ProgramName], _ arguments: [EventValue]) throws(ProgramProblem) -> EventValue {
        guard names.count == 2 else {
            throw ProgramProblem(.unusablePath, "a function of a module is called 'module.NAME.FUNCTION'")
        }
        guard let module = names[0].text.flatMap({ tree?.prepared.registry.eventModules[ExactText($0)] }) else {
            throw ProgramProblem(.unknownModule, "there is no module '\(names[0].shown)'")
        }
        guard let function = names[1].text.flatMap({ module[ExactText($0)] }) else {
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
