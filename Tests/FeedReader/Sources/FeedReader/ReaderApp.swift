import Foundation
import VirtualView

/// The program: `read-feeds --app DIR --releases DIR [options] [ADDRESS…]`.
public struct ReaderApp {
    private var folders: [String: URL] = [:]
    private var port: UInt16 = 0
    private var runsOnce = false
    private var addresses: [String] = []
    private var download: URL?

    /// How the program is used.
    public static let usage = """
        usage: read-feeds --app DIR --releases DIR --player DIR [--store DIR] [--port N] [--feeds FILE] [ADDRESS…]
               read-feeds --once [--app DIR --releases DIR] [--store DIR] [--feeds FILE] [ADDRESS…]

          --app DIR        what the app brings with it: root.json, and a first release of its templates in Release
          --releases DIR   where newer releases come from, as vvc release writes them
          --player DIR     the player for the page, as make web builds it
          --store DIR      where articles and releases are kept (default: .feedreader)
          --port N         the port of the page (default: any)
          --feeds FILE     addresses of feeds: OPML, or one on each line
          --once           fetch, print what came and the list as text, and end
        """

    /// Reads the arguments; `nil` if they are wrong.
    public init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--once": runsOnce = true
            case "--fetch":
                guard let url = rest.popFirst().flatMap({ URL(string: $0) }) else { return nil }
                download = url
            case "--port":
                guard let number = rest.popFirst().flatMap(UInt16.init) else { return nil }
                port = number
            case "--app", "--releases", "--player", "--store", "--feeds":
                guard let path = rest.popFirst() else { return nil }
                folders[argument] = URL(fileURLWithPath: path)
            case _ where argument.hasPrefix("-"): return nil
            default: addresses.append(argument)
            }
        }
        if !runsOnce, download == nil, ["--app", "--releases", "--player"].contains(where: { folders[$0] == nil }) {
            return nil
        }
    }

    /// Runs the reader until the process is ended, or once.
    public func run() async throws {
        if let download { await FeedDownload.main(download) }
        let store = folders["--store"] ?? URL(fileURLWithPath: ".feedreader")
        let listed = try folders["--feeds"].map { Subscriptions.addresses(in: try Data(contentsOf: $0)) } ?? []
        let sources = Subscriptions.unique(addresses + listed.map(\.absoluteString))
        let reader = try Reader(sources: sources, store: store.appendingPathComponent("articles"))
        var looks: Looks?
        if let app = folders["--app"], let releases = folders["--releases"] {
            looks = try Looks(app: app, releases: releases, store: store.appendingPathComponent("releases"))
        }
        if let player = folders["--player"], let looks, !runsOnce { return try await serve(reader, looks, player) }
        await reader.refresh()
        print(await reader.summary.joined(separator: "\n"))
        print("peak of memory: \(Self.peakOfMemory >> 20) MB")
        if let looks {
            try await looks.update()
            print(try await reader.screen(looks.templates).joined(separator: "\n"))
        }
    }

    /// The most memory that the process ever had, in bytes.
    private static var peakOfMemory: Int {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss
        #else
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss << 10
        #endif
    }

    private func serve(_ reader: Reader, _ looks: Looks, _ player: URL) async throws {
        let announcements = Announcements()
        let page = PageServer(templates: looks.templates, announcements: announcements, player: player) {
            action,
            parameter in
            Task {
                if action == "look" { try looks.goBack() } else { await reader.perform(action, parameter) }
                // Who uses a screen has seen that it is fine.
                looks.markHealthy()
            }
        }
        let changes = looks.templates.changes()
        await reader.follow(announcements.announce)
        let server = try page.start(port: port)
        print("The reader is at \(server.address)/")
        fflush(nil)
        // The page is there with what was stored; the network comes after it.
        Task { await reader.refresh() }
        Task {
            while true {
                do { try await looks.update() } catch { print("The templates stay as they are: \(error)") }
                try await Task.sleep(for: .seconds(1))
            }
        }
        announceTemplates(looks, announcements)
        for await _ in changes { announceTemplates(looks, announcements) }
    }

    private func announceTemplates(_ looks: Looks, _ announcements: Announcements) {
        let types = looks.templates.loadedTypes
        announcements.announce(
            "templates",
            ["release": .int(Int64(looks.release)), "types": .array(types.map { .string($0) })]
        )
    }
}
