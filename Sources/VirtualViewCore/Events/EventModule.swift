/// Functions of an app that event programs call by `module.NAME.FUNCTION(…)`.
///
/// A module declares its functions with what they take and give, so a program reaches nothing that is not listed. Modules
/// are registered with the components that templates may use:
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
/// Functions are called on the thread that runs the program, which is the one that uses the tree.
public protocol EventModule: Sendable {
    /// The name between `module.` and the function's name: letters A to Z, digits and `_`.
    var name: String { get }
    /// What programs may call; read once, when the module is registered.
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
    /// What it does.
    let body: @Sendable (EventCall) throws(ProgramProblem) -> EventValue

    /// Declares a function.
    ///
    /// - Parameters:
    ///   - name: The name: letters A to Z, digits and `_`.
    ///   - parameters: The kinds of the arguments, in order; a call with others is an error, and `body` does not run.
    ///   - result: The kind of the result; giving another is an error.
    ///   - body: What it does; what it throws stops the program and is reported.
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
                // Embedded Swift cannot tell what an error says.
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
    ///   - body: What it does; what it throws stops the program and is reported.
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
    /// The arguments: as many as the function declares, and of the kinds it declares.
    public let arguments: [EventValue]
    /// The node whose program runs.
    public let node: Node
    /// The node that the function is called on; `nil` for a function of a module.
    public let target: Node?
    /// What the program runs for; `nil` when it is no event of the user.
    public let event: NodeEvent?
}

extension EventCall {
    /// An argument that is declared as ``EventValue/Kind/bool``.
    ///
    /// - Parameter index: Its number, from 0.
    /// - Returns: The argument; `false` when there is none of that number and kind.
    public func bool(at index: Int) -> Bool {
        if case .bool(let flag)? = argument(index) { flag } else { false }
    }

    /// An argument that is declared as ``EventValue/Kind/int``.
    ///
    /// - Parameter index: Its number, from 0.
    /// - Returns: The argument; 0 when there is none of that number and kind.
    public func int(at index: Int) -> Int32 {
        if case .int(let number)? = argument(index) { number } else { 0 }
    }

    /// An argument that is declared as ``EventValue/Kind/number``.
    ///
    /// - Parameter index: Its number, from 0.
    /// - Returns: The argument; 0 when there is none of that number and kind.
    public func number(at index: Int) -> Double {
        switch argument(index) {
        case .int(let number): Double(number)
        case .long(let number): Double(number)
        case .float(let number): Double(number)
        case .double(let number): number
        default: 0
        }
    }

    /// An argument that is declared as ``EventValue/Kind/string``.
    ///
    /// - Parameter index: Its number, from 0.
    /// - Returns: The argument; an empty text when there is none of that number and kind.
    public func string(at index: Int) -> String {
        if case .string(let text)? = argument(index) { text } else { "" }
    }

    /// An argument that is declared as ``EventValue/Kind/node``.
    ///
    /// - Parameter index: Its number, from 0.
    /// - Returns: The argument; `nil` when there is none of that number and kind.
    public func node(at index: Int) -> Node? {
        if case .node(let node)? = argument(index) { node } else { nil }
    }

    private func argument(_ index: Int) -> EventValue? {
        arguments.indices.contains(index) ? arguments[index] : nil
    }
}
