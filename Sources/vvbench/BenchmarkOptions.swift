/// What the command line asks for.
struct BenchmarkOptions {
    private(set) var root = "."
    private(set) var vvc: String?
    private(set) var rounds = 21
    private(set) var isJSON = false
    private(set) var lists = false
    private(set) var showsHelp = false
    private var selection: [String] = []

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--root": root = try Self.value(of: argument, &rest)
            case "--vvc": vvc = try Self.value(of: argument, &rest)
            case "--rounds":
                guard let number = Int(try Self.value(of: argument, &rest)), (5...1000).contains(number) else {
                    throw BenchmarkError("'--rounds' takes a number from 5 to 1000", isUsage: true)
                }
                rounds = number
            case "--json": isJSON = true
            case "--list": lists = true
            case "--help", "-h": showsHelp = true
            case let option where option.hasPrefix("-"):
                throw BenchmarkError("unknown option '\(option)'; see 'vvbench --help'", isUsage: true)
            default: selection.append(argument)
            }
        }
        for name in selection where !BenchmarkRow.all.contains(where: { Self.matches($0, name) }) {
            throw BenchmarkError("there is no row '\(name)'; 'vvbench --list' shows all", isUsage: true)
        }
    }

    /// Whether a row was asked for.
    func selects(_ row: BenchmarkRow) -> Bool {
        selection.isEmpty || selection.contains { Self.matches(row, $0) }
    }

    private static func matches(_ row: BenchmarkRow, _ name: String) -> Bool {
        row.id == name || row.id.hasPrefix("\(name)/")
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
        guard let value = rest.popFirst() else {
            throw BenchmarkError("'\(option)' needs a value", isUsage: true)
        }
        return value
    }
}
