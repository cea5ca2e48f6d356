import VirtualViewCompiler
import VirtualViewFormat

/// The development server: the templates of a folder, as they are being written.
package enum PreviewServer {
    /// A server that accepts connections.
    package struct Start: Sendable {
        /// The port, also when the system chose it.
        package let port: Int
        /// Ends it.
        package let stop: ServerStop
        /// The message when the server starts.
        let greeting: String
    }

    /// The names that mean all addresses of a machine.
    private static let allAddresses: Set<String> = ["0.0.0.0", "::", "[::]", "*"]

    /// Runs a server until it is stopped.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after `vvc serve`.
    ///   - terminal: Receives what does not compile.
    ///   - limits: The limits of the server.
    ///   - started: Called once the server accepts connections.
    /// - Throws: ``ServeError``, and what is thrown for a wrong command line or folder.
    package static func run(
        _ arguments: [String],
        terminal: Terminal,
        limits: ServerLimits = ServerLimits(),
        started: (Start) -> Void
    ) throws {
        var line = try ArgumentReader(arguments, of: ServeCommand.self)
        try run(try ServeCommand(&line), terminal, limits: limits, started)
    }

    static func run(
        _ command: ServeCommand,
        _ terminal: Terminal,
        limits: ServerLimits = ServerLimits(),
        _ started: (Start) -> Void
    ) throws {
        let host = command.host
        let compilers = try ServedCompiler(command.compiler, folder: command.folder, valuesPath: command.valuesPath)
        let folder = try ServedFolder(command.folder)
        let player = try PagePlayer.script(command.playerFolder, terminal)
        let listener = try ListeningSocket(host: Self.bindAddress(host), port: command.port)
        let stop: ServerStop
        let workshop: HTTPWorkshop
        do {
            stop = try ServerStop()
            workshop = try HTTPWorkshop(threads: limits.workers)
        } catch {
            close(listener.descriptor)
            throw error
        }
        defer { stop.end() }
        let programs = getenv("PATH").map { String(cString: $0) } ?? ""
        let browser = PictureBrowser(command.browser, folders: programs)
        let site = PreviewSite(
            folder,
            compilers,
            player: player,
            editor: command.editor,
            browser: browser,
            terminal
        )
        let hosts = HostCheck(names: [host] + machineNames)
        let server = HTTPServer(listener, site: site, hosts: hosts, limits: limits, workshop: workshop, stop: stop)
        let count = site.library.names.count.counting("template")
        var greeting = "serving \(count) of '\(VisibleText.line(folder.path))'\n"
        for address in addresses(host, listener.port) { greeting += "  \(address)\n" }
        if player != nil { greeting += "the pages play the templates\n" }
        greeting += "stop with Ctrl-C\n"
        started(Start(port: listener.port, stop: stop, greeting: greeting))
        server.run()
        browser?.end()
    }

    /// Returns whether only this machine reaches an address.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host == "[::1]" || host.hasPrefix("127.")
    }

    private static func bindAddress(_ host: String) -> String {
        if host == "*" { return "0.0.0.0" }
        return host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// Returns the addresses for browsers: the one on this machine first.
    private static func addresses(_ host: String, _ port: Int) -> [String] {
        var hosts = [bindAddress(host)]
        if allAddresses.contains(host) {
            // A socket for every IPv4 address accepts no others.
            let others = NumericAddress.ofThisMachine()
            hosts = ["127.0.0.1"] + (hosts[0].contains(":") ? others : others.filter { !$0.contains(":") })
        }
        return hosts.map { "http://\($0.contains(":") ? "[\($0)]" : $0):\(port)/" }
    }

    /// The names by which other machines call this one.
    private static var machineNames: [String] {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return [] }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.isEmpty ? [] : [name, "\(name).local"]
    }
}
