import VirtualViewExpressions
import VirtualViewFormat

/// Writes the code of an event program.
///
/// Code is written in the order of the tree's nodes. Values that code has produced are in registers, which are numbered
/// as the reference compiler does: one more for each instruction that produces a value, one less when an instruction
/// merges two registers. A program that would need more than the 20 registers there are is written again with the count
/// set back after every statement; statements share no values (`Docs/Expressions.md`, "Registers").
struct EventGenerator {
    /// The result of compiling a program.
    struct Output: Sendable {
        /// The bytes.
        var code: [UInt8] = []
        /// Every word and text in the order in which the reference compiler stores them, with its place.
        var strings: [(text: String, range: Range<Int>)] = []
        /// The names of properties behind `this.` in what runs in any case, and the place of the path.
        var ownProperties: [(name: String, range: Range<Int>)] = []
        /// The paths that are assigned to.
        var targets: [EventProgramCompiler.Target] = []
        /// The start of the code of each statement, condition and jump over an `else`, and its place in the text.
        var statements: [(offset: Int, place: Int)] = []
        /// The problem.
        var problems: [EventProblem] = []
    }

    /// The number of registers of a program.
    static let registerCount = Int(InstructionDecoder.registerCount)
    /// The maximum number of bytes of all texts that literals are joined to in a program.
    static let maximumJoinedBytes = 1 << 18

    /// A value on the stack.
    struct Entry {
        var operand: EventOperand
        var range: Range<Int>
        /// The names of a path.
        var names: [String] = []
        /// Whether it is the result of `+=` or one of its siblings.
        var isCompound = false
    }

    /// An `if` whose jumps have no targets yet.
    private struct OpenIf {
        /// The position of the target of the jump over the current block; `nil` after a condition that is not a value.
        var conditionJump: Int?
        /// The offsets of the targets of the jumps to the end of the whole `if`.
        var endJumps: [Int] = []
        /// Whether its first condition is written, so that what follows may not run.
        var hasCondition = false
    }

    let tree: EventTree
    let isLenient: Bool
    /// Whether the count of registers is set back after every statement.
    private let resetsRegisters: Bool
    var output = Output()
    var code = EventCode()
    private var stack: [Entry] = []
    private var openIfs: [OpenIf] = []
    private var nextRegister = 0
    private var usedRegisters = 0
    private var statementRegisters = 0
    /// The start of the code of the current statement.
    private var statementStart = 0
    /// Whether the statement has an assignment or call so far.
    var hasEffect = false
    /// The bytes of all texts that literals were joined to so far.
    var joinedBytes = 0

    private init(_ tree: EventTree, isLenient: Bool, resetsRegisters: Bool) {
        self.tree = tree
        self.isLenient = isLenient
        self.resetsRegisters = resetsRegisters
    }

    /// Writes the code of a program.
    ///
    /// - Complexity: O(*n*) in the size of the tree.
    static func generate(_ tree: EventTree, isLenient: Bool) -> Output {
        var generator = EventGenerator(tree, isLenient: isLenient, resetsRegisters: false)
        generator.run()
        guard generator.usedRegisters > registerCount else { return generator.output }
        var second = EventGenerator(tree, isLenient: isLenient, resetsRegisters: true)
        second.run()
        return second.output
    }

    private mutating func run() {
        for index in tree.nodes.indices { step(tree.nodes[index], at: index) }
        output.code = code.bytes
    }

    private mutating func step(_ node: EventNode, at index: Int) {
        switch node.kind {
        case .invalid: push(.invalid, node)
        case .int(let value): push(.int(value), node)
        case .float(let value): push(.float(value), node)
        case .string(let text):
            if !text.isEmpty { hold(text, node) }
            push(.string(text), node)
        case .base: makeBase(node)
        case .path(let names, let isBased, let role): pushPath(names, isBased, role, node, at: index)
        case .call(let count): call(count, node)
        case .index: subscripted(node)
        case .unary(let opcode): unary(opcode, node)
        case .binary(let opcode): binary(opcode, node)
        case .select: select(node)
        case .statementEnd: endStatement(node)
        case .ifBegin: openIfs.append(OpenIf())
        case .condition: condition(node)
        case .armEnd(let hasNext): endArm(hasNext, node)
        case .ifEnd: endIf()
        }
    }
}

// MARK: - Values and registers

extension EventGenerator {
    private mutating func push(_ operand: EventOperand, _ node: EventNode) {
        stack.append(Entry(operand: operand, range: node.range))
    }

    /// Pushes the result of an instruction.
    mutating func push(_ entry: Entry) {
        stack.append(entry)
    }

    /// Removes and returns the top value; a program that could not be read may lack one.
    mutating func pop() -> Entry {
        let entry = stack.popLast() ?? Entry(operand: .invalid, range: 0..<0)
        if entry.isCompound { report(.compoundValue, at: entry.range) }
        return entry
    }

    /// Hands out a register.
    mutating func allocate() -> Int {
        let register = nextRegister
        nextRegister += 1
        usedRegisters = max(usedRegisters, nextRegister)
        statementRegisters = max(statementRegisters, nextRegister)
        return register
    }

    /// Releases the register that was handed out last, once its value is merged into another.
    mutating func release() {
        nextRegister = max(0, nextRegister - 1)
    }

    /// Writes a new result register.
    mutating func appendResult() -> EventOperand {
        let register = allocate()
        code.append(byte: register)
        return .register(register)
    }

    mutating func report(
        _ message: EventMessage,
        at range: Range<Int>,
        fixIt: String = "",
        edits: [EventProblem.Edit] = []
    ) {
        output.problems.append(EventProblem(message, at: range, fixIt: fixIt, edits: edits))
    }

    /// A member is always taken of the register that was handed out last.
    private mutating func makeBase(_ node: EventNode) {
        let entry = pop()
        switch entry.operand {
        case .invalid:
            push(.invalid, node)
        case .register(let register) where register == nextRegister - 1:
            push(.register(register), node)
        case .register:
            report(.lostBase, at: node.range)
            push(.invalid, node)
        case .path, .int, .float, .string:
            report(.baseValue, at: node.range)
            push(.invalid, node)
        }
    }

    private mutating func pushPath(
        _ range: Range<Int>,
        _ isBased: Bool,
        _ role: EventNode.PathRole,
        _ node: EventNode,
        at index: Int
    ) {
        let base = isBased ? pop().operand : nil
        let names = Array(tree.names[range])
        for name in names { output.strings.append((name, node.range)) }
        guard base != .invalid, !names.isEmpty || (isBased && role == .index) else { return push(.invalid, node) }
        if names.count > 255 {
            report(.tooManyParts("names in a path", names.count), at: node.range)
        }
        let isElement = isBased && index >= 2 && tree.nodes[index - 2].isIndex
        checkPath(names, role, isBased: isBased, isElement: isElement, at: node.range)
        let ids = names.prefix(255).map { EventOperand.stringID($0) }
        stack.append(
            Entry(operand: .path(base: base?.register, names: ids), range: node.range, names: isBased ? [] : names)
        )
    }
}

extension EventNode {
    fileprivate var isIndex: Bool {
        if case .index = kind { true } else { false }
    }
}

// MARK: - Statements

extension EventGenerator {
    /// Records the place of the code since the last record.
    private mutating func noteStatement(_ node: EventNode) {
        guard code.count > statementStart else { return }
        output.statements.append((statementStart, node.range.lowerBound))
        statementStart = code.count
    }

    private mutating func endStatement(_ node: EventNode) {
        noteStatement(node)
        let operand = stack.last?.operand
        stack.removeAll()
        if let operand, operand != .invalid, !hasEffect {
            report(.noEffect, at: node.range)
        }
        hasEffect = false
        endRegisters(node)
    }

    private mutating func endRegisters(_ node: EventNode) {
        guard resetsRegisters else { return }
        if statementRegisters > Self.registerCount {
            report(.tooManyRegisters(statementRegisters), at: node.range)
        }
        nextRegister = 0
        statementRegisters = 0
    }

    private mutating func condition(_ node: EventNode) {
        let entry = pop()
        stack.removeAll()
        hasEffect = false
        switch entry.operand {
        case .invalid: break
        case .int, .float, .string: report(.literalCondition, at: node.range)
        case .path, .register:
            code.append(.jumpIfFalse)
            if !openIfs.isEmpty { openIfs[openIfs.count - 1].conditionJump = code.count }
            code.append(Int32(0))
            code.appendTyped(entry.operand)
        }
        if !openIfs.isEmpty { openIfs[openIfs.count - 1].hasCondition = true }
        noteStatement(node)
        endRegisters(node)
    }

    private mutating func endArm(_ hasNext: Bool, _ node: EventNode) {
        guard var open = openIfs.popLast() else { return }
        if hasNext {
            code.append(.jump)
            open.endJumps.append(code.count)
            code.append(Int32(0))
            noteStatement(node)
        }
        if let jump = open.conditionJump { code.overwrite(code.count, at: jump) }
        open.conditionJump = nil
        openIfs.append(open)
    }

    private mutating func endIf() {
        guard let open = openIfs.popLast() else { return }
        for jump in open.endJumps { code.overwrite(code.count, at: jump) }
    }
}

// MARK: - Paths that compile but that no reference client can follow

extension EventGenerator {
    /// Warns about a path that no reference client can follow.
    ///
    /// - Parameters:
    ///   - names: Its names.
    ///   - role: The use of the path.
    ///   - isBased: Whether it continues from a value.
    ///   - isElement: Whether that value is an element.
    ///   - range: Its source.
    mutating func checkPath(
        _ names: [String],
        _ role: EventNode.PathRole,
        isBased: Bool,
        isElement: Bool,
        at range: Range<Int>
    ) {
        if isBased {
            if names.isEmpty {
                if isElement { report(.nestedIndex, at: range) }
            } else if names.count > 1 {
                report(.memberChain, at: range)
            } else if isElement, role == .value {
                report(.elementMember, at: range)
            }
            return
        }
        guard let root = names.first else { return }
        if names.count == 1 {
            report(.singleName(root, isCall: role == .call), at: range)
        } else if root == "data" {
            if names.count > 2 { report(.dataPath, at: range) }
        } else if root == "module" {
            if names.count != 3 { report(.modulePath, at: range) }
        } else if root == "this", names.count == 2 {
            if role != .call, openIfs.allSatisfy({ !$0.hasCondition }) {
                output.ownProperties.append((names[1], range))
            }
        } else if root == "env" || root == "app" {
            report(.bindingRoot(root), at: range)
        } else if root != "this", SystemStrings.standard.contains(root) {
            report(.unusableRoot(root), at: range)
        } else {
            checkSteps(names.dropFirst().dropLast(), at: range)
        }
    }

    /// The names between the first and the last lead from view to view.
    private mutating func checkSteps(_ steps: ArraySlice<String>, at range: Range<Int>) {
        for step in steps {
            switch step {
            case "this", "parent", "ancestor", "siblings": continue
            case "children": report(.children, at: range)
            case _ where SystemStrings.standard.contains(step):
                report(.unusableStep(step), at: range)
            default: continue
            }
            return
        }
    }

    /// Records a path that is assigned to, and the value if nothing is computed.
    mutating func checkTarget(_ target: Entry, _ value: Entry?) {
        guard !target.names.isEmpty else { return }
        if target.names.count > 1, target.names[0] == "data" {
            report(.dataWrite, at: target.range)
        }
        let literal = value.flatMap { $0.operand.isLiteral ? ($0.operand, $0.range) : nil }
        output.targets.append((target.names, target.range, literal))
    }
}
