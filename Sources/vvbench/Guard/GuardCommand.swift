import Foundation
import VirtualView
import VirtualViewCompiler

/// Does one kind of work so and so often, for a tool that counts instructions; see `.ci/bench-guard`.
///
/// The work is on templates that are made up, so that a change of those in `Templates` changes no count.
enum GuardCommand {
    private static let help = "usage: vvbench guard load|read|compile|bind|layout COUNT [--root DIR]\n"

    /// Runs the command.
    ///
    /// - Parameter arguments: The kind of work, and how often it is done.
    /// - Returns: The exit code: 64 for wrong usage, 1 when the work cannot be done.
    static func run(_ arguments: [String]) -> Int32 {
        let isRooted = arguments.count == 4 && arguments[2] == "--root"
        guard arguments.count == 2 || isRooted, let count = Int(arguments[1]), count >= 0 else {
            FileHandle.standardError.write(Data(help.utf8))
            return 64
        }
        do {
            let inputs = try BenchmarkInputs(root: isRooted ? arguments[3] : ".")
            guard let work = try work(arguments[0], inputs) else {
                FileHandle.standardError.write(Data(help.utf8))
                return 64
            }
            var sum = 0
            for turn in 0..<count { sum &+= try work(turn) }
            // What is printed cannot be left out.
            print(sum)
            return 0
        } catch {
            FileHandle.standardError.write(Data("vvbench: error: \(error)\n".utf8))
            return 1
        }
    }

    private static func work(_ name: String, _ inputs: BenchmarkInputs) throws -> ((Int) throws -> Int)? {
        switch name {
        case "load":
            return { _ in
                try inputs.large.reduce(0) { try $0 &+ Template(decoding: $1.binary).nodes.count }
                    &+ inputs.small.prefix(100).reduce(0) { try $0 &+ Template(decoding: $1.binary).nodes.count }
            }
        case "read":
            let reader = XMLReader()
            return { _ in
                inputs.small.prefix(100).reduce(0) { sum, template in
                    var diagnostics = DiagnosticList()
                    return sum &+ reader.read(template.source, into: &diagnostics).elements.count
                }
            }
        case "compile":
            return { _ in
                inputs.small.prefix(20).reduce(0) { $0 &+ (inputs.compiler.compile($1.source).bytes?.count ?? 0) }
            }
        case "bind", "layout":
            let card = try PreparedTemplate(CardTemplate.make(inputs.compiler)).makeTree()
            let container = Container(card)
            let data = [CardTemplate.data(1), CardTemplate.data(2)]
            return { turn in
                container.update(data: data[turn % 2])
                guard name == "layout" else { return card.root.children.count }
                container.textMetricsDidChange()
                container.layout(in: container.sizeThatFits(width: 375))
                return Int(container.size.height)
            }
        default:
            return nil
        }
    }
}
