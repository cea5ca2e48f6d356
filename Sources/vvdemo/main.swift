import VirtualViewCommands

let arguments = Array(CommandLine.arguments.dropFirst())
VVC.exit(with: arguments.first == "feed" ? FeedDemo.run(Array(arguments.dropFirst())) : Demo.run(arguments))
