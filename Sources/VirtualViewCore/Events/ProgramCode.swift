import VirtualViewExpressions
import VirtualViewFormat

/// A verified program with names looked up and jumps resolved, made once and shared by all trees of a template.
struct ProgramCode: Sendable {
    /// The operation of an instruction; indirect, so that copying an instruction counts only one reference.
    indirect enum Operation: Sendable {
        case calculate(EventArithmetic, ProgramOperand, ProgramOperand)
        case compare(EventComparison, ProgramOperand, ProgramOperand)
        case and(ProgramOperand, ProgramOperand)
        case or(ProgramOperand, ProgramOperand)
        case negate(ProgramOperand)
        case not(ProgramOperand)
        case select(ProgramOperand, ProgramOperand, ProgramOperand)
        case assign(ProgramPath, ProgramOperand)
        case change(EventArithmetic, ProgramPath, ProgramOperand)
        /// An assignment to something that is not a path.
        case unassignable
        case call(ProgramPath, [ProgramOperand])
        case element(ProgramPath, ProgramOperand)
        /// Continues at the instruction with an index.
        case jump(Int)
        case jumpIfFalse(Int, ProgramOperand)
    }

    struct Instruction: Sendable {
        /// The offset of its first byte in the program.
        let offset: Int
        let operation: Operation
        /// The register for the result; jumps have none.
        let result: Int
    }

    let instructions: [Instruction]
    /// The number of registers that it uses.
    let registerCount: Int

    /// Verifies and resolves a program, with the names of others and its own.
    ///
    /// - Throws: ``BytecodeError`` if the program is not valid.
    init(_ code: [UInt8], of template: Template, _ names: inout ProgramNames) throws(BytecodeError) {
        try BytecodeVerifier.verify(code)
        var decoded: [VirtualViewExpressions.Instruction] = []
        var decoder = InstructionDecoder(code)
        while let instruction = try decoder.next() { decoded.append(instruction) }
        var resolver = ProgramResolver(template: template, starts: decoded.map { $0.range.lowerBound })
        // Handed over, because a copy of the table would be one for each program.
        swap(&names, &resolver.names)
        instructions = decoded.map { resolver.resolve($0) }
        registerCount = resolver.registerCount
        swap(&names, &resolver.names)
    }
}

/// An operand of an instruction.
enum ProgramOperand: Sendable {
    case path(ProgramPath)
    case int(Int32)
    case float(Float)
    case text(String)
    case register(Int)
    /// A text that the file does not contain.
    case missingText(StringID)
}

/// A path: its root, and the names after it.
///
/// This is a class, so that copying an instruction counts one reference for a path instead of one for each name and
/// text.
final class ProgramPath: Sendable {
    enum Root: Sendable {
        case register(Int)
        /// The node whose program runs.
        case this
        case data
        case module
        /// A node that the app gave a name.
        case named(ProgramName)
    }

    let root: Root
    /// The names after the root; the last one is a member.
    let names: [ProgramName]

    init(root: Root, names: [ProgramName]) {
        self.root = root
        self.names = names
    }
}

/// A name in a path.
struct ProgramName: Sendable {
    /// The effect of a name that leads from node to node.
    enum Step: Sendable {
        case this, parent, ancestor, siblings, children
        /// Words that do not lead to a node.
        case data, module
        /// A node below this one.
        case descendant
    }

    let key: StringID
    /// The text; `nil` if the file does not contain it.
    let text: String?
    let step: Step

    init(_ id: Int32, of template: Template) {
        key = StringID(rawValue: id)
        text = template.string(for: key)
        step =
            switch text {
            case "this": .this
            case "parent": .parent
            case "ancestor": .ancestor
            case "siblings": .siblings
            case "children": .children
            case "data": .data
            case "module": .module
            default: .descendant
            }
    }

    /// The text in messages.
    var shown: String {
        text.map(VisibleText.short) ?? key.description
    }
}

/// The names of a template's programs, each of which is made once.
struct ProgramNames: Sendable {
    private var known: [Int32: ProgramName] = [:]

    /// Returns the name with an id of the template.
    mutating func name(_ id: Int32, of template: Template) -> ProgramName {
        if let name = known[id] { return name }
        let name = ProgramName(id, of: template)
        known[id] = name
        return name
    }
}

/// Makes a ``ProgramCode``.
private struct ProgramResolver {
    let template: Template
    /// The offsets of the instructions, in ascending order.
    let starts: [Int]
    var names = ProgramNames()
    private(set) var registerCount = 0

    mutating func resolve(_ instruction: Instruction) -> ProgramCode.Instruction {
        ProgramCode.Instruction(
            offset: instruction.range.lowerBound,
            operation: resolve(instruction.operation),
            result: instruction.result.map { register($0) } ?? 0
        )
    }

    private mutating func resolve(_ operation: Instruction.Operation) -> ProgramCode.Operation {
        switch operation {
        case .binary(let opcode, let left, let right): return resolve(opcode, left, operand(right))
        case .unary(.negate, let value): return .negate(operand(value))
        case .unary(_, let value): return .not(operand(value))
        case .select(let condition, let first, let second):
            return .select(operand(condition), operand(first), operand(second))
        case .call(let path, let arguments): return .call(self.path(path), arguments.map { operand($0) })
        case .index(let path, let argument): return .element(self.path(path), operand(argument))
        case .jump(let target): return .jump(number(of: target))
        case .jumpIfFalse(let target, let condition): return .jumpIfFalse(number(of: target), operand(condition))
        }
    }

    private mutating func resolve(
        _ opcode: Opcode,
        _ left: Operand,
        _ right: ProgramOperand
    ) -> ProgramCode.Operation {
        switch opcode {
        case .add: return .calculate(.add, operand(left), right)
        case .subtract: return .calculate(.subtract, operand(left), right)
        case .multiply: return .calculate(.multiply, operand(left), right)
        case .divide: return .calculate(.divide, operand(left), right)
        case .remainder: return .calculate(.remainder, operand(left), right)
        case .greater: return .compare(.greater, operand(left), right)
        case .less: return .compare(.less, operand(left), right)
        case .notEqual: return .compare(.notEqual, operand(left), right)
        case .equal: return .compare(.equal, operand(left), right)
        case .greaterOrEqual: return .compare(.greaterOrEqual, operand(left), right)
        case .lessOrEqual: return .compare(.lessOrEqual, operand(left), right)
        case .and: return .and(operand(left), right)
        case .or: return .or(operand(left), right)
        case .assign:
            guard case .path(let target) = left else { return .unassignable }
            return .assign(path(target), right)
        case .addAssign: return change(.add, left, right)
        case .subtractAssign: return change(.subtract, left, right)
        case .multiplyAssign: return change(.multiply, left, right)
        case .divideAssign: return change(.divide, left, right)
        case .remainderAssign: return change(.remainder, left, right)
        // The decoder represents these in another form.
        case .negate, .not, .select, .call, .index, .jump, .jumpIfFalse: return .unassignable
        }
    }

    private mutating func change(
        _ arithmetic: EventArithmetic,
        _ left: Operand,
        _ right: ProgramOperand
    ) -> ProgramCode.Operation {
        guard case .path(let target) = left else { return .unassignable }
        return .change(arithmetic, path(target), right)
    }

    private mutating func operand(_ operand: Operand) -> ProgramOperand {
        switch operand {
        case .path(let path): return .path(self.path(path))
        case .int(let number): return .int(number)
        case .float(let number): return .float(number)
        case .string(-1): return .text("")
        case .string(let id):
            let name = names.name(id, of: template)
            return name.text.map(ProgramOperand.text) ?? .missingText(name.key)
        case .register(let number): return .register(register(number))
        }
    }

    private mutating func path(_ path: BytecodePath) -> ProgramPath {
        let names = path.names.map { self.names.name($0, of: template) }
        if let base = path.base { return ProgramPath(root: .register(register(base)), names: names) }
        guard let first = names.first else { return ProgramPath(root: .this, names: []) }
        let root: ProgramPath.Root =
            switch first.step {
            case .this: .this
            case .data: .data
            case .module: .module
            default: .named(first)
            }
        return ProgramPath(root: root, names: Array(names.dropFirst()))
    }

    private mutating func register(_ number: Int32) -> Int {
        registerCount = max(registerCount, Int(number) + 1)
        return Int(number)
    }

    /// Returns the index of the instruction at a verified jump target.
    private func number(of target: Int32) -> Int {
        starts.partitioningIndex { $0 >= Int(target) }
    }
}
