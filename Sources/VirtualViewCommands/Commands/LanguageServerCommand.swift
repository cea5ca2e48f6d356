#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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
        signal(SIGPIPE, SIG_IGN)
        var isBroken = false
        let server = LanguageServer(compiler) { bytes in
            if !terminal.write(protocol: bytes) { isBroken = true }
        }
        while !isBroken, server.exitCode == nil {
            guard let bytes = Self.read() else { return .inputErrors }
            server.receive(bytes)
            if server.exitCode == nil, !Self.hasInput { server.rest() }
        }
        return isBroken ? .cannotWrite : server.exitCode ?? .inputErrors
    }

    /// Waits for input and takes it; `nil` at its end.
    private static func read() -> [UInt8]? {
        var bytes: [UInt8] = []
        return FileSystem.readChunk(STDIN_FILENO, into: &bytes, capacity: 1 << 16) > 0 ? bytes : nil
    }

    /// Whether there is more to read right now.
    private static var hasInput: Bool {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0 && descriptor.revents & Int16(POLLIN) != 0
    }
}
