import VirtualViewCommands

VVC.exit(with: VVC.run(Array(CommandLine.arguments.dropFirst())))
