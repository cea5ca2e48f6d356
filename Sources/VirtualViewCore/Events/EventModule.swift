import VirtualViewExpressions

/// A group of an app's functions that event programs call by `module.NAME.FUNCTION(…)`.
///
/// A module declares its functions with the kinds of their arguments and results, so a program can call only listed
/// functions. Modules are registered with the components that templates may use:
///
/// ```swift
/// struct BasketModule: EventModule {
///     let basket: Basket
///     let name = "basket"
///
///     var functions: [EventFunction] {
///         [EventFunction("add", [.string], gives: .int) { call in .int(basket.add(call.string(at: 0))) }]
///     }
/// }
/// registry.register(BasketModule(basket: basket))
/// ```
///
/// Functions are called on the thread that runs the program, which is the thread that uses the tree.
public protocol EventModule: Sendable {
    /// The name between `module.` and the function's name: letters A to Z, digits and `_`.
    var name: String { get }
    /// The functions that programs may call; read once, when the module is registered.
    var functions: [EventFunction] { get }
}

/// A function that event programs may call.
public struct EventFunction: Sendable {
    /// The name: letters A to Z, digits and `_`.
    public let name: String
    /// The kinds of the arguments, in order.
    public let parameters: [EventValue.Kind]
    /// The kind of the result.
    public let result: EventValue.Kind
    /// The function's code.
    let body: @Sendable (EventCall) throws(ProgramProblem) -> EventValue

    /// Declares a function.
    ///
    /// - Parameters:
    ///   - name: The name: letters A to Z, digits and `_`.
    ///   - parameters: The kinds of the arguments, in order; a call with others is an error, and `body` does not run.
    ///   - result: The kind of the result; returning another is an error.
    ///   - body: The function's code; an error that it throws stops the program and is reported.
    public init<Failure: Error>(
        _ name: String,
        _ parameters: [EventValue.Kind] = [],
        gives result: EventValue.Kind,
        body: @escaping @Sendable (EventCall) throws(Failure) -> EventValue
    ) {
        self.name = name
        self.parameters = parameters
        self.result = result
        self.body = { call throws(ProgramProblem) in
            do throws(Failure) {
                return try body(call)
            } catch {
                // Embedded Swift cannot print an error.
                #if hasFeature(Embedded)
                    throw ProgramProblem(.functionFailed, "'\(name)' failed")
                #else
                    throw ProgramProblem(.functionFailed, "'\(name)' failed: \(error)")
                #endif
            }
        }
    }

    /// Declares a function without a result.
    ///
    /// - Parameters:
    ///   - name: The name: letters A to Z, digits and `_`.
    ///   - parameters: The kinds of the arguments, in order; a call with others is an error, and `body` does not run.
    ///   - body: The function's code; an error that it throws stops the program and is reported.
    public init<Failure: Error>(
        _ name: String,
        _ parameters: [EventValue.Kind] = [],
        body: @escaping @Sendable (EventCall) throws(Failure) -> Void
    ) {
        self.init(name, parameters, gives: .nothing) { call throws(Failure) in
            try body(call)
            return .none
        }
    }
}

/// One call of a function.
public struct EventCall {
    /// The arguments, with the number and kinds that the function declares.
    public let arguments: [EventValue]
    /// The node whose program runs.
    public let node: Node
    /// The node that the function is called on; `nil` for a function of a module.
    public let target: Node?
    /// The event that the program runs for; `nil` if it does not run for an event of the user.
    public let event: NodeEvent?
}

extension EventCall {
    /// Returns an argument that is declared as ``EventValue/Kind/bool``.
    ///
    /// - Parameter index: Its index, from 0.
    /// - Returns: The argument; `false` if there is none with that index and kind.
    public func bool(at index: Int) -> Bool {
        if case .bool(let flag)? = argument(index) { flag } else { false }
    }

    /// Returns an argument that is declared as ``EventValue/Kind/int``.
    ///
    /// - Parameter index: Its index, from 0.
    /// - Returns: The argument; 0 if there is none with that index and kind.
    public func int(at index: Int) -> Int32 {
        if case .int(let number)? = argument(index) { number } else { 0 }
    }

    /// Returns an argument that is declared as ``EventValue/Kind/number``.
    ///
    /// A decimal number of 32 bits counts as what its text says: `4.35` in a program is 4.35.
    ///
    /// - Parameter index: Its index, from 0.
    /// - Returns: The argument; 0 if there is none with that index and kind.
    public func number(at index: Int) -> Double {
        switch argument(index) {
        case .int(let number): Double(number)
        case .long(let number): Double(number)
        case .float(let number): Double(decimal: number)
        case .double(let number): number
        default: 0
        }
    }

    /// Returns an argument that is declared as ``EventValue/Kind/string``.
    ///
    /// - Parameter index: Its index, from 0.
    /// - Returns: The argument; an empty text if there is none with that index and kind.
    public func string(at index: Int) -> String {
        if case .string(let text)? = argument(index) { text } else { "" }
    }

    /// Returns an argument that is declared as ``EventValue/Kind/node``.
    ///
    /// - Parameter index: Its index, from 0.
    /// - Returns: The argument; `nil` if there is none with that index and kind.
    public func node(at index: Int) -> Node? {
        if case .node(let node)? = argument(index) { node } else { nil }
    }

    private func argument(_ index: Int) -> EventValue? {
        arguments.indices.contains(index) ? arguments[index] : nil
    }
}
