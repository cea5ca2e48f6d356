import VirtualViewCommands

VVC.main()
