import Dispatch

/// `vvc serve`: shows the templates of a folder in the browser, as they are being written.
struct ServeCommand: Command {
    static let specification = CommandSpecification(
        name: "serve",
        summary: "Shows the templates of a folder in the browser, as they are being written",
        operands: "DIR",
        operandCount: 1...1,
        example: ("vvc serve Templates", "shows every template at http://127.0.0.1:7788/, again with each save")
    )

    let folder: String
    let port: Int
    let host: String
    let compiler: CompilerOptions
    let valuesPath: String?
    let playerFolder: String?
    let editor: EditorLinks?
    let browser: String?

    /// The port that the playgrounds of the reference clients expect.
    private static let standardPort = 7788

    init(_ line: inout ArgumentReader) throws(UsageError) {
        folder = line.operand
        port =
            try line.number(
                Option("--port", "P", help: "Listens at this port; 0 for any (default: \(Self.standardPort))"),
                in: 0...65_535
            ) ?? Self.standardPort
        host =
            line.text(
                Option(
                    "--host",
                    "H",
                    help: "Listens at this address of the machine, 0.0.0.0 for all, for phones (default: 127.0.0.1)"
                )
            ) ?? "127.0.0.1"
        valuesPath = line.environment()
        playerFolder = line.playerFolder()
        let editor = Option("--editor", "URL", help: "Links nodes to an editor: \(EditorLinks.example)")
        if let pattern = line.text(editor) {
            guard let links = EditorLinks(pattern) else {
                throw UsageError(
                    "'\(pattern)' is not a value of '\(editor)'; expected an address with {path}, as \(EditorLinks.example)"
                )
            }
            // The links have paths of this machine.
            guard PreviewServer.isLoopback(host) else {
                throw UsageError(
                    "'\(editor)' is for a server that no other machine reaches; leave out '--host \(host)'"
                )
            }
            self.editor = links
        } else {
            self.editor = nil
        }
        browser = line.text(
            Option("--browser", "FILE", help: "Makes PNG pictures with this browser; 'none' for no such pictures")
        )
        let client = line.client(help: "Compiles for and draws as this client", isSimulated: true)
        compiler = try CompilerOptions(&line, client: client, areDrawn: true)
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        if let browser, browser != PictureBrowser.none,
            access(browser, X_OK) != 0 || FileSystem.kind(of: browser) != .file
        {
            throw FileError(reading: browser, "this is no program that can be started")
        }
        var signals: [any DispatchSourceSignal] = []
        defer {
            for signal in signals { signal.cancel() }
        }
        do {
            try PreviewServer.run(self, terminal) { start in
                signals = [SIGINT, SIGTERM].map { Self.stop(start.stop, on: $0) }
                _ = terminal.print(start.greeting)
            }
            return .success
        } catch let error as ServeError {
            terminal.reportError(error.message)
            return .usage
        }
    }

    /// Lets a signal end the server instead of the process.
    private static func stop(_ stop: ServerStop, on number: Int32) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler { stop.stop() }
        source.resume()
        return source
    }
}
