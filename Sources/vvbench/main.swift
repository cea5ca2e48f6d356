import Foundation

// `vvbench guard …` does work whose instructions are counted; everything else measures.
let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "guard": exit(GuardCommand.run(Array(arguments.dropFirst())))
default: exit(BenchmarkCommand.run(arguments))
}
