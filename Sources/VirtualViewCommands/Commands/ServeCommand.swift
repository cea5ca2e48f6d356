import Dispatch
import VirtualViewCompiler
import VirtualViewFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// `vvc serve`: shows the templates of a folder in the browser, as they are being written.
enum ServeCommand: Command {
    static let specification = CommandSpecification(
        name: "serve",
        summary: "Shows the templates of a folder in the browser, as they are being written",
        operands: "DIR",
        operandCount: 1...1,
        options: [
            .init("--port", "P", help: "Listens at this port; 0 for any (default: 7788)"),
            .init(
                "--host",
                "H",
                help: "Listens at this address of the machine, 0.0.0.0 for all, for phones (default: 127.0.0.1)"
            ),
            .init(
                "--target",
                "NAME",
                choices: Client.allCases.map(\.name),
                help: "Compiles for and draws as this client"
            ),
        ] + CompilerArguments.options,
        example: ("vvc serve Templates", "shows every template at http://127.0.0.1:7788/, again with each save")
    )

    static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
        var signals: [any DispatchSourceSignal] = []
        defer {
            for signal in signals { signal.cancel() }
        }
        do {
            try PreviewServer.run(arguments, terminal) { start in
                signals = [SIGINT, SIGTERM].map { stop(start.stop, on: $0) }
                _ = terminal.print(start.greeting)
            }
            return .success
        } catch let error as ServeError {
            terminal.reportError(error.message)
            return error.exitCode
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
