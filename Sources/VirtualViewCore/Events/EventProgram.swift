import VirtualViewExpressions
import VirtualViewFormat

/// A compiled event program of a template.
public struct EventProgram: Hashable, Sendable {
    /// The attribute that contains it, such as `onClick`.
    public let handlerName: String
    /// The key of the program in the template.
    public let id: StringID
    /// The template.
    public let template: Template

    /// The bytecode; `nil` if the file does not contain it.
    ///
    /// - Complexity: O(log *n*) in the number of programs, and O(*m*) in the length of the bytecode.
    public var code: [UInt8]? {
        template.expressions[id]
    }

    /// Returns the position in the source of a byte of the bytecode; `nil` if the file has no source map
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
/// `Docs/Expressions.md`, "When a program runs", says when it is called. In programs, `data` is the ``NodeTree/data``
/// of the node's ``Node/tree``, which for an item is its entry; a runner may change nodes and data, lay out and send
/// events. It is called where the tree is used; one that several trees have must be safe to call from each of their threads.
public protocol EventProgramRunner: AnyObject {
    /// Runs a program.
    ///
    /// - Parameters:
    ///   - program: The program; its bytecode is not verified.
    ///   - node: The node that has the program.
    ///   - event: The event; `nil` if the program runs for another reason, such as new data.
    func run(_ program: EventProgram, on node: Node, for event: NodeEvent?)
}

extension Node {
    /// Returns the event program of a handler.
    ///
    /// - Parameter handlerName: The attribute, such as `onClick`.
    /// - Returns: The program, or `nil` if the template does not set one for the node.
    public final func eventProgram(for handlerName: String) -> EventProgram? {
        guard let template = prototype.origin.template,
            let handler = prototype.handlers.last(where: { $0.name == handlerName })
        else { return nil }
        return EventProgram(handlerName: handlerName, id: handler.program, template: template)
    }
}

/// The verified programs of one template, and the errors of those that are not valid.
///
/// A program is verified at its first use, inside the lock. Names and texts are made once for all programs: a small file may
/// have a long name very often.
final class ProgramCache: Sendable {
    private struct Known: Sendable {
        var programs: [StringID: Result<ProgramCode, BytecodeError>] = [:]
        var names = ProgramNames()
    }

    private let known = Locked(Known())
    /// The source map: read when the first program fails, and kept because a handler may fail in every frame.
    private let sourceMap = Locked<SourceMap??>(nil)

    /// Returns a verified program or its error; `nil` if the template does not contain it.
    func code(of program: EventProgram) -> Result<ProgramCode, BytecodeError>? {
        known.withLock { known in
            if let ready = known.programs[program.id] { return ready }
            let made = Self.make(program, &known.names)
            known.programs[program.id] = made
            return made
        }
    }

    /// Returns the position in the source of a byte of a program; `nil` if the file has no source map.
    func sourcePosition(in program: EventProgram, at offset: Int) -> SourceMap.Position? {
        let kept: SourceMap? = sourceMap.withLock { $0 } ?? program.template.sourceMap
        sourceMap.withLock { $0 = .some($0 ?? kept) }
        return kept?.position(inProgram: program.id, at: offset)
    }

    /// Takes the source map of a file that was compiled without one.
    func keep(_ map: SourceMap?) {
        guard let map else { return }
        sourceMap.withLock { $0 = .some(map) }
    }

    /// Verifies a program without keeping the result.
    static func make(_ program: EventProgram) -> Result<ProgramCode, BytecodeError>? {
        var names = ProgramNames()
        return make(program, &names)
    }

    private static func make(
        _ program: EventProgram,
        _ names: inout ProgramNames
    ) -> Result<ProgramCode, BytecodeError>? {
        guard let code = program.code else { return nil }
        do throws(BytecodeError) {
            return .success(try ProgramCode(code, of: program.template, &names))
        } catch {
            return .failure(error)
        }
    }
}

/// A problem with an instruction, without its position.
struct ProgramProblem: Error {
    let code: EventError.Code
    let message: String

    init(_ code: EventError.Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
