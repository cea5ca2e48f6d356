/// Reads the expression of a computed binding.
///
/// Every byte is read at most a fixed number of times. The first problem ends the reading.
package struct ComputedParser {
    /// A problem in an expression, with the correction if that is certain.
    struct Problem: Error {
        let problem: BindingProblem
        let range: Range<Int>
        var detail: String?
        var replacement: String?
    }

    let bytes: [UInt8]
    /// The offset of the closing brace.
    let end: Int
    var offset: Int
    /// Whether ``pathRanges`` is filled.
    var collectsPaths = false
    /// The places of the paths, in the order of the text.
    private(set) var pathRanges: [Range<Int>] = []

    /// Prepares to read a range of a text.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    /// Reads the whole range.
    mutating func parse() throws(Problem) -> ComputedNode {
        skipBlanks()
        let node = try parseExpression(depth: 0)
        guard offset == end else { throw unexpected(.expectedOperator) }
        return node
    }

    /// Returns the offset of the brace that closes the binding, or that of the quote that does not end.
    package static func closingBrace(_ bytes: [UInt8], _ range: Range<Int>) -> (brace: Int?, quote: Int?) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            switch bytes[offset] {
            case UInt8(ascii: "}"): return (offset, nil)
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                guard let next = ExpressionText.endOfQuote(bytes, offset, range.upperBound) else {
                    return (nil, offset)
                }
                offset = next
            default: offset += 1
            }
        }
        return (nil, nil)
    }
}

// MARK: - Operators

extension ComputedParser {
    /// An operator between two values, with its rank: one of a higher rank binds closer.
    enum Infix {
        case any, all
        case comparison(ComputedComparison)
        case orElse
        case arithmetic(ComputedArithmetic)

        /// Makes the operator that a word stands for; XML would want `&` and `<` as entities.
        init?(word: String) {
            switch word {
            case "or": self = .any
            case "and": self = .all
            case "lt": self = .comparison(.less)
            case "le": self = .comparison(.lessOrEqual)
            case "gt": self = .comparison(.greater)
            case "ge": self = .comparison(.greaterOrEqual)
            default: return nil
            }
        }

        var rank: Int {
            switch self {
            case .any: 1
            case .all: 2
            case .comparison(.equal), .comparison(.notEqual): 3
            case .comparison: 4
            case .orElse: 5
            case .arithmetic(.plus), .arithmetic(.minus): 6
            case .arithmetic: 7
            }
        }
    }

    /// Reads a choice, or whatever stands without one.
    mutating func parseExpression(depth: Int) throws(Problem) -> ComputedNode {
        var parts = [try parseJoined(depth)]
        while offset < end, bytes[offset] == UInt8(ascii: "?") {
            let question = offset
            skip(1)
            parts.append(try parseExpression(depth: try deeper(depth, question)))
            guard offset < end, bytes[offset] == UInt8(ascii: ":") else {
                throw Problem(problem: .missingColon, range: question..<question + 1)
            }
            skip(1)
            parts.append(try parseJoined(depth))
        }
        return parts.count == 1 ? parts[0] : .choice(parts)
    }

    /// Reads values that operators join.
    ///
    /// What the operators of a rank join waits until one of a lower rank, or the end, comes: a call for each rank would
    /// need several times the stack.
    private mutating func parseJoined(_ depth: Int) throws(Problem) -> ComputedNode {
        var chains: [Chain] = []
        while true {
            var node = try parseUnary(depth)
            let next = nextInfix()
            while let chain = chains.last, chain.infix.rank > (next?.infix.rank ?? 0) {
                node = chain.ended(with: node)
                chains.removeLast()
            }
            guard let (infix, length) = next else { return node }
            if chains.last?.infix.rank != infix.rank {
                chains.append(Chain(infix: infix, parts: [node]))
            } else if case .comparison = infix {
                throw Problem(problem: .chainedComparison, range: offset..<offset + length)
            } else {
                chains[chains.count - 1].go(on: infix, with: node)
            }
            skip(length)
        }
    }

    /// Values that operators of one rank join, as far as they are read.
    private struct Chain {
        /// The operator before the value that comes next.
        private(set) var infix: Infix
        private(set) var parts: [ComputedNode]
        private var operations: [ComputedNode.Operation] = []

        init(infix: Infix, parts: [ComputedNode]) {
            self.infix = infix
            self.parts = parts
        }

        /// Adds a value, after which another operator follows.
        mutating func go(on next: Infix, with node: ComputedNode) {
            if case .arithmetic(let sign) = infix {
                operations.append(.init(sign: sign, operand: node))
            } else {
                parts.append(node)
            }
            infix = next
        }

        /// Returns what the chain is with its last value.
        func ended(with last: ComputedNode) -> ComputedNode {
            switch infix {
            case .any: .any(parts + [last])
            case .all: .all(parts + [last])
            case .comparison(let comparison): .comparison(comparison, parts[0], last)
            case .orElse: .firstPresent(parts + [last])
            case .arithmetic(let sign): .arithmetic(parts[0], operations + [.init(sign: sign, operand: last)])
            }
        }
    }

    private mutating func parseUnary(_ depth: Int) throws(Problem) -> ComputedNode {
        guard offset < end else { throw unexpected(.expectedValue) }
        if bytes[offset] == UInt8(ascii: "!"), !isNext("!=") {
            let place = offset
            skip(1)
            return .not(try parseUnary(try deeper(depth, place)))
        }
        if case (let word, true)? = nextWord(), word == "not" {
            let place = offset
            skip(3)
            return .not(try parseUnary(try deeper(depth, place)))
        }
        guard bytes[offset] == UInt8(ascii: "-") else { return try parsePostfix(depth) }
        let place = offset
        skip(1)
        return .negative(try parseUnary(try deeper(depth, place)))
    }
}

// MARK: - Values

extension ComputedParser {
    /// Reads a value and the steps after it.
    private mutating func parsePostfix(_ depth: Int) throws(Problem) -> ComputedNode {
        let start = offset
        let place = pathRanges.count
        let base = try parsePrimary(depth)
        var path: [BindingPath.Step]? = if case .path(let known) = base { known.steps } else { nil }
        var steps: [ComputedNode.Step] = []
        var pathRange = start..<offset
        if path != nil, place < pathRanges.count {
            // A path in parentheses, which may go on after them.
            pathRange = pathRanges.removeLast()
        }
        while offset < end {
            let step: ComputedNode.Step
            if bytes[offset] == UInt8(ascii: ".") {
                skip(1)
                guard let name = takeName() else { throw unexpected(.expectedName) }
                step = .fixed(.key(BindingKey(name)))
            } else if bytes[offset] == UInt8(ascii: "[") {
                step = try parseIndex(depth)
            } else {
                break
            }
            if path != nil, steps.isEmpty, case .fixed(let known) = step {
                path?.append(known)
                pathRange = start..<offset
            } else {
                steps.append(step)
            }
        }
        if collectsPaths, path != nil {
            // Those in its brackets follow it.
            pathRanges.insert(ExpressionText.trim(bytes, pathRange), at: place)
        }
        let node = path.map { .path(BindingPath(steps: $0)) } ?? base
        return steps.isEmpty ? node : .steps(node, steps)
    }

    private mutating func parseIndex(_ depth: Int) throws(Problem) -> ComputedNode.Step {
        let start = offset
        skip(1)
        if offset < end, bytes[offset] == UInt8(ascii: "]") {
            throw Problem(problem: .expectedValue, range: start..<offset + 1)
        }
        let node = try parseExpression(depth: try deeper(depth, start))
        try close(UInt8(ascii: "]"), openedAt: start)
        switch node {
        case .constant(.string(let name)): return .fixed(.key(BindingKey(name)))
        case .constant(.int(let index)) where index >= 0: return .fixed(.index(Int(clamping: index)))
        default: return .computed(node)
        }
    }

    private mutating func parsePrimary(_ depth: Int) throws(Problem) -> ComputedNode {
        let start = offset
        guard offset < end else { throw unexpected(.expectedValue) }
        switch bytes[offset] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return .constant(try takeNumber())
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return .constant(.string(try takeText()))
        case UInt8(ascii: "("):
            skip(1)
            let node = try parseExpression(depth: try deeper(depth, start))
            try close(UInt8(ascii: ")"), openedAt: start)
            return node
        case UInt8(ascii: "["):
            // The steps are read by the caller.
            return .path(BindingPath(steps: []))
        default: break
        }
        guard case (let word, let isOperator)? = nextWord(), !isOperator, let name = takeName() else {
            throw unexpected(.expectedValue)
        }
        switch word {
        case "true": return .constant(.bool(true))
        case "false": return .constant(.bool(false))
        case "null": return .constant(.null)
        default: break
        }
        if offset < end, bytes[offset] == UInt8(ascii: "(") {
            return try parseCall(name, at: start..<start + name.utf8.count, depth)
        }
        if name == "app", let function = takeAppFunction() {
            return .appCall(function, try parseArguments(depth))
        }
        return .path(BindingPath(steps: [.key(BindingKey(name))]))
    }

    // MARK: - Calls

    private mutating func parseCall(_ name: String, at range: Range<Int>, _ depth: Int) throws(Problem) -> ComputedNode
    {
        guard let function = ComputedFunction(rawValue: name) else {
            throw Problem(problem: .unknownFunction, range: range, detail: name)
        }
        let arguments = try parseArguments(depth)
        guard function.argumentCounts.contains(arguments.count) else {
            throw Problem(problem: .argumentCount, range: range, detail: name)
        }
        return .call(function, arguments)
    }

    /// Steps over `.name` if a call follows, and returns the name.
    private mutating func takeAppFunction() -> String? {
        let start = offset
        if offset < end, bytes[offset] == UInt8(ascii: ".") {
            skip(1)
            if let name = takeName(), offset < end, bytes[offset] == UInt8(ascii: "(") { return name }
        }
        offset = start
        return nil
    }

    private mutating func parseArguments(_ depth: Int) throws(Problem) -> [ComputedNode] {
        let start = offset
        let depth = try deeper(depth, start)
        skip(1)
        var arguments: [ComputedNode] = []
        if offset < end, bytes[offset] == UInt8(ascii: ")") {
            skip(1)
            return arguments
        }
        while true {
            arguments.append(try parseExpression(depth: depth))
            guard offset < end, bytes[offset] == UInt8(ascii: ",") else { break }
            skip(1)
        }
        try close(UInt8(ascii: ")"), openedAt: start)
        return arguments
    }
}
