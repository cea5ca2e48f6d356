import VirtualViewExpressions

// Instructions that produce values.

extension EventGenerator {
    /// The forms of two-operand instructions by the kinds of their operands.
    private static let forms: [Int?] = {
        var forms = [Int?](repeating: nil, count: 25)
        for (form, kinds) in InstructionDecoder.forms.enumerated() {
            forms[Int(kinds.left) * 5 + Int(kinds.right)] = form
        }
        return forms
    }()

    // MARK: Calls and elements

    mutating func call(_ count: Int, _ node: EventNode) {
        var arguments: [Entry] = []
        for _ in 0..<count { arguments.append(pop()) }
        let path = pop()
        hasEffect = true
        if count > 255 {
            report(.tooManyParts("arguments", count), at: node.range)
        }
        guard path.operand != .invalid, !arguments.contains(where: { $0.operand == .invalid }) else {
            return push(Entry(operand: .invalid, range: node.range))
        }
        code.append(.call)
        code.append(path.operand)
        code.append(byte: count)
        for argument in arguments.reversed() { code.appendTyped(argument.operand) }
        push(Entry(operand: appendResult(), range: node.range))
    }

    mutating func subscripted(_ node: EventNode) {
        let index = pop()
        let path = pop()
        guard index.operand != .invalid, case .path = path.operand else {
            return push(Entry(operand: .invalid, range: node.range))
        }
        code.append(.index)
        code.append(path.operand)
        code.appendTyped(index.operand)
        push(Entry(operand: appendResult(), range: node.range))
    }

    // MARK: One operand

    mutating func unary(_ opcode: Opcode, _ node: EventNode) {
        let entry = pop()
        push(Entry(operand: unaryResult(opcode, entry.operand, node), range: node.range))
    }

    private mutating func unaryResult(_ opcode: Opcode, _ operand: EventOperand, _ node: EventNode) -> EventOperand {
        switch operand {
        case .invalid: return .invalid
        case .int(let value): return .int(opcode == .negate ? 0 &- value : value == 0 ? 1 : 0)
        case .float(let value): return opcode == .negate ? .float(-value) : .int(value == 0 ? 1 : 0)
        case .string:
            let sign = opcode == .negate ? "-" : "!"
            report(.textOperator(sign), at: node.mark)
            return .invalid
        case .path, .register:
            code.append(opcode)
            code.appendTyped(operand)
            return operand.register.map { .register($0) } ?? appendResult()
        }
    }

    // MARK: Two operands

    mutating func binary(_ opcode: Opcode, _ node: EventNode) {
        let right = pop()
        let left = pop()
        var result = Entry(operand: .invalid, range: node.range)
        defer { push(result) }
        if opcode.isAssignment { hasEffect = true }
        if left.operand == .invalid || right.operand == .invalid { return }
        if opcode.isAssignment {
            // The parser has reported any other left side.
            guard case .path = left.operand else { return }
            checkTarget(left, opcode == .assign ? right : nil)
            result.isCompound = opcode != .assign
        }
        if left.operand.isLiteral, right.operand.isLiteral {
            result.operand = fold(opcode, left, right, node)
            return
        }
        guard isDefined(opcode, left.operand, right.operand) else {
            reportTextOperator(opcode, left, right, node)
            return
        }
        if opcode.divides, right.operand.number == 0 {
            report(.zeroDivisor(isWhole: right.operand == .int(0)), at: node.mark)
        }
        result.operand = emit(opcode, left.operand, right.operand)
    }

    private mutating func emit(_ opcode: Opcode, _ left: EventOperand, _ right: EventOperand) -> EventOperand {
        code.append(opcode)
        code.append(byte: Self.forms[left.kind * 5 + right.kind] ?? 0)
        code.append(left)
        code.append(right)
        switch (left.register, right.register) {
        case (let left?, let right?):
            release()
            return .register(min(left, right))
        case (let register?, nil), (nil, let register?): return .register(register)
        case (nil, nil): return appendResult()
        }
    }

    /// Returns whether an operation exists when one side is a text; other values decide at run time.
    private func isDefined(_ opcode: Opcode, _ left: EventOperand, _ right: EventOperand) -> Bool {
        if case .string = left { return opcode == .add || opcode == .equal }
        guard case .string = right else { return true }
        return [.add, .equal, .assign, .addAssign].contains(opcode)
    }

    private mutating func reportTextOperator(_ opcode: Opcode, _ left: Entry, _ right: Entry, _ node: EventNode) {
        let edits: [EventProblem.Edit] =
            opcode == .notEqual
            ? [
                .init(inserting: "!(", at: node.range.lowerBound),
                .init(node.mark, with: "=="),
                .init(inserting: ")", at: node.range.upperBound),
            ] : []
        let isMixed = left.operand.number != nil || right.operand.number != nil
        report(
            .textOperator(opcode.sign),
            at: node.mark,
            fixIt: "replace with '!(a == b)'",
            edits: isMixed ? [] : edits
        )
    }

    private mutating func fold(_ opcode: Opcode, _ left: Entry, _ right: Entry, _ node: EventNode) -> EventOperand {
        switch EventFolding.fold(opcode, left.operand, right.operand) {
        case .value(let operand):
            guard case .string(let text) = operand else { return operand }
            return store(text, node) ? operand : .invalid
        case .textOperator:
            reportTextOperator(opcode, left, right, node)
        case .divisionByZero:
            report(.divisionByZero, at: node.mark)
        case .decimalDivisionByZero(let result):
            report(isLenient ? .divisionByZero(stored: result) : .divisionByZero, at: node.mark)
            return isLenient ? .float(result) : .invalid
        case .literalLogic:
            report(.literalLogic(opcode.sign, isStored: isLenient), at: node.mark)
            if case .int = left.operand, case .int = right.operand { return isLenient ? .int(0) : .invalid }
            return isLenient ? .float(0) : .invalid
        case .floatRemainder(let result):
            report(.floatRemainder("\(result)", isStored: isLenient), at: node.mark)
            return isLenient ? .float(0) : .invalid
        case .emptyText(let stored):
            report(.emptyText(stored, isStored: isLenient), at: node.mark)
            return store(stored, node) && isLenient ? .string(stored) : .invalid
        }
        return .invalid
    }

    /// Stores a text that literals were joined to; `false` when the program has too much of them.
    ///
    /// The reference stores the result of every single `+`, so that a long row of short texts takes up its length
    /// squared.
    private mutating func store(_ text: String, _ node: EventNode) -> Bool {
        joinedBytes += text.utf8.count
        guard joinedBytes <= Self.maximumJoinedBytes else {
            report(.tooMuchText(Self.maximumJoinedBytes), at: node.range)
            return false
        }
        hold(text, node)
        return true
    }

    /// Records a text that the program holds.
    mutating func hold(_ text: String, _ node: EventNode) {
        output.strings.append((text, node.range))
        if EventOperand.stringID(text) == EventOperand.stringID("") {
            report(.sameIDAsEmpty(text, isStored: isLenient), at: node.range)
        }
    }

    // MARK: Three operands

    mutating func select(_ node: EventNode) {
        let entries = Array([pop(), pop(), pop()].reversed())
        let parts = entries.map { $0.operand }
        var result = EventOperand.invalid
        defer { push(Entry(operand: result, range: node.range)) }
        if parts.contains(.invalid) { return }
        switch parts[0] {
        case .invalid: return
        case .int(let value): result = parts[value != 0 ? 1 : 2]
        case .float(let value):
            // The reference takes what is this close to 0 for 0.
            let isTiny = value != 0 && value.magnitude <= 1e-7
            if isTiny { report(.tinyCondition(isStored: isLenient), at: entries[0].range) }
            if !isTiny || isLenient { result = parts[value.magnitude > 1e-7 ? 1 : 2] }
        case .string(let text): result = parts[text.isEmpty ? 2 : 1]
        case .path, .register:
            code.append(.select)
            code.append(short: parts[0].kind | parts[1].kind << 3 | parts[2].kind << 6)
            for part in parts { code.append(part) }
            let registers = parts.compactMap { $0.register }
            for _ in registers.dropFirst() { release() }
            result = registers.min().map { .register($0) } ?? appendResult()
        }
    }
}

extension Opcode {
    /// Whether the left operand is written to.
    var isAssignment: Bool {
        switch self {
        case .assign, .addAssign, .subtractAssign, .multiplyAssign, .divideAssign, .remainderAssign: true
        default: false
        }
    }

    fileprivate var divides: Bool {
        switch self {
        case .divide, .remainder, .divideAssign, .remainderAssign: true
        default: false
        }
    }

    /// The sign in the source.
    fileprivate var sign: String {
        EventSymbol.allCases.first { $0.binary?.opcode == self }?.rawValue ?? mnemonic
    }
}
