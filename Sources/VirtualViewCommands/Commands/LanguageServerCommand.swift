/// `vvc language-server`: serves an editor over standard input and output.
struct LanguageServerCommand: Command {
    static let specification = CommandSpecification(
        name: "language-server",
        summary: "Serves an editor over standard input and output (LSP 3.17)",
        operands: "",
        operandCount: 0...0,
        example: ("vvc language-server --stdio", "is what an editor runs; Docs/Editors.md has the lines for several")
    )

    let compiler: CompilerOptions

    init(_ line: inout ArgumentReader) throws(UsageError) {
        let client = line.client(help: "Reports what this client does not know or treats differently")
        // Editors that start every server alike give the way of speaking; there is no other.
        _ = line.flag(Option("--stdio", help: "Speaks over standard input and output, as without this option"))
        compiler = try CompilerOptions(&line, client: client)
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        // An editor that is gone is noticed when writing fails.
        var isBroken = false
        let server = LanguageServer(compiler) { bytes in
            if !terminal.write(protocol: bytes) { isBroken = true }
        }
        while !isBroken, server.exitCode == nil {
            while Self.events(within: 3000) == 0 {
                // Something else may hold the other end of the pipe of an editor that is gone.
                if server.clientProcess?.isRunning == false { return .inputErrors }
            }
            guard let bytes = Self.read() else { return .inputErrors }
            server.receive(bytes)
            if server.exitCode == nil, Self.events(within: 0) & Int16(POLLIN) == 0 { server.rest() }
        }
        return isBroken ? .cannotWrite : server.exitCode ?? .inputErrors
    }

    /// Waits for input and takes it; `nil` at its end.
    private static func read() -> [UInt8]? {
        var bytes: [UInt8] = []
        return FileSystem.readChunk(STDIN_FILENO, into: &bytes, capacity: 1 << 16) > 0 ? bytes : nil
    }

    /// Returns what the system tells about the input within so many milliseconds; 0 for nothing.
    private static func events(within patience: Int32) -> Int16 {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, patience) > 0 ? descriptor.revents : 0
    }
}
