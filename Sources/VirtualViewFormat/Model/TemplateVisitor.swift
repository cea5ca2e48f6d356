/// What walks over a whole template with ``Template/visit(_:)``.
///
/// The calls come in file order: a node opens, then come its setters and variables, then its children in the same way,
/// then it closes. All requirements have an empty default.
///
/// The template is handed along because a visitor that kept it would count a reference whenever it used it.
public protocol TemplateVisitor {
    /// A node opens.
    ///
    /// - Parameters:
    ///   - index: The node's pre-order number.
    ///   - componentID: The number that says which component it is.
    ///   - template: The template.
    mutating func openNode(_ index: Int, componentID: UInt16, in template: Template)

    /// The open node has a property setter.
    ///
    /// - Parameters:
    ///   - key: The key of the property's name.
    ///   - value: What it is set to.
    ///   - template: The template, which knows the texts of keys.
    mutating func visitSetter(_ key: StringID, _ value: PropertyValue, in template: Template)

    /// The open node has a user variable.
    ///
    /// - Parameters:
    ///   - variable: The variable.
    ///   - template: The template, which knows the texts of keys.
    mutating func visitVariable(_ variable: UserVariable, in template: Template)

    /// The node that was opened last, of those still open, closes.
    mutating func closeNode()
}

extension TemplateVisitor {
    /// Does nothing.
    @inlinable
    public mutating func openNode(_ index: Int, componentID: UInt16, in template: Template) {}

    /// Does nothing.
    @inlinable
    public mutating func visitSetter(_ key: StringID, _ value: PropertyValue, in template: Template) {}

    /// Does nothing.
    @inlinable
    public mutating func visitVariable(_ variable: UserVariable, in template: Template) {}

    /// Does nothing.
    @inlinable
    public mutating func closeNode() {}
}

extension Template {
    /// Walks over every node, setter and variable.
    ///
    /// It is the fastest way to use a whole template: the views of ``nodes`` and ``NodeCreater/setters`` each hold on to
    /// the template, which costs more than reading what they show.
    ///
    /// - Parameter visitor: Is told about each.
    /// - Complexity: O(*n*) in the size of the node tree; nothing is allocated, and nothing recurses.
    @inlinable
    public func visit<Visitor: TemplateVisitor>(_ visitor: inout Visitor) {
        var offset = storage.offset(ofNode: 0) &- 1
        var index = 0
        var depth = 0
        repeat {
            if storage.uint8(at: offset) == NodeTag.open {
                visitor.openNode(index, componentID: storage.uint16(at: offset &+ 1), in: self)
                index &+= 1
                depth &+= 1
                offset = visitVariables(at: visitSetters(at: offset &+ 3, &visitor), &visitor)
            } else {
                visitor.closeNode()
                depth &-= 1
                offset &+= 1
            }
        } while depth > 0
    }

    /// Walks over the six tables of a node; gives the offset behind them.
    @inlinable
    @inline(__always)
    func visitSetters<Visitor: TemplateVisitor>(at start: Int, _ visitor: inout Visitor) -> Int {
        var offset = start
        visitTable(at: &offset, &visitor) { .int($0, .none) }
        visitTable(at: &offset, &visitor) { .int($0, .rp) }
        visitTable(at: &offset, &visitor) { .float(Float(bitPattern: UInt32(bitPattern: $0)), .none) }
        visitTable(at: &offset, &visitor) { .float(Float(bitPattern: UInt32(bitPattern: $0)), .rp) }
        visitTable(at: &offset, &visitor) { .string(StringID(rawValue: $0)) }
        visitTable(at: &offset, &visitor) { .expression(StringID(rawValue: $0)) }
        return offset
    }

    /// Walks over one table of a node and steps over it.
    @inlinable
    @inline(__always)
    func visitTable<Visitor: TemplateVisitor>(
        at offset: inout Int,
        _ visitor: inout Visitor,
        _ makeValue: (Int32) -> PropertyValue
    ) {
        let end = offset &+ 1 &+ Int(storage.uint8(at: offset)) &* NodeTables.entrySize
        offset &+= 1
        while offset < end {
            let key = StringID(rawValue: storage.int32(at: offset))
            visitor.visitSetter(key, makeValue(storage.int32(at: offset &+ 4)), in: self)
            offset &+= NodeTables.entrySize
        }
    }

    /// Walks over the user variables of a node; gives the offset behind them.
    @inlinable
    @inline(__always)
    func visitVariables<Visitor: TemplateVisitor>(at start: Int, _ visitor: inout Visitor) -> Int {
        let end = start &+ 1 &+ Int(storage.uint8(at: start)) &* NodeTables.variableSize
        var offset = start &+ 1
        while offset < end {
            visitor.visitVariable(storage.variable(at: offset), in: self)
            offset &+= NodeTables.variableSize
        }
        return offset
    }
}
