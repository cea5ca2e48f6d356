import VirtualViewExpressions

/// Finds what an event program reads from the data: the paths that begin with `data`.
struct ProgramReads {
    /// A path, and the names that it begins with in the program, up to the first bracket.
    struct Read {
        let read: BindingRead
        let names: [String]
    }

    /// A path that a register holds or that an instruction names.
    private struct Place {
        var steps: [BindingPath.Step]
        var names: [String]
    }

    private let name: (Int32) -> String?
    private var registers: [Int32: Place] = [:]
    private var found: [Read] = []

    private init(name: @escaping (Int32) -> String?) {
        self.name = name
    }

    /// Reads a program; what follows an instruction that cannot be read is left out.
    ///
    /// - Parameters:
    ///   - code: The program.
    ///   - name: Finds a text by its id.
    /// - Returns: The reads in the order of the code.
    /// - Complexity: O(*n*) in the length of the program.
    static func find(in code: [UInt8], name: @escaping (Int32) -> String?) -> [Read] {
        var reads = ProgramReads(name: name)
        var decoder = InstructionDecoder(code)
        while let instruction = try? decoder.next() { reads.follow(instruction) }
        return reads.found
    }

    private mutating func follow(_ instruction: Instruction) {
        var result: Place?
        switch instruction.operation {
        case .binary(let opcode, let left, let right):
            let kind: DataKind =
                switch opcode {
                case .subtract, .multiply, .divide, .remainder: .quantity
                case .subtractAssign, .multiplyAssign, .divideAssign, .remainderAssign: .quantity
                case .less, .lessOrEqual, .greater, .greaterOrEqual: .quantity
                // A number is added to a number or a truth value, or joined to a text.
                case .add where left.isNumber || right.isNumber: .text
                default: .any
                }
            let isLoose = opcode == .equal || opcode == .notEqual
            if opcode == .and || opcode == .or {
                test(left)
                test(right)
                break
            }
            if opcode != .assign { use(left, kind, isOptional: isLoose) }
            use(right, kind, isOptional: isLoose)
        case .unary(let opcode, let operand):
            if opcode == .not { test(operand) } else { use(operand, .quantity) }
        case .select(let condition, let first, let second):
            test(condition)
            use(first, .any)
            use(second, .any)
        case .call(let path, let arguments):
            if let place = place(of: path) { add(place, .any) }
            for argument in arguments { use(argument, .any) }
        case .index(let path, let index): result = element(of: path, index)
        case .jump: break
        case .jumpIfFalse(_, let condition): test(condition)
        }
        if let register = instruction.result { registers[register] = result }
    }

    /// Returns the place of an element; an element whose place is not known is a read of its list.
    private mutating func element(of path: BytecodePath, _ index: Operand) -> Place? {
        guard var place = place(of: path) else {
            use(index, .any)
            return nil
        }
        switch index {
        case .int(let number) where number >= 0: place.steps.append(.index(Int(number)))
        case .string(let id):
            guard let key = name(id) else {
                add(place, .any)
                return nil
            }
            place.steps.append(.key(BindingKey(key)))
        default:
            add(place, .any)
            use(index, .any)
            return nil
        }
        return place
    }

    private func place(of path: BytecodePath) -> Place? {
        var names: [String] = []
        for id in path.names {
            guard let name = name(id) else { return nil }
            names.append(name)
        }
        let keys = names.map { BindingPath.Step.key(BindingKey($0)) }
        if let base = path.base {
            guard var place = registers[base] else { return nil }
            place.steps += keys
            return place
        }
        return names.first == "data" ? Place(steps: Array(keys.dropFirst()), names: names) : nil
    }

    private mutating func test(_ operand: Operand) {
        use(operand, .boolean, isOptional: true, isCondition: true)
    }

    private mutating func use(
        _ operand: Operand,
        _ kind: DataKind,
        isOptional: Bool = false,
        isCondition: Bool = false
    ) {
        let place: Place? =
            switch operand {
            case .path(let path): place(of: path)
            case .register(let register): registers[register]
            case .int, .float, .string: nil
            }
        if let place { add(place, kind, isOptional: isOptional, isCondition: isCondition) }
    }

    private mutating func add(
        _ place: Place,
        _ kind: DataKind,
        isOptional: Bool = false,
        isCondition: Bool = false
    ) {
        let read = BindingRead(
            BindingPath(steps: place.steps),
            as: kind,
            // From nothing every step leads to nothing, and that fits wherever any value does.
            isOptional: isOptional || kind == .any,
            isCondition: isCondition
        )
        found.append(Read(read: read, names: place.names))
    }
}

extension Operand {
    fileprivate var isNumber: Bool {
        switch self {
        case .int, .float: true
        case .string, .path, .register: false
        }
    }
}

/// The places of the paths of a program, by their names.
struct ProgramPathPlaces {
    private var places: [[String]: [Range<Int>]] = [:]
    private var used: [[String]: Int] = [:]

    /// Groups the words that a program stores: those of one path have one place.
    init(_ strings: [(text: String, range: Range<Int>)]) {
        var names: [String] = []
        for (index, string) in strings.enumerated() {
            names.append(string.text)
            let isLast = index + 1 == strings.count || strings[index + 1].range != string.range
            guard isLast else { continue }
            places[names, default: []].append(string.range)
            names = []
        }
    }

    /// Returns the first place of a path that was not returned before, or else the last one.
    mutating func next(_ names: [String]) -> Range<Int>? {
        guard let ranges = places[names] else { return nil }
        let index = used[names] ?? 0
        used[names] = min(index + 1, ranges.count - 1)
        return ranges[index]
    }
}
