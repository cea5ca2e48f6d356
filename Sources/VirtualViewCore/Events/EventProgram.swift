/// A compiled event program of a template.
public struct EventProgram: Hashable, Sendable {
    /// The attribute that it stands in, such as `onClick`.
    public let handlerName: String
    /// The key under which the template stores it.
    public let id: StringID
    /// The template.
    public let template: Template

    /// The bytecode; `nil` when the file does not have it.
    ///
    /// - Complexity: O(log *n*) in the number of programs, and O(*m*) in the length of the bytecode.
    public var code: [UInt8]? {
        template.expressions[id]
    }

    /// The place in the source that a byte of the bytecode was compiled from; `nil` when the file has no source map
    /// (`Docs/Format.md §8`).
    ///
    /// - Parameter offset: The offset in the bytecode.
    /// - Returns: The start of the statement.
    /// - Complexity: O(*n*) in the size of the map, which is read each time.
    public func sourcePosition(at offset: Int) -> SourceMap.Position? {
        template.sourceMap?.position(inProgram: id, at: offset)
    }
}

/// Runs event programs.
///
/// Every tree has an ``EventInterpreter``; ``NodeTree/eventPrograms`` takes another runner.
///
/// `Docs/Expressions.md`, "When a program runs", says when it is called. What the program calls `data` is the
/// ``NodeTree/data`` of the node's ``Node/tree``, for an item its entry; a runner may change nodes and data, lay out and
/// send events.
public protocol EventProgramRunner: AnyObject {
    /// Runs a program.
    ///
    /// - Parameters:
    ///   - program: The program; nobody has verified its bytecode.
    ///   - node: The node that has the program.
    ///   - event: What happened; `nil` when the program runs for another reason, such as new data.
    func run(_ program: EventProgram, on node: Node, for event: NodeEvent?)
}

extension Node {
    /// The event program of a handler.
    ///
    /// - Parameter handlerName: The attribute, such as `onClick`.
    /// - Returns: The program, or `nil` when the template gives the node none.
    public final func eventProgram(for handlerName: String) -> EventProgram? {
        guard let template = prototype.origin.template,
            let handler = prototype.handlers.last(where: { $0.name == handlerName })
        else { return nil }
        return EventProgram(handlerName: handlerName, id: handler.program, template: template)
    }
}
