import VirtualViewCompiler

/// A wrong command line.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// A command line, read by its specification.
struct ParsedArguments {
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]

    /// Reads the arguments behind the command's name; `--` ends the options.
    init(_ arguments: some Collection<String>, _ specification: CommandSpecification) throws(UsageError) {
        var rest = Array(arguments)[...]
        var optionsEnded = false
        while let argument = rest.popFirst() {
            if optionsEnded || !argument.hasPrefix("-") || argument == "-" {
                operands.append(argument)
            } else if argument == "--" {
                optionsEnded = true
            } else {
                try readOption(argument, &rest, specification)
            }
        }
        guard !isSet(CommandSpecification.help.name) else { return }
        guard operands.count >= specification.operandCount.lowerBound else {
            throw UsageError("'vvc \(specification.name)' needs \(specification.operands)")
        }
        if operands.count > specification.operandCount.upperBound {
            throw UsageError("unexpected argument '\(operands[specification.operandCount.upperBound])'")
        }
    }

    private mutating func readOption(
        _ argument: String,
        _ rest: inout ArraySlice<String>,
        _ specification: CommandSpecification
    ) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0] == "-h" ? CommandSpecification.help.name : parts[0]
        guard let option = specification.option(name) else {
            let known = specification.options.map(\.name) + [CommandSpecification.help.name]
            let hint = NearestWord.find(name, among: known).map { "; did you mean '\($0)'?" } ?? ""
            throw UsageError("unknown option '\(name)'\(hint)")
        }
        guard option.isRepeatable || values[option.name] == nil else {
            throw UsageError("option '\(option.name)' is given twice")
        }
        guard let valueName = option.value else {
            guard parts.count == 1 else { throw UsageError("option '\(option.name)' takes no value") }
            values[option.name, default: []].append("")
            return
        }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
            throw UsageError("option '\(option.name)' needs a value: \(option.name) \(valueName)")
        }
        if !option.choices.isEmpty, !option.choices.contains(value) {
            let hint = NearestWord.find(value, among: option.choices).map { "; did you mean '\($0)'?" } ?? ""
            throw UsageError(
                "'\(value)' is not a value of '\(option.name)'; expected \(MessageText.alternatives(option.choices))\(hint)"
            )
        }
        values[option.name, default: []].append(value)
    }

    /// Whether an option is given.
    func isSet(_ name: String) -> Bool {
        values[name] != nil
    }

    /// The value of an option, `nil` when it is not given.
    func value(_ name: String) -> String? {
        values[name]?.last
    }

    /// Every value of an option that may be repeated.
    func allValues(_ name: String) -> [String] {
        values[name] ?? []
    }

    /// The value of an option as a number in a range.
    func number(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "'\(text)' is not a value of '\(name)'; expected a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }
}
