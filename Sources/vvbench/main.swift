import Foundation
import VirtualViewCommands

// `vvbench demo …` shows the main line on the project's own templates, `vvbench guard …` does work whose instructions are
// counted; everything else measures.
let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "demo": VVC.exit(with: Demo.run(Array(arguments.dropFirst())))
case "guard": exit(GuardCommand.run(Array(arguments.dropFirst())))
default: exit(BenchmarkCommand.run(arguments))
}
