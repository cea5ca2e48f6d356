import VirtualView
import VirtualViewCompiler
import VirtualViewFormat

/// An error in the command line.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// A command line, from which a command reads its options.
///
/// A command declares its options by reading them: from a line without arguments all reads find nothing, and
/// ``options`` lists them all.
struct ArgumentReader {
    /// The arguments that are not options.
    private(set) var operands: [String] = []
    /// Whether the line asks for help, whatever else it contains.
    private(set) var asksForHelp = false
    /// The options that were read, in that order.
    private(set) var options: [Option] = []
    private var values: [String: [String]] = [:]

    /// A line without arguments.
    init() {}

    /// Separates the options from the operands in the arguments after the command's name; `--` ends the options.
    init(_ arguments: some Collection<String>, of command: any Command.Type) throws(UsageError) {
        let options = command.options
        var rest = Array(arguments)[...]
        var optionsEnded = false
        while let argument = rest.popFirst() {
            if optionsEnded || !argument.hasPrefix("-") || argument == "-" {
                operands.append(argument)
            } else if argument == "--" {
                optionsEnded = true
            } else {
                try take(argument, &rest, options)
            }
        }
        asksForHelp = values[Option.help.name] != nil
        guard !asksForHelp else { return }
        let specification = command.specification
        guard operands.count >= specification.operandCount.lowerBound else {
            throw UsageError("'vvc \(specification.name)' needs \(specification.operands)")
        }
        if operands.count > specification.operandCount.upperBound {
            throw UsageError("unexpected argument '\(operands[specification.operandCount.upperBound])'")
        }
    }

    private mutating func take(
        _ argument: String,
        _ rest: inout ArraySlice<String>,
        _ options: [Option]
    ) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0] == "-h" ? Option.help.name : parts[0]
        guard let option = options.first(where: { $0.name == name }) else {
            let hint = MessageText.question(NearestWord.find(name, among: options.map(\.name)))
            throw UsageError("unknown option '\(name)'\(hint)")
        }
        guard option.isRepeatable || values[name] == nil else {
            throw UsageError("option '\(option)' is given twice")
        }
        guard let valueName = option.value else {
            guard parts.count == 1 else { throw UsageError("option '\(option)' takes no value") }
            values[name] = []
            return
        }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
            throw UsageError("option '\(option)' needs a value: \(option) \(valueName)")
        }
        if !option.choices.isEmpty, !option.choices.contains(value) {
            let hint = MessageText.question(NearestWord.find(value, among: option.choices))
            throw UsageError(
                "'\(value)' is not a value of '\(option)'; expected \(MessageText.alternatives(option.choices))\(hint)"
            )
        }
        values[name, default: []].append(value)
    }
}

// MARK: - Reading options

extension ArgumentReader {
    /// The names of the options that the line gives.
    var given: Set<String> { Set(values.keys) }

    /// Returns all options with their values as one text, which is the same for the same options in any order.
    ///
    /// - Parameter ignored: The names of the options that are left out.
    /// - Returns: The text.
    func text(without ignored: Set<String>) -> String {
        let names = given.subtracting(ignored).sorted(by: String.inByteOrder)
        let lists = names.map { name in ([name] + (values[name] ?? [])).map { JSONText.quoted($0) } }
        return lists.map { $0.joined(separator: " ") }.joined(separator: "\n")
    }

    /// The positional argument of a command with exactly one.
    var operand: String { operands.first ?? "" }

    /// Returns whether a flag is given.
    mutating func flag(_ option: Option) -> Bool {
        assert(option.value == nil, "a flag has no value")
        return read(option) != nil
    }

    /// Returns the value of an option, `nil` if it is not given.
    mutating func text(_ option: Option) -> String? {
        assert(option.value != nil, "an option that is no flag has a value")
        return read(option)?.last
    }

    /// Returns every value of an option that may be given more than once.
    mutating func texts(_ option: Option) -> [String] {
        assert(option.value != nil, "an option that is no flag has a value")
        return read(option.repeatable) ?? []
    }

    /// Returns the value of an option as a number in a range.
    mutating func number(_ option: Option, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = text(option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "'\(text)' is not a value of '\(option)'; expected a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    /// Returns the value of an option as a length in points.
    mutating func length(_ option: Option) throws(UsageError) -> Double? {
        try Self.length(text(option), option)
    }

    /// Returns a length in points, which a picture can have.
    static func length(_ text: String?, _ option: Option) throws(UsageError) -> Double? {
        guard let text else { return nil }
        guard let number = DecimalText.number(text), (0...1_000_000).contains(number) else {
            throw UsageError("'\(text)' is not a value of '\(option)': expected a length in points from 0 to 1000000")
        }
        return number
    }

    /// Returns a place in points.
    static func point(_ text: String, _ option: Option) throws(UsageError) -> LayoutPoint {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { DecimalText.number($0) }
        guard parts.count == 2, let x = parts[0], let y = parts[1] else {
            throw UsageError("'\(text)' is not a value of '\(option)': expected a point as X,Y")
        }
        return LayoutPoint(x: x, y: y)
    }

    private mutating func read(_ option: Option) -> [String]? {
        assert(!options.contains { $0.name == option.name }, "an option is read once")
        options.append(option)
        return values[option.name]
    }
}

// MARK: - Options of several commands

extension ArgumentReader {
    /// Returns the client that a command works for.
    ///
    /// - Parameters:
    ///   - help: The help of the option.
    ///   - isSimulated: Whether the command behaves as that client, as it can as some alone.
    /// - Returns: The client, `nil` if none is named.
    mutating func client(help: String, isSimulated: Bool = false) -> Client? {
        let clients = Client.allCases.filter { $0.isSimulated || !isSimulated }
        return text(Option("--target", "NAME", choices: clients.map(\.name), help: help)).flatMap {
            Client(rawValue: $0)
        }
    }

    /// Returns whether warnings are errors.
    mutating func warningsAreErrors() -> Bool {
        flag(Option("--werror", help: "Treats warnings as errors"))
    }

    /// Returns whether problems are written as JSON.
    mutating func diagnosticsAreJSON(help: String = "Chooses how problems are written") -> Bool {
        text(Option("--diagnostics", "text|json", choices: ["text", "json"], help: help)) == "json"
    }

    /// Returns the number of sources that are processed at a time.
    mutating func jobCount(help: String) throws(UsageError) -> Int? {
        try number(Option("--jobs", "N", help: help), in: 1...256)
    }

    /// Returns the text metrics.
    mutating func metrics() -> TextMetricsName {
        let option = Option("--metrics", "NAME", choices: TextMetricsName.names, help: "Chooses how texts are measured")
        return text(option).flatMap(TextMetricsName.init) ?? .builtin
    }
}

/// An option of a command: the one declaration that the parser, the help and the shell completions read.
struct Option: Sendable {
    /// The name with its dashes.
    let name: String
    /// The name of the value in the help; `nil` for a flag.
    let value: String?
    /// The allowed values, if they are known.
    let choices: [String]
    /// The effect, on one line.
    let help: String
    /// Whether it may be given more than once.
    private(set) var isRepeatable = false

    init(_ name: String, _ value: String? = nil, choices: [String] = [], help: String) {
        self.name = name
        self.value = value
        self.choices = choices
        self.help = help
    }

    /// The option that every command has.
    static let help = Option("--help", help: "Shows this help")
}

/// Messages show an option by its name.
extension Option: CustomStringConvertible {
    var description: String { name }

    /// The option, as one that may be given more than once.
    var repeatable: Option {
        var option = self
        option.isRepeatable = true
        return option
    }
}

/// Numbers as people write them on command lines and in addresses.
enum DecimalText {
    /// Reads digits with at most one point between them, and a `-` in front.
    ///
    /// Other forms of numbers in programming languages are not accepted: no `0x10`, `1e3`, `inf`, `+1`, `.5` or `1.`.
    ///
    /// - Parameter text: The text.
    /// - Returns: The number; `nil` for any other text, and for one that is not finite.
    static func number(_ text: some StringProtocol) -> Double? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
        let parts = digits.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isDecimal =
            parts.count <= 2
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { $0.decimalDigit != nil }
            }
        guard isDecimal, let number = Double(String(text)), number.isFinite else { return nil }
        return number
    }
}
