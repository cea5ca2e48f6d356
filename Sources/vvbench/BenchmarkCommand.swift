import Foundation

/// The benchmark program: measures what was asked for and prints a table.
enum BenchmarkCommand {
    private static let help = """
        vvbench measures the package and compares it with its performance goals (Docs/Performance.md).

        usage: vvbench [options] [ROW…]

        Without ROW every row is measured. ROW is an id or its beginning: 'L3' stands for 'L3/json' and 'L3/xml'.

        options:
          --root DIR    The folder with Templates (default: the current folder)
          --vvc FILE    A vvc program, whose runs rows 'C1/process' and 'T1/unchanged' measure
          --rounds N    How often each side of a row is measured, 5 or more (default: 21)
          --json        Prints one JSON object a row
          --list        Lists the rows
          --help        Shows this help

        """

    /// Runs the program.
    ///
    /// - Parameter arguments: What stands behind the program's name.
    /// - Returns: The exit code: 0 also when a goal is missed, 1 when something could not be measured, 64 for wrong usage.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            let options = try BenchmarkOptions(arguments)
            if options.showsHelp {
                print(help, terminator: "")
                return 0
            }
            let rows = BenchmarkRow.all.filter(options.selects)
            if options.lists {
                for row in rows { print("\(row.id)\t\(row.summary)") }
                return 0
            }
            guard !isDebugBuild else {
                complain("this is a debug build, whose figures mean nothing; run 'make bench'")
                return 64
            }
            return try measure(rows, options)
        } catch let error as BenchmarkError {
            complain(error.message)
            return error.isUsage ? 64 : 1
        } catch {
            complain("\(error)")
            return 1
        }
    }

    private static func measure(_ rows: [BenchmarkRow], _ options: BenchmarkOptions) throws -> Int32 {
        let inputs = try BenchmarkInputs(root: options.root)
        let stopwatch = Stopwatch(rounds: options.rounds)
        var report = BenchmarkReport(isJSON: options.isJSON)
        report.printHeading(inputs)
        var result: Int32 = 0
        for row in rows {
            do {
                report.add(
                    row,
                    try row.measure(BenchmarkContext(inputs: inputs, stopwatch: stopwatch, vvc: options.vvc))
                )
            } catch let skipped as BenchmarkSkipped {
                report.addSkipped(row, skipped.reason)
            } catch {
                complain("\(row.id): \((error as? BenchmarkError)?.message ?? "\(error)")")
                result = 1
            }
        }
        report.printSummary()
        return result
    }

    private static func complain(_ message: String) {
        FileHandle.standardError.write(Data("vvbench: error: \(message)\n".utf8))
    }

    private static var isDebugBuild: Bool {
        var isDebug = false
        assert(
            {
                isDebug = true
                return true
            }()
        )
        return isDebug
    }
}

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
