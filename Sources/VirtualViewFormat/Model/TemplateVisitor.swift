/// A type that receives all parts of a template from ``Template/visit(_:)``.
///
/// The calls come in file order: a node opens, then come its setters and variables, then its children in the same way,
/// then it closes. All requirements have an empty default.
///
/// Each call passes the template, because a visitor that kept it would count a reference with each use.
@usableFromInline
package protocol TemplateVisitor {
    /// Receives the start of a node.
    ///
    /// - Parameters:
    ///   - index: The node's pre-order number.
    ///   - componentID: The id of its component.
    ///   - template: The template.
    mutating func openNode(_ index: Int, componentID: UInt16, in template: Template)

    /// Receives a property setter of the open node.
    ///
    /// - Parameters:
    ///   - key: The key of the property's name.
    ///   - value: The value of the property.
    ///   - template: The template, which has the texts of keys.
    mutating func visitSetter(_ key: StringID, _ value: PropertyValue, in template: Template)

    /// Receives a user variable of the open node.
    ///
    /// - Parameters:
    ///   - variable: The variable.
    ///   - template: The template, which has the texts of keys.
    mutating func visitVariable(_ variable: UserVariable, in template: Template)

    /// Receives the end of the open node that was opened last.
    mutating func closeNode()
}

extension TemplateVisitor {
    /// Does nothing.
    @inlinable
    package mutating func openNode(_ index: Int, componentID: UInt16, in template: Template) {}

    /// Does nothing.
    @inlinable
    package mutating func visitSetter(_ key: StringID, _ value: PropertyValue, in template: Template) {}

    /// Does nothing.
    @inlinable
    package mutating func visitVariable(_ variable: UserVariable, in template: Template) {}

    /// Does nothing.
    @inlinable
    package mutating func closeNode() {}
}

extension Template {
    /// Passes every node, setter and variable to a visitor.
    ///
    /// This is the fastest way to read a whole template: the views of ``nodes`` and ``NodeCreater/setters`` each retain
    /// the template, which costs more than reading their content.
    ///
    /// - Parameter visitor: The visitor.
    /// - Complexity: O(*n*) in the size of the node tree; nothing is allocated, and nothing recurses.
    @inlinable
    package func visit<Visitor: TemplateVisitor>(_ visitor: inout Visitor) {
        storage.bytes.withUnsafeBytes { bytes in
            var offset = storage.offset(ofNode: 0) &- 1
            var index = 0
            var depth = 0
            repeat {
                if bytes.uncheckedLoad(UInt8.self, at: offset) == NodeTag.open {
                    visitor.openNode(index, componentID: bytes.uncheckedLoad(UInt16.self, at: offset &+ 1), in: self)
                    index &+= 1
                    depth &+= 1
                    offset = visitVariables(at: visitSetters(at: offset &+ 3, in: bytes, &visitor), in: bytes, &visitor)
                } else {
                    visitor.closeNode()
                    depth &-= 1
                    offset &+= 1
                }
            } while depth > 0
        }
    }

    /// Visits the six tables of a node; returns the offset after them.
    @inlinable
    @inline(__always)
    func visitSetters<Visitor: TemplateVisitor>(
        at start: Int,
        in bytes: UnsafeRawBufferPointer,
        _ visitor: inout Visitor
    ) -> Int {
        var offset = start
        visitTable(at: &offset, in: bytes, &visitor) { .int($0, .none) }
        visitTable(at: &offset, in: bytes, &visitor) { .int($0, .rp) }
        visitTable(at: &offset, in: bytes, &visitor) { .float(Float(bitPattern: UInt32(bitPattern: $0)), .none) }
        visitTable(at: &offset, in: bytes, &visitor) { .float(Float(bitPattern: UInt32(bitPattern: $0)), .rp) }
        visitTable(at: &offset, in: bytes, &visitor) { .string(StringID(rawValue: $0)) }
        visitTable(at: &offset, in: bytes, &visitor) { .expression(StringID(rawValue: $0)) }
        return offset
    }

    /// Visits one table of a node and moves the offset past it.
    @inlinable
    @inline(__always)
    func visitTable<Visitor: TemplateVisitor>(
        at offset: inout Int,
        in bytes: UnsafeRawBufferPointer,
        _ visitor: inout Visitor,
        _ makeValue: (Int32) -> PropertyValue
    ) {
        let end = offset &+ 1 &+ Int(bytes.uncheckedLoad(UInt8.self, at: offset)) &* NodeTables.entrySize
        offset &+= 1
        while offset < end {
            let key = StringID(rawValue: bytes.uncheckedLoad(Int32.self, at: offset))
            visitor.visitSetter(key, makeValue(bytes.uncheckedLoad(Int32.self, at: offset &+ 4)), in: self)
            offset &+= NodeTables.entrySize
        }
    }

    /// Visits the user variables of a node; returns the offset after them.
    @inlinable
    @inline(__always)
    func visitVariables<Visitor: TemplateVisitor>(
        at start: Int,
        in bytes: UnsafeRawBufferPointer,
        _ visitor: inout Visitor
    ) -> Int {
        let end = start &+ 1 &+ Int(bytes.uncheckedLoad(UInt8.self, at: start)) &* NodeTables.variableSize
        var offset = start &+ 1
        while offset < end {
            visitor.visitVariable(storage.variable(at: offset), in: self)
            offset &+= NodeTables.variableSize
        }
        return offset
    }
}
