import VirtualViewExpressions

/// An event program as it was read: a flat tree in the order in which code is written.
///
/// Every value comes after the values that it is made of, so code generation is one walk from the first node to the
/// last with a stack of values, whatever the shape of the program; nothing recurses.
struct EventTree: Sendable {
    /// The nodes, operands first.
    var nodes: [EventNode] = []
    /// The names of all paths.
    var names: [String] = []
}

/// One step of a program.
struct EventNode: Sendable {
    /// The use of a path.
    enum PathRole: Hashable, Sendable {
        case value, call, index
    }

    /// The effect of the step on the stack of values.
    enum Kind: Sendable {
        /// Pushes a value that has been reported.
        case invalid
        /// Pushes a literal.
        case int(Int32)
        case float(Float)
        case string(String)
        /// Turns the top value into the start of a path.
        case base
        /// Pushes a path; with a base, in place of it. The names are a range of ``EventTree/names``.
        case path(Range<Int>, isBased: Bool, PathRole)
        /// Pops arguments and a path, pushes the result.
        case call(argumentCount: Int)
        /// Pops an index and a path, pushes the element.
        case index
        /// Pops one value, pushes one.
        case unary(Opcode)
        /// Pops two values, pushes one.
        case binary(Opcode)
        /// Pops a condition and two values, pushes one.
        case select
        /// Drops the value of a statement.
        case statementEnd
        /// Begins an `if`.
        case ifBegin
        /// Pops a condition; what follows up to the next ``armEnd(hasNext:)`` runs when it is true.
        case condition
        /// Ends the block of an `if`, `elseif` or `else`.
        case armEnd(hasNext: Bool)
        /// Ends an `if`.
        case ifEnd
    }

    let kind: Kind
    /// The source of the step and of everything that it is made of.
    let range: Range<Int>
    /// The operator or token that a report names.
    let mark: Range<Int>
}
