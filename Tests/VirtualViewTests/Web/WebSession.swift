import Foundation
import Testing
import VirtualViewTestSupport
import VirtualViewWebCompiler
import VirtualViewWebPlayer

/// What a page asks of the two modules, with the answers of the same code in this process.
///
/// `Tests/Web/parity.mjs` asks the modules the same; every answer must be the same text, or a number of the same bits.
struct WebSession {
    private let player = Player()
    private let compiler = PageCompiler()
    /// The questions, each a JSON array on a line, and the answers.
    private(set) var questions: [String] = []
    private(set) var answers: [String] = []

    /// Where `make web` puts the modules.
    private static let folder = Fixtures.packageRoot.appendingPathComponent(".build/web")
    private static let script = Fixtures.packageRoot.appendingPathComponent("Tests/Web/parity.mjs")
    private static let node = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
        .map { "\($0)/node" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Whether there is something to compare with; the modules are those of this source only when `.ci/check-web` says so.
    static var canRun: Bool {
        node != nil && ProcessInfo.processInfo.environment["VV_WEB"] != nil
            && ["player", "compiler"].allSatisfy {
                FileManager.default.fileExists(atPath: folder.appendingPathComponent("\($0).wasm").path)
            }
    }

    @discardableResult
    private mutating func ask(_ name: String, _ arguments: [Any], _ answer: String) -> String {
        let json = (try? JSONSerialization.data(withJSONObject: [name] + arguments)) ?? Data()
        questions.append(String(decoding: json, as: UTF8.self))
        answers.append(answer)
        return answer
    }

    // MARK: - The player

    @discardableResult
    mutating func components(_ json: String) -> String {
        ask("components", [json], player.registerComponents(Array(json.utf8)))
    }

    @discardableResult
    mutating func add(_ file: [UInt8]) -> String {
        ask("add", [Data(file).base64EncodedString()], player.add(file))
    }

    /// Opens a view with the built-in metrics; returns its number, or 0.
    mutating func open(_ template: String, _ options: [String: Any] = [:]) -> Int32 {
        let options = options.merging(["template": template, "metrics": "built-in"]) { $1 }
        let json = (try? JSONSerialization.data(withJSONObject: options, options: .sortedKeys)) ?? Data()
        let answer = ask("open", [String(decoding: json, as: UTF8.self)], player.open(Array(json)))
        return answer.hasPrefix(#"{"view":"#) ? Int32(answer.dropFirst(8).dropLast()) ?? 0 : 0
    }

    mutating func configure(_ view: Int32, _ json: String) {
        ask("configure", [view, json], player.withView(view) { $0.configure(Array(json.utf8)) })
    }

    @discardableResult
    mutating func follow(_ view: Int32) -> String { ask("follow", [view], player.withView(view) { $0.follow() }) }

    mutating func update(_ view: Int32, _ json: String) {
        ask("update", [view, json], player.withView(view) { $0.update(Array(json.utf8)) })
    }

    mutating func layout(_ view: Int32, width: Double, height: Double = .nan) {
        ask(
            "layout",
            [view, width, height.isNaN ? NSNull() as Any : height],
            player.withView(view) { $0.layout(width: width, height: height) }
        )
    }

    /// Asks for all that a page is told.
    mutating func look(_ view: Int32) {
        for culls in [true, false] {
            ask("display", [view, culls ? 1 : 0], player.withView(view) { $0.displayList(culling: culls) })
        }
        ask("elements", [view], player.withView(view) { $0.accessibilityElements() })
        ask("tree", [view], player.withView(view) { $0.nodeTree() })
        ask("take", [view], player.withView(view) { $0.takeNews() })
    }

    mutating func touch(_ view: Int32, _ phase: Int32, _ x: Double, _ y: Double, at time: Double) {
        ask("touch", [view, phase, 0, x, y, time], bits(player.view(view)?.touch(phase, 0, x, y, time) ?? -1))
    }

    mutating func advance(_ view: Int32, to time: Double) {
        ask("advance", [view, time], bits(player.view(view)?.advance(to: time) ?? -1))
    }

    mutating func scroll(_ view: Int32, _ node: Int32, _ x: Double, _ y: Double) {
        player.view(view)?.scroll(node, to: x, y)
        ask("scroll", [view, node, x, y], "")
    }

    mutating func turn(_ view: Int32, _ node: Int32, _ page: Int32) {
        player.view(view)?.turn(node, to: page)
        ask("turn", [view, node, page], "")
    }

    mutating func expose(_ view: Int32, width: Double, height: Double) {
        player.view(view)?.expose(0, 0, width, height)
        ask("expose", [view, 0, 0, width, height], "")
    }

    mutating func perform(_ view: Int32, _ element: Int32, _ action: Int32) {
        ask("perform", [view, element, action], bits(player.view(view)?.perform(element, action) == true ? 1 : 0))
    }

    mutating func image(_ view: Int32, _ json: String) {
        player.imageDidArrive(Array(json.utf8), in: view)
        ask("image", [view, json], "")
    }

    mutating func close(_ view: Int32) {
        player.close(view)
        ask("close", [view], "")
    }

    private func bits(_ number: Double) -> String { String(number.bitPattern, radix: 16) }

    // MARK: - The compiler

    mutating func configureCompiler(_ json: String) {
        ask("configureCompiler", [json], compiler.configure(Array(json.utf8)))
    }

    /// Compiles a source; returns the file, which is empty if there are errors.
    @discardableResult
    mutating func compile(_ path: String, _ text: String, isLenient: Bool = false) -> [UInt8] {
        let request: [String: Any] = ["path": path, "text": text, "lenient": isLenient]
        let json = (try? JSONSerialization.data(withJSONObject: request, options: .sortedKeys)) ?? Data()
        ask("compile", [String(decoding: json, as: UTF8.self)], compiler.compile(Array(json)))
        ask("file", [], Data(compiler.file).base64EncodedString())
        return compiler.file
    }

    mutating func dump(_ file: [UInt8]) {
        ask("dump", [Data(file).base64EncodedString()], compiler.dump(file))
    }

    // MARK: - Comparing

    /// Expects the same answers of the modules.
    func check(_ note: String = "", sourceLocation: SourceLocation = #_sourceLocation) throws {
        guard let difference = try difference() else { return }
        Issue.record("\(note) \(difference)", sourceLocation: sourceLocation)
    }

    /// Asks the modules the same, in node and, if `VV_WEB` is `browser`, in Chromium; returns the first question that they
    /// answer otherwise, or `nil` for none.
    private func difference() throws -> String? {
        guard let node = Self.node else { return "there is no node" }
        let place = try TemporaryFolder()
        let asked = try place.write(Array((questions.joined(separator: "\n") + "\n").utf8), to: "asked")
        var answered = [place.url.appendingPathComponent("in node")]
        if ProcessInfo.processInfo.environment["VV_WEB"] == "browser" {
            answered.append(place.url.appendingPathComponent("in Chromium"))
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: node)
        process.arguments = [Self.script.path, Self.folder.path, asked.path] + answered.map(\.path)
        try process.run()
        process.waitUntilExit()
        for file in answered {
            let found = String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
            if let difference = difference(from: found) { return "\(file.lastPathComponent): \(difference)" }
        }
        return nil
    }

    /// Returns the first question that has another answer in a text with one a line.
    private func difference(from text: String) -> String? {
        let found = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, answer) in answers.enumerated() {
            // JSON has no line breaks outside of texts, and none in them.
            let other = number < found.count ? String(found[number]) : "nothing, because the module stopped"
            guard other != answer else { continue }
            let start = zip(answer.utf8, other.utf8).prefix { $0 == $1 }.count
            func part(_ text: String) -> String {
                String(decoding: Array(text.utf8.dropFirst(max(0, start - 80)).prefix(240)), as: UTF8.self)
            }
            return "\(questions[number].prefix(600)): native \(part(answer)), module \(part(other))"
        }
        return nil
    }
}
