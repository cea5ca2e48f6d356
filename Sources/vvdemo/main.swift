import VirtualViewCommands

VVC.exit(with: Demo.run(Array(CommandLine.arguments.dropFirst())))
