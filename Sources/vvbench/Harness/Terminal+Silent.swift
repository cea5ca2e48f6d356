import VirtualViewCommands

extension Terminal {
    /// A terminal that nobody looks at.
    static var silent: Terminal {
        Terminal(out: { _ in true }, error: { _ in })
    }
}
